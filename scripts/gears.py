#!/usr/bin/env python3
"""Runs checks of the project one after the other, and says of each in one line what it found.

    scripts/gears.py [--record FILE] [--minutes N] GEAR...
    scripts/gears.py --list

The output of a gear goes to build/gears/GEAR.log; its end is shown if the gear fails. With
--record, the line of every gear that ran replaces the one in the table of FILE (Markdown). A gear
that takes longer than --minutes is ended with all that it started, and has failed.
Exit 0: all gears passed; 1: one failed (the others run nevertheless); 2: wrong usage.
"""

import argparse
import datetime
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CTEST_CLOSING = r"^\d+% tests passed.*$"
GTEST_CLOSING = r"^\[  PASSED  \] .*$"
ASAN_NN = "ASAN_OPTIONS=detect_leaks=0"  # LibTorch and OpenBLAS keep memory until the end


def build(preset, *targets):
    target = f" --target {' '.join(targets)}" if targets else ""
    return f"cmake --preset {preset} > /dev/null && cmake --build --preset {preset}{target}"


# Name, what it is, the command, and which line of its output says what it found (the last match).
GEARS = {
    "arrows": ("include arrows between rooms", "scripts/check-arrows.py", r"^include arrows: .*$"),
    "format": ("formatting",
               "git ls-files '*.cpp' '*.hpp' | xargs -P 2 -n 100 clang-format --dry-run -Werror"
               " && echo \"$(git ls-files '*.cpp' '*.hpp' | wc -l) files are formatted\"",
               r"^\d+ files are formatted$"),
    # Beside the developer's build/core: a whole build is faster in batches.
    "core": ("core and command line without LibTorch",
             "cmake --preset core -B build/core-batched -D ISOTYPIC_BATCH=ON > /dev/null"
             " && cmake --build build/core-batched"
             " && ctest --test-dir build/core-batched -L unit -j 2", CTEST_CLOSING),
    "browser": ("explorer and serve, clicked through in Chromium",
                f"{build('core', 'isotypic')} && ctest --preset core -L browser", CTEST_CLOSING),
    "asan": ("core tests under ASan and UBSan",
             f"{build('asan', 'core_tests')} && build/asan/tests/core_tests --gtest_brief=1",
             GTEST_CLOSING),
    "asan-all": ("all without LibTorch under ASan and UBSan",
                 f"{build('asan')} && ctest --preset asan -j 2", CTEST_CLOSING),
    "asan-nn": ("the neural stack under ASan and UBSan",
                f"{build('asan-nn', 'nn_tests')} && {ASAN_NN} build/asan-nn/tests/nn_tests"
                " --gtest_brief=1", GTEST_CLOSING),
    "tsan": ("all without LibTorch under TSan",
             f"{build('tsan')} && ctest --preset tsan -j 2", CTEST_CLOSING),
    "tidy": ("clang-tidy over core, reports and command line",
             f"{build('tidy')} && echo 'clang-tidy has nothing to say'",
             r"^clang-tidy has nothing to say$"),
    "headers": ("every installed header compiles alone",
                f"{build('headers', 'all_verify_interface_header_sets')}"
                " && echo 'every installed header compiles alone'",
                r"^every installed header compiles alone$"),
    "wheel": ("a wheel and a source distribution of the Python package",
              "make wheel && ls build/dist", r"^isotypic-.*\.whl$"),
    "fuzz": ("every parser fuzzed for FUZZ_SECONDS (60)",
             "scripts/fuzz.sh ${FUZZ_SECONDS:-60}", r"^total .*$"),
    "site": ("the documentation site, without a warning and without a broken link", "make site",
             r"^site: .*$"),
}


def call(command, output, minutes):
    """The exit code of a shell command, or None if it was ended because it took too long."""
    process = subprocess.Popen(["bash", "-o", "pipefail", "-c", command], cwd=ROOT, stdout=output,
                               stderr=subprocess.STDOUT, start_new_session=True)
    try:
        return process.wait(60 * minutes)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if process.poll() is None:  # too long, or Ctrl-C
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def run(name, longest):
    """Runs one gear; returns whether it passed, what it found, and its minutes."""
    _, command, says = GEARS[name]
    log = ROOT / "build" / "gears" / f"{name}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    begin = time.monotonic()
    with log.open("w") as output:
        code = call(command, output, longest)
    minutes = (time.monotonic() - begin) / 60
    text = log.read_text(errors="replace")
    lines = re.findall(says, text, re.MULTILINE)
    found = lines[-1].strip() if lines else "ended without a result"
    passed = code == 0 and bool(lines)
    if not passed:
        print(*text.splitlines()[-60:], sep="\n")
        why = f"ended after {longest} minutes" if code is None else f"exit {code}"
        found = f"FAILED ({why}): {found}"
    return passed, found, minutes


def record(path, name, found, minutes):
    """Puts the row of one gear into the table, in place of its last one."""
    cells = [name, f"`scripts/gears.py {name}`", str(datetime.date.today()), found, f"{minutes:.1f}"]
    row = f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"
    lines = path.read_text().splitlines()
    lines = [line for line in lines if not line.startswith(f"| {name} |")]
    end = max(i for i, line in enumerate(lines) if line.startswith("|"))
    lines.insert(end + 1, row)
    path.write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gears", nargs="*", metavar="GEAR")
    parser.add_argument("--record", type=Path, metavar="FILE")
    parser.add_argument("--minutes", type=float, default=120, metavar="N",
                        help="the longest that one gear may take (%(default)s)")
    parser.add_argument("--list", action="store_true", help="name the gears and end")
    options = parser.parse_args()
    if options.list or not options.gears:
        for name, (what, command, _) in GEARS.items():
            print(f"{name:10} {what}: {command}")
        return 0 if options.list else 2
    unknown = [name for name in options.gears if name not in GEARS]
    if unknown:
        parser.error(f"there is no gear {', '.join(unknown)}; --list names them")
    all_passed = True
    for name in options.gears:
        passed, found, minutes = run(name, options.minutes)
        all_passed = all_passed and passed
        print(f"gear {name} ({GEARS[name][0]}): {found}, {minutes:.1f} min", flush=True)
        if options.record:
            record(options.record, name, found, minutes)
    return 0 if all_passed else 1


if __name__ == "__main__":
    sys.exit(main())
