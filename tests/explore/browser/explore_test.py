"""explore_test.py ISOTYPIC: a person clicks through the page that `isotypic explore` writes."""

import json
import subprocess
import tempfile
import unittest
from pathlib import Path

import chromium

ISOTYPIC = ""
EDGES_ON_EDGES = """
  const drawing = app.sides[0].drawing, view = app.sides[0].view;
  const at = drawing.positions(), home = view.points;
  const place = at.map((p) => home.findIndex((q) => Math.hypot(p.x - q.x, p.y - q.y) < 0.5));
  const joined = new Set(view.edges.map(([u, v]) => `${u} ${v}`));
  return {places: place, kept: view.edges.every(([u, v]) =>
    joined.has(`${Math.min(place[u], place[v])} ${Math.max(place[u], place[v])}`))};
"""
NODE_ON_SCREEN = """
  const drawing = app.sides[arguments[0]].drawing;
  const box = drawing.container.getBoundingClientRect();
  const p = drawing.cy.getElementById(String(arguments[1])).renderedPosition();
  return [box.x + p.x, box.y + p.y];
"""


def isotypic(*arguments, text=None):
    return subprocess.run([ISOTYPIC, *map(str, arguments)], input=text, check=True,
                          capture_output=True, text=True).stdout


def families(*commands):
    return "".join(isotypic("generate", *command.split()) for command in commands)


class Explore(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.browser = chromium.Browser(1280, 900, reduced_motion=True)

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.folder.cleanup()

    def tearDown(self):
        self.assertEqual(self.browser.console_errors(), [])

    def open(self, graphs, name="graphs.g6", *options):
        """Writes the page of these graphs and opens it."""
        file = Path(self.folder.name) / name
        file.write_text(graphs)
        page = Path(self.folder.name) / "page.html"
        subprocess.run([ISOTYPIC, "explore", file, "-o", page, *options], check=True,
                       capture_output=True)
        self.browser.open(page.as_uri())
        self.browser.wait("document.documentElement.dataset.ready")
        return page

    def tap_node(self, node, side=0):
        self.browser.tap(*self.browser.script(NODE_ON_SCREEN, side, node))

    def test_a_thousand_graphs_are_searched_and_sorted(self):
        graphs = (families("random-regular 12 3 --count 500", "random-tree 14 --count 490",
                           "petersen", "complete 9", "cycle 12", "star 9", "hypercube 4",
                           "rook 4 4", "shrikhande", "prism 9", "paley 13", "grid 3 5"))
        page = self.open(graphs)
        self.assertLess(page.stat().st_size, 3_000_000)
        self.assertEqual(self.browser.text("#count"), "1000 graphs")
        orders = [int(json.loads(line)["aut_order"]) for line in
                  isotypic("inspect", "-", "--json", text=graphs).splitlines()]
        self.browser.choose("#sort", "aut_order")
        self.browser.click("#direction")
        shown = self.browser.script("return app.list.shown.map((row) => row.aut_order)")
        self.assertEqual([int(order) for order in shown], sorted(orders, reverse=True))
        self.assertIn(str(max(orders)), self.browser.text("#rows .row"))
        self.browser.click("#rows .row")
        self.browser.wait(f"app.active.view.row.aut_order === '{max(orders)}'")
        self.browser.type("#search", "n=16 regular aut>1000")
        self.assertEqual(self.browser.text("#found"), "1 of 1000")
        self.browser.type("#search", "graphs.g6:991")
        self.browser.click("#rows .row")
        self.browser.wait("app.active.view.row.aut_order === '120'")
        self.browser.press("j")  # in the search box it is a letter
        self.assertLess(self.browser.script("return document.querySelectorAll('.row').length"), 40)

    def test_playing_a_symmetry_maps_edges_to_edges(self):
        self.open(families("petersen"))
        self.browser.click('[data-generator="0"]')
        self.browser.wait("app.active.drawing.playing === null")
        after = self.browser.script(EDGES_ON_EDGES)
        self.assertTrue(after["kept"])
        self.assertNotEqual(after["places"], list(range(10)))
        self.assertEqual(sorted(after["places"]), list(range(10)))
        self.browser.script("document.activeElement.blur()")
        self.browser.press("g")
        self.browser.wait("app.active.drawing.playing === null")
        self.assertTrue(self.browser.script(EDGES_ON_EDGES)["kept"])
        self.browser.click("#home")
        self.browser.wait("app.active.drawing.playing === null")
        self.assertEqual(self.browser.script(EDGES_ON_EDGES)["places"], list(range(10)))

    def test_channels_colour_the_nodes(self):
        self.open(families("petersen"))
        by_orbit = self.browser.script("return app.active.drawing.colours")
        self.assertEqual(len(set(by_orbit)), 1)
        seen = {tuple(by_orbit)}
        for channel in range(2):
            self.browser.click(f'.strip [data-channel="{channel}"]')
            colours = self.browser.script("return app.active.drawing.colours")
            self.assertEqual(len(set(colours)), 3)  # at distance 0, 1 and 2 from the marked node
            painted = self.browser.script(
                "return app.active.drawing.cy.nodes().map((n) => n.pstyle('background-color').strValue)")
            self.assertEqual(len(set(painted)), 3)
            seen.add(tuple(colours))
        self.assertEqual(len(seen), 3)
        self.assertIn("eigenvalue", self.browser.text(".caption"))
        values = self.browser.script(
            "return [...document.querySelectorAll('#channels tbody tr')].map((row) =>"
            " [...row.cells].map((cell) => cell.textContent))")
        self.assertEqual(sorted(values), sorted([["real", "5", "1", "1", "2"],
                                                 ["real", "4", "1", "\u22122", "5"],
                                                 ["trivial", "1", "1", "3", "0"]]))

    def test_channels_have_the_numbers_of_the_command_line(self):
        self.open(families("petersen"))
        self.browser.press("1")  # as `isotypic draw --channel 1`: dimension 4
        caption = self.browser.text(".caption")
        self.assertIn("Channel 1 of dimension 4", caption)
        self.assertIn("\u22120.4", caption)  # the ends of the scale: P has 4/10 on its diagonal
        self.assertIn("0.4;", caption)
        self.browser.press("0")
        self.assertIn("Channel 0 of dimension 5", self.browser.text(".caption"))

    def test_many_eigenvalues_and_channels_fit(self):
        self.open(families("path 30", "random-tree 60"))
        for _ in range(2):
            for selector in ("#channels .scroll", ".strip"):
                wide, room = self.browser.script(
                    "const e = document.querySelector(arguments[0]);"
                    "return [e.scrollWidth, e.clientWidth]", selector)
                self.assertLessEqual(wide, room, selector)
            self.browser.click("#next")
            self.browser.wait("app.active.view.nodes === 60")

    def test_shares_add_up_to_a_hundred(self):
        self.open(families("rook 4 4"))  # 1 of 16 is kept: 6.25 %
        shares = [self.browser.text(f'[data-share="{name}"]') for name in ("kept", "seen", "lost")]
        self.assertAlmostEqual(sum(float(share.split()[0]) for share in shares), 100)

    def test_an_unknown_invariant_is_named(self):
        self.open(families("petersen", "path 3"))
        self.browser.type("#search", "banana>3")
        self.assertIn("banana", self.browser.text("#found"))
        self.browser.type("#search", "n>3")
        self.assertEqual(self.browser.text("#found"), "1 of 2")

    def test_a_picked_pair_shows_its_orbital_and_a_node_its_energy(self):
        self.open(families("petersen"))
        u, v = self.browser.script("return app.active.view.edges[0]")
        self.tap_node(u)
        self.assertEqual(self.browser.text('[data-share="kept"]'), "10 %")
        self.assertEqual(self.browser.text('[data-share="lost"]'), "90 %")
        self.tap_node(v)
        self.assertEqual(self.browser.text("#orbital-size"), "30")  # both directions of 15 edges
        count = "return app.active.drawing.cy.edges('.orbital').length"
        self.assertEqual(self.browser.script(count), 15)
        self.browser.press("\ue00c")  # escape
        self.assertEqual(self.browser.script(count), 0)

    def test_two_graphs_side_by_side(self):
        self.open(families("rook 4 4", "shrikhande", "rook 4 4 --relabel 3"))
        self.browser.click("#compare")
        self.assertEqual(self.browser.wait(
            "document.getElementById('verdict-word')?.textContent"), "Isomorphic")
        self.browser.click("#next")
        self.browser.wait("document.getElementById('verdict-word').textContent === 'Not isomorphic'")
        self.assertIn("symmetry channels", self.browser.text("#verdict"))
        self.assertIn("components of dimension", self.browser.text("#verdict"))
        self.browser.click("#next")
        self.browser.wait("document.getElementById('verdict-word').textContent === 'Isomorphic'")
        self.browser.click("#compare")
        self.assertEqual(self.browser.script("return document.querySelectorAll('.side').length"), 1)

    def test_exports_read_back(self):
        self.open(families("rook 3 4"))
        self.browser.click('[data-export="graph6"]')
        text = self.browser.script("return document.getElementById('export-text').value")
        self.assertEqual(text, families("rook 3 4"))
        inspected = json.loads(isotypic("inspect", "-", "--json", text=text))
        self.assertEqual(inspected["aut_order"], "144")
        self.browser.click("#export [data-close]")
        self.browser.click('[data-export="svg"]')
        svg = self.browser.script("const text = document.getElementById('export-text').value;"
                                  "const svg = new DOMParser().parseFromString(text, 'image/svg+xml');"
                                  "return ['path', 'circle', 'parsererror'].map((name) =>"
                                  " svg.getElementsByTagName(name).length)")
        self.assertEqual(svg, [30, 12, 0])
        self.browser.click("#export [data-close]")
        self.browser.click('[data-export="tikz"]')
        tikz = self.browser.script("return document.getElementById('export-text').value")
        self.assertEqual((tikz.count(r"\node["), tikz.count(" edge ")), (12, 30))
        self.browser.click("#export [data-close]")

    def test_exports_are_light_straight_and_read_from_the_top(self):
        self.open(families("path 30"))
        self.browser.click('[data-export="svg"]')
        value = "return document.getElementById('export-text').value"
        light = self.browser.script(value)
        heights = self.browser.script(
            "const svg = new DOMParser().parseFromString(arguments[0], 'image/svg+xml');"
            "return [...new Set([...svg.querySelectorAll('circle')].map((c) => c.getAttribute('cy')))]",
            light)
        self.assertEqual(len(heights), 1)
        self.browser.click("#export [data-close]")
        self.browser.click("#theme")
        dark = self.browser.script("return app.active.drawing.colours")
        self.browser.click('[data-export="svg"]')
        self.assertEqual(self.browser.script(value), light)
        self.assertEqual(self.browser.script("return app.active.drawing.colours"), dark)
        self.assertEqual(
            self.browser.script("return document.getElementById('export-text').scrollTop"), 0)
        self.browser.click("#export [data-close]")
        self.browser.click("#theme")

    def test_markup_in_names_is_text(self):
        evil = "<img src=x onerror=alert(1)>&amp;<b>.g6"
        self.open(families("path 3"), evil, "--title", "</title><script>alert(2)</script>")
        self.assertEqual(self.browser.script("return document.title"),
                         "</title><script>alert(2)</script>")
        self.assertEqual(self.browser.text("#title"), "</title><script>alert(2)</script>")
        self.assertIn(evil, self.browser.text(".side .name"))
        self.assertIn(evil, self.browser.text(".row-name"))
        self.assertEqual(self.browser.script("return document.querySelectorAll('img, b.x').length"), 0)

    def test_a_long_name_shows_its_end(self):
        self.open(families("path 3", "path 4"), "n" * 100 + ".g6")
        for selector in (".side .name", ".row-name"):
            ends_inside, begins_outside = self.browser.script(
                "const box = document.querySelector(arguments[0]);"
                "const [text, room] = [box.firstChild, box].map((e) => e.getBoundingClientRect());"
                "return [text.right <= room.right + 1, text.left < room.left]", selector)
            self.assertTrue(ends_inside and begins_outside, selector)

    def test_the_keyboard_reaches_the_nodes(self):
        self.open(families("star 4", "cycle 5"))
        self.browser.script("document.querySelector('.canvas').focus()")
        self.browser.press("\ue014")  # right
        self.assertIn("Node 0", self.browser.text("#status"))
        self.browser.press("\ue007")  # enter
        self.assertIn("Node 0", self.browser.text("#pair"))
        self.browser.script("document.getElementById('list').focus()")
        self.browser.press("\ue015")  # down
        self.browser.wait("app.active.view.row.place === 1")
        unnamed = self.browser.script(
            "return [...document.querySelectorAll('button, input, select, textarea')].filter((e) =>"
            " !(e.textContent.trim() || e.getAttribute('aria-label') || e.labels?.length ||"
            " e.getAttribute('aria-labelledby'))).map((e) => e.outerHTML)")
        self.assertEqual(unnamed, [])

    def resize(self, width, height=900):
        self.browser.command("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.browser.script("return new Promise((r) => setTimeout(r, 100))")

    def test_nothing_sticks_out_at_any_width(self):
        self.addCleanup(self.resize, 1280)
        self.open(families("rook 4 4", "random-tree 20", "complete 1"))
        for width in (400, 720, 900, 1280, 2000):
            self.resize(width)
            self.assertLessEqual(
                self.browser.script("return document.documentElement.scrollWidth"), width)

    def test_the_list_opens_on_narrow_screens(self):
        self.addCleanup(self.resize, 1280)
        self.open(families("petersen", "cycle 5", "path 3"))
        for width, height in ((400, 800), (700, 900), (700, 400)):
            self.resize(width, height)
            self.browser.click("#open-list")
            self.assertGreaterEqual(
                self.browser.script("return document.getElementById('list').clientHeight"), 150)
            self.browser.click("#row-1")  # fails if it cannot be seen
            self.browser.wait("app.active.view.nodes === 5")
            self.browser.script("return app.open(0)")


if __name__ == "__main__":
    ISOTYPIC = chromium.program_or_skip()
    unittest.main()
