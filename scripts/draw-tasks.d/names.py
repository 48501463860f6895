"""Whose a reader takes the names of a picture to be: measured on an SVG file with identifiers of nodes.

`measure(path)` counts the names that are drawn, those with a line to their disc, those nearer to another disc, those on another disc, those that
are cut (they leave the disc that they are in, or the picture), and how many of the ten largest discs are named. Widths of letters are those of DejaVu Sans, about; discs of a radius up to 2 that are smaller than the
named one are a texture, as in docs/rendering.md."""
import math
import re
from dataclasses import dataclass
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
LINE = re.compile(r"M(-?[\d.]+)[ ,](-?[\d.]+)([lLhHvV])(.*)")
BELOW = set("gjpqyQ,;()_/@[]{}|")


@dataclass
class Counts:
    names: int = 0
    lines: int = 0
    nearer_to_another: int = 0
    on_another: int = 0
    cut: int = 0
    largest_named: int = 0
    largest: int = 0

    def __str__(self):
        return (f"{self.names} names, {self.lines} with lines, {self.nearer_to_another} nearer to another disc, {self.on_another} on another, "
                f"{self.cut} cut, {self.largest_named} of the {self.largest} largest named")


def distance(box, disc):
    left, top, right, bottom = box
    x, y, radius = disc
    return math.hypot(min(max(x, left), right) - x, min(max(y, top), bottom) - y) - radius


def text_box(text, content):
    from PIL import ImageFont

    size, x, y = (float(text.get(key)) for key in ("font-size", "x", "y"))
    font = ImageFont.truetype("DejaVuSans.ttf", 100)
    width = font.getlength(content) * size / 100
    left = x - {"middle": width / 2, "end": width}.get(text.get("text-anchor"), 0)
    return left, y - 0.73 * size, left + width, y + (0.2 * size if set(content) & BELOW else 0)


def is_cut(box, disc, size):
    """True for names that leave the picture, or the disc in whose middle they are."""
    left, top, right, bottom = box
    corners = [(x, y) for x in (left, right) for y in (top, bottom)]
    if left < 0 or top < 0 or right > size[0] or bottom > size[1]:
        return True
    is_inside = math.dist(((left + right) / 2, top + (bottom - top) / 2), disc[:2]) < disc[2] / 3
    return is_inside and max(math.dist(corner, disc[:2]) for corner in corners) > disc[2]


def discs_of(tree):
    found = {}
    for group in tree.iter(SVG + "g"):
        rim = float(group.get("stroke-width", 0))
        for circle in group.findall(SVG + "circle"):
            if circle.get("id"):
                found[circle.get("id")] = (float(circle.get("cx")), float(circle.get("cy")), float(circle.get("r")) + rim / 2)
    return found


def ends_of_lines(tree):
    """Where lines to names end: at the name, as far as that can be told from the path's text."""
    ends = []
    for group in tree.iter(SVG + "g"):
        if group.get("class") != "leaders":
            continue
        for path in group.findall(SVG + "path"):
            numbers = re.findall(r"([MlLhHvV])([^MlLhHvVz]*)", path.get("d"))
            x = y = 0.0
            for kind, values in numbers:
                values = [float(value) for value in re.findall(r"-?\d*\.?\d+", values)]
                if kind in "ML":
                    x, y = values[-2:]
                elif kind == "l":
                    x, y = x + values[-2], y + values[-1]
                elif kind in "hH":
                    x = values[-1] + (x if kind == "h" else 0)
                else:
                    y = values[-1] + (y if kind == "v" else 0)
            ends.append((x, y))
    return ends


def measure(path):
    tree = ElementTree.parse(path)
    discs, ends, counts, named = discs_of(tree), ends_of_lines(tree), Counts(), set()
    for text in tree.iter(SVG + "text"):
        own = text.get("data-node")
        if own not in discs or text.get("transform"):
            continue
        box = text_box(text, "".join(text.itertext()))
        counts.names += 1
        named.add(own)
        counts.cut += is_cut(box, discs[own], [float(tree.getroot().get(side)) for side in ("width", "height")])
        has_line = any(distance(box, (*end, 0)) < 5 for end in ends)
        counts.lines += has_line
        nearest = max(distance(box, discs[own]), 0)
        noticed = [disc for node, disc in discs.items() if node != own and (disc[2] > 2 or disc[2] >= 0.75 * discs[own][2])
                   and math.dist(disc[:2], discs[own][:2]) + disc[2] > discs[own][2] + 0.1]
        least = min((distance(box, disc) for disc in noticed), default=math.inf)
        counts.on_another += least < -0.25 and nearest > 0
        counts.nearer_to_another += not has_line and nearest > 0 and least <= nearest
    largest = sorted(discs, key=lambda node: -discs[node][2])[:10]
    counts.largest, counts.largest_named = len(largest), len(named & set(largest))
    return counts
