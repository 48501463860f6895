"""What the browser tests stand on: servers, pages, waiting, pixels."""
import contextlib
import random
import shlex
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
ARGUMENTS = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
# Waiting is no measurement: it only ends what hangs.
PATIENCE = 30


class Skipped(Exception):
    pass


def expect(condition, *facts):
    if not condition:
        raise AssertionError(" ".join(str(fact) for fact in facts) or "not so")


def near(a, b, within, what=""):
    distance = max(abs(x - y) for x, y in zip(a, b))
    expect(distance <= within, what, a, "is", distance, "from", b, f"({within} allowed)")


class Served:
    """A running server of the page."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        if not self.address.startswith("http"):
            raise RuntimeError(f"{command} printed no address")

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)


class View:
    """A page of the view, and what it said on the console."""

    def __init__(self, page, address):
        self.page, self.address = page, address
        self.errors, self.requests, self.sockets, self.sent = [], [], [], []
        page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        page.on("pageerror", lambda error: self.errors.append(f"{error} {error.stack}"))
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("websocket", self.hear)

    def hear(self, socket):
        self.sockets.append(socket.url)
        socket.on("framesent", lambda data: self.sent.append(data))

    def go(self):
        self.page.goto(self.address + ("" if self.address.startswith("file:") else "?test=1"))
        self.until("v.state().nodes > 0 && Number.isFinite(v.place(0)[0]) && v.counts().draws > 0", "a first picture")
        return self

    def ask(self, code, *values):
        """The value of an expression of `v`, the probe, and `a`, the values."""
        return self.page.evaluate(f"(a) => {{ const v = window.__view; return {code}; }}", list(values))

    def until(self, code, what, *values):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.ask(code, *values):
                return
            self.page.wait_for_timeout(40)
        raise AssertionError(f"waited in vain for {what}: {self.ask('JSON.stringify(v.state())')}")

    def rest(self):
        """Paused and drawn: nothing moves any more."""
        if self.ask("v.state().running && v.state().isHot"):
            self.page.locator("#stage").focus()
            self.page.keyboard.press("Space")
        self.until("!v.state().running || !v.state().isHot", "the pause")
        self.still()

    def still(self):
        last = None
        for _ in range(200):
            now = self.ask("[v.counts().draws, v.state().camera.scale]")
            if now == last:
                return
            last = now
            self.page.wait_for_timeout(350)
        raise AssertionError("the picture does not come to rest")

    def at(self, node):
        return self.ask("v.at(a[0])", node)

    def commands(self):
        import json
        return [json.loads(text) for text in self.sent if isinstance(text, str)]

    def pixels(self):
        return Pixels(self.page.screenshot())

    def check_clean(self):
        expect(not self.errors, "the console says", self.errors)


class World:
    """A browser, and servers for the graphs that tests ask for."""

    def __init__(self, playwright, chromium, command):
        self.playwright, self.chromium, self.command = playwright, chromium, command
        self.browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        self.weights = (120_000, 41_500)
        self.folder = Path(tempfile.mkdtemp())

    def server(self, graph="miserables", *extra):
        if self.command is None:
            options = {"miserables": [], "steps": ["--steps"], "space": ["--space"], "nasty": ["--nasty"]}
            given = options.get(graph) if graph in options else ["--nodes", graph]
            return Served([sys.executable, str(HERE / "mock_server.py"), *given, *extra])
        if graph in ("steps", "nasty"):
            raise Skipped(f"only the mock server has the graph \"{graph}\"")
        file = ROOT / "Examples" / "miserables.csv" if graph in ("miserables", "space") else self.made(int(graph))
        return Served([*shlex.split(self.command), str(file), *(["--dim", "3"] if graph == "space" else []), *extra])

    def made(self, nodes):
        """A file of a graph with about twice as many links."""
        path = self.folder / f"{nodes}.csv"
        if not path.exists():
            chance = random.Random(7)
            lines = ["source,target"] + [f"n{i},n{chance.randrange(i)}" for i in range(1, nodes)]
            lines += [f"n{i},n{min(i + chance.randint(2, 30), nodes - 1)}" for i in range(nodes - 1)]
            path.write_text("\n".join(lines) + "\n")
        return path

    @contextlib.contextmanager
    def page(self, address, browser=None, size=(640, 400), script=None, **options):
        context = (browser or self.browser).new_context(
            viewport={"width": size[0], "height": size[1]}, device_scale_factor=1, **options)
        try:
            page = context.new_page()
            if script:
                page.add_init_script(script)
            yield View(page, address)
        finally:
            context.close()

    @contextlib.contextmanager
    def view(self, graph="miserables", **options):
        """A page on a server of its own, with its first picture."""
        server = self.server(graph)
        try:
            with self.page(server.address, **options) as view:
                yield view.go()
                view.check_clean()
        finally:
            server.stop()

    def close(self):
        self.browser.close()


class Pixels:
    """A screenshot as numbers: PNG with 8 bits a channel."""

    def __init__(self, data):
        at, body = 8, b""
        while at < len(data):
            length, kind = struct.unpack(">I4s", data[at:at + 8])
            chunk = data[at + 8:at + 8 + length]
            if kind == b"IHDR":
                self.width, self.height, _, color = struct.unpack(">IIBB", chunk[:10])
                self.step = {2: 3, 6: 4}[color]
            if kind == b"IDAT":
                body += chunk
            at += 12 + length
        self.rows = self.unfilter(zlib.decompress(body))

    def unfilter(self, raw):
        width, step, rows = self.width * self.step, self.step, []
        before = bytearray(width)
        for y in range(self.height):
            kind = raw[y * (width + 1)]
            row = bytearray(raw[y * (width + 1) + 1:(y + 1) * (width + 1)])
            for i in range(width):
                a = row[i - step] if i >= step else 0
                b, c = before[i], before[i - step] if i >= step else 0
                if kind == 1:
                    row[i] = (row[i] + a) & 255
                elif kind == 2:
                    row[i] = (row[i] + b) & 255
                elif kind == 3:
                    row[i] = (row[i] + (a + b) // 2) & 255
                elif kind == 4:
                    p = a + b - c
                    best = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
                    row[i] = (row[i] + best) & 255
            rows.append(row)
            before = row
        return rows

    def at(self, x, y):
        x, y = min(max(round(x), 0), self.width - 1), min(max(round(y), 0), self.height - 1)
        return tuple(self.rows[y][self.step * x:self.step * x + 3])


def close_colors(a, b, within=12):
    return all(abs(x - y) <= within for x, y in zip(a, b))
