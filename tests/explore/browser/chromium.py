"""Drives Chromium through chromedriver, with Python's standard library alone (WebDriver protocol).

    with Browser(width=1280, height=900) as browser:
        browser.open("file:///page.html")
        browser.click("#compare")
        assert browser.script("return document.title") == "..."
        assert browser.console_errors() == []
"""

import base64
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key of an element, by the standard


def missing():
    """What has to be installed before a Browser can be had; empty: nothing."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    return ", ".join(name for name, path in (("chromium", chromium),
                                             ("chromedriver", shutil.which("chromedriver")))
                     if not path)


def program_or_skip():
    """The program that the command line names; ends as a skipped test if there is no browser."""
    lacking = missing()
    if lacking:
        print(f"skipped: {lacking} not installed (scripts/install-dependencies.sh browser)")
        sys.exit(77)
    return os.path.abspath(sys.argv.pop(1))


class Browser:
    def __init__(self, width=1280, height=900, dark=False, reduced_motion=False):
        self.profile = tempfile.TemporaryDirectory(prefix="isotypic-browser-",
                                                   ignore_cleanup_errors=True)
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True)
        self.base = None
        for line in self.driver.stdout:
            started = re.search(r"started successfully on port (\d+)", line)
            if started:
                self.base = f"http://127.0.0.1:{started[1]}"
                break
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--hide-scrollbars", f"--window-size={width},{height}",
                     f"--user-data-dir={self.profile.name}"]
        if dark:
            arguments.append("--force-dark-mode")
        if reduced_motion:
            arguments.append("--force-prefers-reduced-motion")
        capabilities = {"browserName": "chrome",
                        "goog:chromeOptions": {"args": arguments},
                        "goog:loggingPrefs": {"browser": "ALL"}}
        session = self._call("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self.session = f"/session/{session['sessionId']}"
        # A window has borders; the page is what counts.
        self.command("Emulation.setDeviceMetricsOverride",
                     {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.command("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self._call("DELETE", self.session)
        finally:
            self.driver.terminate()
            self.driver.wait(timeout=10)
            self.driver.stdout.close()
            self.profile.cleanup()

    def _call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data=data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"].splitlines()[0]) from None

    def command(self, name, parameters):
        return self._call("POST", f"{self.session}/goog/cdp/execute",
                          {"cmd": name, "params": parameters})

    def open(self, address):
        self._call("POST", f"{self.session}/url", {"url": address})

    def script(self, text, *arguments):
        return self._call("POST", f"{self.session}/execute/sync",
                          {"script": text, "args": list(arguments)})

    def wait(self, condition, seconds=20):
        """Waits until the JavaScript expression holds, and returns its value."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.script(f"return {condition}")
            if value:
                return value
            time.sleep(0.05)
        raise AssertionError(f"never came true: {condition}")

    def find(self, selector):
        return self._call("POST", f"{self.session}/element",
                          {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self._call("POST", f"{self.session}/element/{self.find(selector)}/click", {})

    def type(self, selector, text):
        element = self.find(selector)
        self._call("POST", f"{self.session}/element/{element}/clear", {})
        self._call("POST", f"{self.session}/element/{element}/value", {"text": text})

    def press(self, keys):
        """Keys for whatever has the focus; special ones are code points of the standard."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._call("POST", f"{self.session}/actions",
                   {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def choose(self, selector, value):
        """Picks an option of a select, as a person does."""
        self.script("const s = document.querySelector(arguments[0]); s.value = arguments[1];"
                    "s.dispatchEvent(new Event('change', {bubbles: true}));", selector, value)

    def tap(self, x, y):
        """Clicks a point of the window."""
        self._call("POST", f"{self.session}/actions", {"actions": [{
            "type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"},
            "actions": [{"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)},
                        {"type": "pointerDown", "button": 0},
                        {"type": "pause", "duration": 30},
                        {"type": "pointerUp", "button": 0}]}]})

    def text(self, selector):
        return self.script("return document.querySelector(arguments[0]).textContent", selector)

    def console_errors(self):
        log = self._call("POST", f"{self.session}/se/log", {"type": "browser"})
        return [entry["message"] for entry in log if entry["level"] in ("SEVERE", "WARNING")]

    def screenshot(self, path):
        image = self._call("GET", f"{self.session}/screenshot")
        with open(path, "wb") as file:
            file.write(base64.b64decode(image))
