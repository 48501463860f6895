"""The page as a whole: weight, requests, drawing, what happens when something fails."""
import socket
import sys
import urllib.request
import zlib

from harness import ROOT, close_colors, expect, near


def check_weight(world):
    """Check 1: the HTML is light."""
    server = world.server()
    try:
        html = urllib.request.urlopen(server.address).read()
    finally:
        server.stop()
    deflated = len(zlib.compress(html, 9))
    print(f"      {len(html)} bytes, {deflated} deflated")
    expect(len(html) < world.weights[0] and deflated < world.weights[1], len(html), deflated, "limits", world.weights)


def check_short_names(world):
    """What joining the page shortens is nowhere a name of the browser's own."""
    sys.path.insert(0, str(ROOT / "scripts" / "embed-page.d"))
    from shorten import OWN
    with world.page("about:blank") as view:
        known = view.page.evaluate("""() => {
          const names = new Set(), add = (one) => { if (one) for (const name of Object.getOwnPropertyNames(Object(one))) names.add(name); };
          for (const name of Object.getOwnPropertyNames(window)) {
            names.add(name);
            try { add(window[name]); add(window[name]?.prototype); } catch {}
          }
          add(Object.getPrototypeOf(Int8Array.prototype));
          add(document.body.style);
          for (const name in document.body.style) names.add(name);
          return [...names]; }""")
    expect(len(known) > 3000 and not OWN & set(known), sorted(OWN & set(known)))


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
    refuse = """const get = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
        return kind === "webgl2" ? null : get.call(this, kind, ...more); };"""
    server = world.server()
    try:
        with world.page(server.address) as first, world.page(server.address, script=refuse) as second:
            first.go().rest()
            second.go().still()
            for view in (first, second):
                view.page.keyboard.press("f")
                # Labels are where there was room when nodes moved: not the same in two pages.
                view.page.keyboard.press("l")
                view.still()
            expect(first.ask("v.state().renderer") == "WebGL2", first.ask("v.state().renderer"))
            expect(second.ask("v.state().renderer") == "Canvas 2D", second.ask("v.state().renderer"))
            for node in range(0, 70, 7):
                near(first.at(node), second.at(node), 0.5, f"node {node}")
                x, y = first.at(node)
                expect(first.ask("v.pick(a[0], a[1])", x, y) == second.ask("v.pick(a[0], a[1])", x, y), "node at", x, y)
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
        before = view.ask("v.counts().draws")
        view.page.wait_for_timeout(3000)
        drawn = view.ask("v.counts().draws") - before
        expect(1 <= drawn <= 6, drawn, "drawings in 3 s")


def check_reconnect(world):
    """When the program ends a line says so and the picture stays; when it is back, so is the page."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    extra = ["--port", str(port), "--token", "t" * 22]
    server = world.server("miserables", *extra)
    try:
        with world.page(server.address) as view:
            view.go().rest()
            server.stop()
            view.page.locator(".banner").get_by_text("has ended").wait_for()
            x, y = view.at("Valjean")
            view.page.mouse.move(x, y)
            view.page.wait_for_timeout(200)
            expect(view.page.locator(".hover").is_visible(), "hover works without the program")
            server = world.server("miserables", *extra)
            view.page.get_by_role("button", name="Try again").click()
            view.until("v.state().isHot", "new frames")
            expect(not view.page.locator(".banner").is_visible(), "the line is gone")
    finally:
        server.stop()


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
            expect(len(text) <= 64 and "\u202e" not in text and "\0" not in text, repr(text[:80]))


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
