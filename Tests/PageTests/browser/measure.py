"""Figures of the checks that have one: printed beside their bounds, never judged."""
import os
import signal
import socket
import statistics
import subprocess
import tempfile
import time
import urllib.request
import zlib
from pathlib import Path

from export_file import exported
from harness import ROOT

ROUNDS = 5


def figures(world, words):
    """All figures, or those whose names contain one of the words."""
    say("check", "what", "median [least, greatest]", "bound")
    for figure in (weight, frames, drags, pins_and_throws, restart, files, living_files, motion_and_hidden):
        if not words or any(word in figure.__name__ for word in words):
            figure(world)


def say(check, what, value, bound=""):
    print(f"{check:>5}  {what:<58} {value:<34} {bound}", flush=True)


def spread(values, unit="", digits=0):
    return f"{statistics.median(values):.{digits}f} [{min(values):.{digits}f}, {max(values):.{digits}f}]{unit}"


def weight(world):
    server = world.server("miserables", *([] if world.command else ["--fixed"]))
    try:
        html = urllib.request.urlopen(server.address).read()
        with world.page(server.address) as view:
            view.go().rest()
            requests = [one for one in view.requests if not one.startswith("data:")]
            say("1", "bytes of the page; deflated", f"{len(html)}; {len(zlib.compress(html, 9))}", "120000; 35000")
            say("2", "requests; sockets; errors on the console",
                f"{len(requests)}; {len(view.sockets)}; {len(view.errors)}", "1; 1; 0")
    finally:
        server.stop()


def frames(world):
    for nodes, least in (("1000", "55; 30"), ("10000", "55; 8")):
        with world.view(nodes) as view:
            view.ask("v.setDrawing(false)")
            received = [rate(view, "received") for _ in range(3)]
            view.ask("v.setDrawing(true)")
            drawn = [rate(view, "draws") for _ in range(3)]
            say("5", f"frames received a second, {nodes} nodes, drawing off", spread(received, digits=1), least.split("; ")[0])
            say("6", f"frames drawn a second, {nodes} nodes, 640x400", spread(drawn, digits=1), least.split("; ")[1])


def rate(view, what):
    view.ask("v.app.actions.reheat()")
    view.page.wait_for_timeout(400)
    return view.ask("""(async (what) => {
      const begin = performance.now(), first = v.counts()[what];
      await new Promise((done) => setTimeout(done, 2500));
      return (v.counts()[what] - first) / (performance.now() - begin) * 1000; })(a[0])""", what)


def drags(world):
    for nodes, drawn, bound in (("10000", False, "35; 50 ms"), ("1000", True, "65; 120 ms")):
        with world.view(nodes) as view:
            view.ask("v.app.actions.reheat()")
            view.ask(f"v.setDrawing({str(drawn).lower()})")
            delays, away = [], []
            for _ in range(3):
                found = drag(view, drawn)
                delays.append(found[0])
                away += found[1]
            medians = [statistics.median(one) for one in delays]
            highs = [statistics.quantiles(one, n=20)[-1] for one in delays]
            what = "drawn" if drawn else "received, drawing off"
            say("7", f"drag, {nodes} nodes, {what}: median; 95 %", f"{spread(medians)}; {spread(highs)} ms", bound)
            if drawn:
                say("8", "the held node from the pointer, the most in any drawing", f"{max(away):.3f} px", "1 px")


def drag(view, drawn, tries=5):
    """From a command to the first frame that contains it: its arrival, or its drawing."""
    view.ask("""(() => {
      window.delays = [];
      window.away = [];
      if (window.sent) return;
      const send = v.app.link.sendBytes, sent = window.sent = new Map();
      v.app.link.sendBytes = function (b) { const d = new DataView(b);
        if (d.getUint8(0) === 1) sent.set(d.getUint32(4, true), performance.now()); return send.call(this, b); };
      const note = (latest) => { const now = performance.now();
        for (const [c, at] of sent) if (c <= latest) { window.delays.push(now - at); sent.delete(c); } };
      let at = null;
      document.querySelector("#stage").addEventListener("pointermove", (e) => { at = [e.clientX, e.clientY]; });
      if (a[0]) v.app.view.on("drawn", () => {
        note(v.counts().latest);
        for (const [node, grip] of v.app.hand.offsets) {
          const [x, y] = v.at(node);
          if (at) window.away.push(Math.hypot(x - at[0] - grip[0], y - at[1] - grip[1]));
        }
      });
      else v.app.link.on("positions", ({ command }) => note(command));
    })()""", drawn)
    # A large node that nothing covers, and where it is now.
    x, y = view.ask("""v.order().slice(-200).reverse().map((node) => v.at(node)).find(([x, y]) =>
      document.elementFromPoint(x, y)?.id === "stage" || document.elementFromPoint(x, y)?.closest("#stage"))""")
    view.page.mouse.move(x, y)
    view.page.mouse.down()
    for i in range(60):
        view.page.mouse.move(x + i, y + i / 2)
        view.page.wait_for_timeout(25)
    view.page.mouse.up()
    found = view.page.evaluate("[window.delays, window.away]")
    if not found[0] and tries:
        # All move: the node may have gone before the hand was there.
        return drag(view, drawn, tries - 1)
    return found


def pins_and_throws(world):
    kept, back, thrown, rests = [], [], [], []
    for _ in range(3):
        with world.view() as view:
            view.rest()
            node = view.ask("v.find('Fantine')")
            view.page.keyboard.down("Shift")
            pull(view, node, 60, 6)
            view.page.keyboard.up("Shift")
            view.until("v.state().pinned.includes(a[0])", "the pin", node)
            place = view.ask("v.place(a[0])", node)
            view.page.reload()
            view.until("v.state().pinned.includes(a[0])", "the pin", node)
            view.still()
            now = view.ask("v.place(a[0])", node)
            kept.append(max(abs(p - q) for p, q in zip(place, now)))
            view.ask("v.app.actions.unpin('all')")
            view.ask("v.app.actions.reheat()")
            view.until("!v.state().isHot", "rest")
            first = view.ask("v.place(a[0])", node)
            pull(view, node, 120, 6, rests=True)
            out = distance(view.ask("v.place(a[0])", node), first)
            view.page.wait_for_timeout(2000)
            back.append(1 - distance(view.ask("v.place(a[0])", node), first) / out)
            view.until("!v.state().isHot", "rest")
            thrown.append(throw(view, node))
            released = time.monotonic()
            view.until("!v.state().isHot && v.positions().every(Number.isFinite)", "rest")
            rests.append(time.monotonic() - released)
    say("9", "a pinned node after a reload, from its place", spread(kept, " units", 4))
    say("9", "the way back of a released node in 2 s", spread([100 * one for one in back], " %"))
    say("10", "a thrown node after its release, further along", spread(thrown, " units", 1), "above 0")
    say("10", "from the throw to rest, all places finite", spread(rests, " s", 1))


def distance(a, b):
    return sum((p - q) ** 2 for p, q in zip(a, b)) ** 0.5


def pull(view, node, far, step, rests=False):
    """Drags a node to the right in steps of 16 ms; gives back its place before the release."""
    x, y = view.at(node)
    view.page.mouse.move(x, y)
    view.page.mouse.down()
    for i in range(step, far + 1, step):
        view.page.mouse.move(x + i, y)
        view.page.wait_for_timeout(16)
    if rests:
        view.page.wait_for_timeout(200)
    place = view.ask("v.place(a[0])", node)
    view.page.mouse.up()
    return place


def throw(view, node):
    """Lets a node go at 1,000 pixels a second to the right: how much further it goes."""
    return view.ask("""(async () => {
      const node = a[0], stage = document.querySelector("#stage"), [x, y] = v.at(node);
      const sleep = (time) => new Promise((done) => setTimeout(done, time));
      const fire = (type, far) => stage.dispatchEvent(new PointerEvent(type, { pointerId: 1, pointerType: "mouse",
        clientX: x + far, clientY: y, buttons: 1, bubbles: true }));
      fire("pointerdown", 0);
      const begin = performance.now();
      for (let far = 0; far < 150; ) {
        await sleep(8);
        far = performance.now() - begin;
        fire("pointermove", far);
      }
      fire("pointerup", performance.now() - begin);
      const [from] = v.place(node);
      let most = -Infinity;
      for (const end = performance.now() + 500; performance.now() < end;) {
        await sleep(16);
        most = Math.max(most, v.place(node)[0]);
      }
      return most - from; })()""", node)


def restart(world):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    extra, times = ["--port", str(port), "--token", "t" * 22], []
    server = world.server("miserables", *extra)
    try:
        with world.page(server.address) as view:
            view.go()
            for round_ in range(ROUNDS):
                server.stop(signal.SIGKILL)
                view.page.wait_for_timeout(700 * round_)
                begin, received = time.monotonic(), view.ask("v.counts().received")
                server = world.server("miserables", *extra)
                view.until("v.counts().received > a[0] + 2 && v.counts().draws > 0", "new frames", received)
                times.append(time.monotonic() - begin)
    finally:
        server.stop()
    say("15", "from the start of a killed program to its picture", spread(times, " s", 2), "5 s")


def files(world):
    if world.command is None:
        return say("18", "files: only with --server")
    tool = world.command.split()[0]
    graphs = [("Les Miserables", ROOT / "Examples" / "miserables.csv", "160000")]
    if os.environ.get("DEBIAN_PACKAGES"):
        graphs.append(("Debian's packages", Path(os.environ["DEBIAN_PACKAGES"]), "2200000"))
    with tempfile.TemporaryDirectory() as folder:
        for name, graph, bound in graphs:
            path = Path(folder) / "graph.html"
            subprocess.run([tool, "layout", str(graph), "-o", str(path), "--force"], check=False, capture_output=True)
            if not path.exists():
                subprocess.run([tool, "layout", str(graph), "-o", str(path)], check=True, capture_output=True)
            with world.page(f"file://{path}", offline=True) as view:
                # By what is seen: with --fresh, names in the file are those of the program's page.
                view.page.goto(view.address)
                view.page.locator(".heading p").get_by_text("links").wait_for()
                say("18", f"file of {name}, {view.page.locator('.heading p').inner_text()}",
                    f"{path.stat().st_size} bytes", bound)
            path.unlink()
    return None


def living_files(world):
    """Ticks a second of files with all forces, while the page draws what it can."""
    for nodes, bound in ((1000, "60"), (10000, "60"), (100000, "20")):
        path = Path(exported(world.folder / f"{nodes}.html", nodes=nodes))
        with world.page(f"file://{path}", size=(1200, 800), offline=True) as view:
            view.go().still()
            view.ask("v.app.actions.ask('force', { name: 'charge', on: true })")
            for speed in ("1", "free"):
                view.ask("v.app.actions.setSpeed(a[0])", speed)
                rates, draws = [], []
                for _ in range(3):
                    # Until it has cooled, if it ticks quickly.
                    begin, end = view.ask("""(async () => {
                      const now = () => [performance.now(), v.state().tick, v.counts().draws], begin = now();
                      v.app.actions.reheat();
                      while ((v.state().isHot || v.state().tick === begin[1]) && performance.now() < begin[0] + 4000) {
                        await new Promise((done) => setTimeout(done, 5));
                      }
                      return [begin, now()]; })()""")
                    rates.append(1000 * (end[1] - begin[1]) / (end[0] - begin[0]))
                    draws.append(1000 * (end[2] - begin[2]) / (end[0] - begin[0]))
                what = f"file of {nodes} nodes, speed {speed}: "
                say("39", what + "ticks a second", spread(rates, digits=1), bound)
                say("39", what + "drawings a second", spread(draws, digits=1))


def motion_and_hidden(world):
    with world.view(reduced_motion="reduce") as view:
        drawn = [rate(view, "draws") for _ in range(3)]
        say("22", "drawings a second of a settling layout, reduced motion", spread(drawn, digits=2), "2")
    with world.view() as view:
        view.until("v.state().isHot", "heat")
        view.page.evaluate("""() => {
          Object.defineProperty(document, "hidden", { get: () => true });
          document.dispatchEvent(new Event("visibilitychange")); }""")
        view.page.wait_for_timeout(500)
        view.ask("v.app.actions.reheat()")
        before = view.ask("v.counts().frames")
        view.page.wait_for_timeout(1000)
        say("25", "frames in a second of a hidden tab", f"{view.ask('v.counts().frames') - before}", "0")
