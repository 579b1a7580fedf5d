#!/usr/bin/env python3
"""A page made from a record full of markup shows it as text, in a real browser.

    tests/report/page_browser_test.py ISOTYPIC

Exit 77 (skipped) if chromium is not installed.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path

EVIL = "</title><script>document.title='run'</script><img src=x onerror=document.title='run'>"
RECORD = {
    "format": "isotypic-record/1", "experiment": EVIL, "config": {EVIL: EVIL}, "version": "1",
    "machine": {"cores": 1, "compiler": EVIL, "engines": [EVIL]}, "command": EVIL,
    "started": "2026-01-01T00:00:00Z", "seconds": 1,
    "figures": {EVIL: 1, "isotypic/" + EVIL: 2}, "paper": {EVIL: 3},
    "tables": [{"title": EVIL, "columns": [{"name": EVIL, "style": "aligned"}], "rows": [[EVIL]]}],
    "rows": [{EVIL: EVIL, "x": 1, "y": 2}, {EVIL: "b", "x": 2, "y": 3}],
    "plots": [{"title": EVIL, "kind": "lines", "x": "x", "y": "y", "group": EVIL}],
    "graphs": [{"title": EVIL, "caption": EVIL, "scale": "categorical", "nodes": 2,
                "edges": [[0, 1]], "values": [0, 1]}],
}


class Elements(HTMLParser):
    """The names of all elements, and the text of the first title."""

    def __init__(self):
        super().__init__()
        self.names, self.title, self.in_title = set(), None, False

    def handle_starttag(self, tag, attrs):
        self.names.add(tag)
        self.in_title = tag == "title" and self.title is None

    def handle_data(self, data):
        if self.in_title:
            self.title = data
            self.in_title = False


def main(program):
    browser = shutil.which("chromium")
    if browser is None:
        print("chromium is not installed")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "record.json").write_text(json.dumps(RECORD))
        subprocess.run([program, "report", folder / "record.json", "--html", folder / "page.html"],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        sandbox = ["--no-sandbox"] if os.getuid() == 0 else []
        dom = subprocess.run(
            [browser, "--headless=new", "--disable-gpu", f"--user-data-dir={folder / 'profile'}",
             *sandbox, "--dump-dom", (folder / "page.html").as_uri()],
            check=True, capture_output=True, text=True, timeout=110).stdout
    elements = Elements()
    elements.feed(dom)
    assert "h1" in elements.names, "the browser shows no page"
    assert not elements.names & {"script", "img"}, elements.names
    assert elements.title == EVIL, elements.title
    print(f"{len(elements.names)} kinds of elements, neither script nor img")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
