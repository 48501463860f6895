"""Drawings of a graph by forcegraph and by other programs, all drawn by forcegraph in one style."""
import json
import re

from harness import install
from harness.process import Adapter, run

LONGEST = 600


def slug(name):
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def write_positions(path, points):
    lines = [f"{number},{x},{y}\n" for number, (x, y) in enumerate(points)]
    path.write_text("id,x,y\n" + "".join(lines))


class Graph:
    """A graph as a list of edges between numbers, and its drawings in the folder `work`. What a peer has drawn is kept there."""

    def __init__(self, name, edges, work, forcegraph, environment):
        self.name, self.edges, self.forcegraph, self.environment = name, edges, forcegraph, environment
        self.count = 1 + max(max(pair) for pair in edges)
        self.base = work / slug(name)
        self.list = self.base.with_suffix(".edges")
        self.list.write_text("".join(f"{a} {b}\n" for a, b in edges))

    def positions(self, maker):
        """A file of positions by a maker: the name of one of the methods below."""
        path = self.base.with_name(f"{self.base.name}-{maker}.csv")
        if maker in ("ours", "structure") or not path.exists():
            getattr(self, maker)(path)
        return path

    def ours(self, path, *words):
        self.run("layout", "-q", "--seed", 1, self.list, *words, "-o", path)

    def structure(self, path):
        self.ours(path, "--goal", "structure")

    def run(self, *words):
        return run([self.forcegraph, *words], LONGEST)

    def sfdp(self, path):
        source = self.base.with_suffix(".gv")
        nodes = "".join(f"{node};\n" for node in range(self.count))
        source.write_text("graph {\n" + nodes + "".join(f"{a}--{b};\n" for a, b in self.edges) + "}\n")
        points = [(0, 0)] * self.count
        for line in run(["sfdp", "-Gstart=1", "-Goverlap=true", "-Tplain", source], LONGEST).splitlines():
            words = line.split()
            if words[0] == "node":
                points[int(words[1])] = float(words[2]), float(words[3])
        write_positions(path, points)

    def fmme(self, path):
        self.adapted(path, "ogdf.cpp", "fmme")

    def fmmm(self, path):
        self.adapted(path, "ogdf.cpp", "fmmm")

    def s_gd2(self, path):
        self.adapted(path, "s_gd2_layouts.py", "full")

    def adapted(self, path, adapter, method):
        """By a program that scripts/bench-peers measures too."""
        saved = self.base.with_suffix(".positions")
        request = {"what": "whole", "method": method, "nodes": self.count, "edges": str(self.list), "threads": 2, "seed": 1,
                   "dim": 2, "save": str(saved)}
        asked = Adapter(self.environment.command(adapter), install.variables(2))
        try:
            asked.ask(request, LONGEST)
        finally:
            asked.close()
        write_positions(path, [tuple(map(float, line.split())) for line in saved.read_text().splitlines()])

    def picture(self, maker):
        path = self.base.with_name(f"{self.base.name}-{maker}.png")
        # The radius at which discs remain visible for this number of nodes and hide little of the layout.
        radius = min(2.2, max(0.5, 40 / self.count ** 0.5))
        self.run("layout", "-q", self.list, "--start", self.positions(maker), "--layout", "keep",
                 "--size", radius, "--label", "none", "--width", 500, "-o", path)
        return path

    def metrics(self, maker):
        return json.loads(self.run("metrics", "--json", self.list, self.positions(maker)))
