"""Mouse and fingers."""
from harness import expect, near


def check_drag(world):
    """Check 8: in every drawing the held node is within a pixel of the pointer."""
    with world.view() as view:
        view.until("v.state().isHot", "movement")
        view.rest()
        x, y = view.at("Javert")
        view.page.mouse.move(x, y)
        view.ask("""(() => {
          const node = v.find("Javert");
          window.away = [];
          let at = null;
          document.querySelector("#stage").addEventListener("pointermove", (e) => { at = [e.clientX, e.clientY]; });
          v.app.view.on("drawn", () => {
            const grip = v.app.hand.offsets.get(node);
            if (!at || !grip) return;
            const [x, y] = v.at(node);
            window.away.push(Math.hypot(x - at[0] - grip[0], y - at[1] - grip[1]));
          });
        })()""")
        view.page.mouse.down()
        view.page.mouse.move(x + 6, y)
        # All move again, once the node is in the hand.
        view.page.keyboard.press("Space")
        for i in range(40):
            view.page.mouse.move(x + 3 * i, y - i)
            view.page.wait_for_timeout(16)
        away = view.page.evaluate("window.away")
        # The hand holds the node where it took it, up to the rim from its middle.
        expect(len(away) > 5, len(away), "drawings")
        expect(max(away) <= 1, max(away))
        view.page.mouse.up()
        view.until("v.app.hand.leaving.size === 0", "the release")
        expect("Javert" not in [view.ask("v.labels()")[i] for i in view.ask("v.state().pinned")], "free again")


def check_shift_pins(world):
    """Shift and release keeps the node there, in a second page and after a reload as well."""
    server = world.server()
    try:
        with world.page(server.address) as view:
            view.go().rest()
            node = view.ask("v.find('Fantine')")
            x, y = view.at(node)
            view.page.mouse.move(x, y)
            view.page.mouse.down()
            view.page.mouse.move(x - 40, y - 30, steps=5)
            view.page.keyboard.down("Shift")
            view.page.mouse.up()
            view.page.keyboard.up("Shift")
            view.until("v.state().pinned.includes(a[0])", "the pin", node)
            view.still()
            place = view.ask("v.place(a[0])", node)
            view.page.reload()
            view.until("v.state().pinned.includes(a[0])", "the pin after a reload", node)
            view.still()
            near(view.ask("v.place(a[0])", node), place, 0.02, "after a reload")
            with world.page(server.address) as other:
                other.go()
                other.until("v.state().pinned.includes(a[0])", "the pin in a second page", node)
                view.page.mouse.dblclick(*view.at(node))
                other.until("!v.state().pinned.includes(a[0])", "its end, told to the second page", node)
            view.check_clean()
    finally:
        server.stop()


def check_drag_keeps_pin(world):
    """A pinned node that is dragged is pinned where it is put down; of a free one the page says how to keep it."""
    with world.view() as view:
        view.rest()
        node = view.ask("v.find('Fantine')")
        view.page.mouse.dblclick(*view.at(node))
        view.until("v.state().pinned.includes(a[0])", "the pin", node)
        view.still()
        x, y = view.at(node)
        view.page.mouse.move(x, y)
        view.page.mouse.down()
        view.page.mouse.move(x - 60, y - 20, steps=6)
        view.page.mouse.up()
        view.until("v.app.hand.leaving.size === 0", "the release")
        view.still()
        expect(view.ask("v.state().pinned.includes(a[0])", node), "still pinned")
        near(view.at(node), [x - 60, y - 20], 2, "where it was put down")
        expect(not view.page.locator(".toast").is_visible(), "nothing to say")
        view.page.keyboard.press("Escape")
        view.still()
        x, y = view.at("Javert")
        view.page.mouse.move(x, y)
        view.page.mouse.down()
        view.page.mouse.move(x + 50, y, steps=6)
        view.page.mouse.up()
        view.page.locator(".toast").get_by_text("press P").wait_for()
        view.page.keyboard.press("p")
        view.until("v.state().pinned.includes(v.find('Javert'))", "the pin by the key")
        expect(view.page.locator(".transport").inner_text().startswith("Continue"), "paused as before")


def check_throw(world):
    """A node let go in movement gets the speed of the hand; one that rests in it gets none."""
    with world.view() as view:
        view.rest()
        view.page.evaluate("window.released = []")
        view.ask("""(() => { const send = v.app.link.sendBytes;
          v.app.link.sendBytes = function (b) { const d = new DataView(b); if (d.getUint8(0) === 2)
            window.released.push([d.getFloat32(12, true), d.getFloat32(16, true)]); return send.call(this, b); }; })()""")

        def released(rests):
            """Events made in the page: those of the browser wait for drawings, and the hand would seem to rest."""
            view.page.evaluate("""async ([x, y, rests]) => {
              const stage = document.querySelector("#stage"), sleep = (time) => new Promise((done) => setTimeout(done, time));
              const fire = (type, x, y) => stage.dispatchEvent(new PointerEvent(type, { pointerId: 1, pointerType: "mouse",
                clientX: x, clientY: y, buttons: 1, bubbles: true }));
              fire("pointerdown", x, y);
              for (let i = 1; i < 9; i++) {
                await sleep(10);
                fire("pointermove", x + 14 * i, y);
              }
              if (rests) await sleep(150);
              fire("pointerup", x + 112, y); }""", [*view.at("Myriel"), rests])
            return view.page.evaluate("window.released")[-1]
        expect(released(True) == [0, 0], "a hand that rests")
        view.still()
        thrown = released(False)
        expect(thrown[0] > abs(thrown[1]), thrown)


def check_pan_zoom(world):
    """The wheel zooms at the pointer; dragging the ground moves the picture."""
    with world.view() as view:
        view.rest()
        x, y = view.at("Valjean")
        view.page.mouse.move(x, y)
        before = view.ask("v.state().camera.scale")
        view.page.mouse.wheel(0, -300)
        view.still()
        near(view.at("Valjean"), [x, y], 1, "under the pointer")
        expect(view.ask("v.state().camera.scale") > 1.3 * before)
        view.page.keyboard.press("f")
        view.still()
        x, y = view.at("Valjean")
        view.page.mouse.move(300, 330)
        if view.ask("v.pick(300, 330)") >= 0:
            view.page.mouse.move(170, 130)
        view.page.mouse.down()
        view.page.mouse.move(200, 150, steps=4)
        view.page.wait_for_timeout(200)
        moved = view.at("Valjean")
        view.page.mouse.up()
        expect(abs(moved[0] - x) > 20 or abs(moved[1] - y) > 15, [x, y], moved)


def check_hover(world):
    """Pointing at a node names it and fades what is not joined to it."""
    with world.view() as view:
        view.rest()
        view.page.mouse.move(*view.at("Myriel"))
        view.page.locator(".hover strong").get_by_text("Myriel").wait_for()
        view.until("v.app.view.fade.now === 1", "the others to fade")
        lit = view.ask("v.lit().reduce((a, b) => a + b)")
        expect(lit == 1 + len(set(view.ask("v.neighbours(v.find('Myriel'))"))), lit)
        view.page.mouse.move(300, 5)
        view.until("v.app.view.fade.now === 0 && v.lit() === null", "the end of it")


def check_select(world):
    """Click, Ctrl and click, rectangle, lasso, and nothing on the ground."""
    with world.view(size=(900, 640)) as view:
        view.rest()
        a, b = view.ask("v.find('Javert')"), view.ask("v.find('Fantine')")
        view.page.mouse.click(*view.at(a))
        expect(view.ask("v.state().selected") == [a])
        view.page.keyboard.down("Control")
        view.page.mouse.click(*view.at(b))
        view.page.keyboard.up("Control")
        expect(sorted(view.ask("v.state().selected")) == sorted([a, b]))
        view.page.keyboard.press("Escape")
        view.still()
        inside = [i for i in range(77) if 300 < view.at(i)[0] < 700 and 100 < view.at(i)[1] < 500]
        view.page.keyboard.down("Shift")
        start = next((x, 100) for x in range(300, 200, -5) if view.ask("v.app.view.nodeAt(a[0], 100, 12)", x) < 0)
        view.page.mouse.move(*start)
        view.page.mouse.down()
        view.page.mouse.move(700, 500, steps=4)
        view.page.mouse.up()
        view.page.keyboard.up("Shift")
        chosen = view.ask("v.state().selected")
        expect(set(inside) <= set(chosen) and len(chosen) < 77, len(inside), len(chosen))
        view.page.keyboard.press("Escape")
        view.page.get_by_role("button", name="Select with a lasso").click()
        x, y = view.at("Dahlia")
        points = [(x - 45, y - 45), (x + 45, y - 45), (x + 45, y + 45), (x - 45, y + 45)]
        view.page.mouse.move(*points[0])
        view.page.mouse.down()
        for point in [*points[1:], (x - 45, y - 40)]:
            view.page.mouse.move(*point, steps=3)
        view.page.mouse.up()
        expect(view.ask("v.find('Dahlia')") in view.ask("v.state().selected"))


def check_menu(world):
    """The right button opens the menu of a node; what it hides comes back."""
    with world.view(size=(900, 640)) as view:
        view.rest()
        view.page.mouse.click(*view.at("Fantine"), button="right")
        view.page.get_by_role("menuitem", name="Hide").click()
        view.until("v.state().shown === v.state().nodes - 1", "one node less")
        view.page.get_by_text("76 of 77 nodes shown").wait_for()
        view.page.get_by_role("button", name="Show all").click()
        view.until("v.state().shown === v.state().nodes", "all nodes")


def touch(view, kind, *points):
    client = view.client
    client.send("Input.dispatchTouchEvent", {
        "type": kind, "touchPoints": [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]})


def check_touch(world):
    """Check 21: one finger pans, two fingers zoom and move no node, a long press opens the menu."""
    with world.view(has_touch=True) as view:
        view.client = view.page.context.new_cdp_session(view.page)
        view.rest()
        ground = next((x, y) for y in range(330, 200, -10) for x in range(300, 500, 10)
                      if view.ask("v.app.view.nodeAt(a[0], a[1], 40)", x, y) < 0
                      and view.page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('#stage') !== null", [x, y]))
        before = view.at("Valjean")
        touch(view, "touchStart", ground)
        for i in range(1, 6):
            touch(view, "touchMove", (ground[0] + 10 * i, ground[1] - 4 * i))
        touch(view, "touchEnd")
        view.still()
        after = view.at("Valjean")
        expect(after[0] - before[0] > 25, before, after)

        places = view.ask("v.positions()")
        scale = view.ask("v.state().camera.scale")
        x, y = view.at("Valjean")
        touch(view, "touchStart", (x, y))
        touch(view, "touchStart", (x, y), (x + 60, y))
        for i in range(1, 8):
            touch(view, "touchMove", (x - 5 * i, y), (x + 60 + 5 * i, y))
        touch(view, "touchEnd")
        view.still()
        expect(view.ask("v.state().camera.scale") > 1.5 * scale, "zoomed")
        near(view.ask("v.positions()"), places, 1e-3, "no node has moved")

        view.page.keyboard.press("f")
        view.still()
        touch(view, "touchStart", tuple(view.at("Valjean")))
        view.page.locator("#menu").get_by_text("Keep in place").wait_for()
        touch(view, "touchEnd")
        # What a browser that has not seen a long press makes of the release.
        view.page.locator("#menu button").first.evaluate(
            "(button) => button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))")
        expect(view.page.locator("#menu").is_visible(), "the menu stays when the finger goes")
