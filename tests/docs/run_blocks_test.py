#!/usr/bin/env python3
"""The check of code blocks can fail: each of these pages has one fault, and the check names it.

    tests/docs/run_blocks_test.py ISOTYPIC
"""

import subprocess
import sys
import tempfile
from pathlib import Path

CHECK = Path(__file__).with_name("run_blocks.py")
GOOD = "```console\n$ isotypic generate petersen\nI...\n```\n"
FAULTY = {
    "other output": ("```console\n$ isotypic generate petersen\nnothing\n```\n", "should print"),
    "a command that fails": ("```sh\nisotypic inspect nowhere.g6\n```\n", "ends with"),
    "code in no example": ("```cpp\nint nobody_wrote_this = 0;\n```\n", "in no file of examples"),
    "no language": ("```\nisotypic generate petersen\n```\n", "needs a language"),
    "no fence": ("Text.\n\n    isotypic generate petersen\n", "between ``` fences"),
    "no end": ("```sh\ntrue\n", "has no end"),
    "lines that cannot be typed": ("```python\n>>> for i in range(2):\n...     i\n0\n1\n```\n",
                                   "with a line `...`"),
    "nothing that runs": ("<!-- not run: a reason -->\n```sh\nfalse\n```\n", "not run: a reason"),
}


def check(program, text):
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.md"
        page.write_text(text)
        done = subprocess.run([sys.executable, CHECK, "--program", program, "--python", folder,
                               page],
                              capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def main(program):
    code, said = check(program, GOOD)
    assert code == 0 and "1 blocks ran" in said, said
    for name, (text, message) in FAULTY.items():
        code, said = check(program, text)
        assert code == 1 and message in said, f"{name}: exit {code}\n{said}"
    print(f"{len(FAULTY)} faults found")


if __name__ == "__main__":
    main(sys.argv[1])
