"""Figures of checks 4 to 7: printed, never judged."""
import statistics


def figures(world):
    print("nodes  received/s, drawing off   drawn/s  a drawing, ms   drag, ms: median, 95 %")
    for nodes in ("1000", "10000"):
        with world.view(nodes) as view:
            view.ask("v.app.actions.reheat()")
            view.ask("v.setDrawing(false)")
            received = rate(view, "received")
            view.ask("v.setDrawing(true)")
            view.ask("v.app.actions.reheat()")
            drawn = rate(view, "draws")
            took = view.ask("v.counts().drawMs")
            delays = drag(view)
            high = statistics.quantiles(delays, n=20)[-1] if len(delays) > 1 else float("nan")
            print(f"{nodes:>6} {received:>18.1f} {drawn:>18.1f} {took:>12.0f}    {statistics.median(delays):>8.0f} {high:.0f}")


def rate(view, what):
    view.page.wait_for_timeout(500)
    return view.page.evaluate("""async (what) => {
      const v = window.__view, begin = performance.now(), first = v.counts()[what];
      await new Promise((done) => setTimeout(done, 3000));
      return (v.counts()[what] - first) / (performance.now() - begin) * 1000; }""", what)


def drag(view):
    """From a command to the first drawing of a frame that contains it."""
    view.page.evaluate("""() => {
      const v = window.__view, send = v.app.link.sendBytes, sent = new Map();
      window.delays = [];
      v.app.link.sendBytes = function (b) { const d = new DataView(b);
        if (d.getUint8(0) === 1) sent.set(d.getUint32(4, true), performance.now()); return send.call(this, b); };
      v.app.view.on("drawn", () => { const now = performance.now();
        for (const [c, at] of sent) if (c <= v.counts().latest) { window.delays.push(now - at); sent.delete(c); } });
    }""")
    node = view.ask("v.order().at(-1)")
    x, y = view.at(node)
    view.page.mouse.move(x, y)
    view.page.mouse.down()
    for i in range(60):
        view.page.mouse.move(x + i, y + i / 2)
        view.page.wait_for_timeout(30)
    view.page.mouse.up()
    return view.page.evaluate("window.delays") or [float("nan")]
