"""A network that is slow on purpose: processes in namespaces of their own, and a wire that waits.

    with SlowNetwork(delay=0.5e-3) as network:
        first = network.start(["program", "argument"])   # has the address 10.77.0.1
        second = network.start(["program", "argument"])  # 10.77.0.2

The kernel's own way (tc netem) needs a module that many machines lack. Here every process gets a
TUN device, and a thread of this one passes their packets on, `delay` seconds after they came. Needs
the rights of root, and Linux.
"""

import collections
import ctypes
import fcntl
import os
import select
import socket
import struct
import subprocess
import threading
import time

# linux/if_tun.h, linux/sockios.h, linux/if.h
TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
SIOCSIFADDR, SIOCSIFNETMASK, SIOCSIFMTU, SIOCGIFFLAGS, SIOCSIFFLAGS = (0x8916, 0x891C, 0x8922,
                                                                     0x8913, 0x8914)
IFF_UP = 1
CLONE_NEWNET = 0x40000000
LARGEST_PACKET = 60000


def _address(text):
    return struct.pack("HH4s8x", socket.AF_INET, 0, socket.inet_aton(text))


def _configure(name, address=None):
    """Gives a device its address, if any, and switches it on."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        def request(number, data):
            return fcntl.ioctl(control, number, struct.pack("16s", name.encode()) + data)
        if address:
            request(SIOCSIFADDR, _address(address))
            request(SIOCSIFNETMASK, _address("255.255.255.0"))
            request(SIOCSIFMTU, struct.pack("i12x", LARGEST_PACKET))
        flags = struct.unpack("16xh", request(SIOCGIFFLAGS, bytes(16))[:18])[0]
        request(SIOCSIFFLAGS, struct.pack("h14x", flags | IFF_UP))


class SlowNetwork:
    def __init__(self, delay):
        self.delay = delay
        self._wires = {}  # address -> TUN device
        self._waiting = collections.deque()  # (due, packet); all wait equally long
        self._stopped = threading.Event()
        self._relay = threading.Thread(target=self._pass_on)

    def __enter__(self):
        self._relay.start()
        return self

    def __exit__(self, *_):
        self._stopped.set()
        self._relay.join()
        for wire in self._wires.values():
            os.close(wire)

    def start(self, words, **settings):
        """A process with the next address; `settings` are those of subprocess.Popen."""
        address = f"10.77.0.{len(self._wires) + 1}"
        ours, theirs = socket.socketpair()

        def enter():
            libc = ctypes.CDLL(None, use_errno=True)
            if libc.unshare(CLONE_NEWNET) != 0:
                raise PermissionError("a network namespace of one's own needs root")
            wire = os.open("/dev/net/tun", os.O_RDWR)
            fcntl.ioctl(wire, TUNSETIFF, struct.pack("16sH22x", b"wire", IFF_TUN | IFF_NO_PI))
            _configure("lo")
            _configure("wire", address)
            socket.send_fds(theirs, [b"."], [wire])

        process = subprocess.Popen(words, preexec_fn=enter, **settings)
        theirs.close()
        _, [wire], _, _ = socket.recv_fds(ours, 1, 1)
        ours.close()
        os.set_blocking(wire, False)
        self._wires[socket.inet_aton(address)] = wire
        return process

    def _pass_on(self):
        while not self._stopped.is_set():
            now = time.monotonic()
            while self._waiting and self._waiting[0][0] <= now:
                packet = self._waiting.popleft()[1]
                wire = self._wires.get(packet[16:20])  # the destination in an IPv4 header
                if wire is not None:
                    os.write(wire, packet)
            wait = self._waiting[0][0] - time.monotonic() if self._waiting else 0.05
            readable, _, _ = select.select(list(self._wires.values()), [], [], max(0.0, wait))
            for wire in readable:
                try:
                    packet = os.read(wire, LARGEST_PACKET + 64)
                except BlockingIOError:
                    continue
                self._waiting.append((time.monotonic() + self.delay, packet))
