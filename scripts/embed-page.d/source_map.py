"""Source maps (ECMA-426, version 3) of the shortened script: where each of its tokens comes from."""
import bisect
import itertools
import json
from typing import NamedTuple

from page_parts import BETWEEN

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


class Lines:
    """Lines and columns, from 0, of places in a text."""

    def __init__(self, text):
        self.begins = [0, *(at + 1 for at, letter in enumerate(text) if letter == "\n")]

    def position(self, at):
        line = bisect.bisect_right(self.begins, at) - 1
        return line, at - self.begins[line]


class Source(NamedTuple):
    """A module in the joined script: where its text begins there, its path in the repository, and the text of its
    file. The joined text has the file's lines, without the word `export`."""
    begin: int
    path: str
    text: str


class Origin(NamedTuple):
    """Where a token comes from, lines and columns from 0; `name` is what it is called there, or None."""
    path: str
    line: int
    column: int
    name: str


def origins(places, joined, sources):
    """For each (place in the shortened script, place in the joined one, name): the first, and the Origin."""
    begins = [one.begin for one in sources]
    lines = Lines(joined)
    texts = {one.path: one.text.split("\n") for one in sources}
    for at, place, name in places:
        index = bisect.bisect_right(begins, place) - 1
        if index < 0:
            continue
        source = sources[index]
        line, column = lines.position(place)
        line -= lines.position(source.begin)[0]
        if line >= len(texts[source.path]) or not texts[source.path][line]:
            # What closes the script belongs to no module.
            continue
        if texts[source.path][line].startswith("export "):
            column += len("export ")
        yield at, Origin(source.path, line, column, name)


def kept_places(marked, wanted):
    """A function from places in a text with marks (page_parts.py) to those in the text with some parts, or None."""
    ranges, at, length = [], 0, 0
    for found in BETWEEN.finditer(marked):
        for begin, end in ((at, found.start()), found.span(2) if found[1] in wanted else (0, 0)):
            ranges.append((begin, end, length))
            length += end - begin
        at = found.end()
    ranges = [*(one for one in ranges if one[0] < one[1]), (at, len(marked), length)]
    begins = [begin for begin, _, _ in ranges]

    def place(at):
        index = bisect.bisect_right(begins, at) - 1
        if index < 0:
            return None
        begin, end, to = ranges[index]
        return to + at - begin if at < end else None
    return place


def number(value):
    """A number in base 64, its sign in the lowest bit.

    >>> [number(value) for value in (0, 1, -1, 15, 16, 1000)]
    ['A', 'C', 'D', 'e', 'gB', 'w+B']
    """
    value = abs(value) << 1 | (value < 0)
    text = ""
    while value > 31:
        text += DIGITS[value & 31 | 32]
        value >>= 5
    return text + DIGITS[value]


def source_map(found, script, sources, file):
    """The map, as JSON, of a script from (place in it, Origin)."""
    paths, names = [one.path for one in sources], []
    ranks = {}
    lines = Lines(script)
    mappings, before = {}, [0, 0, 0, 0]
    for line, group in itertools.groupby(found, key=lambda one: lines.position(one[0])[0]):
        segments, last = [], 0
        for at, origin in group:
            column = lines.position(at)[1]
            place = [paths.index(origin.path), origin.line, origin.column]
            if origin.name is not None:
                if origin.name not in ranks:
                    ranks[origin.name] = len(names)
                    names.append(origin.name)
                place.append(ranks[origin.name])
            changes = [now - then for now, then in zip(place, before)]
            segments.append(number(column - last) + "".join(map(number, changes)))
            before[:len(place)], last = place, column
        mappings[line] = ",".join(segments)
    return json.dumps({
        "version": 3, "file": file, "sources": paths, "sourcesContent": [one.text for one in sources], "names": names,
        "mappings": ";".join(mappings.get(line, "") for line in range(len(lines.begins))),
    }, ensure_ascii=False)
