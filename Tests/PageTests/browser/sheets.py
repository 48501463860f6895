"""Sheets of pictures in sequence, to be looked at: nothing here is judged."""
import base64
import shlex
import struct
import subprocess
import zlib
from pathlib import Path

from harness import Pixels, ROOT, Served

SIZE = (960, 640)
# Those of the documentation, with few colours: a sheet, and which of its pictures.
KEPT = {"miserables": 5, "search": 4, "debian": 4}


def make(world, folder):
    if world.command is None:
        raise SystemExit("test-view: sheets show the program: --server \".build/release/forcegraph view\"")
    folder.mkdir(parents=True, exist_ok=True)
    for name, pictures in (("miserables", miserables), ("power", power), ("debian", debian), ("search", search),
                           ("space", space)):
        found = pictures(world)
        if found is None:
            print(f"{name}: left out; .build/release/view-example is not there")
            continue
        join(world, found, folder / f"{name}.png")
        for i, (_, picture) in enumerate(found):
            (folder / f"{name}-{i + 1}.png").write_bytes(picture)
        if name in KEPT:
            (folder / f"small-{name}.png").write_bytes(with_palette(found[KEPT[name] - 1][1]))
        print(folder / f"{name}.png", flush=True)


def join(world, pictures, path):
    """One sheet: three in a row, each with what it shows."""
    with world.page("about:blank", size=(1500, 400)) as view:
        cells = "".join(
            f"<figure><img src='data:image/png;base64,{base64.b64encode(data).decode()}'><figcaption>{i}. {text}</figcaption></figure>"
            for i, (text, data) in enumerate(pictures, 1))
        view.page.set_content(
            "<style>body{margin:0;padding:12px;display:grid;grid-template-columns:repeat(3,1fr);gap:12px;background:#e9ecef;"
            "font:15px sans-serif}figure{margin:0}img{width:100%;border-radius:6px;display:block}figcaption{padding:5px 2px}</style>"
            + cells)
        view.page.wait_for_timeout(300)
        path.write_bytes(view.page.screenshot(full_page=True))


def with_palette(data, most=200):
    """A PNG with the most frequent colours of another, in which near ones are one."""
    picture = Pixels(data)
    rows, counts = [], {}
    for row in picture.rows:
        pixels = [(255, 255, 255) if min(row[i:i + 3]) >= 250 else tuple(min(one + 4, 255) & 0xF8 for one in row[i:i + 3])
                  for i in range(0, len(row), picture.step)]
        rows.append(pixels)
        for pixel in pixels:
            counts[pixel] = counts.get(pixel, 0) + 1
    palette = sorted(counts, key=counts.get, reverse=True)[:most]
    nearest = {one: min(range(len(palette)), key=lambda i, one=one: sum((p - q) ** 2 for p, q in zip(palette[i], one)))
               for one in counts}

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    body = b"".join(b"\0" + bytes(nearest[pixel] for pixel in pixels) for pixels in rows)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", picture.width, picture.height, 8, 3, 0, 0, 0))
            + chunk(b"PLTE", b"".join(bytes(one) for one in palette)) + chunk(b"IDAT", zlib.compress(body, 9)) + chunk(b"IEND", b""))


def served(world, *arguments):
    return Served([*shlex.split(world.command), *(str(one) for one in arguments)])


def miserables(world):
    server = served(world, ROOT / "Examples" / "miserables.csv", "--color-by", "community", "--size-by", "degree")
    found = []
    try:
        with world.page(server.address, size=SIZE) as view:
            def take(text):
                found.append((text, view.page.screenshot()))
            view.go()
            view.until("!v.state().isHot", "rest")
            view.still()
            take("at rest")
            x, y = view.at("Myriel")
            view.page.mouse.move(x, y)
            view.page.mouse.down()
            view.page.mouse.move(x + 40, y + 20, steps=4)
            view.page.wait_for_timeout(250)
            take("Myriel in the hand")
            view.page.mouse.move(x + 130, y + 60, steps=12)
            view.page.wait_for_timeout(1200)
            take("the neighbours follow")
            view.page.keyboard.down("Shift")
            view.page.mouse.up()
            view.page.keyboard.up("Shift")
            view.page.wait_for_timeout(600)
            take("let go with Shift: it stays, with a ring")
            view.page.mouse.move(x - 20, y - 60)
            view.until("!v.state().isHot", "rest")
            view.still()
            take("at rest around it")
            view.page.mouse.click(*view.at("Myriel"))
            view.page.wait_for_timeout(1500)
            take("its card")
    finally:
        server.stop()
    return found


def power(world):
    server = served(world, ROOT / "Examples" / "power.txt.gz", "--color-by", "degree")
    found = []
    try:
        with world.page(server.address, size=SIZE) as view:
            view.go()
            for ticks in (10, 40, 90, 160, 240):
                view.until("v.state().tick >= a[0] || !v.state().isHot", f"{ticks} ticks", ticks)
                found.append((f"tick {view.ask('v.state().tick')}", view.page.screenshot()))
            view.until("!v.state().isHot", "rest")
            view.still()
            found.append(("at rest", view.page.screenshot()))
    finally:
        server.stop()
    return found


def debian(world):
    server = served(world, ROOT / "Examples" / "debian.edges.gz")
    found = []
    try:
        with world.page(server.address, size=SIZE) as view:
            def take(text):
                view.still()
                found.append((text, view.page.screenshot()))
            view.go()
            view.page.wait_for_timeout(20000)
            view.rest()
            take("59,414 packages")
            field = view.page.get_by_label("Find a node")
            field.fill("python3")
            view.page.wait_for_timeout(1500)
            take("found by name")
            field.press("Enter")
            view.page.wait_for_timeout(2500)
            take("python3, and what needs it")
            view.page.get_by_label("How far").select_option("1")
            view.page.wait_for_timeout(2500)
            take("only its neighbourhood")
            view.page.get_by_role("button", name="Zoom to").click()
            view.page.wait_for_timeout(1500)
            take("zoomed in")
            view.page.get_by_role("button", name="Show all").click()
            view.page.keyboard.press("f")
            view.page.wait_for_timeout(2500)
            take("among all others")
    finally:
        server.stop()
    return found


def search(world):
    example = Path(shlex.split(world.command)[0]).parent / "view-example"
    if not example.exists():
        return None
    graph = world.folder / "power.graphml"
    subprocess.run([shlex.split(world.command)[0], "layout", str(ROOT / "Examples" / "power.txt.gz"), "-o", str(graph)],
                   check=True, capture_output=True)
    server = Served([str(example.resolve()), "search", graph.name], world.folder)
    found = []
    try:
        with world.page(server.address, size=SIZE) as view:
            view.go().rest()
            count = view.ask("v.app.timeline.steps.count")
            view.page.keyboard.press("l")
            for share in (0, 0.02, 0.1, 0.35, 0.7, 1):
                step = min(round(share * count), count - 1)
                view.ask("v.app.timeline.go(a[0])", step)
                view.still()
                found.append((f"step {step + 1} of {count}", view.page.screenshot()))
    finally:
        server.stop()
    return found


def space(world):
    server = served(world, ROOT / "Examples" / "miserables.csv", "--dim", "3", "--color-by", "community", "--size-by", "degree")
    found = []
    try:
        with world.page(server.address, size=SIZE) as view:
            view.go()
            view.until("!v.state().isHot", "rest")
            view.still()
            found.append(("at rest", view.page.screenshot()))
            for turn in range(1, 6):
                ground = next((x, y) for y in range(120, 560, 20) for x in range(700, 300, -20)
                              if view.ask("v.app.view.nodeAt(a[0], a[1], 20)", x, y) < 0)
                view.page.mouse.move(*ground)
                view.page.mouse.down()
                view.page.mouse.move(ground[0] + 90, ground[1] + 12 * (turn - 3), steps=6)
                view.page.mouse.up()
                view.page.mouse.move(5, 300)
                view.still()
                found.append((f"turned, {turn}", view.page.screenshot()))
    finally:
        server.stop()
    return found
