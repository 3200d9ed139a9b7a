#!/usr/bin/env python3
"""Decide crossnumbers with xwc and with OR-tools CP-SAT on the same closed model, and compare the times.

The CP-SAT model is built from what `xwc compile --format model` writes, implied constraints included;
conditions that this model leaves open are left out, so CP-SAT may find more solutions than there are,
and its verdict counts only where none is open. CP-SAT (one worker) finds a solution, forbids it and
solves again; only its solving counts, neither Python nor building the model. For xwc two times are
shown: its own from the puzzle in memory to the verdict (`stats.seconds` of `xwc prove --json`), with
all that it does to make a model and a formula, and the whole process from start to exit. The ratio is
that of CP-SAT's time and xwc's own. Verdicts that differ are an error.

Start it with `scripts/compare crossnumber`, which provides the Python packages and the xwc binary.
"""

import argparse
import re
import statistics
import subprocess
import sys
from pathlib import Path

from ortools.sat.python import cp_model

from compare import ROOT, repeated, run_xwc, typical_seconds

TERM = r"-?\d+·[^ ]+"
LINEAR = re.compile(rf"({TERM}(?: \+ {TERM})*) (=|≠|≤|≥) (-?\d+)")
ARITHMETIC = re.compile(r"([^ ]+) ([-+×÷]) ([^ ]+) = ([^ ]+)")
LITERAL = re.compile(r"([^ ]+) (=|≠) (-?\d+)")


class ClosedModel:
    """A model as xwc writes it, for CP-SAT."""

    def __init__(self, text):
        self.model = cp_model.CpModel()
        self.variables = {}
        self.answers = []
        self.indicators = {}
        self.open = 0
        for line in text.splitlines():
            self.read(line)

    def read(self, line):
        kind, _, rest = line.partition(" ")
        if kind == "#":
            return
        if kind in ("answer", "var"):
            self.declare(kind, rest)
        elif kind == "clause":
            self.model.add_bool_or([self.literal(part) for part in rest.split(" or ")])
        elif kind == "table":
            self.table(rest)
        elif kind == "all-different":
            self.model.add_all_different(self.named(rest))
        elif match := LINEAR.fullmatch(line):
            self.linear(*match.groups())
        elif match := ARITHMETIC.fullmatch(line):
            self.arithmetic(*match.groups())
        else:
            self.open += 1

    def declare(self, kind, rest):
        name, _, written = rest.partition(" in ")
        intervals = []
        for part in written.strip("{}").split(", "):
            low, _, high = part.partition("..")
            intervals.append([int(low), int(high or low)])
        domain = cp_model.Domain.FromIntervals(intervals)
        self.variables[name] = self.model.new_int_var_from_domain(domain, name)
        if kind == "answer":
            self.answers.append(self.variables[name])

    def named(self, text):
        return [self.variables[name] for name in text.strip("()").split(", ")]

    def literal(self, text):
        name, sign, value = LITERAL.fullmatch(text).groups()
        if (name, value) not in self.indicators:
            literal = self.model.new_bool_var("")
            self.model.add(self.variables[name] == int(value)).only_enforce_if(literal)
            self.model.add(self.variables[name] != int(value)).only_enforce_if(~literal)
            self.indicators[name, value] = literal
        literal = self.indicators[name, value]
        return literal if sign == "=" else ~literal

    def table(self, rest):
        names, _, rows = rest.partition(": ")
        rows = [[int(value) for value in row.split()] for row in rows.split(" | ")] if rows else []
        self.model.add_allowed_assignments(self.named(names), rows)

    def linear(self, terms, sign, constant):
        total = 0
        for term in terms.split(" + "):
            factor, _, name = term.partition("·")
            total += int(factor) * self.variables[name]
        constant = int(constant)
        self.model.add({"=": total == constant, "≠": total != constant,
                        "≤": total <= constant, "≥": total >= constant}[sign])

    def arithmetic(self, a, operator, b, c):
        a, b, c = (self.variables[name] for name in (a, b, c))
        if operator == "+":
            self.model.add(a + b == c)
        elif operator == "-":
            self.model.add(a - b == c)
        elif operator == "×":
            self.model.add_multiplication_equality(c, [a, b])
        else:
            self.model.add(b != 0)
            self.model.add_multiplication_equality(a, [b, c])

    def decide(self, limit):
        """The verdict, and the seconds of solving."""
        spent = 0.0
        for verdict in ("none", "unique"):
            solver = cp_model.CpSolver()
            solver.parameters.num_workers = 1
            solver.parameters.max_time_in_seconds = max(limit - spent, 0.01)
            status = solver.solve(self.model)
            spent += solver.wall_time
            if status == cp_model.INFEASIBLE:
                return verdict, spent
            if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                return "unknown", spent
            values = [solver.value(answer) for answer in self.answers]
            self.model.add_forbidden_assignments(self.answers, [values])
        return "multiple", spent


def default_puzzles():
    folder = ROOT / "tests" / "puzzles" / "crossnumber"
    return [path for path in sorted(folder.glob("*.json")) if not path.stem.endswith(".expect")]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("puzzles", nargs="*", type=Path, metavar="PUZZLE",
                        help="puzzle files (default: those under tests/puzzles/crossnumber)")
    parser.add_argument("--xwc", type=Path, default=ROOT / "target/release/xwc", metavar="PATH")
    parser.add_argument("--timeout", type=float, default=60, metavar="SECONDS")
    parser.add_argument("--repeat", type=int, default=3, metavar="N",
                        help="runs of xwc for each puzzle, of which the median counts")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    ratios, of_processes, slower, wrong = [], [], [], []
    print(f"{'puzzle':24} {'verdict':9} {'xwc s':>8} {'process s':>9} {'CP-SAT s':>9} {'ratio':>7} {'open':>5}")
    for path in arguments.puzzles or default_puzzles():
        written = subprocess.run([str(arguments.xwc), "compile", "--format", "model", str(path)],
                                 stdout=subprocess.PIPE, text=True, check=True).stdout
        model = ClosedModel(written)
        peer, peer_seconds = model.decide(arguments.timeout)
        runs = repeated(lambda: run_xwc(arguments.xwc, path, arguments.timeout), arguments.repeat)
        verdict, process = runs[-1].verdict, typical_seconds(runs)
        seconds = statistics.median(run.solving for run in runs)
        ratio = peer_seconds / seconds
        ratios.append(ratio)
        of_processes.append(peer_seconds / process)
        if peer_seconds >= 0.1 and process > peer_seconds:
            slower.append(path.stem)
        if model.open == 0 and "unknown" not in (verdict, peer) and verdict != peer:
            wrong.append(path.stem)
        mark = ">" if peer == "unknown" else " "
        print(f"{path.stem:24} {verdict:9} {seconds:8.4f} {process:9.3f} {mark}{peer_seconds:8.3f} {ratio:7.1f} "
              f"{model.open:5}", flush=True)
    print(f"median ratio {statistics.median(ratios):.1f}, by whole processes "
          f"{statistics.median(of_processes):.1f}; as a process slower than CP-SAT where that takes 0.1 s "
          f"or more: {', '.join(slower) or 'none'}")
    if wrong:
        sys.exit(f"verdicts differ: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
