#!/usr/bin/env python3
"""Decides which source files can be compiled together in one batch.

    scripts/batches.py [--size N] FILE...

Prints one line per file, in the given order: the number of its batch. Two files share a batch only
if neither mentions a private name of the other, so private names need not be unique: a file that
repeats one simply lands in another batch. Private is what stands in an unnamed namespace, and what
a source file declares for itself with `using`, `static`, `const` or `#define`. A file with `using
namespace` outside a function is alone in its batch.

It reads C++ as text. Where it takes a name for private that is not, a batch gets smaller; were it
to miss one, the compiler would report the name as defined twice.
"""

import argparse
import re
import sys
from pathlib import Path

TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.']*|::|->|[{}()\[\];=<>,.]")
IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"'
                   r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'", re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*$", re.MULTILINE)
MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
TYPES = {"class", "struct", "enum", "union"}
OWN = {"using", "static", "const", "constexpr", "inline", "namespace"}
WORDS = TYPES | OWN | {"operator", "requires", "noexcept", "decltype", "alignas", "static_assert",
                       "void", "int", "bool", "double", "float", "auto", "final", "override"}


class Source:
    """What one file declares for itself, and which names it mentions."""

    def __init__(self, text):
        text = NOISE.sub(" ", text)
        self.private = set(MACRO.findall(text))
        self.aliases = {}  # names of using-declarations: to repeat one of them word by word is fine
        self.alone = False
        tokens = TOKEN.findall(DIRECTIVE.sub("", text))
        # A name behind a dot, an arrow or :: is looked up elsewhere: it cannot mean a private name
        # of another file.
        self.mentioned = set(self.private) | {
            token for before, token in zip([""] + tokens, tokens)
            if IDENTIFIER.fullmatch(token) and before not in (".", "->", "::")}
        self._declarations(tokens)

    def _declarations(self, tokens):
        scopes = []  # for every open brace: "unnamed", "named" (namespaces) or "body"
        statement = []
        for token in tokens:
            if token == "{":
                if statement and statement[0] == "namespace" or statement[:2] == ["inline", "namespace"]:
                    scopes.append("unnamed" if statement[-1] == "namespace" else "named")
                    statement = []
                    continue
                if "body" not in scopes:
                    self._declares(statement, "unnamed" in scopes)
                scopes.append("body")
            elif token == "}":
                if scopes:
                    scopes.pop()
                if "body" not in scopes:
                    statement = []
            elif "body" in scopes:
                continue
            elif token == ";":
                self._declares(statement, "unnamed" in scopes)
                statement = []
            else:
                statement.append(token)

    def _declares(self, statement, unnamed):
        """Adds the names that one declaration outside all functions introduces."""
        if statement[:2] == ["using", "namespace"]:
            self.alone = True
        if not statement or not (unnamed or statement[0] in OWN):
            return
        names = self._names(statement)
        self.private |= names
        if statement[0] in ("using", "namespace"):
            self.aliases |= {name: statement for name in names}

    @staticmethod
    def _names(statement):
        head = statement[:statement.index("=")] if "=" in statement else statement
        names = set(head[-1:])
        depth = 0
        for before, token in zip([""] + head, head):
            if depth == 0 and token in ("(", "["):
                names.add(before)
            if before in TYPES:
                names.add(token)
            depth += (token in "([") - (token in ")]")
        return {name for name in names if IDENTIFIER.fullmatch(name) and name not in WORDS}

    def fits(self, other):
        if self.alone or other.alone:
            return False
        clashes = self.private & other.mentioned | other.private & self.mentioned
        return all(name in self.aliases and self.aliases[name] == other.aliases.get(name)
                   for name in clashes)


def batches(sources, size):
    """The batch of every source: the first one that has room and that it fits into."""
    members = []
    numbers = []
    for source in sources:
        for number, batch in enumerate(members):
            if len(batch) < size and all(source.fits(other) for other in batch):
                break
        else:
            number, batch = len(members), []
            members.append(batch)
        batch.append(source)
        numbers.append(number)
    return numbers


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--size", type=int, default=8, help="files of one batch at the most (8)")
    options = parser.parse_args()
    for number in batches([Source(path.read_text()) for path in options.files], options.size):
        print(number)
    return 0


if __name__ == "__main__":
    sys.exit(main())
