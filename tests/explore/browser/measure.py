"""measure.py ISOTYPIC: the explorer's page of 10,000 graphs, measured; a table on standard output.

The graphs have 10 to 30 nodes: random trees, random cubic and random graphs with 2n edges, in
equal parts, of every size.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import chromium

SIZES = range(10, 31)
COUNT = 10_000


def graphs(isotypic):
    lines = []
    each = COUNT // (3 * len(SIZES)) + 1
    for n in SIZES:
        for family in (["random-tree", n], ["random-regular", n, 3 if n % 2 == 0 else 4],
                       ["erdos-renyi", n, round(4 / (n - 1), 3)]):
            command = [isotypic, "generate", *map(str, family), "--count", str(each)]
            text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            lines += text.splitlines(keepends=True)
    return "".join(lines[:COUNT])


def milliseconds(browser, action, settled):
    """How long the page takes from the action until the condition holds."""
    return browser.script(
        f"const begin = performance.now(); {action}; return new Promise((resolve) => {{"
        f"const look = () => ({settled}) ? resolve(performance.now() - begin) : setTimeout(look, 1);"
        "look(); });")


def main(isotypic):
    with tempfile.TemporaryDirectory() as folder:
        file, page = Path(folder) / "graphs.g6", Path(folder) / "page.html"
        file.write_text(graphs(isotypic))
        begin = time.monotonic()
        subprocess.run([isotypic, "explore", str(file), "-o", str(page)], check=True)
        made = time.monotonic() - begin
        with chromium.Browser(1280, 900, reduced_motion=True) as browser:
            opened = []
            for _ in range(5):
                browser.open(page.as_uri())
                opened.append(int(browser.wait("document.documentElement.dataset.ready")))
            sort = milliseconds(browser, "byId('sort').value = 'aut_order';"
                                "byId('sort').dispatchEvent(new Event('change'))",
                                "app.list.shown[0].order === 1n")
            search = milliseconds(browser, "byId('search').value = 'n=20 symmetric';"
                                  "byId('search').dispatchEvent(new Event('input'))",
                                  "app.list.shown.length < 1000")
            show = milliseconds(browser, "app.open(9000)", "app.active.view.row.place === 9000")
            version = browser.script("return navigator.userAgent.match(/Chrome.[0-9]+/)[0]")
        size = page.stat().st_size / 1e6
    rows = (("graphs", f"{COUNT}"), ("page", f"{size:.2f} MB"), ("made in", f"{made:.0f} s"),
            ("opens in (median of 5)", f"{sorted(opened)[2] / 1000:.2f} s"),
            ("opens in (slowest of 5)", f"{max(opened) / 1000:.2f} s"),
            ("sort by number of symmetries", f"{sort:.0f} ms"), ("search", f"{search:.0f} ms"),
            ("show another graph", f"{show:.0f} ms"), ("browser", version))
    print("| what | measured |\n|---|---|")
    print(*(f"| {name} | {value} |" for name, value in rows), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1])
