#!/usr/bin/env python3
"""Makes the system fail under every command, one call after the other.

    tests/faults/sweep.py ISOTYPIC INJECTOR [--learn ISOTYPIC_LEARN] [--dense N] [--spread N]
                          [--only CASE]... [--without CASE]... [--kind KIND]... [--jobs N]
                          [--record FILE] [--verbose]

For every case (cases.py) the program is run once undisturbed, to count its calls of every kind
(injector.cpp). Then it is run again for each of the first N calls (--dense), and for N calls spread
over the rest (--spread): that call fails, once in one run and for good in another. Half of these
runs find files where they write their own. Every run must

  - end within 20 s, by itself, with 0 (success), 1 or 65 (error);
  - if it says success, have written the bytes of the undisturbed run;
  - if it says error, say why on standard error, and leave every output file as it was or whole;
  - leave no temporary file behind;
  - where the command resumes, give the bytes of the undisturbed run when it is repeated.

Exit 0: all did; 1: one did not.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import cases

OLD = b"what was here before\n"
FILE_KINDS = ("write", "short", "read", "sync", "rename", "open", "mmap", "ftruncate")
KINDS = ("alloc", *FILE_KINDS, "thread")


class Sweep:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        (folder / "inputs").mkdir()
        cases.write_inputs(folder / "inputs", options.program)

    def start(self, case, cwd, **settings):
        """Runs the program of a case with the injector and these settings."""
        environment = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1",
                           LD_PRELOAD=str(self.options.injector), **settings)
        program = self.options.learn if case.learn else self.options.program
        return subprocess.run([program, *case.arguments], cwd=cwd, env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True)

    def undisturbed(self, case):
        """What the case prints and writes, and the number of its calls of each kind."""
        with tempfile.TemporaryDirectory(dir=self.folder) as place:
            end = self.start(case, place, FAULT_REPORT="reached")
            if end.returncode not in (0, 65):
                sys.exit(f"sweep.py: {case.name} fails without a fault: {end.stderr.decode()}")
            counts = dict(map(str.split, (Path(place) / "reached").read_text().splitlines()))
            right = Outcome(end.returncode, said(end.stdout), "", written(place))
        return right, {kind: int(count) for kind, count in counts.items()}

    def run_all(self, case, faults):
        """Runs a case once for each fault; returns the folders, and how the runs ended."""
        places = [self.folder / f"{case.name}-{number}" for number in range(len(faults))]
        for number, place in enumerate(places):
            place.mkdir()
            for output in case.outputs if is_old(number) else ():
                (place / output).write_bytes(OLD)
        return places, self.statuses(case, places, faults)

    def statuses(self, case, places, faults):
        if not places:
            return []
        lines = self.folder / f"{case.name}.list"
        lines.write_text("".join(f"{place} {fault}\n" for place, fault in zip(places, faults)))
        end = self.start(case, self.folder, FAULT_LIST=str(lines), FAULT_REPORT="reached")
        return [int(line.split()[1]) for line in end.stdout.decode().splitlines()]

    def judge_all(self, case, right, faults):
        """What became of the case with each of these faults: (fault, verdict, a line about it)."""
        places, statuses = self.run_all(case, faults)
        if len(statuses) != len(faults):
            sys.exit(f"sweep.py: {case.name}: the injector ended early")
        verdicts = [(fault, *judge(case, right, place, status, OLD if is_old(number) else None))
                    for number, (fault, place, status) in enumerate(zip(faults, places, statuses))]
        self.judge_repetitions(case, right, places, verdicts)
        for place in places:
            shutil.rmtree(place)
        return verdicts

    def judge_repetitions(self, case, right, places, verdicts):
        """A command that resumes is repeated, without a fault, where it ended with an error."""
        again = [number for number, (_, verdict, _) in enumerate(verdicts)
                 if case.resumes and verdict.startswith("error")]
        statuses = self.statuses(case, [places[n] for n in again], ["none"] * len(again))
        for number, status in zip(again, statuses):
            files = written(places[number])
            if status != 0 or any(files.get(path) != right.files[path] for path in case.resumes
                                  if path not in STORES):
                fault, _, line = verdicts[number]
                verdicts[number] = (fault, "not resumed", line)


@dataclasses.dataclass(frozen=True)
class Outcome:
    code: int
    printed: list
    line: str  # what it said on standard error
    files: dict


def judge(case, right, place, status, old):
    """(what became of one run, a line about it)."""
    if not (place / "reached").exists():
        return "not reached", ""
    line = (place / "stderr").read_text(errors="replace").strip().replace("\n", " / ")
    if status == -1:
        return "hang", line
    if not os.WIFEXITED(status):
        return "crash", f"signal {os.WTERMSIG(status)}: {line}"
    found = Outcome(os.WEXITSTATUS(status), said((place / "stdout").read_bytes()), line,
                    written(place))
    return judge_end(case, right, found, old)


def judge_end(case, right, found, old):
    if any(path.endswith(".tmp") for path in found.files):
        return "left over", f"exit {found.code}, {sorted(found.files)}: {found.line}"
    for path in case.outputs:
        content = found.files.get(path)
        if content not in (old, right.files[path]):
            return "half-written", f"{path} has {len(content or b'')} bytes: {found.line}"
    same_files = all(found.files.get(path) == content for path, content in right.files.items()
                     if path not in STORES)
    if found.code == right.code and found.printed == right.printed and same_files:
        return "right result", found.line
    if found.code == 0:
        return "wrong result", f"success, but other bytes: {found.line}"
    if found.code not in (1, 65):
        return "wrong exit code", f"exit {found.code}: {found.line}"
    if not found.line:
        return "silent", f"exit {found.code}"
    return f"error {found.code}", found.line


def is_old(number):
    """Every second pair of runs finds files where it writes its own."""
    return number // 2 % 2 == 1


def written(place):
    """What the files below this folder hold, but for those of the sweep and of locks."""
    files = {}
    for folder, _, names in os.walk(place):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), place)
            if path not in ("stdout", "stderr", "reached") and not path.endswith("-lock"):
                files[path] = Path(place, path).read_bytes()
    return files


def said(output):
    """What was printed, without the lines about time."""
    return [line for line in output.splitlines() if b"second" not in line]


def points(count, dense, spread):
    """The first calls, and some spread evenly over the rest."""
    first = list(range(1, min(count, dense) + 1))
    rest = count - len(first)
    if rest <= 0 or spread == 0:
        return first
    return first + sorted({len(first) + 1 + i * rest // spread for i in range(min(spread, rest))})


def sweep_case(sweep, case):
    right, counts = sweep.undisturbed(case)
    kinds = [kind for kind in (FILE_KINDS if case.learn else KINDS)
             if not sweep.options.kind or kind in sweep.options.kind]
    faults = [f"{kind}@{number}{end}" for kind in kinds
              for number in points(counts[kind], sweep.options.dense, sweep.options.spread)
              for end in ("", "+")]
    ends, by_kind, bad = collections.Counter(), collections.Counter(), []
    for start in range(0, len(faults), BATCH):
        for fault, verdict, line in sweep.judge_all(case, right, faults[start:start + BATCH]):
            ends[verdict] += 1
            if verdict != "not reached":
                by_kind[fault.split("@")[0]] += 1
            if sweep.options.verbose:
                print(f"{case.name} {fault}: {verdict}: {line}", flush=True)
            if verdict not in GOOD:
                bad.append(f"{case.name} {fault}: {verdict}: {line}")
    return {"command": " ".join(("isotypic", *case.arguments)),
            "calls": {kind: counts[kind] for kind in kinds if counts[kind]},
            "faults": dict(sorted(by_kind.items())), "ends": dict(sorted(ends.items())),
            "defects": bad}


GOOD = ("right result", "error 1", "error 65", "not reached")
BATCH = 500  # folders at a time
STORES = ("store",)  # the same entries, but on other pages after an interruption


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("injector", type=Path)
    parser.add_argument("--learn", type=Path)
    parser.add_argument("--dense", type=int, default=100)
    parser.add_argument("--spread", type=int, default=100)
    parser.add_argument("--only", action="append", default=[], help="a case, by its name")
    parser.add_argument("--without", action="append", default=[], help="leave out this case")
    parser.add_argument("--kind", action="append", default=[], choices=KINDS)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--record", type=Path)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    options.program, options.injector = options.program.resolve(), options.injector.resolve()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    chosen = [case for case in cases.CASES
              if (not options.only or case.name in options.only)
              and case.name not in options.without and (options.learn or not case.learn)]
    results = {}
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        sweep = Sweep(options, Path(folder))
        for case, result in zip(chosen, pool.map(lambda case: sweep_case(sweep, case), chosen)):
            results[case.name] = result
            print(f"{case.name}: {sum(result['faults'].values())} faults, {result['ends']}",
                  *result["defects"], sep="\n  ", flush=True)
            summary = summarise(results, options)
    print(summary["finding"])
    return 1 if summary["defects"] else 0


def summarise(results, options):
    """What was found so far. It is recorded at once: a long sweep may be interrupted."""
    ends = collections.Counter()
    for result in results.values():
        ends.update(result["ends"])
    faults = sum(sum(result["faults"].values()) for result in results.values())
    defects = sum(len(result["defects"]) for result in results.values())
    summary = {"command": "tests/faults/sweep.py ISOTYPIC INJECTOR"
                          f" --dense {options.dense} --spread {options.spread}",
               "finding": f"{faults} faults in {len(results)} commands, {defects} defects",
               "faults": faults, "defects": defects, "ends": dict(sorted(ends.items())),
               "commands": results}
    if options.record:
        options.record.write_text(json.dumps(summary, indent=1) + "\n")
    return summary


if __name__ == "__main__":
    sys.exit(main())
