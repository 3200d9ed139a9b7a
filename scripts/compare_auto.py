#!/usr/bin/env python3
"""Compare `auto` with the native search alone and with SAT alone, on puzzles of each family.

Every puzzle is proved in a process of its own with a limit of 60 s. Processor time counts, so that other
work on the machine disturbs little. SAT alone is given up for a family once it has taken much longer than the
search. Verdicts that differ are an error.

Start it with `scripts/compare auto`, which provides the xwc binary.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Options of `generate`, and how many levels of each of three seeds.
SETS = {
    "mathcrossword 24": (["mathcrossword", "--equations", "24", "--minimal"], 100),
    "mathcrossword 48": (["mathcrossword", "--equations", "48", "--blanks", "80%"], 7),
    "crossnumber": (["crossnumber", "--difficulty", "hard"], 10),
    "crucigram": (["crucigram"], 17),
}
SEEDS = (1, 2, 3)
PATIENCE = 2.0


def spent(command):
    """The output of a command, and the processor time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return output, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def make_puzzles(xwc, name, share, folder):
    options, count = SETS[name]
    paths = []
    for seed in SEEDS:
        for index in range(max(1, int(count * share))):
            path = folder / f"{name.replace(' ', '')}-{seed}-{index}.json"
            subprocess.run([xwc, "generate", *options, "--seed", str(seed), "--index", str(index),
                            "-o", str(path)], check=True, stdout=subprocess.DEVNULL)
            paths.append(path)
    return paths


def real_crossnumbers():
    folder = ROOT / "tests" / "puzzles" / "crossnumber"
    return [path for path in sorted(folder.glob("*.json")) if not path.stem.endswith(".expect")]


def prove(xwc, path, backend):
    output, seconds = spent([xwc, "prove", "--json", "--timeout", "60", "--backend", backend, str(path)])
    verdict = json.loads(output)["verdict"] if output else "unknown"
    return verdict, seconds


def compare(xwc, name, paths):
    times = {backend: [] for backend in ("native", "auto", "varisat")}
    verdicts = {}
    for backend, seconds in times.items():
        for path in paths:
            if backend == "varisat" and sum(seconds) > PATIENCE * sum(times["native"]) + 10:
                break
            verdict, time = prove(xwc, path, backend)
            seconds.append(time)
            known = verdicts.setdefault(path, verdict)
            if "unknown" in (known, verdict):
                verdicts[path] = verdict if known == "unknown" else known
            elif known != verdict:
                sys.exit(f"{path}: {known} and {verdict}")
    complete = len(times["varisat"]) == len(paths)
    best = min(sum(times["native"]), sum(times["varisat"])) if complete else sum(times["native"])
    boards = [[of[i] for of in times.values() if i < len(of)] for i in range(len(paths))]
    worst = max((board[1] / min(board[0], *board[2:], 1e9) for board in boards if board[1] > 1), default=0)
    print(f"{name:18} {len(paths):4} puzzles: native {sum(times['native']):7.1f} s, varisat "
          f"{'' if complete else 'over '}{sum(times['varisat']):.1f} s, auto {sum(times['auto']):7.1f} s: "
          f"{sum(times['auto']) / best:.2f} of the better; slowest {max(times['auto']):.1f} s, "
          f"worst over a second {worst:.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(SETS)}, real; or puzzle files")
    parser.add_argument("--xwc", default=str(ROOT / "target/release/xwc"), metavar="PATH")
    parser.add_argument("--share", type=float, default=1.0, help="how much of each set")
    arguments = parser.parse_args()
    files = [name for name in arguments.sets if name.endswith(".json")]
    if files:
        compare(arguments.xwc, "files", files)
    sets = [name for name in arguments.sets if name not in files]
    with tempfile.TemporaryDirectory() as folder:
        for name in sets or ([] if files else [*SETS, "real"]):
            if name == "real":
                compare(arguments.xwc, "real crossnumbers", real_crossnumbers())
            else:
                paths = make_puzzles(arguments.xwc, name, arguments.share, Path(folder))
                compare(arguments.xwc, name, paths)


if __name__ == "__main__":
    main()
