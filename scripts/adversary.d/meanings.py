"""Kinds of cases about what files mean: ids that look alike, graphs of DOT beside dot's answers, fields
beside attributes of their name, small files that become large."""

import csv
import gzip
import io
import json
import re
from pathlib import Path

from cases import Case

FIXTURES = Path(__file__).resolve().parent.parent.parent / "Tests" / "GraphIOTests" / "Fixtures"
IDS = [row[0] for row in json.loads((FIXTURES / "hostile-ids.json").read_text())]
# Two spellings that look alike, and signs that Unicode has twice.
ALIKE = ["\u00e9", "e\u0301", "K", "\u212a", "\u00c5", "\u212b", "A\u030a", ";", "\u037e"]
DOT_ANSWERS = json.loads((FIXTURES / "dot-answers.json").read_text())
# Formats that keep any text as an id, and those that refuse some texts.
KEEPING = ["csv", "tsv", "json", "gv", "edges"]


def facts_of(step):
    return json.loads(step.output) if step.code == 0 else None


# MARK: Ids
# A backslash before a quote, or at the end of a name, which has no spelling in DOT: refused with a sentence.
NOT_IN_DOT = re.compile(r'\\("|\Z)')


def spellings(kind, random, index, context):
    """A graph whose ids a look at characters takes for others: in formats, and in the table of positions."""
    ids = sorted(set(ALIKE) | set(random.sample(IDS, random.randint(2, len(IDS)))), key=ascii)
    random.shuffle(ids)
    end = KEEPING[index % len(KEEPING)]
    if end == "gv":
        ids = [one for one in ids if not NOT_IN_DOT.search(one)]
    graph = {
        "directed": True,
        "nodes": [{"id": one, "\u00e9": number, "e\u0301": -number} for number, one in enumerate(ids)],
        "links": [
            {"source": one, "target": other} for one, other in zip(ids, ids[1:] + ids[:1])
        ],
    }
    steps = [
        f'"$forcegraph" convert g.json out.{end}',
        f'"$forcegraph" info out.{end} --json',
        f'"$forcegraph" convert out.{end} again.json',
        '"$forcegraph" layout g.json -q --layout circular -o places.csv',
        f'"$forcegraph" info g.json --json --ego "$(cat center)" --radius 0',
    ]
    center = random.choice([one for one in ids if one.strip() == one and one and one[0] != "-"])
    files = {"g.json": json.dumps(graph).encode(), "center": center.encode()}
    return Case(kind, steps, files, check=has_all_ids, expected=(ids, center))


def has_all_ids(case, outcome):
    ids, _ = case.expected
    if any(step.code != 0 for step in outcome.steps):
        return "a graph with ids that look alike is refused"
    facts = facts_of(outcome.steps[1])
    if (facts["nodes"], facts["edges"]) != (len(ids), len(ids)):
        return f"of {len(ids)} ids {facts['nodes']} are left in a file"
    again = json.loads(outcome.file("again.json"))
    if {node["id"] for node in again["nodes"]} != set(ids):
        return "other ids are read than were written"
    text = outcome.file("places.csv").decode()
    rows = list(csv.reader(io.StringIO(text, newline="")))
    if [row[0] for row in rows[1:]] != ids or any(len(row) != 3 for row in rows):
        return "the table of positions has other ids"
    if facts_of(outcome.steps[4])["nodes"] != 1:
        return "--ego finds no node, or several"
    return None


# MARK: DOT


def dot_answers(kind, random, index, context):
    """A graph of DOT that dot has read."""
    answer = DOT_ANSWERS[index % len(DOT_ANSWERS)]
    steps = ['"$forcegraph" convert g.gv out.json']
    return Case(kind, steps, {"g.gv": answer["text"].encode()}, check=is_as_dot_says, expected=answer)


def is_as_dot_says(case, outcome):
    if outcome.steps[0].code != 0:
        return "a graph that dot reads is refused"
    graph = json.loads(outcome.file("out.json"))

    def bare(name):
        return name[1:-1] if name.startswith("<") and name.endswith(">") else name

    nodes = sorted(bare(node["id"]) for node in graph["nodes"])
    edges = sorted((bare(edge["source"]), bare(edge["target"])) for edge in graph["links"])
    if nodes != sorted(node[0] for node in case.expected["nodes"]):
        return "it has other nodes than in dot"
    if edges != sorted((edge[0], edge[1]) for edge in case.expected["edges"]):
        return "it has other edges than in dot"
    return None


# MARK: Fields

GEXF = (
    "<gexf><graph><attributes class='{owner}'><attribute id='0' title='{name}' type='string'/>"
    "</attributes><nodes><node id='a' label='of the format'>{node}</node></nodes><edges>"
    "<edge id='of the format' source='a' target='a' weight='2'>{edge}</edge></edges></graph></gexf>"
)
VALUE = (
    "<viz:position x='1' y='2'/><viz:size value='3'/><viz:color r='1' g='2' b='3'/>"
    "<attvalues><attvalue for='0' value='of the user'/></attvalues>"
)
FIELDS = [("node", name) for name in ["label", "x", "y", "size", "color", "shape"]] + [
    ("edge", name) for name in ["id", "weight", "color", "label"]
]


def fields(kind, random, index, context):
    """What GEXF has for nodes and edges itself, beside an attribute of the same name."""
    owner, name = FIELDS[index % len(FIELDS)]
    values = {"node": "", "edge": "", owner: VALUE}
    text = GEXF.format(owner=owner, name=name, **values)
    steps = ['"$forcegraph" convert g.gexf out.json']
    return Case(kind, steps, {"g.gexf": text.encode()}, check=has_both_values, expected=owner)


def has_both_values(case, outcome):
    if outcome.steps[0].code != 0:
        return "a field beside an attribute of its name is refused"
    text = outcome.file("out.json").decode()
    if "of the user" not in text:
        return "an attribute that is called like a field vanishes"
    graph = json.loads(text)
    if graph["links"][0].get("weight") != 2 or graph["links"][0].get("id") != "of the format":
        return "a field vanishes beside an attribute of its name"
    node = graph["nodes"][0]
    if case.expected == "node" and (node.get("x"), node.get("y"), node.get("size")) != (1, 2, 3):
        return "a field vanishes beside an attribute of its name"
    return None


# MARK: Compression

BOMBS = [
    ("gv", b"graph{", b"a--b;", b"}"),
    ("csv", b"source,target\n", b"a,b\n", b""),
    ("edges", b"", b"\n", b""),
    ("json", b'{"nodes":[1', b",1" + b" " * 500, b'],"links":[]}'),
    ("graphml", b"<graphml><graph>", b"<!-- c -->", b"</graph></graphml>"),
]


def inflation(kind, random, index, context):
    """A small compressed file of 40 MB: it stops at the documented limit, which the sentence names."""
    end, before, each, after = BOMBS[index % len(BOMBS)]
    data = before + each * (40_000_000 // len(each)) + after
    packed = gzip.compress(data, mtime=0)
    steps = [f'"$forcegraph" info g.{end}.gz --json']
    return Case(kind, steps, {f"g.{end}.gz": packed}, check=stops_at_the_limit, processor_seconds=60)


def stops_at_the_limit(case, outcome):
    step = outcome.steps[0]
    if step.code != 65:
        return "a bomb of gzip is read"
    if b"--max-memory" not in step.errors and b"second node" not in step.errors:
        return "the sentence about a bomb of gzip names no option"
    return None
