"""Every header that users include compiles alone (those on LibTorch: `make check-full`).

A source that includes its own header first compiles it before anything else, so a build file by
file (`make check`) proves it for nearly all headers. This test sees to it that sources do so, and
compiles the headers that have no source. The gear `headers` compiles all of them.

    public_headers_test.py COMPILER FLAG...
"""

import importlib.util
import re
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]
ON_LIBTORCH = {"nn", "train", "learn"}
COMMAND = []


def public_headers():
    spec = importlib.util.spec_from_file_location("arrows", ROOT / "scripts" / "check-arrows.py")
    arrows = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(arrows)
    return sorted(header for header in arrows.public_headers(ROOT)
                  if header.parts[1] not in ON_LIBTORCH)


def source_of(header):
    source = (ROOT / header).with_suffix(".cpp")
    return source if source.exists() else None


class PublicHeaders(unittest.TestCase):
    def setUp(self):
        self.headers = public_headers()
        self.assertGreater(len(self.headers), 80)

    def test_a_source_includes_its_own_header_first(self):
        for header in filter(source_of, self.headers):
            first = re.search(r'^#include [<"](.+)[>"]', source_of(header).read_text(), re.MULTILINE)
            self.assertEqual(first[1], str(header), source_of(header))

    def test_a_header_without_a_source_compiles_alone(self):
        alone = [header for header in self.headers if not source_of(header)]
        self.assertIn(Path("isotypic/isotypic.hpp"), alone)
        for header in alone:
            compiler = subprocess.run(COMMAND + ["-fsyntax-only", "-x", "c++", "-"], cwd=ROOT,
                                      input=f'#include "{header}"\n', stderr=subprocess.PIPE,
                                      text=True)
            self.assertEqual(compiler.returncode, 0, f"{header}\n{compiler.stderr[:2000]}")


if __name__ == "__main__":
    COMMAND = [*sys.argv[1:], f"-I{ROOT}"]
    unittest.main(argv=sys.argv[:1])
