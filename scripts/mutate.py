#!/usr/bin/env python3
"""Breaks the checks of readers and validators, one at a time, and sees whether a test notices.

    scripts/mutate.py BUILD RECORD [--count N] [--seed N] [--again]
    scripts/mutate.py --list

A mutant is a source with one change in one guard: a comparison that is off by one or turned round,
`&&` for `||`, a constant that is larger by one, a check that never fires. BUILD is a build tree that
compiles file by file (preset core, dev or coverage): a mutant costs one file and a link. The tests
of its room run on it; a mutant that they do not notice meets all tests of the program.

RECORD (JSON) gets every verdict at once, so an interrupted run goes on where it stopped. --again
runs the mutants that survived once more, after a test was added. The source is always restored.
Exit 0: at least nine of ten mutants were noticed; 1: fewer; 2: wrong usage.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Sources, the program with their tests, and the folders of the tests to run first.
ROOMS = (
    ("isotypic/io", "core_tests", ("io",)),
    ("isotypic/data", "core_tests", ("data",)),
    ("isotypic/channels/store*.cpp", "core_tests", ("channels",)),
    ("isotypic/channels/serialise*.cpp", "core_tests", ("channels",)),
    ("isotypic/channels/cache*.cpp", "core_tests", ("channels",)),
    ("isotypic/channels/internal/database*.cpp", "core_tests", ("channels",)),
    ("isotypic/base/byte_source.cpp", "core_tests", ("base", "io")),
    ("isotypic/base/line_reader.cpp", "core_tests", ("base", "io")),
    ("isotypic/base/json.cpp", "core_tests", ("base",)),
    ("isotypic/run", "report_tests", ("run",)),
)
GUARD = re.compile(r"\b(if|while) \(|\breturn\b.*( [<>!=]=? | && | \|\| )|^\s+(\|\||&&) |\?")
SWAPS = {" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ",
         " != ": " == ", " && ": " || ", " || ": " && "}
CONSTANT = re.compile(r"(?<=[<>=+\-*] )(\d+)(?=[);, ])")
DROPPED = re.compile(r"^(\s*(?:\} else )?if \()(?!false)(.+)(\)(?: \{| fail.*| return.*)?)$")
SECONDS = 180


def sources():
    for place, program, folders in ROOMS:
        path = ROOT / place
        found = path.rglob("*.cpp") if path.is_dir() else path.parent.glob(path.name)
        for file in sorted(found):
            yield file.relative_to(ROOT), program, folders


def code_of(line):
    """The line without comments and texts, which keep their places as blanks."""
    line = re.sub(r'"(\\.|[^"\\])*"', lambda text: " " * len(text[0]), line)
    return re.sub(r"//.*", "", line)


def changes(line):
    """Every way to break the guard on this line: (name, new line)."""
    code = code_of(line)
    if not GUARD.search(code) or "for (" in code:
        return
    for old, new in SWAPS.items():
        for match in re.finditer(re.escape(old), code):
            yield f"{old.strip()} to {new.strip()}", line[:match.start()] + new + line[match.end():]
    for match in CONSTANT.finditer(code):
        larger = str(int(match[1]) + 1)
        yield f"{match[1]} to {larger}", line[:match.start()] + larger + line[match.end():]
    if (match := DROPPED.match(code)) and code.count("(") == code.count(")"):
        end = match.start(3)
        yield "dropped", f"{line[:match.start(2)]}false && ({line[match.start(2):end]}){line[end:]}"


def mutants():
    for file, program, folders in sources():
        for number, line in enumerate((ROOT / file).read_text().splitlines(), 1):
            for name, new in changes(line):
                yield {"file": str(file), "line": number, "before": line.strip(),
                       "change": name, "after": new.strip(), "new": new, "program": program,
                       "folders": folders}


def key(mutant):
    return tuple(mutant[field] for field in ("file", "before", "after"))


def suites(folders):
    """A filter for the tests below these folders."""
    names = set()
    for folder in folders:
        for path in (ROOT / "tests" / folder).rglob("*_test.cpp"):
            names |= {f"*{match}.*" for match in re.findall(
                r"^(?:TYPED_)?(?:TEST|TEST_F|TEST_P|RC_GTEST_PROP)\(\s*(\w+)", path.read_text(), re.M)}
    return ":".join(sorted(names))


def run_tests(build, mutant, chosen):
    """The verdict of these tests: nothing if they noticed nothing."""
    environment = dict(os.environ, GCOV_PREFIX="/tmp/mutate-counts")
    command = [str(build / "tests" / mutant["program"]), "--gtest_brief=1", "--gtest_fail_fast",
               f"--gtest_filter={chosen}"]
    try:
        end = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True,
                             errors="replace", timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "killed: no end"
    if end.returncode == 0:
        return None
    failed = re.findall(r"^\[  FAILED  \] ([^ ,]+)", end.stdout, re.M)
    return f"killed by {failed[0]}" if failed else f"killed: exit {end.returncode}"


def judge(build, mutant):
    path = ROOT / mutant["file"]
    original = path.read_text()
    lines = original.splitlines(keepends=True)
    lines[mutant["line"] - 1] = mutant["new"] + "\n"
    try:
        path.write_text("".join(lines))
        built = subprocess.run(["ninja", "-C", str(build), mutant["program"]], capture_output=True)
        if built.returncode != 0:
            return "does not compile"
        return (run_tests(build, mutant, suites(mutant["folders"]))
                or run_tests(build, mutant, "-*LargeGraphs*:*PublishedTu*:*SecondEngine*")
                or "survived")
    finally:
        path.write_text(original)


def save(path, results, seed):
    kept = [r for r in results if r["verdict"] != "does not compile"]
    killed = sum(r["verdict"].startswith("killed") for r in kept)
    explained = sum("why" in r for r in kept if r["verdict"] == "survived")
    path.write_text(json.dumps(
        {"command": f"scripts/mutate.py BUILD RECORD --seed {seed}", "mutants": len(kept),
         "killed": killed, "survived": len(kept) - killed, "of these explained": explained,
         "results": results}, indent=1) + "\n")
    return len(kept), killed


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path, nargs="?")
    parser.add_argument("record", type=Path, nargs="?")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    everything = list(mutants())
    if options.list:
        for mutant in everything:
            print(f"{mutant['file']}:{mutant['line']}: {mutant['change']}: {mutant['after']}")
        return 0
    if not options.record:
        parser.error("a build tree and a record are needed")
    results = json.loads(options.record.read_text())["results"] if options.record.exists() else []
    known = {key(result): result for result in results}
    random.Random(options.seed).shuffle(everything)
    for mutant in everything:
        if sum(r["verdict"] != "does not compile" for r in results) >= options.count:
            break
        if key(mutant) in known:
            continue
        verdict = judge(options.build.resolve(), mutant)
        known[key(mutant)] = result = {
            field: mutant[field] for field in ("file", "line", "before", "change", "after")}
        result["verdict"] = verdict
        results.append(result)
        save(options.record, results, options.seed)
        print(f"{mutant['file']}:{mutant['line']}: {mutant['change']}: {verdict}", flush=True)
    if options.again:
        run_again(options, results, {key(mutant): mutant for mutant in everything})
    count, killed = save(options.record, results, options.seed)
    print(f"{count} mutants, {killed} killed")
    return 0 if 10 * killed >= 9 * count else 1


def run_again(options, results, everything):
    for result in results:
        if result["verdict"] == "survived" and key(result) in everything:
            result["verdict"] = judge(options.build.resolve(), everything[key(result)])
            save(options.record, results, options.seed)
            print(f"{result['file']}:{result['line']}: {result['change']}: {result['verdict']}",
                  flush=True)


if __name__ == "__main__":
    sys.exit(main())
