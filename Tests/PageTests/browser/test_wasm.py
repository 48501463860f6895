"""Simulations in WebAssembly, in a browser: the server's bits, and the example page."""
import contextlib
import functools
import http.server
import threading
import time

from harness import PATIENCE, ROOT, expect

# The scenes of scenes.mjs, by a module from the address of the page.
RUN_SCENES = """async ([part]) => {
  const { allScenes, readText, runScenes } = await import('/Tests/PageTests/scenes.mjs');
  const recorded = JSON.parse(await readText('../ForceSimulationTests/StateHashes.json'));
  const scenes = allScenes().filter((scene) => part === 'all' || (scene.dimensions === 2 && scene.scalar === 'float'));
  return { count: scenes.length, wrong: await runScenes(scenes, part, recorded) };
}"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def repository():
    """The address of a server of the files of this repository."""
    handler = functools.partial(Quiet, directory=str(ROOT))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def until(page, condition):
    """Waits for an expression of `text`, what the page says, and `alpha`, its last number. The page allows no eval()."""
    end = time.monotonic() + PATIENCE
    code = f"() => {{ const text = document.querySelector('output').value, alpha = Number(text.split(' ').at(-1)); return {condition}; }}"
    while not page.evaluate(code):
        expect(time.monotonic() < end, "waited in vain for", condition)
        page.wait_for_timeout(20)


def check_wasm_has_the_bits_of_the_server(world):
    """All named scenes in two and three dimensions end in the recorded states."""
    with repository() as address, world.page(address) as view:
        view.page.goto(f"{address}/Examples/webassembly/index.html")
        for module, least in (("plane", 20), ("all", 80)):
            found = view.page.evaluate(RUN_SCENES, [module])
            expect(found["count"] >= least, found["count"], "scenes")
            expect(found["wrong"] == {}, module, found["wrong"])


def check_wasm_example(world):
    """The example page ticks in its worker under its own policy, draws, and follows the hand."""
    with repository() as address, world.page(address) as view:
        page = view.page
        page.goto(f"{address}/Examples/webassembly/index.html")
        until(page, "text.includes('ms a tick')")
        page.select_option("#count", "1000")
        until(page, "alpha < 0.1")
        page.mouse.move(320, 200)
        page.mouse.down()
        page.mouse.move(400, 260, steps=5)
        page.locator("#charge").evaluate("(input) => { input.value = -100; input.dispatchEvent(new Event('input')); }")
        until(page, "alpha > 0.2 && alpha < 0.4")
        page.mouse.up()
        blue = """() => {
          const canvas = document.querySelector('canvas');
          const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
          let count = 0;
          for (let at = 0; at < data.length; at += 4) count += data[at] < 0x40 && data[at + 2] > 0x90 && data[at + 3] > 0;
          return count;
        }"""
        expect(page.evaluate(blue) > 1000, "nodes are drawn", page.evaluate(blue))
        expect(view.errors == [], view.errors)
