"""The version stands in CMakeLists.txt; what cannot read it from there agrees with it."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]


def found(pattern, name):
    return re.findall(pattern, (ROOT / name).read_text(), re.MULTILINE)


class Version(unittest.TestCase):
    def setUp(self):
        self.version, = found(r"^project\(isotypic VERSION (\S+)", "CMakeLists.txt")

    def test_pyproject_leaves_it_to_setup_py(self):
        self.assertEqual(found(r"^version = ", "pyproject.toml"), [])
        self.assertEqual(found(r'^dynamic = \["version"\]$', "pyproject.toml"),
                         ['dynamic = ["version"]'])

    def test_setup_py_reads_it_from_cmake(self):
        pattern, = found(r're\.search\(r"(.+?)", text, re\.MULTILINE\)', "setup.py")
        self.assertEqual(found(pattern, "CMakeLists.txt"), [self.version])

    def test_the_vcpkg_port_names_it(self):
        self.assertEqual(found(r'^  "version": "(\S+)",$', "packaging/vcpkg/vcpkg.json"),
                         [self.version])

    def test_the_citation_names_it(self):
        self.assertEqual(found(r"^version: (\S+)$", "CITATION.cff"), [self.version])

    def test_the_changelog_has_it_dated_below_unreleased(self):
        headings = found(r"^## (.+)$", "CHANGELOG.md")
        self.assertEqual(headings[0], "Unreleased")
        self.assertRegex(headings[1], rf"^{re.escape(self.version)} - \d{{4}}-\d\d-\d\d$")

    def test_the_citation_and_the_changelog_agree_on_the_date(self):
        date, = found(r"^date-released: (\S+)$", "CITATION.cff")
        self.assertIn(f"{self.version} - {date}", found(r"^## (.+)$", "CHANGELOG.md"))


if __name__ == "__main__":
    unittest.main()
