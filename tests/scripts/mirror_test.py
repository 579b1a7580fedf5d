"""Every source has a test of its name, or a row in tests/README.md that says what covers it."""

import fnmatch
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"


def stems():
    """The sources without suffix, as tests/ names them: isotypic/ is left out."""
    for top in ("isotypic", "experiments", "cli"):
        for path in (ROOT / top).rglob("*.cpp"):
            yield str(path.relative_to(ROOT).with_suffix("")).removeprefix("isotypic/")


def rows():
    """The rows of the table: the sources of each, and the tests that cover them."""
    for line in (TESTS / "README.md").read_text().splitlines():
        cells = [re.findall(r"`([^`]+)`", cell) for cell in line.strip("|").split("|")]
        if line.startswith("| `") and len(cells) == 2 and cells[1]:
            yield cells


class Mirror(unittest.TestCase):
    def setUp(self):
        self.stems = set(stems())
        self.rows = [row for row in rows() if "/" in row[0][0]]
        self.assertGreater(len(self.stems), 100)
        self.assertGreater(len(self.rows), 10)

    def test_every_source_has_a_test_or_a_row(self):
        listed = {stem for sources, _ in self.rows for stem in sources}
        own = {stem for stem in self.stems if (TESTS / f"{stem}_test.cpp").exists()}
        covered = {stem for stem in self.stems
                   if any(fnmatch.fnmatch(stem, pattern) for pattern in listed)}
        self.assertEqual(sorted(self.stems - own - covered), [], "no test and no row")
        self.assertEqual(sorted(own & listed), [], "a test of its own, and a row as well")

    def test_every_row_names_files_that_exist(self):
        for sources, tests in self.rows:
            self.assertEqual([s for s in sources if not fnmatch.filter(self.stems, s)], [])
            self.assertEqual([test for test in tests if not (TESTS / test).exists()], [])

    def test_every_test_file_has_a_namespace_of_its_own_name(self):
        """Private names of two files then cannot clash when they are compiled in one batch."""
        files = sorted(TESTS.rglob("*_test.cpp"))
        self.assertGreater(len(files), 100)
        for path in files:
            own = re.compile(rf"^namespace isotypic(::\w+)*::{path.stem} {{$", re.MULTILINE)
            self.assertRegex(path.read_text(), own, path)


if __name__ == "__main__":
    unittest.main()
