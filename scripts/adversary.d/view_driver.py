"""Starts a view and does to it what one of its cases says; prints what was seen, as JSON.

    view_driver.py secret SIGNAL     watched by another user, where this is root, and ended by a signal
    view_driver.py silent COMMANDS   14 viewers that do not read, while another one changes looks
    view_driver.py crowd             connections without the secret, while the page is asked for

The program is that of the variable forcegraph. The exit code is the view's; 128 and the number of the signal that
ended it.
"""

import base64
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path


class View:
    """`forcegraph view`, from its address to its end."""

    def __init__(self, *arguments, **environment):
        command = [os.environ["forcegraph"], "view", *arguments]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, env={**os.environ, **environment}
        )
        self.address = self.process.stdout.readline().decode().strip()
        if not self.address:
            sys.exit(self.code())
        self.host, self.token = self.address.split("/")[2:4]
        self.port = int(self.host.split(":")[1])

    def code(self):
        code = self.process.wait()
        return code if code >= 0 else 128 - code

    def end(self, number=signal.SIGINT):
        self.process.send_signal(number)
        return self.code()

    @property
    def megabytes(self):
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / 1024


# MARK: The secret


def watch(folder, pipe):
    """As a user who is nobody: reads each file that appears in a folder, and tells which hold an address."""
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
    read = set()
    while True:
        for name in os.listdir(folder):
            if name in read:
                continue
            try:
                file = os.open(f"{folder}/{name}", os.O_RDONLY)
            except OSError:
                continue
            # A process that has opened the file earlier could read what is written later.
            for _ in range(400):
                if b"http://" in os.pread(file, 4096, 0):
                    os.write(pipe, f"{name}\n".encode())
                    break
            read.add(name)
            os.close(file)


def secret(name):
    folder = tempfile.mkdtemp()
    os.chmod(folder, 0o1777)
    Path("bin").mkdir()
    Path("bin/xdg-open").write_text('#!/bin/sh\ncat "$1" >opened.new; mv opened.new opened\n')
    os.chmod("bin/xdg-open", 0o755)
    spy, seen = None, []
    if os.geteuid() == 0:
        reader, writer = os.pipe()
        spy = os.fork()
        if spy == 0:
            watch(folder, writer)
        os.close(writer)
        # The spy must be able to find a secret.
        with tempfile.TemporaryDirectory() as own:
            Path(own, "control").write_text("http://")
            os.chmod(Path(own, "control"), 0o644)
            # The file is renamed into place, as the spy reads each name once.
            os.rename(Path(own, "control"), Path(folder, "control"))
        seen.append(os.read(reader, 4096).decode().strip())
        os.unlink(Path(folder, "control"))
    try:
        view = View(
            "s.csv", "--open", "-o", "end.svg", "--record", "session.jsonl",
            TMPDIR=folder, PATH=f"{os.getcwd()}/bin:{os.environ['PATH']}",
        )
        while not Path("opened").exists() and view.process.poll() is None:
            time.sleep(0.005)
        code = view.end(getattr(signal, "SIG" + name))
        left = os.listdir(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if spy:
            os.kill(spy, signal.SIGKILL)
            os.waitpid(spy, 0)
    if spy:
        # The spy writes everything that it finds to the pipe.
        seen += os.read(reader, 1 << 16).decode().split()
    opened = Path("opened")
    return code, {
        "is_watched": spy is not None,
        "seen": seen,
        "left": left,
        "leads": opened.exists() and view.address in opened.read_text(),
        "picture": Path("end.svg").exists() and Path("end.svg").read_text().endswith("</svg>\n"),
        "recording": "stateHash" in Path("session.jsonl").read_text().splitlines()[-1],
    }


# MARK: Viewers


class Viewer:
    def __init__(self, view):
        self.link = socket.create_connection(("127.0.0.1", view.port), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        self.link.sendall(
            (
                f"GET /{view.token}/socket HTTP/1.1\r\nHost: {view.host}\r\nConnection: Upgrade\r\n"
                f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
            ).encode()
        )

    def send(self, opcode, data):
        # A mask of zeros is one.
        self.link.sendall(struct.pack("!BB", 0x80 | opcode, 0x80 | len(data)) + bytes(4) + data)


class Speaker(Viewer):
    """One that reads, acknowledges frames, and counts the answers to its commands."""

    def __init__(self, view):
        super().__init__(view)
        self.stream = self.link.makefile("rb", 1 << 20)
        while self.stream.readline() not in (b"\r\n", b""):
            pass
        self.replies, self.errors = 0, []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while len(head := self.stream.read(2)) == 2:
            length = head[1] & 127
            if length > 125:
                length = int.from_bytes(self.stream.read(2 if length == 126 else 8), "big")
            opcode, data = head[0] & 15, self.stream.read(length)
            if opcode == 9:
                self.send(10, b"")
            elif opcode == 1 and b'"reply"' in data:
                self.replies += 1
                if b'"error"' in data:
                    self.errors.append(data.decode()[:200])
            elif opcode == 2 and data[0] == 2:
                number = struct.unpack_from("<I", data, 8)[0]
                self.send(2, struct.pack("<BBHIIfff", 3, 0, 0, number, 0, 1, 0, 0))


def silent(commands):
    view = View("large.edges", "--layout", "grid")
    time.sleep(2)
    before = view.megabytes
    viewers = [Viewer(view) for _ in range(14)]
    speaker = Speaker(view)
    most = 0
    for number in range(int(commands)):
        color = ["degree", "component"][number % 2]
        speaker.send(1, json.dumps({"do": "look", "id": number, "color": color}).encode())
        while speaker.replies < number - 8 and view.process.poll() is None:
            time.sleep(0.002)
        most = max(most, view.megabytes)
    while speaker.replies < int(commands) and view.process.poll() is None:
        time.sleep(0.01)
        most = max(most, view.megabytes)
    for viewer in viewers + [speaker]:
        viewer.link.close()
    # The server notices closed connections when it reads their end.
    for _ in range(100):
        after = view.megabytes
        if after <= before + 20:
            break
        time.sleep(0.1)
    return view.end(), {"before": before, "most": most, "after": after, "errors": speaker.errors[:3]}


def crowd():
    view = View("s.csv")
    stops, answers = threading.Event(), []

    def push():
        """Keeps 130 connections open that show no secret, and takes new ones for those that are closed."""
        links = []
        while not stops.is_set():
            for link in links[:]:
                try:
                    if link.recv(1, socket.MSG_DONTWAIT) == b"":
                        raise OSError
                except BlockingIOError:
                    continue
                except OSError:
                    link.close()
                    links.remove(link)
            while len(links) < 130 and not stops.is_set():
                links.append(socket.create_connection(("127.0.0.1", view.port)))
                if len(links) % 2:
                    links[-1].sendall(b"GET / HTTP/1.1\r\n")
            time.sleep(0.01)

    crowd = threading.Thread(target=push, daemon=True)
    crowd.start()
    time.sleep(0.5)
    for _ in range(60):
        try:
            link = socket.create_connection(("127.0.0.1", view.port), timeout=60)
            link.sendall(f"GET /{view.token}/ HTTP/1.1\r\nHost: {view.host}\r\n\r\n".encode())
            answers.append(link.makefile("rb").readline().decode().strip())
        except OSError as error:
            answers.append(str(error))
        time.sleep(0.02)
    stops.set()
    crowd.join()
    return view.end(), {"answers": sorted(set(answers)), "refused": sum("200" not in text for text in answers)}


# A shell that starts this in the background, or nohup, ignores some signals, and programs inherit that.
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, signal.SIG_DFL)
code, facts = globals()[sys.argv[1]](*sys.argv[2:])
print(json.dumps(facts))
sys.exit(code)
