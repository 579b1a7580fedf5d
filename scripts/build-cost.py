#!/usr/bin/env python3
"""Measures what a cold build costs: processor seconds of every file, without ccache.

    scripts/build-cost.py [PRESET] [TARGET...]

Builds PRESET (release) in build/cost, which must not exist yet, and prints the sum, the sums by
target and the dearest files. Processor time hardly depends on what else the machine does. The
numbers of all files are in build/cost/cost.csv.
"""

import collections
import csv
import os
import resource
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "cost"
LOG = BUILD / "cost.csv"


def launch(command):
    """What CMake calls in place of the compiler: runs it and notes its processor time."""
    code = subprocess.run(command).returncode
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = command[command.index("-o") + 1] if "-o" in command else command[-1]
    with LOG.open("a") as log:
        log.write(f"{used.ru_utime + used.ru_stime:.2f},{output}\n")
    return code


def measure(preset, targets):
    if BUILD.exists():
        print(f"{BUILD} exists; remove it first", file=sys.stderr)
        return 2
    environment = {**os.environ, "CCACHE_DISABLE": "1"}
    launcher = f"{sys.executable};{Path(__file__).resolve()};--launch"
    subprocess.run(["cmake", "--preset", preset, "-B", BUILD,
                    f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}"],
                   cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    goal = ["--target", *targets] if targets else []
    subprocess.run(["cmake", "--build", BUILD, *goal], cwd=ROOT, env=environment, check=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    report()
    print(f"{(used.ru_utime + used.ru_stime) / 60:8.1f} min of processor time, with links")
    return 0


def report():
    with LOG.open() as log:
        costs = [(float(seconds), output) for seconds, output in csv.reader(log)]
    sums = collections.Counter()
    for seconds, output in costs:
        sums[next((part for part in Path(output).parts if part.endswith(".dir")), "other")] += seconds
    for target, seconds in sums.most_common():
        print(f"{seconds:8.1f} s  {target.removesuffix('.dir')}")
    print("dearest files:")
    for seconds, output in sorted(costs, reverse=True)[:20]:
        print(f"{seconds:8.1f} s  {output}")
    print(f"{sum(sums.values()) / 60:8.1f} min of processor time for {len(costs)} files")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--launch"]:
        sys.exit(launch(sys.argv[2:]))
    if any(argument.startswith("-") for argument in sys.argv[1:]):
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(measure(*(sys.argv[1:2] or ["release"]), sys.argv[2:]))
