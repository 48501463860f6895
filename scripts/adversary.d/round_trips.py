"""Graphs that are written and read again, by forcegraph and by other programs."""

import csv
import gzip
import io
import json
import xml.etree.ElementTree as ElementTree

import mutating
import reading
from cases import Case
from graph_files import WRITTEN, ending


WORDS = [
    "a",
    "b",
    "Zoë",
    "x y",
    "1",
    "-7",
    "007",
    "1.50",
    "",
    "true",
    "nan",
    '"',
    "'",
    "\\",
    "a\\nb",
    "\\N",
    "&amp;",
    "<b>",
    "]]>",
    "a,b",
    "a;b",
    "#c",
    "%",
    "//",
    "{",
    "}",
    "[",
    "=1+1",
    "@x",
    "line\nfeed",
    "tab\t",
    "cr\r",
    "\u001b[31m",
    "\u009b",
    "\u202e",
    "\ufeff",
    "\U0001f600",
    "e\u0301",
    "18446744073709551616",
    "9" * 40,
    "x" * 300,
    " a ",
    "null",
    "-",
    "->",
    "graph",
    "node",
    "*Vertices",
    "None",
    "\u0001",
]
VALUES = [
    0,
    1,
    -1,
    2**53,
    2**63 - 1,
    -(2**63),
    2**63,
    2**64,
    0.5,
    -0.0,
    1e308,
    5e-324,
    0.1,
    float("nan"),
    float("inf"),
    True,
    False,
    None,
]
ATTRIBUTES = [
    "label",
    "color",
    "size",
    "group",
    "x y",
    "Straße",
    "weight2",
    "shape",
    "id2",
    "value",
    'a"b',
    "cluster",
]


def some_graph(random):
    """A graph with nasty ids and values, as node-link JSON."""
    count = random.choice([0, 1, 3, 5, 10, 30])
    if random.random() < 0.3:
        ids = random.sample(
            [0, 1, 2, 5, -3, 2**31, 2**53 + 1, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30],
            min(count, 12),
        )
    else:
        ids = random.sample([word for word in WORDS if word], count)
    nodes = [{"id": one} for one in ids]
    links = []
    for _ in range(random.choice([0, 1, 5, 40]) if ids else 0):
        links.append({"source": random.choice(ids), "target": random.choice(ids)})
    for rows in (nodes, links):
        for name in random.sample(ATTRIBUTES, random.choice([0, 0, 1, 3])):
            # A column has one type. A mixture becomes text, which is not tested here.
            numeric = random.random() < 0.4
            values = [value for value in VALUES if isinstance(value, float)] if numeric else WORDS
            for row in rows:
                if random.random() < 0.8:
                    row[name] = random.choice(values)
    if links and random.random() < 0.5:
        for link in links:
            link["weight"] = random.choice([1.0, 2.5, -3.0, 1e-300, 1e300])
    if nodes and random.random() < 0.3:
        for node in nodes:
            node["x"], node["y"] = random.choice([0.0, 1.5, -1e9]), random.choice([0.0, 1e-9])
    return {"directed": random.random() < 0.5, "graph": {}, "nodes": nodes, "links": links}


def round_trip(kind, random, index, context):
    """From A to JSON; from there to B and back to JSON."""
    choice = random.random()
    if choice < 0.5:
        name, data = (
            "made.json",
            json.dumps(some_graph(random), ensure_ascii=random.random() < 0.5).encode(),
        )
    else:
        name, data = random.choice(context.fixtures)
        if choice < 0.8:
            data = mutating.mutated(random, name, data, context.fixtures)
    source = "a" + ending(name)
    other = "b." + WRITTEN[index % len(WRITTEN)]
    steps = [
        f'"$forcegraph" convert -q {source} first.json',
        f'[ ! -f first.json ] || "$forcegraph" convert first.json {other}',
        f'[ ! -f {other} ] || "$forcegraph" convert -q {other} last.json',
    ]
    return Case(kind, steps, {source: data}, shrinks=source, check=is_same_again, expected=other)


def is_same_again(case, outcome):
    first, other, last = (outcome.file(name) for name in ("first.json", case.expected, "last.json"))
    if first is None or other is None:
        return None
    end = ending(case.expected).removesuffix(".gz")
    if outcome.steps[1].code != 0:
        return f"convert to {end} ends with code {outcome.steps[1].code}, and writes nevertheless"
    if last is None:
        return f"convert wrote {end} that it cannot read"
    old, new = reading.graph(first), reading.graph(last)
    notes = outcome.steps[1].errors.decode()
    counts = len(old["nodes"]), len(old["links"])
    if complaint := reading.written_complaint("b" + end, other, None if notes.strip() else counts):
        return complaint
    if not notes.strip():
        found = reading.difference(old, new)
        return f"by way of {end} and without a note, {found} changes" if found else None
    if "nodes without edges" not in notes and counts[0] != len(new["nodes"]):
        return f"by way of {end} the number of nodes changes, and no note says so"
    if (
        "between nodes that" not in notes
        and "to itself" not in notes
        and counts[1] != len(new["links"])
    ):
        return f"by way of {end} the number of edges changes, and no note says so"
    return None


# MARK: Other writers


def plain_graph(random):
    """Ids and edges that every format holds."""
    words = [
        word
        for word in WORDS
        if word
        and not word.startswith(("#", "%", "//", "{", "\ufeff"))
        and word.strip() == word
        and not any(ord(letter) < 32 for letter in word)
    ]
    ids = random.sample(words, random.choice([2, 3, 6, 12, 25]))
    if random.random() < 0.2:
        ids = [
            str(one)
            for one in random.sample([3, 7, 2**53 + 1, 2**63, 2**64, 10**25, 10**25 + 1], 4)
        ]
    edges = [(random.choice(ids), random.choice(ids)) for _ in range(random.choice([1, 2, 10, 40]))]
    return ids, edges, [random.choice(WORDS).strip() for _ in edges]


def as_csv(random, ids, edges, labels):
    text = io.StringIO()
    writer = csv.writer(
        text,
        quoting=random.choice([csv.QUOTE_ALL, csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
        delimiter=random.choice(",;\t"),
        lineterminator=random.choice(["\n", "\r\n"]),
    )
    writer.writerow(["source", "target", "kind"])
    for (source, target), label in zip(edges, labels):
        writer.writerow([source, target, label])
    return text.getvalue().encode()


def as_json(random, ids, edges, labels):
    # Ids that are digits are written as numbers.
    number = {one: int(one) if one.isdigit() and str(int(one)) == one else one for one in ids}
    links = [
        {"source": number[one], "target": number[two], "kind": label}
        for (one, two), label in zip(edges, labels)
    ]
    return json.dumps(
        {"nodes": [{"id": number[one]} for one in ids], "links": links},
        indent=random.choice([None, 1]),
        ensure_ascii=random.random() < 0.5,
    ).encode()


def as_graphml(random, ids, edges, labels):
    root = ElementTree.Element("graphml", xmlns="http://graphml.graphdrawing.org/xmlns")
    ElementTree.SubElement(
        root, "key", {"id": "k", "for": "edge", "attr.name": "kind", "attr.type": "string"}
    )
    graph = ElementTree.SubElement(root, "graph", edgedefault="directed")
    for one in ids:
        ElementTree.SubElement(graph, "node", id=one)
    for (source, target), label in zip(edges, labels):
        edge = ElementTree.SubElement(graph, "edge", source=source, target=target)
        if not any(ord(letter) < 32 for letter in label):
            ElementTree.SubElement(edge, "data", key="k").text = label
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=random.random() < 0.5)


def other_writers(kind, random, index, context):
    """A graph that Python's csv, json or ElementTree wrote is read as what it is."""
    end, write = [("csv", as_csv), ("json", as_json), ("graphml", as_graphml)][index % 3]
    ids, edges, labels = plain_graph(random)
    data = write(random, ids, edges, labels)
    name = "g." + end
    if random.random() < 0.2:
        name, data = name + ".gz", gzip.compress(data, mtime=0)
    return Case(
        kind,
        [f'"$forcegraph" convert -q {name} out.json'],
        {name: data},
        check=is_what_was_written,
        expected=(edges, labels),
    )


def is_what_was_written(case, outcome):
    written = outcome.file("out.json")
    if written is None:
        return "a file of another writer is refused"
    found = reading.graph(written)["links"]
    edges, labels = case.expected
    if len(found) != len(edges):
        return f"{len(edges)} edges of another writer are read as {len(found)}"
    if sorted((str(link["source"]), str(link["target"])) for link in found) != sorted(edges):
        return "the edges of another writer are read as other ones"
    kinds = [link["kind"] for link in found if isinstance(link.get("kind"), str)]
    if len(kinds) == len(labels) and sorted(kinds) != sorted(labels):
        return "the texts of another writer are read as other ones"
    return None
