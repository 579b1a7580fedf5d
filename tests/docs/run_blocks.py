#!/usr/bin/env python3
"""Runs the code blocks of the documentation and compares what they print.

    tests/docs/run_blocks.py --program ISOTYPIC [--python FOLDER] [PAGE...]

Without PAGE: README.md, tutorials, how-to guides, reference and explanation. The blocks of a page
run in order, in one folder that holds nothing but links to `docs` and `examples`.

    console   commands after `$ `; their output must be what follows (`...` stands for anything)
    sh        must succeed
    python    doctests if it has `>>>`, else statements that must succeed
    cpp       the lines must stand in one file of examples/, which is built and run as a test

Indented code is refused in README and tutorials, and not run in other pages. A comment before a
block says why it is not run, or what it needs:

    <!-- not run: downloads BREC -->      <!-- needs: learn, torch -->

What a block may need: `python` (the built package), `learn` (isotypic-learn), a command of
isotypic, `brec` (the benchmark below ISOTYPIC_DATA), a Python module, or a program on the PATH. A block whose need is not
met is left out, with a message.
Exit 0: all blocks that ran passed; 1: one failed; 2: wrong usage.
"""

import argparse
import codeop
import contextlib
import doctest
import importlib.util
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

import blocks as pages

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 300  # for one block, on a busy machine
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Failure(Exception):
    """A block does not do what the page says."""


class Runner:
    def __init__(self, program, package):
        self.program, self.package = program, package
        if package:
            sys.path.insert(0, str(package))
        self.environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "80",
                            "PATH": f"{program.parent}:{os.environ['PATH']}"}
        if package:
            self.environment["PYTHONPATH"] = str(package)
        usage = subprocess.run([program, "--help"], capture_output=True, text=True).stdout
        self.commands = set(re.findall(r"^  ([a-z]+) ", usage, re.MULTILINE))
        self.examples = [flat(path.read_text()) for path in sorted(ROOT.glob("examples/**/*.cpp"))]

    def missing(self, block):
        """What the block needs and is not here; nothing if it can run."""
        needs = [*block.needs, *(["python"] if block.language == "python" else [])]
        return [need for need in needs if not self.has(need)]

    def has(self, need):
        if need == "python":
            return self.package is not None
        if need == "learn":
            return (self.program.parent / "isotypic-learn").exists()
        if need == "brec":
            return Path(os.environ.get("ISOTYPIC_DATA", "nowhere"), "brec").is_dir()
        return (need in self.commands or importlib.util.find_spec(need) is not None
                or shutil.which(need) is not None)

    def run(self, block, folder, names):
        if block.language == "console":
            for command, expected in pages.console_steps(block):
                self.compare(expected, self.shell(command, folder), command)
        elif block.language == "sh":
            self.shell(block.text, folder)
        elif block.language == "python":
            with contextlib.chdir(folder):
                run_python(block, names)
        else:
            self.find_in_examples(block)

    def find_in_examples(self, block):
        """The lines of the block must stand in one and the same example, in this order."""
        lines = [flat(line) for line in block.lines]
        if not any(in_order(lines, example) for example in self.examples):
            raise Failure("these lines are in no file of examples/, in this order")

    def shell(self, command, folder):
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=folder, text=True,
                              env=self.environment, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=SECONDS)
        if done.returncode != 0:
            raise Failure(f"{command.strip()}\nends with {done.returncode}:\n{done.stderr}")
        return done.stdout

    @staticmethod
    def compare(expected, got, command):
        checker = doctest.OutputChecker()
        if expected and not checker.check_output(expected, got, FLAGS):
            raise Failure(f"{command}\nshould print\n{expected}but prints\n{got}")


def flat(text):
    """Code without comments and layout, so that a page may break its lines differently."""
    return "".join(re.sub(r"//[^\n]*", "", text).split())


def in_order(pieces, text):
    place = 0
    for piece in pieces:
        place = text.find(piece, place)
        if place < 0:
            return False
        place += len(piece)
    return True


def run_python(block, names):
    if ">>>" not in block.text:
        try:
            exec(compile(block.text, block.place, "exec"), names)
        except Exception:
            raise Failure(traceback.format_exc(limit=-1)) from None
        return
    check_typing(block)
    report = io.StringIO()
    test = doctest.DocTestParser().get_doctest(block.text, names, block.place, block.page,
                                               block.line)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(test, out=report.write, clear_globs=False)
    names.update(test.globs)
    if runner.failures:
        raise Failure(report.getvalue())


def check_typing(block):
    """What a reader types after `>>>` must run when it is typed: in a terminal, an indented part
    ends with an empty line."""
    typed = []
    for line in [*block.lines, ">>> "]:
        if typed and not line.startswith("..."):
            if codeop.compile_command("\n".join(typed)) is None:
                raise Failure(f"end the lines after `>>> {typed[0]}` with a line `...`")
            typed = []
        if line.startswith((">>> ", "...")):
            typed.append(line[4:])


def run_page(runner, path):
    """Runs one page; returns the numbers of blocks that ran, were left out, and failed."""
    name = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
    try:
        blocks = [block for block in pages.parse(name, path.read_text(), fences_only(name))
                  if block.language in pages.RUN]
    except pages.BadPage as error:
        print(error)
        return 0, 0, 1
    ran, left_out, failed, names = 0, 0, 0, {"__name__": "page"}
    with tempfile.TemporaryDirectory() as folder:
        for part in ("docs", "examples"):
            Path(folder, part).symlink_to(ROOT / part)
        for block in blocks:
            missing = runner.missing(block)
            if block.reason or missing:
                left_out += 1
                print(f"{block.place}: not run: "
                      f"{block.reason or 'there is no ' + ', '.join(missing) + ' here'}")
                continue
            try:
                with contextlib.redirect_stdout(io.StringIO()):
                    runner.run(block, Path(folder), names)
                ran += 1
            except (Failure, pages.BadPage, subprocess.TimeoutExpired) as error:
                failed += 1
                print(f"{block.place}: FAILED\n{error}")
    return ran, left_out, failed


def fences_only(name):
    """In README and tutorials all code is run; elsewhere indented code is a picture of code."""
    return not name.startswith(("docs/how-to", "docs/reference", "docs/explanation"))


def documentation():
    return [ROOT / "README.md",
            *(page for kind in ("tutorials", "how-to", "reference", "explanation")
              for page in sorted((ROOT / "docs" / kind).glob("*.md")))]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", type=Path, metavar="PAGE")
    parser.add_argument("--program", type=Path, required=True)
    parser.add_argument("--python", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    if not options.program.is_file():
        parser.error(f"there is no program {options.program}")
    runner = Runner(options.program.resolve(), options.python and options.python.resolve())
    counts = [run_page(runner, page.resolve()) for page in options.pages or documentation()]
    ran, left_out, failed = (sum(column) for column in zip(*counts))
    print(f"documentation: {ran} blocks ran, {left_out} were left out, {failed} failed")
    return 1 if failed or not ran else 0


if __name__ == "__main__":
    sys.exit(main())
