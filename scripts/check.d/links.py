"""Says which links of the Markdown files lead nowhere, which pages of docs/ its README does not list, and
which links of a catalog of DocC lead out of it: the page of a library is also built where the rest of
the repository is not. There a page of docs/ is named in a span of code.

Usage: python3 links.py FILE...   names relative to the folder it is run in. Prints a line for each fault.
"""
import re
import sys
from pathlib import Path
from urllib.parse import unquote

LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(([^()\s]+(?:\([^()\s]*\))?)\)")


def prose(text):
    """The lines with their numbers, without blocks of code, comments of HTML and spans of code.

    >>> list(prose("a `b`\\n```sh\\n[c](d)\\n```\\n<!-- [e](f) -->[g](h)"))
    [(1, 'a `x`'), (5, '[g](h)')]
    """
    text = re.sub(r"<!--.*?-->", lambda found: "\n" * found[0].count("\n"), text, flags=re.S)
    fence = None
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.match(r" *(```+|~~~+)", line)
        if mark and fence is None:
            fence = mark[1]
        elif mark and mark[1].startswith(fence):
            fence = None
        elif fence is None:
            yield number, re.sub(r"`[^`]*`", lambda found: "`" + "x" * (len(found[0]) - 2) + "`", line)


def anchors(path, cache={}):
    """The names of a page's headings, as code hosts make them."""
    if path not in cache:
        found = set()
        for line in path.read_text(encoding="utf-8").splitlines():
            if heading := re.match(r"#+ +(.+?) *#*$", line):
                text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).lower()
                found.add(re.sub(r"[^\w\- ]", "", text).replace(" ", "-"))
        cache[path] = found
    return cache[path]


def faults(page):
    """What is wrong with the links of a page, line by line.

    >>> import tempfile
    >>> page = Path(tempfile.mkdtemp()) / "page.md"
    >>> _ = page.write_text("# A `b`: c\\n[here](#a-b-c) [gone](gone.md)\\n[nowhere](page.md#d)")
    >>> [fault.split(": ")[1] for fault in faults(page)]
    ['there is no gone.md', 'page.md has no heading #d']
    >>> page = Path(tempfile.mkdtemp(suffix=".docc")) / "page.md"
    >>> _ = page.write_text("[out](../page.md)")
    >>> [fault.split(": ")[1] for fault in faults(page)]
    ['../page.md is not in the catalog']
    """
    catalog = next((folder for folder in page.resolve().parents if folder.suffix == ".docc"), None)
    if catalog:
        for name in re.findall(r"`(docs/[^`]*)`", page.read_text(encoding="utf-8")):
            if not Path(name).exists():
                yield f"{page}: there is no {name}"
    for number, line in prose(page.read_text(encoding="utf-8")):
        for target in LINK.findall(line):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = unquote(target).partition("#")
            other = page.parent / name if name else page
            if catalog and catalog not in other.resolve().parents:
                yield f"{page}:{number}: {target} is not in the catalog"
                continue
            if not other.exists():
                yield f"{page}:{number}: there is no {target}"
            elif anchor and other.suffix == ".md" and anchor not in anchors(other):
                yield f"{page}:{number}: {other.name} has no heading #{anchor}"


def unlisted(pages):
    """Pages of docs/ and its folders that docs/README.md does not link to."""
    index = Path("docs/README.md")
    if index not in pages:
        return
    listed = {(index.parent / target.partition("#")[0]).resolve() for target in LINK.findall(index.read_text(encoding="utf-8"))}
    for page in pages:
        if page.parts[0] == "docs" and page != index and page.resolve() not in listed:
            yield f"{index}: does not list {page}"


def main():
    pages = [path for path in map(Path, sys.argv[1:]) if path.suffix == ".md"]
    for fault in [*(fault for page in pages for fault in faults(page)), *unlisted(pages)]:
        print(fault)


if __name__ == "__main__":
    main()
