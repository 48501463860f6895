"""Graphs for the tests of the page, and a simulation that is good enough to look at."""
import math
import random
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#8e4c37", "#ba3dce"]
NASTY = ["</script><img src=x onerror=document.title='broken'>", "x" * 10_000, "\u202eright to left\u202c",
         "nul\0here", "two\nlines\ttabs", "<b>bold</b>", "日本語", "é" * 50]


class Graph:
    def __init__(self, options):
        self.dimensions, self.groups = 3 if options.space else 2, None
        if options.graph:
            self.make_small(options.graph)
        elif options.nodes is None:
            self.read_miserables()
        else:
            self.make(options.nodes)
        if options.nasty:
            self.names[:len(NASTY)] = NASTY
        self.measure()
        self.place()

    def read_miserables(self):
        index, self.links = {}, []
        for line in (ROOT / "Examples" / "miserables.csv").read_text().splitlines()[1:]:
            pair = line.split(",")[:2]
            self.links.append(tuple(index.setdefault(name, len(index)) for name in pair))
        self.names = list(index)
        self.title = "Les Misérables"

    def make_small(self, kind):
        """Graphs of different shapes: with names that are long, in a chain, with many isolated nodes."""
        self.title, chance = kind.capitalize(), random.Random(5)
        if kind in ("karate", "football"):
            text = (ROOT / "Examples" / f"{kind}.gml").read_text()
            nodes = re.findall(r'node \[ id (\d+) label "(.*?)"', text)
            index = {number: i for i, (number, _) in enumerate(nodes)}
            self.names = [name for _, name in nodes]
            self.links = [(index[a], index[b]) for a, b in re.findall(r"source (\d+) target (\d+)", text)]
        elif kind == "chain":
            self.names = [f"Station {i + 1}" for i in range(60)]
            self.links = [(i, i + 1) for i in range(59)] + [(i, i + 2) for i in range(0, 56, 7)]
        elif kind == "names":
            self.names = [f"A rather long name of the node with number {i + 1}" for i in range(40)]
            self.links = [(i, chance.randrange(i)) for i in range(1, 40)]
        elif kind == "clusters":
            self.names = [f"Task {i + 1}" for i in range(30)]
            self.links = [(i, chance.randrange(i // 10 * 10, i)) for i in range(1, 30) if i % 10] + [(5, 15), (15, 25), (9, 20)]
            inner = {"name": "Inner", "nodes": [10, 11, 12, 13], "levels": 0, "fill": None, "stroke": None}
            self.groups = [{"name": f"Cluster {i + 1}", "nodes": list(range(10 * i, 10 * i + 10)), "levels": int(i == 1),
                            "fill": "#f4a261" if i == 2 else None, "stroke": "#b00020" if i == 2 else None} for i in range(3)]
            # As the program writes them: what is not there is left out.
            self.groups = [{key: value for key, value in one.items() if value is not None} for one in [*self.groups, inner]]
        else:
            self.names = [f"Page {i + 1}" for i in range(100)]
            self.links = [(i, chance.randrange(max(0, i - 9), i)) for i in range(1, 64)] * 2

    def make(self, count):
        chance = random.Random(7)
        self.title = f"{count} nodes"
        self.names = [f"node {i}" for i in range(count)]
        self.links = []
        for i in range(1, count):
            group = i // 50 * 50
            self.links.append((i, chance.randrange(max(group, 0), i) if i > group else chance.randrange(i)))
            near = min(max(i + chance.randint(-30, 30), 0), count - 1)
            if near != i:
                self.links.append((i, near))

    def measure(self):
        count = len(self.names)
        self.degree = [0] * count
        for a, b in self.links:
            self.degree[a] += 1
            self.degree[b] += 1
        self.group = self.communities() if count <= 300 else [i // 50 % 8 for i in range(count)]
        self.radius = [3.5 + 1.1 * math.sqrt(d) for d in self.degree]

    def communities(self):
        """Label propagation with a fixed order, the eight largest first."""
        count = len(self.names)
        joined = [[] for _ in range(count)]
        for a, b in self.links:
            joined[a].append(b)
            joined[b].append(a)
        label = list(range(count))
        chance = random.Random(3)
        for _ in range(6):
            for node in chance.sample(range(count), count):
                votes = {}
                for other in joined[node]:
                    votes[label[other]] = votes.get(label[other], 0) + 1
                if votes:
                    label[node] = max(votes, key=lambda one: (votes[one], -one))
        sizes = {}
        for one in label:
            sizes[one] = sizes.get(one, 0) + 1
        rank = {one: i for i, one in enumerate(sorted(sizes, key=lambda one: (-sizes[one], one)))}
        return [rank[one] for one in label]

    def place(self):
        """The spiral that simulations start from."""
        self.at = []
        for i in range(len(self.names)):
            r, a = 10 * math.sqrt(i + 0.5), i * math.pi * (3 - math.sqrt(5))
            self.at.append([r * math.cos(a), r * math.sin(a), 20 * math.sin(i * 1.3)][:self.dimensions])
        self.speed = [[0.0] * self.dimensions for _ in self.at]

    def tick(self, alpha, fixed, forces):
        if len(self.at) > 300:
            self.drift(alpha, fixed)
        else:
            self.push(alpha, fixed, forces)

    def drift(self, alpha, fixed):
        """Large graphs only pretend: each node goes round its group's place."""
        for i, at in enumerate(self.at):
            if i not in fixed:
                turn = 0.02 * alpha
                at[0], at[1] = at[0] - turn * at[1], at[1] + turn * at[0]
        for i, place in fixed.items():
            self.at[i][:] = place

    def push(self, alpha, fixed, forces):
        at, speed, axes = self.at, self.speed, range(self.dimensions)
        strength = forces["charge"]["strength"] if forces["charge"]["on"] else 0
        for i, a in enumerate(at):
            for j in range(i):
                b = at[j]
                d = [a[k] - b[k] for k in axes]
                factor = -strength * alpha / max(sum(x * x for x in d), 1.0)
                for k in axes:
                    speed[i][k] += d[k] * factor
                    speed[j][k] -= d[k] * factor
        if forces["link"]["on"]:
            for a, b in self.links:
                d = [at[b][k] - at[a][k] for k in axes]
                length = math.sqrt(sum(x * x for x in d)) or 1.0
                least = min(self.degree[a], self.degree[b]) or 1
                pull = (length - forces["link"]["distance"]) / length * alpha / least
                share = self.degree[a] / (self.degree[a] + self.degree[b])
                for k in axes:
                    speed[b][k] -= d[k] * pull * share
                    speed[a][k] += d[k] * pull * (1 - share)
        for i, a in enumerate(at):
            if i in fixed:
                a[:] = fixed[i]
                speed[i] = [0.0] * self.dimensions
                continue
            for k in axes:
                speed[i][k] = (speed[i][k] - 0.03 * alpha * a[k]) * 0.6
                a[k] += speed[i][k]
