"""server_test.py ISOTYPIC: hostile requests to `isotypic serve` are refused, and it lives on."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import unittest

ISOTYPIC = ""
MAX_MEMORY = 500_000_000


def start(*options):
    server = subprocess.Popen([ISOTYPIC, "serve", *options], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
    address = server.stdout.readline().strip()
    host, port, token = re.fullmatch(r"http://([0-9.]+):(\d+)/([0-9a-f]{32})/", address).groups()
    return server, host, int(port), token


class Server(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server, cls.host, cls.port, cls.token = start()

    @classmethod
    def tearDownClass(cls):
        cls.server.send_signal(signal.SIGINT)
        code = cls.server.wait(timeout=10)
        cls.server.stdout.close()
        cls.server.stderr.close()
        if code != 0:
            raise AssertionError(f"Ctrl-C ended the server with {code}")

    def test_a_port_has_one_server(self):
        second = subprocess.run([ISOTYPIC, "serve", "--port", str(self.port)], text=True,
                                capture_output=True, timeout=60)
        self.assertEqual(second.returncode, 1)
        self.assertIn("it is in use", second.stderr)

    def test_an_address_is_needed(self):
        answer = subprocess.run([ISOTYPIC, "serve", "--address", ""], text=True,
                                capture_output=True, timeout=60)
        self.assertEqual(answer.returncode, 2)
        self.assertIn("must be an address", answer.stderr)

    def test_nobody_learns_the_address_from_a_full_disk(self):
        with open("/dev/full", "w") as full:
            answer = subprocess.run([ISOTYPIC, "serve"], text=True, stdout=full,
                                    stderr=subprocess.PIPE, timeout=60)
        self.assertEqual(answer.returncode, 1)

    def test_parts_of_the_page_are_refused(self):
        for ranges in ("bytes=0-10", "bytes=" + ",".join(["0-"] * 500)):
            status, answer = self.request("GET", f"/{self.token}/", headers={"Range": ranges})
            self.assertEqual(status, 416)
            self.assertLess(len(answer), 200_000)

    def tearDown(self):
        self.assertIsNone(self.server.poll(), "the server has died")
        self.assertEqual(self.ask({"graph6": "Bw"})[0], 200)
        with open(f"/proc/{self.server.pid}/status") as status:
            peak = int(re.search(r"VmHWM:\s+(\d+) kB", status.read())[1]) * 1024
        self.assertLess(peak, MAX_MEMORY)

    def request(self, method, path, body=None, headers=None, host=None):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=20)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            connection.putheader("Host", host or f"{self.host}:{self.port}")
            for name, value in (headers or {}).items():
                connection.putheader(name, value)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            with connection.getresponse() as answer:
                return answer.status, answer.read()
        finally:
            connection.close()

    def ask(self, question, what="view", **extra):
        headers = {"Content-Type": "application/json", **extra.pop("headers", {})}
        return self.request("POST", f"/{self.token}/{what}", json.dumps(question).encode(),
                            headers, **extra)

    def raw(self, data, wait=15):
        """Sends bytes as they are; returns the first line of the answer, or nothing."""
        with socket.create_connection((self.host, self.port), timeout=wait) as connection:
            try:
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
                return connection.recv(4096).split(b"\r\n")[0]
            except OSError:  # it has closed the door already
                return b""

    def test_it_answers_who_has_the_token(self):
        status, page = self.request("GET", f"/{self.token}/")
        self.assertEqual(status, 200)
        self.assertIn(b"<title>isotypic</title>", page)
        status, answer = self.ask({"family": "petersen", "arguments": []})
        self.assertEqual((status, "120" in json.loads(answer)["row"]), (200, True))
        status, answer = self.ask({"a": "Bw", "b": "C~"}, "compare")
        self.assertEqual((status, json.loads(answer)["isomorphic"]), (200, False))

    def test_it_is_bound_to_loopback(self):
        self.assertEqual(self.host, "127.0.0.1")
        with open("/proc/net/tcp") as table:
            listening = [line.split()[1] for line in table if f":{self.port:04X} 00000000" in line]
        self.assertEqual(listening, [f"0100007F:{self.port:04X}"])

    def test_without_the_token_there_is_nothing(self):
        wrong = self.token[:-1] + ("0" if self.token[-1] != "0" else "1")
        for path in ("/", f"/{wrong}/", f"/{wrong}/view", "/view", f"/{self.token}"):
            self.assertEqual(self.request("GET", path)[0], 404, path)
            self.assertEqual(self.request("POST", path, b"{}")[0], 404, path)

    def test_no_path_leads_to_a_file(self):
        for path in ("/../../../../etc/passwd", f"/{self.token}/../../etc/passwd",
                     f"/{self.token}/%2e%2e/%2e%2e/etc/passwd", f"/{self.token}//etc/passwd",
                     f"/{self.token}/..%2f..%2fetc%2fpasswd", f"/{self.token}/page.html",
                     "/etc/passwd", f"/{self.token}/view/../../etc/passwd"):
            status, text = self.request("GET", path)
            self.assertEqual(status, 404, path)
            self.assertNotIn(b"root:", text)

    def test_other_origins_and_hosts_are_refused(self):
        good = f"http://{self.host}:{self.port}"
        self.assertEqual(self.ask({"graph6": "Bw"}, headers={"Origin": good})[0], 200)
        for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"},
                        {"Origin": good.replace("http:", "https:")},
                        {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}):
            self.assertEqual(self.ask({"graph6": "Bw"}, headers=headers)[0], 403, headers)
        for host in ("evil.example", f"evil.example:{self.port}", "127.0.0.1"):
            self.assertEqual(self.request("GET", f"/{self.token}/", host=host)[0], 403, host)
        self.assertEqual(self.request("GET", f"/{self.token}/",
                                      host=f"localhost:{self.port}")[0], 200)

    def test_other_methods_and_kinds_are_refused(self):
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "HEAD"):
            self.assertGreaterEqual(self.request(method, f"/{self.token}/view")[0], 400, method)
        question = b'{"graph6": "Bw"}'
        for headers in ({}, {"Content-Type": "text/plain"},
                        {"Content-Type": "multipart/form-data; boundary=x"},
                        {"Content-Type": "application/json", "Content-Encoding": "gzip"}):
            status, _ = self.request("POST", f"/{self.token}/view", question, headers)
            self.assertEqual(status, 415, headers)

    def test_what_is_too_large_is_refused(self):
        head = f"POST /{self.token}/view HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n".encode()
        kind = b"Content-Type: application/json\r\n"
        begin = time.monotonic()
        for data in (head + kind + b"Content-Length: 99999999999\r\n\r\n",
                     head + kind + b"Content-Length: 200000\r\n\r\n" + b"x" * 200_000,
                     head + kind + b"Content-Length: -5\r\n\r\n{}",
                     head + kind + b"Transfer-Encoding: chunked\r\n\r\n" + b"1000\r\n" * 50_000,
                     head + b"X: " + b"y" * 10_000_000,
                     head + b"X: y\r\n" * 1_000_000,
                     b"GET /" + b"a" * 10_000_000):
            self.assertNotIn(b" 200 ", self.raw(data))
        self.assertLess(time.monotonic() - begin, 30)
        self.assertEqual(self.ask({"graph6": "C" * 70_000})[0], 413)

    def test_what_is_malformed_is_refused(self):
        for data in (b"", b"\r\n\r\n", b"\x00" * 1000, b"\xff\xfe" * 500, b"GET\r\n\r\n",
                     b"GET / HTTP/9.9\r\n\r\n", b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
                     b"GET / HTTP/1.1\r\n" + b"\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc"):
            self.assertNotIn(b" 200 ", self.raw(data))
        for body in (b"", b"{", b"[]", b"null", b"\xff", b"[" * 60_000, b'{"graph6": 1}',
                     b'{"graph6": "~~~~~~~~"}', b'{"graph6": "~~?????~"}', b'{"a": "Bw"}',
                     b'{"family": "complete", "arguments": [1e9]}',
                     b'{"family": "kneser", "arguments": [9, 1e400]}',
                     b'{"family": "../../etc/passwd", "arguments": []}'):
            status, answer = self.request("POST", f"/{self.token}/view", body,
                                          {"Content-Type": "application/json"})
            self.assertEqual(status, 400, body[:50])
            self.assertIn("error", json.loads(answer))

    def test_slow_requests_do_not_keep_others_out(self):
        slow = []
        for _ in range(12):
            connection = socket.create_connection((self.host, self.port), timeout=20)
            connection.sendall(b"GET / HTTP/1.1\r\n")
            slow.append(connection)
        begin = time.monotonic()
        self.assertEqual(self.ask({"graph6": "Bw"})[0], 200)
        self.assertLess(time.monotonic() - begin, 4)
        alive = True
        while alive and time.monotonic() - begin < 12:  # a letter now and then is no excuse
            time.sleep(0.5)
            try:
                slow[0].sendall(b"x")
                slow[0].settimeout(0.01)
                alive = slow[0].recv(100) != b""
            except (TimeoutError, socket.timeout):
                pass
            except ConnectionError:
                alive = False
        self.assertFalse(alive, "a slow request may last for ever")
        for connection in slow:
            connection.close()

    def test_a_thousand_at_once(self):
        answers = []

        def ask():
            try:
                answers.append(self.ask({"family": "hypercube", "arguments": [5]})[0])
            except (ConnectionError, TimeoutError, OSError, http.client.HTTPException):
                answers.append(0)

        threads = [threading.Thread(target=ask) for _ in range(1000)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertGreater(answers.count(200), 20)
        self.assertLessEqual(set(answers), {200, 503, 0})


class Ending(unittest.TestCase):
    def test_ctrl_c_ends_it_at_once_even_with_slow_requests(self):
        server, host, port, _ = start()
        with socket.create_connection((host, port)) as connection:
            connection.sendall(b"GET / HT")
            time.sleep(0.2)
            begin = time.monotonic()
            server.send_signal(signal.SIGINT)
            self.assertEqual(server.wait(timeout=5), 0)
            self.assertLess(time.monotonic() - begin, 2)
        server.stdout.close()
        server.stderr.close()

    def test_a_port_in_use_is_a_clear_error(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            outcome = subprocess.run([ISOTYPIC, "serve", "--port", str(taken.getsockname()[1])],
                                     capture_output=True, text=True, timeout=20)
        self.assertEqual(outcome.returncode, 1)
        self.assertIn("cannot listen at 127.0.0.1", outcome.stderr)


if __name__ == "__main__":
    ISOTYPIC = os.path.abspath(sys.argv.pop(1))
    unittest.main()
