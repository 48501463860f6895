"""Search, panel, keys, steps, saving, and graphs that change."""
import json
import random
import shlex
from pathlib import Path

from export_file import exported
from harness import ROOT, Served, expect, near


def check_keys(world):
    """Check 20: find a node, go to a neighbour, select, pin, pause and save, by keys alone."""
    with world.view() as view:
        keys = view.page.keyboard
        view.page.locator("#stage").focus()
        keys.press("Space")
        view.until("!v.state().running", "the pause")
        keys.press("/")
        keys.type("valj")
        keys.press("ArrowDown")
        keys.press("Enter")
        valjean = view.ask("v.find('Valjean')")
        view.until("v.state().selected[0] === a[0]", "the found node", valjean)
        view.still()
        keys.press("Enter")
        view.until("v.app.inGraph === true", "the way into the graph")
        view.still()
        for arrow in ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"):
            keys.press(arrow)
            if view.ask("v.pointed()[0]") != valjean:
                break
        node = view.ask("v.pointed()[0]")
        expect(node in view.ask("v.neighbours(a[0])", valjean), "a neighbour", node)
        expect(view.ask("v.labels()")[node] in view.page.locator("#live").inner_text(), "screen readers are told")
        keys.press("Enter")
        view.until("v.state().selected[0] === a[0]", "the selection", node)
        keys.press("p")
        view.until("v.state().pinned.includes(a[0])", "the pin", node)
        with view.page.expect_download() as download:
            keys.press("s")
        expect(Path(download.value.path()).read_bytes()[:4] == b"\x89PNG")
        keys.press("Space")
        view.until("v.state().running", "the end of the pause")


def check_key_moves(world):
    """Shift and arrows move the node that was reached by keys."""
    with world.view() as view:
        view.rest()
        view.page.keyboard.press("Enter")
        view.until("v.app.inGraph === true", "the way into the graph")
        view.still()
        node = view.ask("v.pointed()[0]")
        before = view.at(node)
        for _ in range(3):
            view.page.keyboard.press("Shift+ArrowRight")
        view.until("v.state().pinned.includes(a[0])", "the pin", node)
        view.still()
        near(view.at(node), [before[0] + 36, before[1]], 2)


def check_search(world):
    """What is typed is found and lit; nothing found says so."""
    with world.view(size=(900, 640)) as view:
        view.rest()
        view.page.get_by_label("Find a node").fill("mme")
        names = view.page.locator("#results .name")
        names.first.wait_for()
        expect(all("mme" in name.lower() for name in names.all_inner_texts()), names.all_inner_texts())
        view.page.get_by_label("Find a node").fill("nobody at all")
        view.page.locator("#results").get_by_text("No node has this name or id").wait_for()
        view.page.get_by_label("Find a node").fill("MmeBurgon")
        view.page.keyboard.press("Enter")
        view.page.locator("#details h2").get_by_text("MmeBurgon").wait_for()
        view.page.get_by_role("button", name="Keep in place").click()
        view.until("v.state().pinned.length === 1", "the pin")
        view.page.get_by_role("button", name="Let go").click()
        view.until("v.state().pinned.length === 0", "its end")


def check_search_ends(world):
    """What was found is not left in the field; Esc draws no frame, Tab does."""
    with world.view(size=(900, 640)) as view:
        view.rest()
        field = view.page.get_by_label("Find a node")
        field.fill("Cosette")
        view.page.keyboard.press("Enter")
        view.until("v.state().selected[0] === v.find('Cosette')", "the found node")
        expect(field.input_value() == "", field.input_value())
        view.page.keyboard.press("Escape")
        expect(not view.page.evaluate("document.body.classList.contains('keyed')"), "a frame after Esc")
        view.page.keyboard.press("Tab")
        expect(view.page.evaluate("document.body.classList.contains('keyed')"), "no frame after Tab")


def boxes(view, *selectors):
    return [view.page.locator(one).first.bounding_box() for one in selectors]


def check_narrow(world):
    """In a narrow window nothing lies on the tools, Settings leave the graph in sight, and a resized one is refitted."""
    def overlap(a, b):
        return (a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"]
                and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"])

    def sees_all():
        return view.ask("""(() => { const { left, right, top, bottom } = v.app.view.camera.insets;
          return [...Array(v.state().nodes).keys()].every((i) => { const [x, y] = v.at(i);
            return x > left && x < innerWidth - right && y > top && y < innerHeight - bottom; }); })()""")
    with world.view(size=(1200, 760)) as view:
        view.rest()
        x, y = view.at("Myriel")
        view.page.mouse.move(x, y)
        view.page.mouse.down()
        view.page.mouse.move(x + 30, y, steps=4)
        view.page.mouse.up()
        view.still()
        view.page.set_viewport_size({"width": 500, "height": 600})
        view.page.wait_for_timeout(200)
        view.still()
        expect(sees_all(), "all nodes are in the free part after a change of size")
        bar, tools, legend, top, search = boxes(view, ".transport", ".tools", ".legend", ".top", ".search")
        for first, second in ((bar, tools), (bar, legend), (top, search), (tools, legend)):
            expect(not overlap(first, second), first, second)
        expect(bar["x"] >= 0 and bar["x"] + bar["width"] <= 500, bar)
        view.page.get_by_role("button", name="Settings").click()
        view.page.keyboard.press("f")
        view.still()
        expect(boxes(view, "#panel")[0]["height"] < 290, "Settings take less than half")
        expect(sees_all(), "all nodes beside Settings")


def check_help(world):
    """The help has the keys of edits where edits are allowed."""
    with world.view(size=(900, 640), extra=["--edit"] if world.command else []) as view:
        for allowed in (True, False):
            view.ask("v.app.model.allows.edit = a[0]", allowed)
            view.page.get_by_role("button", name="Keys and gestures").click()
            view.page.locator("dialog[open]").get_by_text("Zoom to the selected").wait_for()
            expect((view.page.locator("dialog[open]").get_by_text("Add a node").count() > 0) == allowed, allowed)
            view.page.keyboard.press("Escape")


def check_filters(world):
    """Core, attribute and neighbourhood hide what they should, together with what was hidden by hand."""
    with world.view(size=(1200, 760)) as view:
        view.rest()
        view.ask("v.app.filters.setCore(5)")
        cores = view.ask("[...v.app.filters.cores]")
        expect(view.ask("v.state().shown") == sum(one >= 5 for one in cores), cores)
        view.page.get_by_role("button", name="Show all").click()
        valjean = view.ask("v.find('Valjean')")
        view.ask("v.app.actions.select([a[0]])", valjean)
        view.page.get_by_label("How far").select_option("1")
        neighbours = view.ask("v.neighbours(a[0]).length", valjean)
        view.until("v.state().shown === a[0]", "the neighbourhood", neighbours + 1)
        view.page.get_by_role("button", name="Show all").click()
        if world.command is None:
            view.settings()
            view.page.get_by_label("Attribute").select_option("group")
            boxes = view.page.locator(".values input")
            boxes.first.wait_for()
            boxes.first.uncheck()
            view.until("v.state().shown < v.state().nodes", "fewer nodes")
            boxes.first.check()
            view.until("v.state().shown === v.state().nodes", "all nodes")


def check_looks(world):
    """A choice of colours is sent and comes back as colours and legend; a click on an entry fades the rest."""
    with world.view(size=(1200, 760)) as view:
        view.rest()
        view.settings()
        view.page.get_by_label("Color by").select_option("degree")
        view.page.locator(".strip").wait_for()
        view.page.get_by_label("Color by").select_option("community")
        entry = view.page.locator(".legend button").nth(1)
        entry.wait_for()
        count = int(entry.locator(".count").inner_text())
        entry.click()
        view.until("v.app.view.fade.now === 1", "the others to fade")
        expect(view.ask("v.lit().reduce((a, b) => a + b)") == count)
        entry.click()
        view.until("v.lit() === null", "the end of it")


def check_forces(world):
    """A slider sends its value and wakes the layout; a switch too."""
    with world.view(size=(1200, 760)) as view:
        view.until("!v.state().isHot || v.state().tick > 20", "some ticks")
        view.settings()
        view.page.get_by_text("Forces", exact=True).click()
        slider = view.page.locator("#panel fieldset input[type=range]").first
        slider.focus()
        for _ in range(3):
            slider.press("ArrowLeft")
        view.page.wait_for_timeout(300)
        expect(any(one["do"] == "set" for one in view.commands()), "a command")
        view.page.locator("#panel fieldset input[type=checkbox]").first.uncheck()
        view.page.wait_for_timeout(300)
        expect(any(one["do"] == "force" and one["on"] is False for one in view.commands()), "the switch")


def check_steps(world):
    """The time line: forwards, backwards, to the end, and the keys; colours follow."""
    with world.view("steps", size=(900, 640)) as view:
        keys = view.page.keyboard
        view.page.locator("#stage").focus()
        expect(view.ask("v.state().step") == 0)
        gray = view.ask("v.color(0)")
        keys.press("End")
        last = view.ask("v.state().step")
        expect(last > 50 and view.ask("v.color(0)") != gray, last)
        colors = {}
        for step in (last, 10, 40, 3, 41, 10, 40):
            view.ask("v.app.timeline.go(a[0])", step)
            now = view.ask("Array.from({ length: v.state().nodes }, (_, i) => v.color(i).join())")
            expect(colors.setdefault(step, now) == now, "step", step, "looks the same from both sides")
        keys.press("Home")
        expect(view.ask("v.color(0)") == gray)
        keys.press(".")
        keys.press(".")
        keys.press(",")
        expect(view.ask("v.state().step") == 1)
        keys.press("Space")
        view.until("v.state().step > 1", "playing")
        keys.press("Space")
        expect(view.page.locator(".timeline").get_by_text(" of 79").count() == 1)
        # Names keep off the labels of the step that is shown, in the frame that shows it, but for the name of the current node.
        view.rest()
        for step in (0, 2, 4, 9, 30):
            view.ask("v.app.timeline.go(a[0])", step)
            view.page.wait_for_timeout(400)
            names, pills, pointed = view.ask(
                "[v.names(), v.pills(), v.app.timeline.steps.state.pointers.map(({ to }) => v.nameOf(to))]")
            covered = [one for one in names for x0, y0, x1, y1 in pills
                       if one not in pointed and one[0] < x1 - 2 and x0 + 2 < one[2] and one[1] < y1 - 2 and y0 + 2 < one[3]]
            expect(len(names) > 10 and not covered and (step == 0 or pills and all(pointed)), step, covered, pointed)


def check_save(world):
    """A picture is made here; what the program makes is saved under its name."""
    with world.view(size=(900, 640)) as view:
        view.rest()
        for item, name, begin in (("Picture (PNG)", ".png", b"\x89PNG"), ("Positions", None, None),
                                  ("Web page (HTML)", ".html", None)):
            view.page.get_by_role("button", name="Save").click()
            with view.page.expect_download() as download:
                view.page.get_by_role("menuitem", name=item).click()
            data = Path(download.value.path()).read_bytes()
            expect(len(data) > 20 and (begin is None or data.startswith(begin)), item, data[:20])
            expect(name is None or download.value.suggested_filename.endswith(name), download.value.suggested_filename)


def check_changes(world):
    """Check 16, the page's half: after random changes page and program agree, and those that stay do not jump."""
    with world.view(size=(900, 640), extra=["--edit"] if world.command else []) as view:
        view.rest()
        chance = random.Random(16)
        names = view.ask("v.labels()")
        for turn in range(40):
            before = dict(zip(names, zip(*[iter(view.ask("v.positions()"))] * 2)))
            if chance.random() < 0.5 or len(names) < 20:
                name = f"new {turn}"
                view.ask("v.app.link.ask('add', { nodes: [{ id: a[0] }], links: [[a[0], a[1]]] })", name, chance.choice(names))
                names = [*names, name]
            else:
                gone = chance.sample(range(len(names)), 2)
                view.ask("v.app.link.ask('remove', { nodes: a[0], links: [] })", gone)
                names = [name for i, name in enumerate(names) if i not in gone]
            view.until("v.state().epoch === a[0] && v.positions().every(Number.isFinite)", "the change", turn + 2)
            expect(view.ask("v.labels()") == names, "the labels")
            for name, place in zip(names, zip(*[iter(view.ask("v.positions()"))] * 2)):
                if name in before:
                    near(place, before[name], 1e-6, name)
        view.still()
        expect(view.ask("v.state().nodes") == len(names))


def check_edits(world):
    """Nodes and links that people add and remove, by keys, menus and the card."""
    extra = ["--edit"] if world.command else []
    with world.view(size=(1200, 760), extra=extra) as view:
        view.rest()
        keys = view.page.keyboard
        view.page.locator("#stage").focus()
        keys.press("n")
        keys.type("Somebody new")
        keys.press("Enter")
        view.until("v.state().nodes === 78 && v.state().selected[0] === v.find('Somebody new')", "the new node")
        view.page.locator("#details").get_by_role("button", name="Add node").click()
        keys.type("Another")
        keys.press("Enter")
        view.until("v.state().nodes === 79 && v.neighbours(v.find('Another'))[0] === v.find('Somebody new')", "a neighbour")
        view.ask("v.app.actions.select([v.find('Another'), v.find('Valjean')])")
        view.page.locator("#details").get_by_role("button", name="Link", exact=True).click()
        view.until("v.neighbours(v.find('Another')).includes(v.find('Valjean'))", "a link")
        view.page.locator("#details").get_by_role("button", name="Remove link").click()
        view.until("!v.neighbours(v.find('Another')).includes(v.find('Valjean'))", "its end")
        view.page.locator("#stage").focus()
        keys.press("n")
        keys.press("Escape")
        view.page.wait_for_timeout(200)
        view.ask("v.app.actions.select([v.find('Another'), v.find('Somebody new')])")
        view.page.locator("#stage").focus()
        keys.press("Delete")
        view.until("v.state().nodes === 77 && v.find('Another') < 0 && v.state().selected.length === 0", "the removal")
        keys.press("Control+z")
        view.until("v.state().nodes === 79 && v.neighbours(v.find('Another'))[0] === v.find('Somebody new')", "both again")


def check_link_click(world):
    """A click on a link selects its ends, and the card has the values of the link."""
    with world.view(size=(900, 640)) as view:
        view.rest()
        a, b = view.at("Myriel"), view.at("Napoleon")
        view.page.mouse.click((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        expect(sorted(view.ask("v.state().selected")) == sorted(view.ask("[v.find('Myriel'), v.find('Napoleon')]")))
        view.page.locator("#details").get_by_text("Linked").wait_for()


def check_file(world):
    """Check 18: a file works from file:, without requests: hover, search, drag with movement, SVG."""
    path = Path(exported(world.folder / "graph.html"))
    print(f"      Les Miserables: {path.stat().st_size} bytes")
    expect(path.stat().st_size < 210_000, path.stat().st_size)
    with world.page(f"file://{path}", size=(900, 640), offline=True) as view:
        view.go().still()
        expect([one for one in view.requests if not one.startswith(("data:", "blob:"))] == [f"file://{path}"], view.requests)
        expect(view.sockets == [], view.sockets)
        view.page.mouse.move(*view.at("Myriel"))
        view.page.locator(".hover").get_by_text("group").first.wait_for()
        view.page.get_by_label("Find a node").fill("cosette")
        view.page.keyboard.press("Enter")
        view.page.locator("#details h2").get_by_text("Cosette").wait_for()
        view.page.keyboard.press("Escape")
        view.page.keyboard.press("f")
        view.still()
        other = view.ask("v.place(v.find('Napoleon'))")
        x, y = view.at("Myriel")
        view.page.mouse.move(x, y)
        view.page.mouse.down()
        view.page.mouse.move(x + 90, y - 60, steps=10)
        view.until("Math.hypot(v.place(v.find('Napoleon'))[0] - a[0][0], v.place(v.find('Napoleon'))[1] - a[0][1]) > 3",
                   "the neighbours to follow", other)
        view.page.mouse.up()
        view.page.get_by_role("button", name="Save").click()
        with view.page.expect_download() as download:
            view.page.get_by_role("menuitem", name="Drawing (SVG)").click()
        svg = Path(download.value.path()).read_text()
        expect(svg.startswith("<svg") and "Valjean" in svg and svg.count("<circle") >= 77, svg[:100])
        expect(">community<" in svg and ">Community 1<" in svg, "the legend")
        view.check_clean()


def check_file_looks(world):
    """Check 18: a file colours, sizes and labels by what is embedded, and has no control that does nothing."""
    path = Path(exported(world.folder / "looks.html"))
    with world.page(f"file://{path}", size=(1200, 760), offline=True) as view:
        view.go().rest()
        names = view.ask("v.labels()")
        given = view.ask("v.color(0)")
        valjean = names.index("Valjean")
        view.settings()
        view.page.get_by_label("Color by").select_option("weight")
        view.page.locator(".strip").wait_for()
        expect(view.ask("v.color(a[0])", valjean) == [0x7A, 0xD1, 0x51, 255], view.ask("v.color(a[0])", valjean))
        view.page.get_by_label("Color by").select_option("group")
        largest = view.page.locator(".legend .entry").first
        largest.get_by_text("group 1").wait_for()
        expect(int(largest.locator(".count").inner_text()) >= 20)
        view.page.get_by_label("Color by").select_option("")
        view.until("v.color(0).join() === a[0]", "the colours of the file", ",".join(map(str, given)))
        view.page.get_by_label("Size by").select_option("weight")
        view.page.locator(".discs").wait_for()
        view.page.get_by_label("Names", exact=True).select_option("group")
        expect(view.ask("v.labels()")[valjean].startswith("group "), "labels by an attribute")
        view.page.get_by_label("Names", exact=True).select_option("")
        expect(view.ask("v.labels()") == names)
        javert = names.index("Javert")
        view.ask("v.app.actions.select(a[0])", [valjean, javert])
        view.page.locator("#details table").get_by_text("weight").wait_for()
        view.page.get_by_label("Attribute").select_option("group")
        view.page.locator(".values input").first.uncheck()
        view.until("v.state().shown < v.state().nodes", "fewer nodes")
        expect(view.page.get_by_label("Layout").count() == 0 and "Remove" not in view.page.locator("#details").inner_text())
        view.page.get_by_role("button", name="Save").click()
        expect(view.page.get_by_role("menuitem").count() == 3, "PNG, SVG and positions")
        with view.page.expect_download() as download:
            view.page.get_by_role("menuitem", name="Positions").click()
        expect(len(Path(download.value.path()).read_text().splitlines()) == 78)
        view.check_clean()


def drag(view, node, dx, dy, steps=5):
    """Drags a node, and holds it."""
    x, y = view.at(node)
    view.page.mouse.move(x, y)
    view.page.mouse.down()
    view.page.mouse.move(x + dx, y + dy, steps=steps)


def check_still_file(world):
    """A file without a simulation: a drag moves the node alone."""
    path = Path(exported(world.folder / "large.html", nodes=3000, simulates=False))
    with world.page(f"file://{path}", offline=True) as view:
        view.go().still()
        node = view.ask("v.order().at(-1)")
        places = view.ask("v.positions()")
        drag(view, node, 50, 0)
        view.page.mouse.up()
        view.still()
        now = view.ask("v.positions()")
        moved = {i // 2 for i, (a, b) in enumerate(zip(places, now)) if abs(a - b) > 1e-3}
        expect(len(moved) == 1, moved)
        expect(not view.page.locator(".transport").is_visible(), "no bar for a simulation that is not there")
        view.check_clean()


# The places of all nodes stay within a share of the picture: the layout is as it was.
AS_BEFORE = """((now) => {
  const span = Math.max(...a[0]) - Math.min(...a[0]);
  return now.every((value, i) => Math.abs(value - a[0][i]) < 0.01 * span);
})(v.positions())"""


def check_file_lives(world):
    """A file of 10,000 nodes moves: drag, release, pin, reheat, sliders, pause and steps, under its own policy."""
    path = Path(exported(world.folder / "lives.html", nodes=10000))
    with world.page(f"file://{path}", size=(1200, 760), offline=True) as view:
        view.go().still()
        # As many ticks as there can be: this test waits for rest several times.
        view.ask("v.app.actions.setSpeed('free')")
        places = view.ask("v.positions()")
        node = view.ask("v.order().at(-1)")
        other = view.ask("v.neighbours(a[0])[0]", node)
        begin = view.ask("v.place(a[0])", other)
        drag(view, node, 120, -90)
        view.until("Math.hypot(...v.place(a[0]).map((value, axis) => value - a[1][axis])) > 1", "a neighbour to follow", other, begin)
        expect(view.ask("v.state().isHot"), "hot while a node is held")
        view.page.mouse.up()
        view.until(f"!v.state().isHot && {AS_BEFORE}", "all nodes to be back", places)
        expect(view.ask("v.state().tick") > 100, view.ask("v.state()"))
        # A pinned node stays where it was put, whatever the others do.
        view.page.keyboard.down("Shift")
        drag(view, node, 100, 60)
        view.page.mouse.up()
        view.page.keyboard.up("Shift")
        view.until("v.state().pinned.length === 1 && !v.state().isHot", "a pin, and rest")
        view.still()
        put = view.ask("v.place(a[0])", node)
        view.page.locator("#stage").focus()
        view.page.keyboard.press("r")
        view.until("v.state().isHot", "heat")
        view.until("!v.state().isHot", "rest again")
        view.still()
        expect(max(abs(a - b) for a, b in zip(put, view.ask("v.place(a[0])", node))) < 1e-3, "the pin")
        view.ask("v.app.actions.unpin('all')")
        view.page.keyboard.press("r")
        view.until("v.state().isHot", "heat without the pin")
        view.until(f"!v.state().isHot && {AS_BEFORE}", "all nodes to be back", places)
        # Charge spreads the nodes; with it off they return.
        view.settings()
        view.page.locator("#panel summary").get_by_text("Forces").click()
        view.page.get_by_label("Charge", exact=True).check()
        view.until("v.state().isHot", "heat by a force")
        view.page.get_by_label("Charge: Strength").fill("-100")
        view.until("Math.max(...v.positions()) > 1.05 * Math.max(...a[0])", "a wider picture", places)
        # At rest the button reheats; that may have come before the first click.
        for _ in range(9):
            view.page.locator(".transport").get_by_role("button").first.click()
            if not view.ask("v.state().running"):
                break
        # The page says "paused" at once. The worker may be in a tick, and says it with its last frame.
        view.until("v.app.link.last.isPaused", "a pause")
        view.still()
        tick = view.ask("v.state().tick")
        view.page.get_by_role("button", name="One step").click()
        view.until("v.state().tick === a[0] + 1", "a step", tick)
        view.check_clean()


def check_file_without_wasm(world):
    """Where a browser has no WebAssembly, a file says so, and the node in the hand moves alone."""
    path = Path(exported(world.folder / "plain.html"))
    with world.page(f"file://{path}", size=(900, 640), offline=True, script="delete globalThis.WebAssembly;") as view:
        view.go().still()
        other = view.ask("v.place(v.find('Napoleon'))")
        drag(view, "Myriel", 90, -60)
        view.page.locator(".toast").get_by_text("Only the node in the hand moves").wait_for()
        view.page.mouse.up()
        view.still()
        expect(view.ask("v.place(v.find('Napoleon'))") == other, "its neighbour stays")
        expect(not view.page.locator(".transport").is_visible(), "no bar for a simulation that is not there")
        view.check_clean()


def check_supernodes(world):
    """Supernodes are opened by their card, menu, key and a double click, members close their group; others do neither."""
    if world.command:
        return supernodes_of_the_program(world)
    with world.view(extra=["--settled", "--supernodes"], size=(1000, 700)) as view:
        view.still()

        def asked():
            return [(one["do"], one["nodes"]) for one in view.commands() if one["do"] in ("open", "close")]

        def expect_asked(expected, what):
            for _ in range(100):
                if asked()[-1:] == [expected]:
                    return
                view.page.wait_for_timeout(30)
            raise AssertionError(f"{what}: {asked()}")
        card = view.page.locator("#details")
        view.ask("v.app.actions.select([0])")
        card.get_by_role("button", name="Open the group").click()
        expect_asked(("open", [0]), "the card")
        expect(card.get_by_role("button", name="Close the group").count() == 0)
        view.ask("v.app.actions.select([2, 7])")
        card.get_by_role("button", name="Close the group").click()
        expect_asked(("close", [2]), "the card of two")
        view.ask("v.app.actions.select([1])")
        view.page.locator("#stage").focus()
        view.page.keyboard.press("o")
        expect_asked(("open", [1]), "the key")
        view.page.keyboard.press("m")
        view.page.get_by_role("menuitem", name="Open the group").click()
        expect_asked(("open", [1]), "the menu")
        count = len(asked())
        view.ask("v.app.actions.select([9])")
        expect(card.get_by_role("button", name="the group").count() == 0, "an ordinary node")
        view.page.locator("#stage").focus()
        view.page.keyboard.press("o")
        view.page.keyboard.press("?")
        view.page.get_by_text("Open or close a group").wait_for()
        view.page.keyboard.press("Escape")
        view.ask("v.app.actions.select([])")
        view.page.keyboard.press("f")
        view.still()
        expect(len(asked()) == count, "nothing for an ordinary node")
        view.page.mouse.dblclick(*view.at(0))
        expect_asked(("open", [0]), "a double click")
        expect(view.ask("v.state().pinned") == [], "it is not pinned")


def supernodes_of_the_program(world):
    server = Served([*shlex.split(world.command), str(ROOT / "Examples" / "miserables.csv"), "--aggregate", "community"])
    try:
        with world.page(server.address, size=(1000, 700)) as view:
            view.go()
            count = view.ask("v.state().nodes")
            expect(3 <= count <= 12, count)
            view.until("!v.state().isHot", "rest")
            view.still()
            view.page.keyboard.press("f")
            view.still()
            # The largest is first.
            view.page.mouse.dblclick(*view.at(0))
            view.until("v.state().nodes > a[0] + 5 && !v.state().isHot", "its members", count)
            more = view.ask("v.state().nodes")
            view.until("v.labels()[v.state().nodes - 1]", "names")
            member = more - 1
            view.ask("v.app.actions.select([a[0]])", member)
            view.page.locator("#details").get_by_role("button", name="Close the group").click()
            view.until("v.state().nodes === a[0]", "the supernode again", count)
            view.check_clean()
    finally:
        server.stop()


def check_file_in_frames(world):
    """A file is shown and moves in a frame of another page, also in one without an origin, as notebooks have them."""
    path = Path(exported(world.folder / "framed.html"))
    for attributes, source in (("", f'src="{path.as_uri()}"'), ('sandbox="allow-scripts"', "srcdoc")):
        outer = world.folder / "outer.html"
        outer.write_text(f'<!DOCTYPE html><h1>Notebook</h1><iframe {source} {attributes} width="900" height="560"></iframe>')
        with world.page(outer.as_uri(), size=(960, 700), offline=True) as view:
            view.page.goto(view.address)
            if source == "srcdoc":
                view.page.evaluate("(html) => { document.querySelector('iframe').srcdoc = html; }", path.read_text(encoding="utf-8"))
            view.page.frame_locator("iframe").locator(".heading").get_by_text("Les Mis").wait_for()
            frame = view.page.frames[-1]

            def ask(text, *values, view=view, frame=frame):
                return frame.evaluate(view.code(text), list(values))

            def until(text, *values, view=view, ask=ask):
                for _ in range(600):
                    if ask(text, *values):
                        return
                    view.page.wait_for_timeout(50)
                raise AssertionError(f"{attributes} {source}: waited in vain for {text}")
            until("v.counts().draws > 0 && !v.app.view.isMoving && !v.app.view.needsDraw")
            corner = view.page.locator("iframe").bounding_box()
            other = ask("v.place(v.find('Napoleon'))")
            x, y = ask("v.at('Myriel')")
            view.page.mouse.move(corner["x"] + x + 2, corner["y"] + y + 2)
            view.page.mouse.down()
            view.page.mouse.move(corner["x"] + x + 60, corner["y"] + y + 40, steps=5)
            until("Math.hypot(...v.place(v.find('Napoleon')).map((value, axis) => value - a[0][axis])) > 1", other)
            view.page.mouse.up()
            view.check_clean()
