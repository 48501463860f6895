"""Kinds of cases that are about files of graphs: damage, names, round trips, other writers, repetition."""
import csv
import gzip
import io
import json
import xml.etree.ElementTree as ElementTree

import mutating
import reading
from cases import Case, quoted

WRITTEN = ["edges", "csv", "tsv", "json", "graphml", "gexf", "gv", "gml", "net", "graph", "mtx", "csv.gz", "gexf.gz"]
NAMES = ["edges", "csv", "tsv", "json", "graphml", "gexf", "gv", "gml", "net", "graph", "mtx", "lgl", "adjlist",
         "madjlist", "adjacency", "txt", "dat", ""]
SHORT_LAYOUT = "--quality quick --time-budget 2 --layout"
LAYOUTS = ["auto", "force", "stress", "circular", "layered", "tree", "radial", "linear", "grid", "trie",
           "fruchterman-reingold", "binary-heap", "keep"]


def ending(name):
    """`a.ig.gml.gz` ends in `.gml.gz`."""
    parts = name.split(".")
    if parts[-1] == "gz":
        return "." + ".".join(parts[-2:])
    return "." + parts[-1] if len(parts) > 1 else ""


def facts_of(step):
    return json.loads(step.output) if step.code == 0 else None


# MARK: Damage

def damage(kind, random, index, context):
    name, data = random.choice(context.fixtures)
    data = mutating.mutated(random, name, data, context.fixtures)
    file = "g" + ending(name)
    size = len(data) if not name.endswith(".gz") else None
    case = Case(kind, [], {file: data}, shrinks=file, measured_bytes=size)
    if name in ("positions.csv", "plane.npy", "space-fortran.npy"):
        case.files["k.csv"] = b"source,target\na,b\nb,c\n"
        case.steps = [random.choice([
            f'"$forcegraph" metrics k.csv {file} --json',
            f'"$forcegraph" layout k.csv -q --layout force --start {file} -o out.svg'])]
        return case
    what = random.random()
    if what < 0.6:
        case.steps = [f'"$forcegraph" info {file} --json']
        case.check = is_read_as_others_do
    elif what < 0.8:
        out = "out." + random.choice(WRITTEN)
        case.steps = [f'"$forcegraph" convert {file} {out}', f'[ ! -f {out} ] || "$forcegraph" info {out} --json']
        case.check = is_read_again
    elif what < 0.95:
        case.steps = [f'"$forcegraph" layout {file} -o out.svg {SHORT_LAYOUT} {random.choice(LAYOUTS)}']
        case.check = picture_is_whole
        case.measured_bytes = None
    else:
        case.steps = [f'"$forcegraph" metrics {file} --json']
    return case


def is_read_as_others_do(case, outcome):
    facts = facts_of(outcome.steps[0])
    return reading.complaint(outcome.file(case.shrinks), facts) if facts else None


def is_read_again(case, outcome):
    if outcome.steps[0].code == 0 and outcome.steps[1].code != 0:
        return "convert wrote what cannot be read again"
    return None


def picture_is_whole(case, outcome):
    picture = outcome.file("out.svg")
    if outcome.steps[0].code in (0, 130) and picture is None:
        return "layout wrote no picture"
    return reading.written_complaint("out.svg", picture, None) if picture is not None else None


# MARK: Strictness

# Small documents with a place (@) for something that does not belong there.
HOLES = [
    ("graphml", "<graphml><graph><node id='@'/></graph></graphml>"), ("graphml", "<graphml><graph><node id='a'>@</node></graph></graphml>"),
    ("graphml", "<graphml><!--@--><graph/></graphml>"), ("graphml", "<graphml><?p @?><graph/></graphml>"),
    ("graphml", "<graphml><graph><node id='a'@/></graph></graphml>"), ("graphml", "<graphml><![CDATA[@]]><graph/></graphml>"),
    ("graphml", "<!DOCTYPE graphml [@]><graphml><graph/></graphml>"), ("graphml", "@<graphml><graph/></graphml>@"),
    ("graphml", "<graphml><key id='k' for='node' attr.name='a' attr.type='double'/><graph><node id='a'><data key='k'>@</data>"
     "</node></graph></graphml>"),
    ("gexf", "<gexf><graph><nodes><node id='a' label='@'/></nodes><edges><edge source='a' target='a' weight='1'/></edges></graph></gexf>"),
    ("gexf", "<gexf><graph><nodes><node id='a'/></nodes><edges><edge source='a' target='a' weight='@'/></edges></graph></gexf>"),
    ("json", '{"nodes":[{"id":@},{"id":"b"}],"links":[]}'), ("json", '{"nodes":[{"id":"a@"}],"links":[]}'),
    ("json", '{"nodes":[{"id":"a","v":[@]}],"links":[]}'), ("json", '{"nodes":[{"id":"a","v":@}],"links":[]}'),
    ("json", '{"nodes":[{"id":"a"}],"links":[{"source":"a","target":"a","weight":@}]}'), ("json", '{"nodes":[]@,"links":[]}@'),
    ("gv", "graph{a[w=@]}"), ("gv", "graph{a[label=\"@\"]}"), ("gv", "graph{@}"), ("gv", "graph{a--b[weight=@]}"),
    ("gml", "graph [ node [ id @ ] ]"), ("gml", "graph [ node [ id 1 label \"@\" ] ]"), ("gml", "graph [ @ node [ id 1 ] ]"),
    ("csv", "source,target,weight\na,b,@\n"), ("csv", "source,target\na,\"@\"\n"), ("csv", "source,target\n@,b\n"),
    ("edges", "1 2\n@ 2\n"), ("edges", "a b {'c': @}\n"), ("edges", "a b @\n"),
    ("net", "*Vertices @\n*Edges\n1 2\n"), ("net", "*Vertices 2\n1 \"@\"\n*Edges\n1 2 @\n"), ("net", "*Vertices 2\n*Edges\n1 @\n"),
    ("graph", "@ 1\n2\n1\n"), ("graph", "2 @\n2\n1\n"), ("graph", "2 1 @\n2\n1\n"), ("graph", "2 1\n@\n1\n"),
    ("mtx", "%%MatrixMarket matrix coordinate real general\n@ 2 1\n1 2 1\n"), ("mtx", "%%MatrixMarket matrix coordinate real general\n2 2 @\n1 2 1\n"),
    ("mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 @ @\n"),
    ("lgl", "# a\nb @\n"), ("adjlist", "a b @\n"), ("madjlist", "a @\nb {}\n"), ("adjacency", "0 @\n1 0\n"),
]
FILLED = [(end, template, value) for end, template in HOLES
          for value in mutating.NUMBERS + mutating.HOSTILE + mutating.TOKENS[mutating.family("." + end)]]
# Those that another reader judges too come twice as often as the rest.
JUDGED = [filled for filled in FILLED if filled[0] in ("graphml", "gexf", "json")]
UNJUDGED = [filled for filled in FILLED if filled not in JUDGED]
# Has no divisor in common with the number of cases, so that any part of them is spread over all formats.
STRIDE = 1009


def strictness(kind, random, index, context):
    """A small document with one thing that does not belong there."""
    turn, part = divmod(index, 3)
    cases, number = (UNJUDGED, turn) if part == 2 else (JUDGED, 2 * turn + part)
    end, template, value = cases[number * STRIDE % len(cases)]
    data = template.encode().replace(b"@", value)
    return Case(kind, [f'"$forcegraph" info g.{end} --json'], {f"g.{end}": data}, shrinks=f"g.{end}", check=is_read_as_others_do)


# MARK: Names

def names(kind, random, index, context):
    """A fixture under another name, or none, or on standard input: the same graph, or refused."""
    fixtures = [one for one in context.fixtures if not one[0].endswith((".npy", "positions.csv"))]
    name, data = fixtures[index % len(fixtures)]
    end = NAMES[index // len(fixtures) % len(NAMES)]
    right = "right" + ending(name)
    wrong = "wrong" + ("." + end if end else "")
    if name.endswith(".gz"):
        wrong += random.choice(["", ".gz"])
    steps = [f'"$forcegraph" info {right} --json', f'"$forcegraph" info {wrong} --json',
             f'"$forcegraph" info - --json <{right}']
    return Case(kind, steps, {right: data, wrong: data}, check=is_same_under_all_names)


def is_same_under_all_names(case, outcome):
    facts = [facts_of(step) for step in outcome.steps]
    for other, words in ((facts[1], "another name"), (facts[2], "standard input")):
        if other is None:
            continue
        if facts[0] is None:
            return f"a file that is refused under its own name is read under {words}"
        if (other["nodes"], other["edges"]) != (facts[0]["nodes"], facts[0]["edges"]):
            return f"a file is read as another graph under {words}"
    return None


# MARK: Round trips

WORDS = ["a", "b", "Zoë", "x y", "1", "-7", "007", "1.50", "", "true", "nan", "\"", "'", "\\", "a\\nb", "\\N", "&amp;", "<b>",
         "]]>", "a,b", "a;b", "#c", "%", "//", "{", "}", "[", "=1+1", "@x", "line\nfeed", "tab\t", "cr\r", "\u001b[31m",
         "\u009b", "\u202e", "\ufeff", "\U0001f600", "e\u0301", "18446744073709551616", "9" * 40, "x" * 300, " a ", "null",
         "-", "->", "graph", "node", "*Vertices", "None", "\u0001"]
VALUES = [0, 1, -1, 2**53, 2**63 - 1, -2**63, 2**63, 2**64, 0.5, -0.0, 1e308, 5e-324, 0.1, float("nan"), float("inf"),
          True, False, None]
ATTRIBUTES = ["label", "color", "size", "group", "x y", "Straße", "weight2", "shape", "id2", "value", "a\"b", "cluster"]


def some_graph(random):
    """A graph with nasty ids and values, as node-link JSON."""
    count = random.choice([0, 1, 3, 5, 10, 30])
    if random.random() < 0.3:
        ids = random.sample([0, 1, 2, 5, -3, 2**31, 2**53 + 1, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30], min(count, 12))
    else:
        ids = random.sample([word for word in WORDS if word], count)
    nodes = [{"id": one} for one in ids]
    links = []
    for _ in range(random.choice([0, 1, 5, 40]) if ids else 0):
        links.append({"source": random.choice(ids), "target": random.choice(ids)})
    for rows in (nodes, links):
        for name in random.sample(ATTRIBUTES, random.choice([0, 0, 1, 3])):
            # One column has one type; a mixture becomes text, which is no subject here.
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
        name, data = "made.json", json.dumps(some_graph(random), ensure_ascii=random.random() < 0.5).encode()
    else:
        name, data = random.choice(context.fixtures)
        if choice < 0.8:
            data = mutating.mutated(random, name, data, context.fixtures)
    source = "a" + ending(name)
    other = "b." + WRITTEN[index % len(WRITTEN)]
    steps = [f'"$forcegraph" convert -q {source} first.json',
             f'[ ! -f first.json ] || "$forcegraph" convert first.json {other}',
             f'[ ! -f {other} ] || "$forcegraph" convert -q {other} last.json']
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
    if "between nodes that" not in notes and "to itself" not in notes and counts[1] != len(new["links"]):
        return f"by way of {end} the number of edges changes, and no note says so"
    return None


# MARK: Other writers

def plain_graph(random):
    """Ids and edges that every format holds."""
    words = [word for word in WORDS if word and not word.startswith(("#", "%", "//", "{", "\ufeff")) and word.strip() == word
             and not any(ord(letter) < 32 for letter in word)]
    ids = random.sample(words, random.choice([2, 3, 6, 12, 25]))
    if random.random() < 0.2:
        ids = [str(one) for one in random.sample([3, 7, 2**53 + 1, 2**63, 2**64, 10**25, 10**25 + 1], 4)]
    edges = [(random.choice(ids), random.choice(ids)) for _ in range(random.choice([1, 2, 10, 40]))]
    return ids, edges, [random.choice(WORDS).strip() for _ in edges]


def as_csv(random, ids, edges, labels):
    text = io.StringIO()
    writer = csv.writer(text, quoting=random.choice([csv.QUOTE_ALL, csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
                        delimiter=random.choice(",;\t"), lineterminator=random.choice(["\n", "\r\n"]))
    writer.writerow(["source", "target", "kind"])
    for (source, target), label in zip(edges, labels):
        writer.writerow([source, target, label])
    return text.getvalue().encode()


def as_json(random, ids, edges, labels):
    # Ids that are digits are written as numbers.
    number = {one: int(one) if one.isdigit() and str(int(one)) == one else one for one in ids}
    links = [{"source": number[one], "target": number[two], "kind": label} for (one, two), label in zip(edges, labels)]
    return json.dumps({"nodes": [{"id": number[one]} for one in ids], "links": links}, indent=random.choice([None, 1]),
                      ensure_ascii=random.random() < 0.5).encode()


def as_graphml(random, ids, edges, labels):
    root = ElementTree.Element("graphml", xmlns="http://graphml.graphdrawing.org/xmlns")
    ElementTree.SubElement(root, "key", {"id": "k", "for": "edge", "attr.name": "kind", "attr.type": "string"})
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
    return Case(kind, [f'"$forcegraph" convert -q {name} out.json'], {name: data}, check=is_what_was_written,
                expected=(edges, labels))


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


# MARK: Repetition

# Format, what is before, what is repeated, what is after.
CONSTRUCTS = [
    ("gv", "graph{a[label=\"", "\\|", "\"]}"), ("gv", "graph{a[label=\"", "\\N", "\"]}"),
    ("gv", "graph{a[label=\"", "\\\\", "\"]}"), ("gv", "graph{a[label=\"", "\\\n", "\"]}"),
    ("gv", "graph{a[b=\"c\"", "+\"c\"", "]}"), ("gv", "graph{", "a--b;", "}"), ("gv", "graph{a", "--a", "}"),
    ("gv", "graph{", "a[b=c]", "}"), ("gv", "graph{", "{", "}"), ("gv", "graph{", "subgraph{a};", "}"),
    ("gv", "graph{a=<", "<b></b>", ">}"), ("gv", "graph{", "/**/", "}"), ("gv", "graph{", "node[a=b];", "}"),
    ("gv", "graph{", "a:b:c;", "}"),
    ("json", "{\"nodes\":[", "{},", "{}],\"links\":[]}"), ("json", "", "[", ""), ("json", "{\"nodes\":[{\"id\":\"", "\\u0041", "\"}],\"links\":[]}"),
    ("json", "{\"nodes\":[{\"id\":1", "0", "}],\"links\":[]}"), ("json", "{\"nodes\":[{\"id\":1,\"a\":[1", ",1", "]}],\"links\":[]}"),
    ("json", "{\"nodes\":[{\"id\":1}],\"links\":[", "{\"source\":1,\"target\":1},", "{\"source\":1,\"target\":1}]}"),
    ("json", "{", "\"a\":1,", "\"nodes\":[],\"links\":[]}"), ("json", " ", " ", "{}"),
    ("graphml", "<graphml><graph>", "<node id='a'/>", "</graph></graphml>"), ("graphml", "<graphml><!--", "- ", "--></graphml>"),
    ("graphml", "<graphml>", "&amp;", "</graphml>"), ("graphml", "<graphml>", "<![CDATA[x]]>", "</graphml>"),
    ("graphml", "<graphml>", "<a>", "</graphml>"), ("graphml", "<graphml>", "<a b='c'/>", "</graphml>"),
    ("graphml", "<graphml", " a='b'", "/>"), ("graphml", "<!DOCTYPE g [", "<!-- -->", "]><graphml/>"), ("graphml", "<graphml a='", "&#65;", "'/>"),
    ("gexf", "<gexf><graph><nodes>", "<node id='a'/>", "</nodes></graph></gexf>"),
    ("gexf", "<gexf><graph><nodes><node id='a'/></nodes><edges>", "<edge source='a' target='a'/>", "</edges></graph></gexf>"),
    ("gml", "graph [ node [ id 1 label \"", "&amp;", "\" ] ]"), ("gml", "graph [ ", "a 1 ", "]"), ("gml", "graph [ node [ id 1 ", "a [ ] ", "] ]"),
    ("gml", "graph [ ", "a [ ", "]"), ("gml", "graph [ node [ id 1 ] ", "edge [ source 1 target 1 ] ", "]"),
    ("csv", "a,\"", "\"\"", "\"\n"), ("csv", "a,b\n", "a,b\n", ""), ("csv", "source,target\n", "\n", ""), ("csv", "a", ",a", "\n"),
    ("csv", "source,target,c\n", "a,b,\"\n\"\n", ""), ("tsv", "a\tb\n", "a\tb\n", ""),
    ("edges", "a b\n", "# c\n", ""), ("edges", "a ", "(", "\n"), ("edges", "", "(1, 2) (3, 4)\n", ""), ("edges", "a b ", "{'a': 1}", "\n"),
    ("edges", "a b {'a': [", "1, ", "]}\n"), ("edges", "", "a b {'a': 1}\n", ""),
    ("net", "*Vertices 2\n", "*Arcs\n1 2\n", ""), ("net", "*Vertices 2\n*Arcslist\n1", " 2", "\n"), ("net", "*Vertices 2\n", "1 \"a\"\n", ""),
    ("graph", "1 0\n", "%\n", "\n"), ("mtx", "%%MatrixMarket matrix coordinate pattern general\n", "%\n", "1 1 0\n"),
    ("lgl", "# a\n", "b\n", ""), ("lgl", "", "# a\n", ""), ("adjlist", "a b\n", "a b c\n", ""), ("adjlist", "a", " b", "\n"),
    ("madjlist", "", "a 1\nb {'c': 1}\n", ""), ("adjacency", "0", " 1", "\n"), ("adjacency", "", "0 1 0\n", ""),
]
REPEATED_BYTES = 2_000_000


def repetition(kind, random, index, context):
    """A construct of a format, or a part of a fixture, repeated until the file has 2 MB."""
    end, before, each, after = CONSTRUCTS[index % len(CONSTRUCTS)]
    before, each, after = before.encode(), each.encode(), after.encode()
    if index >= len(CONSTRUCTS) and random.random() < 0.7:
        name, data = random.choice([one for one in context.fixtures if not one[0].endswith(".gz")])
        begin, stop = mutating.span(random, data)
        end, before, each, after = ending(name)[1:], data[:stop], data[begin:stop] or b"\n", data[stop:]
    data = before + each * (REPEATED_BYTES // len(each)) + after
    case = Case(kind, [f'"$forcegraph" info g.{end} --json'], {f"g.{end}": data}, processor_seconds=10,
                measured_bytes=len(data))
    return case
