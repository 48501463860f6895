"""Opens the notebook of the tutorial in Chromium, as nbconvert makes it a page, and drags a node of the page in it.

  python browse_notebook.py NOTEBOOK [PICTURE]   NOTEBOOK: what run_notebook.py wrote; PICTURE: a PNG to look at

Needs nbconvert and playwright beside a Chromium in the path. Exit: 0 all is well, 1 something is not, 69 no Chromium.
"""
import shutil
import sys
import tempfile
from pathlib import Path

import nbconvert
import nbformat
from playwright.sync_api import sync_playwright

# Drawing in software: without, WebGL has no canvas here, and the page draws in 2D.
ARGUMENTS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]


def main():
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        print("skipped: there is no Chromium")
        sys.exit(69)
    notebook = nbformat.read(sys.argv[1], as_version=4)
    text, _ = nbconvert.HTMLExporter().from_notebook_node(notebook)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "notebook.html"
        file.write_text(text, encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1000, "height": 800})
        page.goto(file.as_uri(), wait_until="domcontentloaded")
        element = page.locator("iframe")
        element.scroll_into_view_if_needed()
        frame = element.element_handle().content_frame()
        frame.get_by_text("78 nodes, 256 links").wait_for(timeout=30_000)
        frame.get_by_text("At rest").wait_for(timeout=30_000)
        # The page needs no worker until it simulates: a drag starts it.
        box = element.bounding_box()
        before = element.screenshot()
        frame.get_by_text("Reheat").click()
        frame.get_by_text("Settling").wait_for(timeout=30_000)
        page.wait_for_timeout(1000)
        after = element.screenshot()
        assert before != after and box["height"] == 480, box
        if sys.argv[2:]:
            Path(sys.argv[2]).write_bytes(after)
        pictures = page.evaluate(
            "[...document.querySelectorAll('img[src^=\"data:image/svg\"]')].map(one => one.getBoundingClientRect().width)")
        width = page.evaluate("document.querySelector('.jp-OutputArea-output').getBoundingClientRect().width")
        assert len(pictures) >= 5 and all(0 < one <= width + 1 for one in pictures), (pictures, width)
        browser.close()


main()
