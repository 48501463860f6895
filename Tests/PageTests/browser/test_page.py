"""The page as a whole: weight, requests, drawing, what happens when something fails."""
import signal
import socket
import time
import urllib.request
import zlib
from pathlib import Path

from export_file import exported
from harness import Skipped, close_colors, expect, near


def check_weight(world):
    """Check 1: the HTML is light, without the optional parts."""
    server = world.server("miserables", *([] if world.command else ["--fixed"]))
    try:
        html = urllib.request.urlopen(server.address).read()
    finally:
        server.stop()
    deflated = len(zlib.compress(html, 9))
    print(f"      {len(html)} bytes, {deflated} deflated")
    expect(len(html) <= 120_000 and deflated <= 35_000, len(html), deflated)


# Kinds of objects of the browser that the page has in its hands; GLOBALS of shorten.py are looked at too.
KINDS = """HTMLElement HTMLInputElement HTMLSelectElement HTMLCanvasElement HTMLDialogElement HTMLDetailsElement
  HTMLAnchorElement SVGElement Text PointerEvent KeyboardEvent WheelEvent MessageEvent CloseEvent Clipboard NodeList
  CanvasRenderingContext2D WebGL2RenderingContext WebGLActiveInfo WEBGL_lose_context TextMetrics DOMRect DOMTokenList
  DOMStringMap CSSStyleDeclaration MediaQueryList ReadableStream""".split()
# What they have and the page does not want: UIEvent.view, HTMLDialogElement.show, Response.status and the like.
UNWANTED = set("context finish hint show status timeline view".split())


def check_short_names(world):
    """What joining the page shortens is no name that the page wants of the browser."""
    from shorten import GLOBALS, OWN
    with world.page("about:blank") as view:
        known = set(view.page.evaluate("""(kinds) => {
          const names = new Set();
          const add = (one) => {
            for (let part = one; part; part = Object.getPrototypeOf(part)) {
              for (const name of Object.getOwnPropertyNames(part)) names.add(name);
            }
          };
          for (const kind of kinds) {
            const found = globalThis[kind];
            if (found === undefined || found === null) continue;
            if (found.prototype) add(found.prototype);
            if (found !== window) add(Object(found));
          }
          return [...names]; }""", [*KINDS, *GLOBALS - {"window", "globalThis"}]))
    expect(len(known) > 1000 and not OWN & known - UNWANTED, sorted(OWN & known))


def check_graphics_numbers(world):
    """The constants of WebGL are what joining the page takes them for."""
    from graphics_numbers import NUMBERS
    with world.page("about:blank") as view:
        known = view.page.evaluate("(names) => Object.fromEntries(names.map((name) => [name, WebGL2RenderingContext[name]]))", list(NUMBERS))
    expect(known == NUMBERS, known)


def check_requests(world):
    """Check 2: the page and one socket, nothing else, no error."""
    with world.view() as view:
        view.rest()
        expect([one.partition("?")[0] for one in view.requests if not one.startswith("data:")] == [view.address], view.requests)
        expect(len(view.sockets) == 1, view.sockets)
        expect(view.sockets[0].startswith(view.address.replace("http", "ws") + "socket"), view.sockets)


def check_pixels(world):
    """Nodes have their colours at their places, the ground has none."""
    with world.view(size=(900, 640)) as view:
        view.rest()
        pixels = view.pixels()
        expect(pixels.at(8, 320) == (255, 255, 255), "the ground is", pixels.at(8, 320))
        seen = 0
        for node in range(0, view.ask("v.state().nodes"), 7):
            x, y = view.at(node)
            top = view.ask("v.pick(a[0], a[1])", x, y) == node
            under = view.page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.closest('#stage') !== null", [x, y])
            if view.ask("v.radius(a[0])", node) < 4 or not top or not under:
                continue
            seen += close_colors(pixels.at(x, y), view.ask("v.color(a[0])", node))
        expect(seen >= 5, seen, "nodes of those looked at have their colour")


REFUSE = """const get = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
    return kind === "webgl2" ? null : get.call(this, kind, ...more); };"""


def check_outlines(world):
    """The stroke of a node is drawn inside of its rim, with WebGL2, without it, and in a file's SVG."""
    if world.command:
        raise Skipped("only the mock server has outlines")
    server = world.server("miserables", "--settled", "--outlined")
    try:
        for script in (None, REFUSE):
            with world.page(server.address, size=(900, 640), script=script) as view:
                view.go().still()
                node = view.ask("v.find('Valjean')")
                view.ask("v.app.actions.select([a[0]], true)", node)
                view.still()
                view.ask("v.app.actions.select([])")
                view.still()
                (x, y), radius, pixels = view.at(node), view.ask("v.radius(a[0])", node), view.pixels()
                expect(radius > 8, radius)
                red = [pixels.at(x + dx * (radius - 2), y + dy * (radius - 2)) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
                expect(all(close_colors(one, (255, 0, 0)) for one in red), "the rim is", red)
                expect(close_colors(pixels.at(x, y), view.ask("v.color(a[0])", node)), "the middle is", pixels.at(x, y))
                view.check_clean()
    finally:
        server.stop()
    with world.page(f"file://{exported(world.folder / 'outlined.html', outlined=True)}", size=(900, 640)) as view:
        view.go().still()
        view.page.get_by_role("button", name="Save").click()
        with view.page.expect_download() as download:
            view.page.get_by_role("menuitem", name="Drawing (SVG)").click()
        expect(Path(download.value.path()).read_text().count('stroke="#ff0000"') == 77, "one for each node")


def check_idle(world):
    """At rest nothing is drawn."""
    with world.view() as view:
        view.rest()
        before = view.ask("v.counts()")
        view.page.wait_for_timeout(1500)
        after = view.ask("v.counts()")
        expect(before["draws"] == after["draws"] and before["received"] == after["received"], before, after)


def check_canvas_2d(world):
    """Check 23: without WebGL2 the same nodes are at the same places."""
    server = world.server()
    try:
        with world.page(server.address) as first, world.page(server.address, script=REFUSE) as second:
            first.go().rest()
            second.go().still()
            for view in (first, second):
                view.page.keyboard.press("f")
                # Labels are where there was room when nodes moved: not the same in two pages.
                view.page.keyboard.press("l")
                view.still()
            expect(first.ask("v.state().renderer") == "WebGL2", first.ask("v.state().renderer"))
            expect(second.ask("v.state().renderer") == "Canvas 2D", second.ask("v.state().renderer"))
            expect(world.is_fresh or "needs=canvas" in second.page.url, "the page asked for what it needs", second.page.url)
            for node in range(0, 70, 7):
                near(first.at(node), second.at(node), 0.5, f"node {node}")
                x, y = first.at(node)
                expect(first.ask("v.pick(a[0], a[1])", x, y) == second.ask("v.pick(a[0], a[1])", x, y), "node at", x, y)
            # What is said of it lies on nodes.
            second.page.locator(".toast").wait_for(state="hidden")
            a, b = first.pixels(), second.pixels()
            same = total = 0
            for node in range(view.ask("v.state().nodes")):
                x, y = first.at(node)
                if view.ask("v.pick(a[0], a[1])", x, y) == node and view.ask("v.radius(a[0])", node) > 3:
                    total += 1
                    same += close_colors(a.at(x, y), b.at(x, y), 30)
            expect(total > 5 and same > 0.9 * total, same, "of", total, "nodes look the same")
            second.check_clean()
    finally:
        server.stop()


def check_context_lost(world):
    """Check 24: after a loss of the graphics context the same picture comes back."""
    with world.view() as view:
        view.rest()
        before = view.page.screenshot()
        view.ask("(v.app.lost1 = v.app.canvas.getContext('webgl2').getExtension('WEBGL_lose_context'), v.app.lost1.loseContext())")
        view.page.wait_for_timeout(300)
        view.ask("v.app.lost1.restoreContext()")
        view.until("v.state().renderer === 'WebGL2'", "the renderer")
        view.still()
        expect(view.page.screenshot() == before, "another picture")


def check_themes(world):
    """Check 22: the system's theme, and the choice in the panel."""
    with world.view(color_scheme="dark", size=(1200, 700)) as view:
        view.rest()
        expect(view.ask("v.state().theme") == "dark")
        expect(view.pixels().at(8, 350) == (0x12, 0x16, 0x1C), view.pixels().at(8, 350))
        view.settings()
        view.page.get_by_text("View", exact=True).click()
        view.page.get_by_label("Theme").select_option("light")
        view.still()
        expect(view.pixels().at(8, 350) == (255, 255, 255))


def check_reduced_motion(world):
    """Check 22: a settling layout is drawn at most twice a second, and ends whole."""
    with world.view(reduced_motion="reduce") as view:
        view.ask("v.app.actions.reheat()")
        view.until("v.state().isHot", "heat")
        view.page.wait_for_timeout(1200)
        asked = "[v.counts().draws, performance.now() / 1000]"
        before, begin = view.ask(asked)
        view.page.wait_for_timeout(3000)
        drawn, end = view.ask(asked)
        expect(1 <= drawn - before <= 2 * (end - begin), drawn - before, "drawings in", end - begin, "s")


def check_reconnect(world):
    """Check 15: when the program is killed a line says so and the picture stays; when it is back, so is the page,
    with its camera, selection, theme and filters."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    extra = ["--port", str(port), "--token", "t" * 22]
    server = world.server("miserables", *extra)
    try:
        with world.page(server.address, size=(1200, 760)) as view:
            view.go().rest()
            view.ask("v.app.actions.select([v.find('Javert')])")
            view.ask("v.app.filters.setCore(3)")
            view.settings()
            view.page.get_by_text("View", exact=True).click()
            view.page.get_by_label("Theme").select_option("dark")
            view.ask("v.app.view.zoomBy(1.7)")
            view.still()
            # The point that is in the corner of the window.
            asked = """(({ camera, selected, shown, theme }) => JSON.stringify([camera.scale, v.app.view.camera.toPlane(0, 0)
                .map((value) => value.toFixed(6)), selected, shown, theme]))(v.state())"""
            before = view.ask(asked)
            server.stop(signal.SIGKILL)
            view.page.locator(".banner").get_by_text("has ended").wait_for()
            x, y = view.at("Javert")
            view.page.mouse.move(x, y)
            view.page.locator(".hover").wait_for()
            view.page.mouse.move(1, 1)
            server = world.server("miserables", *extra)
            received = view.ask("v.counts().received")
            view.until("v.counts().received > a[0] + 3 && v.state().isHot", "new frames", received)
            view.rest()
            expect(not view.page.locator(".banner").is_visible(), "the line is gone")
            expect(view.ask(asked) == before, view.ask(asked), "was", before)
            view.forgive_refusal()
            view.check_clean()
    finally:
        server.stop()


def check_stopped(world):
    """A program that is stopped and ends no socket is named within 5 s, at rest and in movement; and when it goes on, not."""
    for rests in (True, False):
        server = world.server("miserables", *(["--settled"] if rests and not world.command else []))
        try:
            with world.page(server.address, size=(900, 640)) as view:
                view.go()
                if rests:
                    view.rest()
                banner = view.page.locator(".banner")
                view.page.wait_for_timeout(6000 if rests else 500)
                expect(not banner.is_visible(), "a program at rest answers")
                server.process.send_signal(signal.SIGSTOP)
                begin = time.monotonic()
                banner.get_by_text("does not answer").wait_for(timeout=8000)
                took = time.monotonic() - begin
                print(f"      named after {took:.1f} s")
                expect(took < 5, took)
                server.process.send_signal(signal.SIGCONT)
                banner.wait_for(state="hidden", timeout=5000)
                view.check_clean()
        finally:
            server.process.send_signal(signal.SIGCONT)
            server.stop()


def check_other_program(world):
    """A program that has come to the address of another shows what the page was sent without: it comes anew."""
    if world.is_fresh:
        raise Skipped("a page of the sources has all parts")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = ["--port", str(port), "--token", "t" * 22]
    server = world.server("miserables", *address, *([] if world.command else ["--fixed"]))
    try:
        with world.page(server.address, size=(1200, 760)) as view:
            view.go().rest()
            expect(view.ask("!v.app.editor && !v.app.timeline && v.app.view.orbit === undefined"), "no optional part")
            server.stop(signal.SIGKILL)
            view.page.locator(".banner").get_by_text("has ended").wait_for()
            graph, more = ("miserables", ["--edit", "--dim", "3"]) if world.command else ("steps", ["--space"])
            server = world.server(graph, *address, *more)
            view.page.wait_for_function("() => window.__view && document.querySelector('.legend:not([hidden])')")
            view.until("v.app.editor && v.app.editor.isAllowed && v.app.view.orbit && v.state().nodes > 0", "the parts")
            expect(world.command or view.page.get_by_label("Steps", exact=True).is_visible(), "the time line")
            view.forgive_refusal()
            view.check_clean()
    finally:
        server.stop()


def check_hidden(world):
    """Check 25: a hidden tab is sent no frames."""
    with world.view() as view:
        view.until("v.state().isHot", "heat")
        view.page.evaluate("""() => {
          Object.defineProperty(document, "hidden", { get: () => window.isAway, configurable: true });
          window.isAway = true;
          document.dispatchEvent(new Event("visibilitychange")); }""")
        # The answer comes after what was under way.
        view.ask("v.app.link.ask('labels', { nodes: [0] })")
        view.page.wait_for_timeout(200)
        view.ask("v.app.actions.reheat()")
        before = view.ask("v.counts().frames")
        view.page.wait_for_timeout(1000)
        expect(view.ask("v.counts().frames") <= before + 1, "frames", before, view.ask("v.counts().frames"))
        view.page.evaluate("() => { window.isAway = false; document.dispatchEvent(new Event('visibilitychange')); }")
        view.until("v.counts().frames > a[0] + 3", "frames again", before)


def check_nasty_names(world):
    """Check 19: names are text, whatever they hold."""
    with world.view("nasty", size=(1000, 700)) as view:
        view.rest()
        for node in range(8):
            view.ask("v.app.actions.select([a[0]])", node)
            view.page.wait_for_timeout(150)
        view.page.keyboard.press("/")
        view.page.keyboard.type("script")
        view.page.wait_for_timeout(300)
        expect("</script>" in view.page.locator("#results").inner_text(), "the name as text")
        expect(view.page.title() == "Les Misérables", view.page.title())
        expect(view.page.locator("img").count() == 0, "an image from a name")
        for text in view.page.locator(".name").all_inner_texts():
            expect(len(text) <= 200 and "\u202e" not in text and "\0" not in text, repr(text[:80]))


def check_many_links(world):
    """Lines instead of quads, and thinned links, for graphs with very many of them."""
    with world.view("20000") as view:
        expect(view.ask("v.state().links") > 20000)
        view.rest()
        expect(not view.ask("v.app.view.isLight"), "at rest all is drawn")


def check_space(world):
    """A graph in space turns, and a node is dragged in the depth it has."""
    with world.view("space", size=(900, 640)) as view:
        view.rest()
        before = view.at("Javert")
        view.page.mouse.move(330, 560)
        view.page.mouse.down()
        view.page.mouse.move(430, 580, steps=5)
        view.page.mouse.up()
        view.still()
        after = view.at("Javert")
        expect(abs(before[0] - after[0]) + abs(before[1] - after[1]) > 5, "turned", before, after)
        x, y = view.at("Valjean")
        view.page.mouse.move(x, y)
        view.page.mouse.down()
        view.page.mouse.move(x + 60, y - 30, steps=6)
        view.page.wait_for_timeout(200)
        near(view.at("Valjean"), [x + 60, y - 30], 1)
        view.page.mouse.up()
