"""`pip install .`, where its build backend is installed."""

import pathlib
import subprocess
import sys

import pytest

SOURCE = pathlib.Path(__file__).parents[2]


def test_pip_installs_the_package_with_its_module(tmp_path):
    pytest.importorskip("scikit_build_core", reason="scikit-build-core is not installed")
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation",
                    "--no-index", "--no-deps", "--target", tmp_path, SOURCE], check=True)
    program = "import isotypic; print(isotypic.__file__, isotypic.symmetry('C~').order)"
    printed = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)}, check=True, capture_output=True, text=True)
    assert printed.stdout.split() == [str(tmp_path / "isotypic" / "__init__.py"), "24"]
