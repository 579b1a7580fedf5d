"""The check of include arrows finds each kind of wrong include, and nothing in a clean tree."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).parents[2] / "scripts" / "check-arrows.py"

CLEAN = {
    "isotypic/base/CMakeLists.txt": "isotypic_room(core SOURCES a.cpp\n  HEADERS\n    a.hpp)\n",
    "isotypic/base/a.hpp": "#include <string>\n",
    "isotypic/base/internal/b.hpp": "",
    "isotypic/graph/g.hpp": '#include "isotypic/base/a.hpp"\n',
    "isotypic/report/r.hpp": '#include "isotypic/graph/g.hpp"\n',
    "isotypic/nn/n.hpp": '#include "isotypic/graph/g.hpp"\n',
    "cli/commands/c.cpp": '#include "isotypic/report/r.hpp"\n#include "cli/views/v.hpp"\n',
    "cli/views/v.hpp": "",
    "tests/t.cpp": '#include "isotypic/base/internal/b.hpp"\n#include "cli/views/v.hpp"\n',
}


class CheckArrows(unittest.TestCase):
    def run_on(self, changes):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**CLEAN, **changes}.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return subprocess.run([sys.executable, CHECK, folder], capture_output=True, text=True)

    def expect_finding(self, changes, finding):
        outcome = self.run_on(changes)
        self.assertEqual(outcome.returncode, 1, outcome.stdout + outcome.stderr)
        self.assertIn(finding, outcome.stdout)
        self.assertIn("1 wrong", outcome.stdout)

    def test_a_clean_tree_passes(self):
        outcome = self.run_on({})
        self.assertEqual(outcome.returncode, 0, outcome.stdout + outcome.stderr)
        self.assertEqual(outcome.stdout, "include arrows: 7 includes in 8 files, "
                                         "2 installed headers, 0 wrong\n")

    def test_an_arrow_that_points_back_is_found(self):
        self.expect_finding({"isotypic/graph/g.cpp": '\n#include "isotypic/report/r.hpp"\n'},
                            "isotypic/graph/g.cpp:2: arrow: graph does not stand on report")

    def test_networks_do_not_stand_on_reports(self):
        self.expect_finding({"isotypic/nn/n.cpp": '#include "isotypic/report/r.hpp"\n'},
                            "isotypic/nn/n.cpp:1: arrow: nn does not stand on report")

    def test_folders_of_the_command_line_have_an_order_too(self):
        self.expect_finding({"cli/views/v.cpp": '#include "cli/commands/c.hpp"\n',
                             "cli/commands/c.hpp": ""},
                            "cli/views/v.cpp:1: arrow: cli/views does not stand on cli/commands")

    def test_a_room_that_nobody_declared_is_found(self):
        self.expect_finding({"isotypic/attic/x.cpp": '#include "isotypic/base/a.hpp"\n'},
                            "isotypic/attic/x.cpp:1: arrow: attic does not stand on base")

    def test_the_inside_of_another_room_is_found(self):
        self.expect_finding({"cli/d.cpp": '#include "isotypic/base/internal/b.hpp"\n'},
                            "cli/d.cpp:1: private: isotypic/base/internal/b.hpp")

    def test_an_include_beside_the_file_counts_too(self):
        self.expect_finding({"isotypic/base/x.cpp": '#include "../graph/g.hpp"\n'},
                            "isotypic/base/x.cpp:1: arrow: base does not stand on graph")

    def test_an_installed_header_that_includes_an_inner_one_is_found(self):
        self.expect_finding({"isotypic/base/a.hpp": '#include "isotypic/base/internal/b.hpp"\n'},
                            "isotypic/base/a.hpp:1: public: isotypic/base/a.hpp is installed")

    def test_a_tree_without_sources_is_wrong_usage(self):
        with tempfile.TemporaryDirectory() as folder:
            outcome = subprocess.run([sys.executable, CHECK, folder], capture_output=True)
        self.assertEqual(outcome.returncode, 2)


if __name__ == "__main__":
    unittest.main()
