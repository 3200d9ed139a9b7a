#!/usr/bin/env python3
"""Decide uniqueness of puzzles with xwc, OR-tools CP-SAT and z3, and compare the times.

Reads mathcrossword, crossmath and (equations only) calcrostic puzzle files. xwc runs as a whole process (`xwc prove --json`),
timed by the wall clock from start to exit. CP-SAT (one worker) and z3 are called through their
Python APIs: find a solution, forbid it, solve again; building the model counts, importing the
library does not. Definite verdicts that differ are an error (exit status 1).

Start it with scripts/compare, which provides the Python packages and the xwc binary.
"""

import argparse
import json
import math
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path

import z3
from ortools.sat.python import cp_model

ROOT = Path(__file__).resolve().parent.parent
OPERATORS = {"+": "+", "-": "-", "−": "-", "–": "-", "×": "×", "*": "×", "x": "×",
             "÷": "÷", "/": "÷", ":": "÷"}

# Runs a command under a time limit; prints the command's output, then one line with seconds, peak
# memory in KiB and exit code. A process inherits the peak memory of the one it was forked from, so
# the fork must happen in a bare interpreter, not in one that has loaded the solvers; its own size,
# about 6 MiB, is the least that can be reported.
LAUNCHER = """
import os, signal, sys, time
start = time.perf_counter()
pid = os.fork()
if pid == 0:
    signal.setitimer(signal.ITIMER_REAL, float(sys.argv[1]))
    os.execv(sys.argv[2], sys.argv[2:])
_, status, usage = os.wait4(pid, 0)
seconds = time.perf_counter() - start
print()
print(seconds, usage.ru_maxrss, os.waitstatus_to_exitcode(status))
"""
VERDICT_CODES = (0, 10, 20, 30)  # what `xwc prove` exits with when it prints a verdict


# --- puzzles -------------------------------------------------------------------------------------


@dataclass
class Equation:
    """Operand cells joined by operators, evaluated left to right, and the result cell."""

    operands: list
    operators: list
    result: tuple


@dataclass
class Puzzle:
    """What all families come down to: number cells (None = blank) and equations over them."""

    cells: dict
    equations: list
    values: list  # what a blank may hold
    pool: Counter | None = None  # how often the blanks hold each value
    distinct: list | tuple = ()  # cells of which no two may be equal
    rational: bool = False  # divide in fractions; otherwise every division comes out whole
    written: dict | tuple = ()  # number cells made of blanks: a constant, and place values of blanks
    not_zero: list | tuple = ()  # blanks that are not zero

    @property
    def blanks(self):
        return [cell for cell, number in self.cells.items() if number is None]


def read_puzzle(path):
    data = json.loads(path.read_text(encoding="utf-8"))
    readers = {"mathcrossword": read_mathcrossword, "crossmath": read_crossmath,
               "calcrostic": read_calcrostic}
    if data.get("family") not in readers:
        raise ValueError(f"family {data.get('family')!r}, expected one of {', '.join(readers)}")
    return readers[data["family"]](data)


def read_mathcrossword(data):
    grid = data["grid"]
    runs = listed_runs(data["equations"]) if "equations" in data else maximal_runs(grid)
    equations = [read_equation(grid, run) for run in runs]
    pool = Counter(data["pool"])
    return Puzzle(read_cells(grid, equations), equations, sorted(pool), pool=pool)


def listed_runs(entries):
    """The five cells of every equation in the optional `equations` list."""
    for entry in entries:
        row, column = entry["row"] - 1, entry["column"] - 1
        across = entry["direction"] == "across"
        yield [(row, column + i) if across else (row + i, column) for i in range(5)]


def maximal_runs(grid):
    """Every maximal line of two or more unblocked cells, across and down."""
    height, width = len(grid), len(grid[0])
    lines = [[(row, column) for column in range(width)] for row in range(height)]
    lines += [[(row, column) for row in range(height)] for column in range(width)]
    for line in lines:
        for blocked, run in groupby(line, key=lambda cell: grid[cell[0]][cell[1]] == "#"):
            run = list(run)
            if not blocked and len(run) > 1:
                yield run


def read_crossmath(data):
    grid, values = data["grid"], data["values"]
    height, width = len(grid), len(grid[0])
    runs = [[(row, column) for column in range(width)] for row in range(0, height - 2, 2)]
    runs += [[(row, column) for row in range(height)] for column in range(0, width - 2, 2)]
    equations = [read_equation(grid, run) for run in runs]
    cells = read_cells(grid, equations)
    if any(cells[equation.result] is None for equation in equations):
        raise ValueError("a result is blank")
    operands = {cell: None for equation in equations for cell in equation.operands}
    return Puzzle(
        cells,
        equations,
        list(range(values["min"], values["max"] + 1)),
        distinct=list(operands) if values.get("distinct") else (),
        rational=data.get("division", "exact") == "rational",
    )


def read_calcrostic(data):
    """Letters are the blanks; every number is written in them."""
    grid = data["grid"]
    if data.get("form", "equations") != "equations":
        raise ValueError("only equations")
    runs = [[(row, column) for column in range(5)] for row in (0, 2, 4)]
    runs += [[(row, column) for row in range(5)] for column in (0, 2, 4)]
    diagonals = [[(i, i) for i in range(5)], [(i, 4 - i) for i in range(5)]]
    runs += [run for run in diagonals if grid[1][run[1][1]] != "#"]
    equations = [read_equation(grid, run) for run in runs]
    digits = data.get("unknowns", "digits") == "digits"
    written, letters = {}, {}
    for row in (0, 2, 4):
        for column in (0, 2, 4):
            text = grid[row][column]
            symbols = list(text) if digits or text.isalpha() else [text]
            constant, places = 0, Counter()
            for place, symbol in enumerate(reversed(symbols)):
                if symbol.isdigit():
                    constant += int(symbol) * 10**place
                else:
                    places[symbol] += 10**place
                    letters[symbol] = None
            written[row, column] = constant, places
    return Puzzle(
        letters,
        equations,
        list(range(10)) if digits else list(range(1, data["max"] + 1)),
        distinct=list(letters) if digits else (),
        written=written,
        not_zero=[grid[row][column][0] for row, column in written if grid[row][column][0].isalpha()],
    )


def read_equation(grid, run):
    """Reads number, operator, number, …, `=`, number along a run of cells."""
    symbols = [grid[row][column] for row, column in run[1::2]]
    if len(run) < 5 or len(run) % 2 == 0 or symbols[-1] != "=":
        raise ValueError(f"the cells {run} are not an equation")
    return Equation(run[:-2:2], [OPERATORS[symbol] for symbol in symbols[:-1]], run[-1])


def read_cells(grid, equations):
    cells = {}
    for equation in equations:
        for row, column in [*equation.operands, equation.result]:
            text = grid[row][column].replace("−", "-").replace("–", "-")
            cells[row, column] = None if text == "_" else int(text)
    return cells


# --- models --------------------------------------------------------------------------------------


class OutOfTime(Exception):
    """The solver stopped without an answer."""


def post_equations(model, puzzle):
    for equation in puzzle.equations:
        operands = [model.cells[cell] for cell in equation.operands]
        result = model.cells[equation.result]
        if puzzle.rational and "÷" in equation.operators:
            post_in_fractions(model, operands, equation.operators, result)
        else:
            post_in_whole_numbers(model, operands, equation.operators, result)


def post_in_whole_numbers(model, operands, operators, result):
    value = operands[0]
    targets = [None] * (len(operators) - 1) + [result]
    for operator, operand, target in zip(operators, operands[1:], targets):
        value = model.apply(value, operator, operand, target)


def post_in_fractions(model, operands, operators, result):
    """Keeps the value as numerator over denominator; some operator is a division."""
    numerator, denominator = operands[0], None
    for operator, operand in zip(operators, operands[1:]):
        if operator == "÷":
            model.forbid_zero(operand)
            if denominator is None:
                denominator = operand
            else:
                denominator = model.apply(denominator, "×", operand)
        elif operator == "×" or denominator is None:
            numerator = model.apply(numerator, operator, operand)
        else:
            scaled = model.apply(operand, "×", denominator)
            numerator = model.apply(numerator, operator, scaled)
    model.apply(result, "×", denominator, numerator)


class CpSat:
    """Integer variables, linear and product constraints, indicator literals for the pool."""

    def __init__(self, puzzle):
        self.model = cp_model.CpModel()
        self.magnitude = {}  # the largest absolute value of each variable, by index
        domain = cp_model.Domain.FromValues(puzzle.values)
        self.cells = {
            cell: self.variable(domain if number is None else cp_model.Domain(number, number))
            for cell, number in puzzle.cells.items()
        }
        self.blanks = [self.cells[cell] for cell in puzzle.blanks]
        for cell, (constant, places) in dict(puzzle.written).items():
            most = constant + sum(max(puzzle.values) * k for k in places.values())
            number = self.variable(cp_model.Domain(0, most))
            terms = [k * self.cells[blank] for blank, k in places.items()]
            self.model.add(sum(terms) + constant == number)
            self.cells[cell] = number
        for blank in puzzle.not_zero:
            self.forbid_zero(self.cells[blank])
        post_equations(self, puzzle)
        if puzzle.pool is not None:
            self.post_pool(puzzle.pool)
        if puzzle.distinct:
            self.model.add_all_different([self.cells[cell] for cell in puzzle.distinct])

    def variable(self, domain):
        variable = self.model.new_int_var_from_domain(domain, "")
        self.magnitude[variable.index] = max(abs(domain.min()), abs(domain.max()))
        return variable

    def post_pool(self, pool):
        indicators = {value: [] for value in pool}
        for blank in self.blanks:
            for value, literals in indicators.items():
                literal = self.model.new_bool_var("")
                self.model.add(blank == value).only_enforce_if(literal)
                self.model.add(blank != value).only_enforce_if(~literal)
                literals.append(literal)
        for value, literals in indicators.items():
            self.model.add(sum(literals) == pool[value])

    def apply(self, left, operator, right, target=None):
        """Posts left operator right = target (a new variable if there is none)."""
        if target is None:
            target = self.intermediate(left, operator, right)
        if operator == "+":
            self.model.add(left + right == target)
        elif operator == "-":
            self.model.add(left - right == target)
        elif operator == "×":
            self.model.add_multiplication_equality(target, [left, right])
        else:
            self.forbid_zero(right)
            self.model.add_multiplication_equality(left, [right, target])
        return target

    def intermediate(self, left, operator, right):
        left, right = self.magnitude[left.index], self.magnitude[right.index]
        bound = {"+": left + right, "-": left + right, "×": left * right, "÷": left}[operator]
        return self.variable(cp_model.Domain(-bound, bound))

    def forbid_zero(self, variable):
        self.model.add(variable != 0)

    def solve(self, seconds):
        """The values of the blanks in some solution, or None if there is none."""
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = seconds
        status = solver.solve(self.model)
        if status == cp_model.INFEASIBLE:
            return None
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise OutOfTime
        return [solver.value(blank) for blank in self.blanks]

    def forbid(self, solution):
        self.model.add_forbidden_assignments(self.blanks, [solution])


class Z3:
    """Integer constants and arithmetic; the pool as pseudo-Boolean equalities."""

    def __init__(self, puzzle):
        self.solver = z3.Solver()
        self.cells = {
            cell: z3.FreshInt() if number is None else z3.IntVal(number)
            for cell, number in puzzle.cells.items()
        }
        self.blanks = [self.cells[cell] for cell in puzzle.blanks]
        for blank in self.blanks:
            self.solver.add(z3.Or([blank == value for value in puzzle.values]))
        for cell, (constant, places) in dict(puzzle.written).items():
            terms = [k * self.cells[blank] for blank, k in places.items()]
            self.cells[cell] = z3.Sum(terms) + constant
        for blank in puzzle.not_zero:
            self.forbid_zero(self.cells[blank])
        post_equations(self, puzzle)
        for value, count in (puzzle.pool or {}).items():
            self.solver.add(z3.PbEq([(blank == value, 1) for blank in self.blanks], count))
        if puzzle.distinct:
            self.solver.add(z3.Distinct([self.cells[cell] for cell in puzzle.distinct]))

    def apply(self, left, operator, right, target=None):
        """Posts left operator right = target, or returns the value if there is no target."""
        if operator == "÷":
            self.forbid_zero(right)
            quotient = z3.FreshInt() if target is None else target
            self.solver.add(left == right * quotient)
            return quotient
        value = {"+": left + right, "-": left - right, "×": left * right}[operator]
        if target is not None:
            self.solver.add(value == target)
        return value

    def forbid_zero(self, value):
        self.solver.add(value != 0)

    def solve(self, seconds):
        """The values of the blanks in some solution, or None if there is none."""
        self.solver.set("timeout", math.ceil(seconds * 1000))
        answer = self.solver.check()
        if answer == z3.unsat:
            return None
        if answer == z3.unknown:
            raise OutOfTime
        model = self.solver.model()
        return [model.eval(blank, model_completion=True).as_long() for blank in self.blanks]

    def forbid(self, solution):
        self.solver.add(z3.Or([blank != value for blank, value in zip(self.blanks, solution)]))


# --- measuring -----------------------------------------------------------------------------------


@dataclass
class Run:
    """One contender on one puzzle, once."""

    verdict: str
    seconds: float
    peak_kib: int | None = None
    solving: float | None = None  # without the start of a process and reading the puzzle


def run_xwc(binary, path, timeout):
    command = [sys.executable, "-I", "-S", "-c", LAUNCHER, str(timeout)]
    command += [str(binary), "prove", "--json", str(path)]
    output = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    *lines, measurement = output.splitlines()
    seconds, peak_kib, code = measurement.split()
    verdict, solving = "unknown", float(seconds)
    if int(code) in VERDICT_CODES:
        report = json.loads("\n".join(lines))
        verdict, solving = report["verdict"], report["stats"]["seconds"]
    elif int(code) != -signal.SIGALRM:
        sys.exit(f"{path}: {binary} failed with exit code {code}")
    return Run(verdict, float(seconds), int(peak_kib), solving)


def run_model(model_class, puzzle, timeout):
    start = time.perf_counter()
    try:
        verdict = decide(model_class, puzzle, start + timeout)
    except OutOfTime:
        verdict = "unknown"
    return Run(verdict, time.perf_counter() - start)


def decide(model_class, puzzle, deadline):
    model = model_class(puzzle)
    first = model.solve(seconds_until(deadline))
    if first is None:
        return "none"
    if not first:  # no blanks, so there is nothing to do differently
        return "unique"
    model.forbid(first)
    return "unique" if model.solve(seconds_until(deadline)) is None else "multiple"


def seconds_until(deadline):
    seconds = deadline - time.perf_counter()
    if seconds <= 0:
        raise OutOfTime
    return seconds


def repeated(run, times):
    """The runs of one contender on one puzzle; a timeout is not repeated."""
    runs = []
    while len(runs) < times and not (runs and runs[-1].verdict == "unknown"):
        runs.append(run())
    return runs


def typical_seconds(runs):
    """The median, or the time of the run that gave up."""
    if runs[-1].verdict == "unknown":
        return runs[-1].seconds
    return statistics.median(run.seconds for run in runs)


# --- the table -----------------------------------------------------------------------------------


def headings(contenders):
    titles = ["puzzle", "equations", "blanks", "verdict"]
    for name in contenders:
        titles += ["xwc ms", "xwc MiB"] if name == "xwc" else [f"{name} ms", f"{name}/xwc"]
    return titles


def table_row(name, puzzle, verdict, results):
    row = [name, str(len(puzzle.equations)), str(len(puzzle.blanks)), verdict]
    for contender, runs in results.items():
        row.append(bounded(runs, f"{typical_seconds(runs) * 1000:.1f}"))
        if contender == "xwc":
            row.append(f"{max(run.peak_kib for run in runs) / 1024:.1f}")
        else:
            row.append(ratio_to_xwc(runs, results.get("xwc")))
    return row


def ratio_to_xwc(runs, xwc_runs):
    if xwc_runs is None or xwc_runs[-1].verdict == "unknown":
        return "-"
    return bounded(runs, f"{typical_seconds(runs) / typical_seconds(xwc_runs):.1f}")


def bounded(runs, text):
    """Marks a figure as a lower bound if the contender gave up."""
    return f">{text}" if runs[-1].verdict == "unknown" else text


def print_row(cells, widths, markdown):
    padded = [cells[0].ljust(widths[0])]
    padded += [cell.rjust(width) for cell, width in zip(cells[1:], widths[1:])]
    print(f"| {' | '.join(padded)} |" if markdown else "  ".join(padded), flush=True)


# --- the command line ----------------------------------------------------------------------------


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("puzzles", nargs="*", type=Path, metavar="PUZZLE",
                        help="puzzle files (default: those under tests/puzzles)")
    parser.add_argument("--xwc", type=Path, default=ROOT / "target/release/xwc", metavar="PATH")
    parser.add_argument("--timeout", type=float, default=60, metavar="SECONDS",
                        help="for each contender and puzzle (default: %(default)s)")
    parser.add_argument("--repeat", type=int, default=3, metavar="N",
                        help="report the median of N runs (default: %(default)s)")
    parser.add_argument("--contenders", default="xwc,cpsat,z3", metavar="LIST",
                        help="which to run (default: %(default)s)")
    parser.add_argument("--markdown", action="store_true", help="print a Markdown table")
    arguments = parser.parse_args()
    arguments.contenders = arguments.contenders.split(",")
    arguments.puzzles = arguments.puzzles or default_puzzles()
    if unknown := set(arguments.contenders) - {"xwc", "cpsat", "z3"}:
        parser.error(f"no such contender: {', '.join(sorted(unknown))}")
    if "xwc" in arguments.contenders and not arguments.xwc.is_file():
        parser.error(f"{arguments.xwc} does not exist; build it or name another with --xwc")
    if arguments.timeout <= 0 or arguments.repeat < 1:
        parser.error("--timeout and --repeat must be positive")
    if not arguments.puzzles:
        parser.error("no puzzles")
    return arguments


def default_puzzles():
    return [
        path
        for family in ("mathcrossword", "crossmath", "calcrostic")
        for path in sorted((ROOT / "tests/puzzles" / family).glob("*.json"))
        if not path.name.endswith(".expect.json") and path.name != "zero.json"
    ]


def read_all(paths):
    puzzles = {}
    for path in paths:
        try:
            puzzles[path] = read_puzzle(path)
        except (OSError, ValueError, LookupError) as error:
            sys.exit(f"{path}: {error!r}")
    return puzzles


def run_contenders(arguments, path, puzzle):
    contenders = {
        "xwc": partial(run_xwc, arguments.xwc, path, arguments.timeout),
        "cpsat": partial(run_model, CpSat, puzzle, arguments.timeout),
        "z3": partial(run_model, Z3, puzzle, arguments.timeout),
    }
    return {name: repeated(contenders[name], arguments.repeat) for name in arguments.contenders}


def main():
    arguments = parse_arguments()
    puzzles = read_all(arguments.puzzles)
    names = {path: f"{path.resolve().parent.name}/{path.stem}" for path in puzzles}
    titles = headings(arguments.contenders)
    widths = [max(map(len, names.values()))] + [max(len(title), 8) for title in titles[1:]]
    print_row(titles, widths, arguments.markdown)
    if arguments.markdown:
        print_row([":--"] + ["--:"] * len(titles[1:]), widths, arguments.markdown)
    status = 0
    for path, puzzle in puzzles.items():
        results = run_contenders(arguments, path, puzzle)
        answers = {name: sorted({run.verdict for run in runs}) for name, runs in results.items()}
        definite = set().union(*answers.values()) - {"unknown"}
        verdict = "/".join(sorted(definite)) or "unknown"
        print_row(table_row(names[path], puzzle, verdict, results), widths, arguments.markdown)
        if len(definite) > 1:
            print(f"{path}: the verdicts differ: {answers}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
