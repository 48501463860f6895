"""What the browser tests stand on: servers, pages, waiting, pixels."""
import contextlib
import functools
import json
import random
import re
import shlex
import signal
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
sys.path.insert(0, str(ROOT / "scripts" / "embed-page.d"))
from page_parts import ASKED, PARTS, with_parts  # noqa: E402
from shorten import translated  # noqa: E402

from playwright.sync_api import Error  # noqa: E402

# Waiting is no measurement: it only ends what hangs.
PATIENCE = 90


class Skipped(Exception):
    pass


def expect(condition, *facts):
    if not condition:
        raise AssertionError(" ".join(str(fact) for fact in facts) or "not so")


def near(a, b, within, what=""):
    distance = max(abs(x - y) for x, y in zip(a, b))
    expect(distance <= within, what, a, "is", distance, "from", b, f"({within} allowed)")


@functools.cache
def short_names(page):
    """The short names that joining gives properties of "html" or "file", and the probe with them."""
    found = subprocess.run([sys.executable, ROOT / "scripts" / "embed-page", "--names"], check=True, capture_output=True)
    names = json.loads(found.stdout)[page]
    return names, translated((HERE / "probe.js").read_text(encoding="utf-8"), names).rstrip(";")


class Served:
    """A running server of the page."""

    def __init__(self, command, folder=None):
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder)
        self.address = self.process.stdout.readline().strip()
        if not self.address.startswith("http"):
            raise RuntimeError(f"{command} printed no address")

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
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
        # The names of properties are asked once, which takes seconds: not of the patience with the page.
        self.code("")
        self.page.goto(self.address + ("" if self.address.startswith("file:") else "?test=1"))
        self.until("v.state().nodes > 0 && Number.isFinite(v.place(0)[0]) && v.counts().draws > 0", "a first picture")
        return self

    def code(self, text):
        """Code of a test, where what follows `v.app` has the names of the page, with `v`, the probe."""
        names, probe = short_names("file" if self.address.startswith("file:") else "html")

        def chain(found):
            return "v.app" + "".join("." + names.get(one, one) for one in found[1].split(".")[1:])
        text = re.sub(r"\bv\.app((?:\.\w+)*)", chain, text)
        return f"(a) => {{ const app = window.__view, v = window.__probe ??= {probe}; return {text}; }}"

    def ask(self, text, *values):
        """The value of an expression of `v`, the probe, and `a`, the values."""
        return self.page.evaluate(self.code(text), list(values))

    def until(self, code, what, *values):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            # A page that is being loaded has no probe yet.
            with contextlib.suppress(Error):
                if self.ask(code, *values):
                    return
            self.page.wait_for_timeout(40)
        state = "there is no page"
        with contextlib.suppress(Error):
            state = self.ask("JSON.stringify(v.state())")
        raise AssertionError(f"waited in vain for {what}: {state}")

    def rest(self):
        """Paused and drawn: nothing moves any more."""
        if self.ask("v.state().running && v.state().isHot"):
            self.page.locator("#stage").focus()
            self.ask("v.app.actions.toggleRun()")
        self.until("!v.app.model.asks && !(v.state().running && v.state().isHot)", "the pause")
        self.still()

    def still(self):
        last, same = None, 0
        for _ in range(1000):
            # What fades and glides asks for another drawing; the last one after a movement comes 150 ms later.
            now = self.ask("[v.counts().draws, v.app.view.needsDraw, v.app.view.isMoving]")
            same = same + 1 if now == last and not any(now[1:]) else 0
            if same == 3:
                return
            last = now
            self.page.wait_for_timeout(50)
        raise AssertionError("the picture does not come to rest")

    def settings(self):
        """Opens Settings, which are closed at first."""
        expect(not self.page.locator("#panel").is_visible(), "Settings are open")
        self.page.locator(".top button").nth(1).click()
        self.page.locator("#panel").wait_for()

    def at(self, node):
        return self.ask("v.at(a[0])", node)

    def commands(self):
        return [json.loads(text) for text in self.sent if isinstance(text, str)]

    def pixels(self):
        return Pixels(self.page.screenshot())

    def forgive_refusal(self):
        """Drops what the browser itself says of a socket to a program that has ended."""
        said = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET")
        self.errors = [one for one in self.errors if not any(word in one for word in said)]

    def check_clean(self):
        expect(not self.errors, "the console says", self.errors)


class World:
    """A browser, and servers for the graphs that tests ask for."""

    def __init__(self, playwright, chromium, command, is_fresh=False):
        self.playwright, self.chromium, self.command, self.is_fresh = playwright, chromium, command, is_fresh
        # A page that is put in the place of another comes from nowhere, and may not ask this machine.
        fresh = ["--disable-features=LocalNetworkAccessChecks"] if is_fresh else []
        self.browser = playwright.chromium.launch(executable_path=chromium, args=[*ARGUMENTS, *fresh])
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = Path(self.temporary.name)
        self.joined = self.folder / "page.html"
        if command is None or is_fresh:
            subprocess.run([sys.executable, ROOT / "scripts" / "embed-page", "--marked", "--html", self.joined], check=True)

    def server(self, graph="miserables", *extra):
        if self.command is None:
            options = {"steps": ["--steps"], "space": ["--space"], "nasty": ["--nasty"]}
            given = options.get(graph) or ([] if graph == "miserables" else ["--nodes", graph] if graph.isdigit() else ["--graph", graph])
            return Served([sys.executable, str(HERE / "mock_server.py"), "--page", str(self.joined), *given, *extra])
        if graph in ("steps", "nasty", "clusters"):
            raise Skipped(f"only the mock server has the graph \"{graph}\"")
        file = ROOT / "Examples" / "miserables.csv" if graph in ("miserables", "space") else self.made(int(graph))
        # The mock server's graph has a legend of its groups.
        more = {"miserables": ["--color-by", "community"], "space": ["--dim", "3"]}.get(graph, [])
        # The tests are of a graph that moves.
        return Served([*shlex.split(self.command), str(file), "--layout", "force", *more, *extra])

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
            page.set_default_timeout(1000 * PATIENCE)
            if script:
                page.add_init_script(script)
            if self.is_fresh and address.startswith("http"):
                page.route(re.compile(re.escape(address) + r"(\?.*)?$"), self.give_fresh)
            yield View(page, address)
        finally:
            context.close()

    def give_fresh(self, route):
        """The page of the sources, in the place of the one that the program was built with."""
        answer = route.fetch()
        policy = answer.headers["content-security-policy"]
        nonce = re.search(r"'nonce-([^']+)'", policy)[1]
        html = with_parts(self.joined.read_text(encoding="utf-8"), PARTS + ASKED)
        for place, text in (("{{NONCE}}", nonce), ("{{TITLE}}", "Graph"), ("{{DATA}}", ""), ("{{POLICY}}", "")):
            html = html.replace(place, text)
        html = html.replace('<meta http-equiv="Content-Security-Policy" content="">\n', "")
        route.fulfill(status=200, headers=answer.headers, body=html)

    @contextlib.contextmanager
    def view(self, graph="miserables", extra=(), **options):
        """A page on a server of its own, with its first picture."""
        server = self.server(graph, *extra)
        try:
            with self.page(server.address, **options) as view:
                yield view.go()
                view.check_clean()
        finally:
            server.stop()

    def close(self):
        self.browser.close()
        self.temporary.cleanup()


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
