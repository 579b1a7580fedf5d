"""The code blocks of a Markdown page, and what the page says about running them."""

import re
from dataclasses import dataclass, field

RUN = {"console", "sh", "python", "cpp"}
NOT_CODE = {"text", "json", "diff", "csv", "cmake", "yaml"}
MARK = re.compile(r"<!-- (needs|not run): (.+?) -->")


class BadPage(Exception):
    """A page that cannot be tested as it stands."""


@dataclass
class Block:
    page: str
    line: int  # of the opening fence, from 1
    language: str
    lines: list = field(default_factory=list)
    needs: list = field(default_factory=list)
    reason: str = ""  # why it is not run; empty: it is

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"

    @property
    def place(self):
        return f"{self.page}:{self.line}"


def parse(page, text, fences_only=True):
    """The fenced blocks of a page. Fails on blocks that nobody could test; indented code is one of
    them unless fences_only is off."""
    blocks, block, mark = [], None, None
    before = ""  # the last line that is not blank
    for number, line in enumerate(text.splitlines(), 1):
        if block is not None:
            if line.startswith("```"):
                blocks.append(block)
                block = None
                before = line
            else:
                block.lines.append(line)
            continue
        if line.startswith("```"):
            block = Block(page, number, line[3:].strip())
            if block.language not in RUN | NOT_CODE:
                raise BadPage(f"{block.place}: a block needs a language: "
                              f"{', '.join(sorted(RUN | NOT_CODE))}")
            if mark:
                kind, content = mark.groups()
                if kind == "needs":
                    block.needs = [word.strip() for word in content.split(",")]
                else:
                    block.reason = content
            mark = None
            continue
        if fences_only and line.startswith("    ") and not _continues_a_list(before, line):
            raise BadPage(f"{page}:{number}: put code between ``` fences, with its language")
        if line.strip():
            mark = MARK.fullmatch(line.strip())
            before = line
    if block is not None:
        raise BadPage(f"{block.place}: the block has no end")
    return blocks


def _continues_a_list(before, line):
    """Four blanks are code, unless they carry on an item of a list."""
    return re.match(r"\s*([-*]|\d+\.) |  +\S", before) is not None and bool(line.strip())


def console_steps(block):
    """The commands of a console block, each with the output that the page shows."""
    steps = []
    for line in block.lines:
        if line.startswith("$ "):
            steps.append((line[2:], []))
        elif not steps:
            raise BadPage(f"{block.place}: a console block begins with `$ `")
        elif line.startswith("> ") and not steps[-1][1]:  # the command goes on
            steps[-1] = (steps[-1][0] + "\n" + line[2:], [])
        else:
            steps[-1][1].append(line)
    return [(command, "".join(f"{line}\n" for line in output)) for command, output in steps]
