"""The pages of docs/ as a catalog of docc."""
import re
import shutil

LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^()\s]*(?:\([^()]*\)[^()\s]*)*)\)")
COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
IMAGES = (".svg", ".png")


class WrongLink(Exception):
    pass


def write_guides(root, catalog):
    """Fills a new folder with the articles and their pictures."""
    catalog.mkdir()
    docs = root / "docs"
    pages = {path.resolve(): path.stem for path in [*docs.glob("*.md"), *docs.glob("*/*.md")]}
    del pages[(docs / "README.md").resolve()]
    for path, name in pages.items():
        text = path.read_text(encoding="utf-8")
        (catalog / f"{name}.md").write_text(article(text, path, pages, catalog), encoding="utf-8")
    index = (docs / "README.md").read_text(encoding="utf-8")
    (catalog / "guides.md").write_text(landing(index, docs, pages), encoding="utf-8")


def article(text, path, pages, catalog):
    """A page with links and pictures as docc has them; code stays as it is."""
    text = COMMENT.sub("", text)
    parts, place = [], 0
    for fence in FENCE.finditer(text):
        parts += [translated(text[place:fence.start()], path, pages, catalog), fence.group()]
        place = fence.end()
    parts.append(translated(text[place:], path, pages, catalog))
    return "".join(parts)


def translated(text, path, pages, catalog):
    def replace(link):
        mark, words, target = link.groups()
        if "://" in target:
            return link.group()
        name, _, anchor = target.partition("#")
        file = (path.parent / name).resolve() if name else path.resolve()
        if not file.exists():
            raise WrongLink(f"{path}: there is no {target}")
        if mark and file.suffix in IMAGES:
            shutil.copy(file, catalog)
            return f"![{words}]({file.name})"
        if file in pages:
            return f"[{words}](doc:{pages[file]}{heading(file, anchor, path)})"
        # The link leads to a file of the repository, which is not on the site.
        return words

    return LINK.sub(replace, text)


def heading(file, anchor, path):
    """The anchor of docc for one of the code host."""
    if not anchor:
        return ""
    for title in re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE):
        plain = title.replace("`", "")
        if re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-") == anchor:
            return "#" + re.sub(r"[^\w\-]+", "-", plain).strip("-")
    raise WrongLink(f"{path}: {file.name} has no heading #{anchor}")


def landing(index, docs, pages):
    """The index as the first page: its headings are the topics."""
    title, rest = index.split("\n", 1)
    before, *sections = re.split(r"^## ", rest, flags=re.MULTILINE)
    lines = [
        "# Guides", "", "@Metadata {", "  @TechnologyRoot", "}", "",
        "How to use and to extend swift-force-simulation, in reading order.", "", "## Topics"]
    for section in sections:
        heading_text, items = section.split("\n", 1)
        lines += ["", f"### {heading_text}", ""]
        for target in re.findall(r"^- \[[^\]]+\]\(([^)]+)\)", items, re.MULTILINE):
            lines.append(f"- <doc:{pages[(docs / target).resolve()]}>")
    return "\n".join(lines) + "\n"


def guide_links(text, guides):
    """The page of a library, which names pages of docs/, with links to the guides. It has no links
    itself, as they would lead out of the catalog, where docc finds nothing but for this site.
    """
    return re.sub(r"`docs/(?:notes/)?([\w-]+)\.md`", rf"[\1](doc:/{guides}/\1)", text)
