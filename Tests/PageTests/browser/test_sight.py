"""What is seen of a graph, and what lies over it: the fit, names, cards, panels."""
import contextlib
import time

from harness import PATIENCE, Skipped, close_colors, expect, near
from playwright.sync_api import TimeoutError

DESK, PHONE = (1200, 800), (390, 844)
GRAPHS = ("miserables", "karate", "football", "chain", "names", "isolated")
# All that lies over the picture, as [what, left, top, right, bottom].
COVERS = """() => [".search", ".heading", ".top", ".details", ".legend", ".panel", ".transport", ".tools", ".chip"].flatMap((one) => {
  const box = document.querySelector(one)?.getBoundingClientRect();
  return box?.width ? [[one, box.left, box.top, box.right, box.bottom]] : []; })"""
DISCS = """v.order().map((i) => { const [x, y] = v.at(i), r = v.radius(i); return [x - r, y - r, x + r, y + r]; })"""


def overlap(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def is_whole(box, size):
    return box[0] >= 0 and box[1] >= 0 and box[2] <= size[0] and box[3] <= size[1]


def only_mock(world):
    if world.command:
        raise Skipped("only the mock server has these graphs")


def expect_clear(view, size, what, discs=None):
    """No disc and no name is cut off or covered."""
    covers = view.page.evaluate(COVERS)
    for kind, boxes in (("name", view.ask("v.names()")), ("disc", view.ask(DISCS) if discs is None else discs)):
        for box in boxes:
            expect(is_whole(box, size), what, kind, "cut off", box)
            for cover in covers:
                expect(not overlap(box, cover[1:]), what, kind, box, "under", cover)


def check_fit(world):
    """Nodes and names are whole and not covered, with and without Settings, in a window and on a phone."""
    only_mock(world)
    for graph in GRAPHS:
        server = world.server(graph, "--settled")
        try:
            for size, most in ((DESK, 12), (PHONE, 5)):
                with world.page(server.address, size=size) as view:
                    view.go().until("v.names().length >= a[0]", f"names of {graph} {size}", most)
                    view.still()
                    boxes = view.ask(DISCS)
                    linked = view.ask("v.order().map((i) => v.neighbours(i).length > 0)")
                    seen = [box for box, isLinked in zip(boxes, linked) if isLinked]
                    expect_clear(view, size, f"{graph} {size}", seen)
                    left, right = min(box[0] for box in seen), max(box[2] for box in seen)
                    top, bottom = min(box[1] for box in seen), max(box[3] for box in seen)
                    expect(max((right - left) / size[0], (bottom - top) / size[1]) > 0.6, graph, size, "is small",
                           left, top, right, bottom)
                    view.page.get_by_role("button", name="Settings").click()
                    view.page.keyboard.press("f")
                    view.still()
                    expect_clear(view, size, f"{graph} {size} Settings", [])
                    view.check_clean()
        finally:
            server.stop()


def check_isolated(world):
    """Nodes without links take a tenth of the fit at most."""
    only_mock(world)
    with world.view("isolated", extra=["--settled"], size=DESK) as view:
        view.still()
        joined = [i for i in range(100) if view.ask("v.neighbours(a[0]).length", i)]
        expect(len(joined) == 64, len(joined))
        places = [view.at(i) for i in joined]
        bounds = view.ask("(({ low, high }) => [...v.app.view.camera.toScreen(...low), ...v.app.view.camera.toScreen(...high)])(v.app.view.bounds())")
        for axis in (0, 1):
            span = max(one[axis] for one in places) - min(one[axis] for one in places)
            expect(span >= 0.899 * (bounds[2 + axis] - bounds[axis]), axis, span, bounds)
        far = [i for i in range(64, 100) if not bounds[0] <= view.at(i)[0] <= bounds[2]]
        expect(far, "some are outside of it")
        view.page.keyboard.press("f")
        view.still()
        expect_clear(view, DESK, "asked again, all")
        view.page.keyboard.press("f")
        view.still()
        near(view.at(0), places[0], 2, "as before")


def check_space_fills(world):
    """A graph in space fills seven tenths of what is free of the stage in one direction at least, from wherever it is looked at."""
    with world.view("space", extra=[] if world.command else ["--settled"], size=DESK) as view:
        view.rest()
        for turn in (0, 1, 2):
            view.ask("(v.app.view.orbit.turn(a[0], 0.3), v.app.view.moved())", turn)
            view.until("v.app.view.follows", "a picture that follows")
            view.still()
            boxes = view.ask(DISCS)
            spans = [max(box[2 + axis] for box in boxes) - min(box[axis] for box in boxes) for axis in (0, 1)]
            insets = view.ask("(({ left, right, top, bottom }) => [left + right, top + bottom])(v.app.view.camera.insets)")
            shares = [span / (side - inset) for span, side, inset in zip(spans, DESK, insets)]
            expect(max(shares) >= 0.7, turn, shares)
            expect_clear(view, DESK, f"turn {turn}", boxes)


def is_inside(x, y, path):
    inside = False
    for (ax, ay), (bx, by) in zip(path, [path[-1], *path[:-1]]):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def check_clusters(world):
    """Clusters are hulls around the discs of their nodes, the inner one in the outer one, whole and with their names
    apart from those of nodes; what is hidden is not in them."""
    only_mock(world)
    for size in (DESK, PHONE):
        with world.view("clusters", extra=["--settled"], size=size) as view:
            view.still()
            outlines = view.ask("v.outlines()")
            expect([one["name"] for one in outlines] == ["Cluster 1", "Cluster 2", "Cluster 3", "Inner"], outlines)
            members = [*(range(10 * i, 10 * i + 10) for i in range(3)), range(10, 14)]
            discs = dict(view.ask("v.order().map((i) => [i, [...v.at(i), v.radius(i)]])"))
            for one, nodes in zip(outlines, members):
                for node in nodes:
                    x, y, r = discs[node]
                    for dx, dy in ((0, 0), (r, 0), (-r, 0), (0, r), (0, -r)):
                        expect(is_inside(x + dx, y + dy, one["path"]), one["name"], node)
                for x, y in one["path"]:
                    expect(0 <= x <= size[0] and 0 <= y <= size[1], size, one["name"], x, y)
            expect(all(is_inside(x, y, outlines[1]["path"]) for x, y in outlines[3]["path"]), "the inner one is inside")
            boxes = view.ask("v.app.view.outlines.boxes")
            covers = view.page.evaluate(COVERS)
            others = [*view.ask("v.names()"), *(one[1:] for one in covers)]
            for box in boxes:
                expect(is_whole(box, size), size, box)
                for other in others:
                    expect(not overlap(box, other), size, box, "on", other)
            # The line of the third is red.
            x, y = min(outlines[2]["path"], key=lambda point: -point[1])
            pixels = view.pixels()
            red = [pixels.at(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
            expect(any(color[0] > 130 and color[1] < 150 and color[2] < 150 for color in red), red)
            view.ask("v.app.actions.hide([20, 21, 22, 23, 24, 25, 26, 27, 28, 29])")
            view.still()
            expect(len(view.ask("v.outlines()")) == 3, "nothing around what is hidden")


def box_of(view, selector):
    box = view.page.locator(selector).bounding_box()
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def expect_lit(view, node, what):
    """The neighbourhood of a node is lit, and nothing else; of None nothing."""
    lit = None if node is None else sorted([node, *view.ask("v.neighbours(a[0])", node)])
    view.until("JSON.stringify(v.lit() && v.order().filter((i) => v.lit()[i]).sort((p, q) => p - q)) === a[0]",
               what, "null" if lit is None else "[" + ",".join(map(str, lit)) + "]")


def is_free(view, node, high=0):
    """Whether the pointer can reach a node, a share of its radius above its centre."""
    x, y = view.at(node)
    y -= view.ask("v.radius(a[0])", node) * high
    return (view.page.evaluate("([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('#stage'))", [x, y])
            and view.ask("v.app.view.nodeAt(a[0], a[1], 12)", x, y) == node)


def point_at(view, node, high=0):
    """Points at a node, a share of its radius above its centre, until its card is there; gives back its place."""
    card = view.page.locator(".hover").get_by_text(view.ask("v.labels()")[node], exact=True)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        x, y = view.at(node)
        view.page.mouse.move(x, y - view.ask("v.radius(a[0])", node) * high)
        with contextlib.suppress(TimeoutError):
            card.wait_for(timeout=1000)
            view.still()
            # The picture may have moved away under the pointer.
            if card.is_visible() and view.at(node) == [x, y]:
                return x, y
    raise AssertionError(f"no card of node {node}")


def check_card_place(world):
    """The card of a node covers neither its name nor its disc, and is whole."""
    with world.view(size=(900, 640)) as view:
        view.rest()
        seen = 0
        for node in view.ask("v.order()")[::-4]:
            if not is_free(view, node, 0.8):
                continue
            # At the rim, where a card beside the pointer would lie on the name.
            x, y = point_at(view, node, 0.8)
            card, radius = box_of(view, ".hover"), view.ask("v.radius(a[0])", node)
            name = view.ask("v.nameOf(a[0])", node)
            expect(name and not overlap(card, name), "the card", card, "covers the name", name)
            expect(not overlap(card, [x - radius, y - radius, x + radius, y + radius]), "the card", card, "covers", x, y)
            expect(is_whole(card, (900, 640)), card)
            seen += 1
        expect(seen > 8, seen)


def check_card_goes(world):
    """The card goes with the wheel, a search and a flight; what is lit has one owner at a time."""
    with world.view(size=(900, 640)) as view:
        view.rest()
        myriel, card = view.ask("v.find('Myriel')"), view.page.locator(".hover")

        def point_at(node):
            view.page.mouse.move(5, 400)
            view.page.mouse.move(*view.at(node))
            card.wait_for()
            expect_lit(view, node, "what is pointed at")
        point_at(myriel)
        view.page.mouse.wheel(0, -200)
        expect(not card.is_visible(), "the card after the wheel")
        expect_lit(view, None, "nothing after the wheel")
        view.page.keyboard.press("f")
        view.still()
        point_at(myriel)
        view.page.keyboard.press("/")
        view.page.keyboard.type("cosette")
        expect(not card.is_visible(), "the card beside a search")
        view.page.keyboard.press("Enter")
        cosette = view.ask("v.find('Cosette')")
        expect_lit(view, cosette, "where one has flown to")
        view.still()
        expect(not card.is_visible(), "the card after a flight")
        other = next(node for node in view.ask("v.order()")[::-1] if node != cosette and is_free(view, node))
        view.page.mouse.click(*view.at(other), button="right")
        view.page.locator("#menu .head").get_by_text(view.ask("v.labels()")[other]).wait_for()
        expect_lit(view, other, "the node of the menu")
        view.page.wait_for_timeout(200)
        expect(not card.is_visible(), "the card beside a menu")
        expect_lit(view, other, "still the node of the menu")
        view.page.keyboard.press("Escape")
        expect_lit(view, None, "nothing after the menu")


def check_lit_owners(world):
    """What the legend lights is lit again when the pointer has been elsewhere."""
    with world.view(size=DESK) as view:
        view.rest()
        view.page.locator(".legend button").nth(1).click()
        view.until("v.app.view.fade.now === 1", "the others to fade")
        chosen = view.ask("v.lit()")
        myriel = view.ask("v.find('Myriel')")
        view.page.mouse.move(*view.at(myriel))
        expect_lit(view, myriel, "what is pointed at")
        # A node may be anywhere on the stage.
        view.page.locator(".top button").first.hover()
        view.until("JSON.stringify(v.lit()) === a[0]", "the legend's", "[" + ",".join(map(str, chosen)) + "]")
        view.page.locator(".legend button").nth(1).click()
        expect_lit(view, None, "nothing")


def expect_apart(view, what):
    covers = view.page.evaluate(COVERS)
    for i, first in enumerate(covers):
        for second in covers[:i]:
            expect(not overlap(first[1:], second[1:]), what, first, second)
    return [one[0] for one in covers]


def check_phone(world):
    """On a phone, upright and on its side, settings, card and all others lie beside one another."""
    for size in (PHONE, (600, 700)):
        with world.view(size=size, has_touch=True) as view:
            view.rest()
            expect(".panel" not in expect_apart(view, "at first"), "settings are closed")
            settings = view.page.get_by_role("button", name="Settings")
            settings.click()
            expect(".panel" in expect_apart(view, "settings"), "settings")
            view.ask("v.app.actions.select([v.find('Valjean')])")
            shown = expect_apart(view, "a card instead of settings")
            expect(".details" in shown and ".panel" not in shown, shown)
            settings.click()
            shown = expect_apart(view, "settings instead of a card")
            expect(".panel" in shown and ".details" not in shown, shown)
            settings.click()
            view.page.keyboard.press("Escape")
            view.ask("v.app.actions.hide([v.find('Valjean')])")
            expect(".chip" in expect_apart(view, "with a line of what is hidden"), "the line")
            view.page.keyboard.press("f")
            view.still()
            expect_clear(view, size, "beside the line")


STATE = """(({ camera, selected, shown }) => JSON.stringify([[camera.scale, camera.x, camera.y].map((n) => n.toPrecision(5)),
  selected, shown]))(v.state())"""


def check_address(world):
    """Camera, selection and filters are kept over a reload, and are in the address that somebody else gets."""
    server = world.server("miserables", *([] if world.command else ["--settled"]))
    try:
        with world.page(server.address, size=DESK) as view:
            view.go().rest()
            view.page.keyboard.press("f")
            view.still()
            view.page.wait_for_timeout(400)
            expect("#[77,254,false," in view.page.url, "a picture that follows has no place", view.page.url)
            view.page.mouse.move(500, 300)
            view.page.mouse.wheel(0, -250)
            view.ask("v.app.actions.select([v.find('Javert'), v.find('Cosette')])")
            view.ask("v.app.actions.hide([v.find('Myriel')])")
            view.ask("v.app.filters.setCore(3)")
            if world.command is None:
                view.ask("v.app.filters.setComponent('largest')")
            view.still()
            view.page.wait_for_timeout(600)
            before, address = view.ask(STATE), view.page.url
            expect(view.ask("v.state().shown") < 70 and len(address) < 300, address)
            view.page.reload()
            view.until("v.counts().draws > 0 && v.state().selected.length === 2", "the selection")
            view.still()
            expect(view.ask(STATE) == before, view.ask(STATE), "was", before)
            # Names arrive after the selection.
            names = view.page.locator("#details .entry .name").all_inner_texts()
            expect(sorted(names) == ["Cosette", "Javert"], "the card names what is selected", names)
            view.check_clean()
            with world.page(server.address, size=DESK) as other:
                other.go()
                # A page that is open takes what its address becomes, also where it was about to write its own: the
                # timer of that is due before the event of the new address comes.
                other.still()
                other.page.wait_for_timeout(400)
                other.ask("""(() => {
                  const due = performance.now() + 50;
                  v.app.view.emit("camera");
                  while (performance.now() < due);
                  location.hash = a[0];
                })()""", address.partition("#")[2])
                other.until("v.state().selected.length === 2", "the selection")
                other.still()
                expect(other.ask(STATE) == before, other.ask(STATE), "is not", before)
                other.page.evaluate("(hash) => { location.hash = hash; }", "[78,254,false,[1],[],null,null,0,null,null]")
                other.page.wait_for_timeout(300)
                expect(other.ask(STATE) == before, "the address of another graph changes nothing")
                for strange in ("%", "[77,254,[1],5]", "[77,254,0,{},7,8,9]", "null"):
                    other.page.evaluate("(hash) => { location.hash = hash; }", strange)
                    other.page.wait_for_timeout(100)
                other.page.evaluate("(hash) => { location.hash = hash; }", address.partition("#")[2])
                other.until("v.state().shown < 70", "the filters")
                other.page.get_by_role("button", name="Show all").click()
                other.ask("v.app.actions.select([])")
                other.page.keyboard.press("f")
                other.still()
                other.page.wait_for_timeout(600)
                expect(other.page.url.endswith("#[77,254,false,[],[],null,null,0,null,null]") or world.command,
                       "nothing to say", other.page.url)
                other.check_clean()
    finally:
        server.stop()


def check_address_attribute(world):
    """The filter by an attribute is kept over a reload, and Settings show it."""
    only_mock(world)
    with world.view(extra=["--settled"], size=DESK) as view:
        view.still()
        view.settings()
        for name, box in (("group", None), ("weight", "At least")):
            view.page.get_by_label("Attribute").select_option(name)
            if box:
                view.page.get_by_role("slider", name=box).fill("12")
            else:
                view.page.locator(".values input").first.uncheck()
            view.until("v.state().shown < v.state().nodes", "fewer nodes")
            shown = view.ask("v.state().shown")
            view.page.wait_for_timeout(600)
            view.page.reload()
            view.until("v.counts().draws > 0 && v.state().shown === a[0]", "the filter", shown)
            view.settings()
            expect(view.page.get_by_label("Attribute").input_value() == name)
            if not box:
                expect(not view.page.locator(".values input").first.is_checked(), "the box is empty")


def check_contrast(world):
    """Where strong contrast is preferred, what is grey elsewhere has the colour of texts: links, lines, small texts."""
    for scheme, text in (("light", [31, 35, 40]), ("dark", [232, 235, 239])):
        with world.view(size=(900, 640), contrast="more", color_scheme=scheme) as view:
            view.rest()
            color = f"rgb({', '.join(map(str, text))})"
            found = view.page.evaluate("""() => [getComputedStyle(document.querySelector(".heading p")).color,
              getComputedStyle(document.querySelector(".top")).borderTopColor]""")
            expect(found == [color, color], scheme, found)
            links = view.ask("[...v.app.view.picture.linkColors.slice(0, 3)]")
            expect(links == text, scheme, links)


def check_print(world):
    """On paper are the picture, its title and its legend, and the ground is white."""
    with world.view(size=(900, 640), color_scheme="dark") as view:
        view.rest()
        expect(view.ask("v.state().theme") == "dark")
        view.page.emulate_media(media="print")
        for selector, isThere in ((".heading", True), (".legend", True), (".stage", True), (".search", False), (".top", False),
                                  (".transport", False), (".tools", False)):
            expect(view.page.locator(selector).first.is_visible() == isThere, selector, isThere)
        view.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        expect(view.ask("v.state().theme") == "light" and view.pixels().at(450, 5) == (255, 255, 255), view.pixels().at(450, 5))
        # The picture fills the sheet, whose size it does not have.
        width, height, (x, y) = view.ask("(({ width, height }) => [width, height, v.at('Valjean')])(v.app.view.camera)")
        box = view.page.locator(".stage").bounding_box()
        scale = min(box["width"] / width, box["height"] / height)
        spans = view.ask("""[0, 1].map((axis) => { const all = [...v.app.view.scene.labels.keys()].map((node) => v.at(node)[axis]);
            return Math.max(...all) - Math.min(...all); })""")
        expect(spans[0] > 0.6 * width or spans[1] > 0.6 * height, spans, "of", width, height)
        x = box["x"] + box["width"] / 2 + (x - width / 2) * scale
        y = box["y"] + box["height"] / 2 + (y - height / 2) * scale
        expect(close_colors(view.pixels().at(x, y), view.ask("v.color(v.find('Valjean'))")), "the picture is drawn at once")
        view.page.emulate_media(media="screen")
        view.page.evaluate("dispatchEvent(new Event('afterprint'))")
        expect(view.ask("v.state().theme") == "dark")


def check_communities(world):
    """A graph of which nothing is said shows its communities, each called by its hub; a choice of somebody else stays."""
    server = world.server("space" if world.command else "miserables", *([] if world.command else ["--settled", "--plain"]))
    try:
        with world.page(server.address, size=DESK) as view:
            view.go()
            view.until("v.app.model.legend.length > 0 && v.color(0)[3] === 255", "colours")
            view.rest()
            names = view.page.locator(".legend button .name").all_inner_texts()
            labels = view.ask("v.labels()")
            expect(len(names) > 2 and set(names) <= {*labels, "Others", "others"}, names)
            colors = view.ask("v.order().map((i) => [i, v.color(i).join(), v.neighbours(i).length])")
            for name in names:
                if name in labels:
                    hub = labels.index(name)
                    color = next(one[1] for one in colors if one[0] == hub)
                    expect(max(one[2] for one in colors if one[1] == color) <= view.ask("v.app.view.scene.degree(a[0])", hub), name)
            view.settings()
            expect(view.page.get_by_label("Color by").input_value() == "community")
            if world.command:
                view.page.get_by_label("Color by").select_option("")
                view.until("v.app.model.legend.length === 0", "one colour")
                view.page.reload()
                view.until("v.state().nodes > 0 && v.counts().draws > 0", "a picture")
                view.page.wait_for_timeout(700)
                expect(view.ask("v.app.model.legend.length") == 0, "the choice stays")
            view.check_clean()
    finally:
        server.stop()
