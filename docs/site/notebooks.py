"""Runs the notebooks of docs/tutorials and turns them into pages with their output."""

import json
import os
import subprocess
import sys
from pathlib import Path

from stage import SiteError


def execute(source, package):
    for notebook in sorted(source.rglob("*.ipynb")):
        refuse_output(notebook)
        environment = {**os.environ, "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run([sys.executable, "-m", "nbconvert", "--to", "markdown", "--execute",
                               "--log-level", "ERROR", str(notebook)],
                              env=environment, capture_output=True, text=True,
                              start_new_session=True)  # it ends its kernel by the group
        if done.returncode != 0:
            raise SiteError(f"{notebook.relative_to(source)} fails:\n{done.stderr}")
        notebook.unlink()


def refuse_output(notebook: Path):
    """Notebooks are committed without output: the site shows what they print today."""
    cells = json.loads(notebook.read_text())["cells"]
    if any(cell.get("outputs") or cell.get("execution_count") for cell in cells):
        raise SiteError(f"{notebook.name} contains output; clear it before you commit it")
