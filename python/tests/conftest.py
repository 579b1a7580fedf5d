"""What several tests share. Packages that are not installed skip their tests, with the reason."""

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import settings

import isotypic

if os.environ.get("ISOTYPIC_PYG"):
    sys.path.insert(0, os.environ["ISOTYPIC_PYG"])

# Draws are the same in every run, and a busy machine is no failure.
settings.register_profile("isotypic", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("isotypic")


@pytest.fixture(scope="session")
def zoo():
    """Graphs of all kinds of symmetry, the smallest ones among them."""
    empty = np.empty((0, 2), dtype=np.int64)
    names = [("petersen",), ("rook", 4, 4), ("shrikhande",), ("cycle", 5), ("path", 7),
             ("complete", 6), ("star", 5), ("hypercube", 4), ("paley", 13), ("torus", 5, 6)]
    return [isotypic.family(*name) for name in names] + [
        isotypic.Graph(0, empty), isotypic.Graph(1, empty), isotypic.Graph(3, empty)]


@pytest.fixture(scope="session")
def program():
    """The command line, called with arguments: returns what it printed."""
    path = os.environ.get("ISOTYPIC_PROGRAM")
    if not path:
        pytest.skip("ISOTYPIC_PROGRAM does not name the command line")

    def run(*arguments):
        return subprocess.run([path, *map(str, arguments)], check=True, capture_output=True,
                              text=True).stdout

    return run
