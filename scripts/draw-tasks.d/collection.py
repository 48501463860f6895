"""Graphs of Debian's python3-graph-tool, which are read without the program: its packages are unpacked, not installed."""
import gzip
import shutil
import struct
import subprocess

import networkx

PLACE = "usr/lib/python3/dist-packages/graph_tool/collection"
NUMBERS = {0: "B", 1: "h", 2: "i", 3: "q", 4: "d"}


def unpacked(folder, package):
    """Downloads a Debian package and unpacks it into the folder, unless it is there."""
    place = folder / package
    if not place.exists():
        part = folder / f"{package}.part"
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        subprocess.run(["apt-get", "download", "-qq", package], cwd=part, check=True, stderr=subprocess.DEVNULL)
        subprocess.run(["dpkg-deb", "-x", *part.glob("*.deb"), part], check=True)
        part.rename(place)
    return place


class Bytes:
    """graph-tool's binary format, from its documentation: little-endian numbers, texts and lists with their length before them."""

    def __init__(self, data):
        self.data, self.place = data, 0

    def take(self, count):
        self.place += count
        return self.data[self.place - count:self.place]

    def numbers(self, code, count):
        layout = f"<{count}{code}"
        return struct.unpack(layout, self.take(struct.calcsize(layout)))

    def number(self, code):
        return self.numbers(code, 1)[0]

    def text(self):
        return self.take(self.number("Q")).decode()

    def value(self, kind):
        if kind in NUMBERS:
            return self.number(NUMBERS[kind])
        if kind in (5, 6, 14):
            return self.text()
        return [self.value(6 if kind == 13 else kind - 7) for _ in range(self.number("Q"))]


def graph(folder, name):
    """A graph of the collection with its attributes; without the places that graph-tool gave its nodes."""
    path = unpacked(folder, "python3-graph-tool") / PLACE / f"{name}.gt.gz"
    data = Bytes(gzip.decompress(path.read_bytes()))
    if data.take(8) != "⛾ gt".encode() + b"\1\0":
        raise ValueError(f"{path} is not of version 1, or not little-endian")
    data.text()
    made = networkx.MultiDiGraph() if data.number("B") else networkx.MultiGraph()
    count = data.number("Q")
    made.add_nodes_from(range(count))
    code = "B" if count <= 1 << 8 else "H" if count <= 1 << 16 else "I"
    edges = []
    for node in range(count):
        edges += [(node, other, number) for number, other in
                  enumerate(data.numbers(code, data.number("Q")), start=len(edges))]
    made.add_edges_from(edges)
    for _ in range(data.number("Q")):
        place, key, kind = data.number("B"), data.text(), data.number("B")
        if place == 0:
            data.value(kind)
        else:
            for owner in [made.nodes[node] for node in range(count)] if place == 1 else [made.edges[edge] for edge in edges]:
                value = data.value(kind)
                if key != "pos":
                    owner[key] = value
    return made
