"""serve_test.py ISOTYPIC: a person draws, pastes and picks graphs in `isotypic serve`."""

import subprocess
import unittest

import chromium

ISOTYPIC = ""


class Serve(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = subprocess.Popen([ISOTYPIC, "serve"], stdout=subprocess.PIPE,
                                      stderr=subprocess.DEVNULL, text=True)
        cls.address = cls.server.stdout.readline().strip()
        cls.browser = chromium.Browser(1280, 900, reduced_motion=True)

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.server.terminate()
        cls.server.stdout.close()
        if cls.server.wait(timeout=10) != 0:
            raise AssertionError("the server did not end cleanly")

    def setUp(self):
        self.browser.open(self.address)
        self.browser.wait("document.documentElement.dataset.ready")

    def tearDown(self):
        errors = [error for error in self.browser.console_errors() if "status of 400" not in error]
        self.assertEqual(errors, [])

    def wait_for(self, nodes, edges, order):
        self.browser.wait(f"app.active.view.nodes === {nodes} && "
                          f"app.active.view.edges.length === {edges} && "
                          f"app.active.view.row.aut_order === '{order}'")

    def tap_canvas(self, x, y):
        box = self.browser.script("const b = document.querySelector('.canvas')"
                                  ".getBoundingClientRect(); return [b.x, b.y]")
        self.browser.tap(box[0] + x, box[1] + y)

    def test_sliders_change_the_graph(self):
        self.wait_for(10, 15, "120")  # it opens with the Petersen graph
        self.browser.choose("#family", "cycle")
        self.wait_for(8, 8, "16")
        self.browser.script("const s = document.querySelector('[data-argument=nodes]');"
                            "s.value = 12; s.dispatchEvent(new Event('input'));")
        self.wait_for(12, 12, "24")
        self.browser.choose("#then", "complement")
        self.wait_for(12, 54, "24")

    def test_graph6_is_pasted_and_errors_are_shown(self):
        self.browser.type("#graph6", "C~")
        self.browser.click("#paste button")
        self.wait_for(4, 6, "24")
        self.browser.type("#graph6", "not a graph")
        self.browser.click("#paste button")
        self.browser.wait("!document.getElementById('make-error').hidden")
        self.wait_for(4, 6, "24")

    def test_nothing_sticks_out(self):
        self.wait_for(10, 15, "120")
        self.assertLessEqual(*self.browser.script(
            "const e = document.getElementById('make'); return [e.scrollWidth, e.clientWidth]"))

    def test_a_graph_is_drawn_by_hand(self):
        self.browser.click("#blank")
        self.wait_for(0, 0, "1")
        for place, count in (((150, 150), 1), ((350, 150), 2), ((250, 320), 3)):
            self.tap_canvas(*place)
            self.browser.wait(f"app.active.view.nodes === {count}")
        self.wait_for(3, 0, "6")
        where = ("const d = app.active.drawing, b = d.container.getBoundingClientRect();"
                 "const p = d.cy.getElementById(arguments[0]).renderedPosition();"
                 "return [b.x + p.x, b.y + p.y]")
        for u, v, edges, order in (("0", "1", 1, "2"), ("1", "2", 2, "2"), ("0", "2", 3, "6")):
            for node in (u, v):
                self.browser.tap(*self.browser.script(where, node))
            self.wait_for(3, edges, order)
        self.assertEqual(self.browser.script("return document.getElementById('graph6').value"), "Bw")

    def test_two_live_graphs_are_compared(self):
        self.browser.choose("#family", "rook")
        self.wait_for(16, 48, "1152")
        self.browser.click("#compare")
        self.browser.choose("#family", "shrikhande")
        self.browser.wait("document.getElementById('verdict-word')?.dataset.rung === 'components'")


class ServeAFile(unittest.TestCase):
    def test_a_made_graph_takes_the_mark_from_the_list(self):
        with subprocess.Popen([ISOTYPIC, "serve", "-"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True) as server, \
                chromium.Browser(1280, 900, reduced_motion=True) as browser:
            server.stdin.write("C~\nBw\n")
            server.stdin.close()
            browser.open(server.stdout.readline().strip())
            browser.wait("document.documentElement.dataset.ready")
            marked = "document.querySelectorAll('.row[aria-selected=true]').length"
            self.assertEqual(browser.script(f"return {marked}"), 1)
            browser.type("#graph6", "Dhc")
            browser.click("#paste button")
            browser.wait("app.active.view.nodes === 5")
            self.assertEqual(browser.script(f"return {marked}"), 0)
            browser.click("#rows .row")
            browser.wait("app.active.view.nodes === 4")
            self.assertEqual(browser.script(f"return {marked}"), 1)
            server.terminate()


if __name__ == "__main__":
    ISOTYPIC = chromium.program_or_skip()
    unittest.main()
