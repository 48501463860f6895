"""The page in another language."""
import json
import re
import subprocess

from export_file import exported
from harness import ROOT, expect

# All that is read or heard: texts of elements, and names and hints in attributes.
TEXTS = """() => {
  const found = [];
  const walk = (element) => {
    if (element.matches("script, style, noscript, .name, .details h2, .details table, .heading h1, .hover")) return;
    for (const name of ["aria-label", "title", "placeholder"]) if (element.hasAttribute(name)) found.push(element.getAttribute(name));
    for (const child of element.childNodes) {
      if (child.nodeType === 3 && child.data.trim()) found.push(child.data.trim());
      if (child.nodeType === 1) walk(child);
    }
  };
  walk(document.body);
  return found; }"""
# The same in both languages.
ALIKE = {"Filter", "Graph", "Id", "Name", "Simulation", "Zoom", "PageRank"}


def table():
    code = 'import { GERMAN } from "./Sources/GraphView/Page/german.js"; console.log(JSON.stringify(GERMAN));'
    done = subprocess.run(["node", "--input-type=module", "-e", code], cwd=ROOT, check=True, capture_output=True, text=True)
    return dict(json.loads(done.stdout))


def texts_of(view):
    """All texts, with everything open that opens."""
    found = set()

    def take():
        found.update(view.page.evaluate(TEXTS))
    view.go().rest()
    take()
    view.settings()
    view.page.evaluate("() => document.querySelectorAll('#panel details').forEach((one) => { one.open = true; })")
    take()
    view.page.locator(".top button").nth(0).click()
    take()
    view.page.keyboard.press("Escape")
    view.page.locator(".top button").nth(2).click()
    take()
    view.page.keyboard.press("Escape")
    for names in (["Valjean"], ["Valjean", "Javert"]):
        view.ask("v.app.actions.select(a[0].map((name) => v.find(name)))", names)
        view.page.wait_for_timeout(200)
        take()
    view.page.mouse.click(*view.at("Valjean"), button="right")
    take()
    view.page.keyboard.press("Escape")
    view.ask("v.app.actions.hide([v.find('Valjean')])")
    view.page.keyboard.press("/")
    view.page.keyboard.type("nobody at all")
    view.page.wait_for_timeout(300)
    take()
    view.check_clean()
    return found


def check_german(world):
    """A German browser gets all texts in German; lang says another language than the browser."""
    german = table()
    server = world.server("miserables", *(["--edit"] if world.command else []))
    try:
        with world.page(server.address, size=(1200, 1000), locale="de-AT") as view:
            found = texts_of(view)
            expect(view.page.evaluate("document.documentElement.lang") == "de")
            expect(view.page.locator(".heading p").inner_text() == "77 Knoten, 254 Kanten")
            english = {key for key, value in german.items() if key != value}
            expect(not found & english, "English texts", sorted(found & english))
            known = set(german.values())
            expect(len(found & known) > 90, len(found & known), "texts of the table")
        with world.page(server.address + "?lang=en", size=(1200, 1000), locale="de-AT") as view:
            view.address = server.address
            view.page.goto(server.address + "?test=1&lang=en")
            view.go = lambda: view
            view.until("v.state().nodes > 0 && v.counts().draws > 0", "a first picture")
            others = texts_of(view)
            # What the two have in common are names, numbers, and what says so.
            same = {text for text in found & others if re.search(r"[a-z]{3}", text)} - ALIKE
            same = {text for text in same if not re.match(r"Community \d|group \d|.*:", text)}
            data = set(view.ask("v.labels()")) | {"Group", "Weight", "Others", "GRAPHML", "GEXF"}
            # Layouts and measures are named by the program.
            layouts, measures = view.ask("[v.app.model.layouts.map((one) => one.title), v.app.model.measures ?? []]")
            data |= {*layouts, *(name[:1].upper() + name[1:] for name in measures)}
            expect(not same - data, "the same in both languages", sorted(same - data))
            expect(view.page.evaluate("document.documentElement.lang") == "en")
    finally:
        server.stop()


def check_german_file(world):
    """A file has both languages."""
    path = exported(world.folder / "german.html")
    for locale, text in (("de-DE", "77 Knoten, 254 Kanten"), ("fr-FR", "77 nodes, 254 links")):
        with world.page(f"file://{path}", size=(900, 640), locale=locale) as view:
            view.go().still()
            expect(view.page.locator(".heading p").inner_text() == text, locale)
            view.check_clean()
