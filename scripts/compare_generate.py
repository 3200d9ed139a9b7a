#!/usr/bin/env python3
"""Compare xwc's generator with the same hiding loop around OR-tools CP-SAT.

xwc makes a pack of minimal mathcrosswords on one thread, every stage counted. CP-SAT (one worker)
then gets the same filled boards and hides givens in a random order, asking for each given: with
the others fixed, is there a solution in which this cell has another value? The model of a board is
built once, with everything blank; each question only adds the givens. Only this loop is timed; the
boards are for nothing. Prints levels a second of both, and the ratio.

Start it with `scripts/compare generate`, which provides the Python packages and the xwc binary.
"""

import argparse
import json
import random
import subprocess
import tempfile
import time
from pathlib import Path

from compare import ROOT, CpSat, read_mathcrossword
from ortools.sat.python import cp_model


def make_pack(equations, count, seed, folder):
    """Seconds that xwc takes, and the levels."""
    command = [ROOT / "target/release/xwc", "pack", "create", "mathcrossword", "--minimal"]
    command += ["--equations", str(equations), "--count", str(count), "--seed", str(seed)]
    command += ["--max", "99", "--jobs", "1", "--out", folder]
    start = time.perf_counter()
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)
    seconds = time.perf_counter() - start
    lines = (Path(folder) / "levels.jsonl").read_text(encoding="utf-8").splitlines()
    return seconds, [json.loads(line) for line in lines]


def hide(level, chance, limit):
    """Hides the givens of a board until none can be spared; returns how many stay, and whether
    every question was answered."""
    grid = level["solution"]["grid"]
    blank = [["_" if cell.isdigit() else cell for cell in row] for row in grid]
    values = [int(cell) for row in grid for cell in row if cell.isdigit()]
    board = CpSat(read_mathcrossword({"grid": blank, "pool": values}))
    planted = {cell: int(grid[cell[0]][cell[1]]) for cell in board.cells}
    order = list(planted)
    chance.shuffle(order)
    given, answered = set(planted), True
    for cell in order:
        question = board.model.clone()
        for other in given - {cell}:
            question.add(board.cells[other] == planted[other])
        question.add(board.cells[cell] != planted[cell])
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = limit
        status = solver.solve(question)
        if status == cp_model.INFEASIBLE:
            given.remove(cell)
        answered &= status in (cp_model.INFEASIBLE, cp_model.OPTIMAL, cp_model.FEASIBLE)
    return len(given), answered


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--equations", type=int, nargs="+", default=[6, 12, 24])
    parser.add_argument("--levels", type=int, nargs="+", default=[2000, 2000, 60],
                        help="levels that xwc makes, for each number of equations")
    parser.add_argument("--boards", type=int, nargs="+", default=[20, 20, 5],
                        help="boards that CP-SAT gets")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=60, help="seconds for one question")
    options = parser.parse_args()
    print("equations   xwc levels/s   CP-SAT levels/s   ratio")
    for equations, count, boards in zip(options.equations, options.levels, options.boards):
        with tempfile.TemporaryDirectory() as folder:
            seconds, levels = make_pack(equations, count, options.seed, Path(folder) / "pack")
        ours = count / seconds
        chance = random.Random(options.seed)
        start = time.perf_counter()
        answered = [hide(level, chance, options.limit)[1] for level in levels[:boards]]
        theirs = boards / (time.perf_counter() - start)
        note = "" if all(answered) else f"   ({answered.count(False)} boards ran out of time)"
        print(f"{equations:9} {ours:14.1f} {theirs:17.2f} {ours / theirs:7.0f}{note}", flush=True)


if __name__ == "__main__":
    main()
