"""Other readers of the same bytes: gzip, expat, json, csv, and networkx if it is installed."""

import csv
import gzip
import io
import json
import re
import sys
import xml.parsers.expat
import zlib

try:
    import networkx
except ImportError:
    networkx = None

if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)


class Repeated(Exception):
    """A duplicate key, of which readers take different values."""


def unpacked(data):
    """Decompressed bytes; throws OSError or EOFError for damaged ones."""
    if not data.startswith(b"\x1f\x8b"):
        return data
    try:
        return gzip.decompress(data)
    except zlib.error as error:
        raise OSError(str(error)) from error


# The declarations of a document type, which forcegraph skips without reading them.
SKIPPED_TYPE = re.compile(
    rb"\A((?:<!--.*?-->|<\?.*?\?>|[^<])*<!DOCTYPE[^\[>]*)\[.*?\](?=\s*>)", re.DOTALL
)


def without_skipped(data):
    """An XML document without what forcegraph leaves unchecked on purpose."""
    return SKIPPED_TYPE.sub(rb"\1", data, count=1)


def xml_refusal(data):
    """Returns the reason why expat refuses a document, or None."""
    parser = xml.parsers.expat.ParserCreate()
    try:
        parser.Parse(data, True)
    except xml.parsers.expat.ExpatError as error:
        return str(error).split(":")[0]
    return None


def parsed_json(data):
    """Throws ValueError for what is no JSON. NaN and Infinity are read, as the manual says.

    Values one after the other, as in JSON lines, are a list."""

    def once(pairs):
        result = dict(pairs)
        if len(result) < len(pairs):
            raise Repeated()
        return result

    decoder = json.JSONDecoder(object_pairs_hook=once)
    rest, values = data.decode("utf-8-sig").strip(" \t\r\n"), []
    while rest or not values:
        value, end = decoder.raw_decode(rest)
        values.append(value)
        rest = rest[end:].lstrip(" \t\r\n")
    return values[0] if len(values) == 1 else values


def json_complaint(data, facts):
    try:
        document = parsed_json(data)
    except (Repeated, RecursionError):
        return None
    except ValueError as error:
        return f"a file is read that Python's json refuses ({str(error).split(':')[0]})"
    if not isinstance(document, dict) or "adjacency" in document:
        return None
    nodes = document.get("nodes")
    lists = [document[key] for key in ("links", "edges") if isinstance(document.get(key), list)]
    if len(lists) == 1 and facts["edges"] != len(lists[0]):
        return f"{len(lists[0])} edges in the JSON are read as {facts['edges']}"
    # Nodes that only edges name are counted by a note.
    named = [re.match(r"(the|\d+) nodes? .*named by edges only", note) for note in facts["notes"]]
    undeclared = sum(1 if match[1] == "the" else int(match[1]) for match in named if match)
    if isinstance(nodes, list) and facts["nodes"] != len(nodes) + undeclared and len(lists) == 1:
        return f"{len(nodes)} nodes in the JSON are read as {facts['nodes']}"
    return None


def csv_complaint(data, facts):
    """Compares the rows, if csv and docs/graph-files.md interpret them equally."""
    text = data.decode("utf-8-sig", "replace")
    if "\r" in text or "\0" in text or ('"' in text and any(mark in text for mark in ";\t|")):
        return None
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), strict=True, skipinitialspace=True))
    except csv.Error:
        return None
    filled = [row for row in rows if any(cell.strip(" \t") for cell in row) or len(row) > 1]
    edges = [row for row in filled if not row[0].lstrip().startswith(("#", "%", "//"))]
    if facts["edges"] not in (len(edges), len(edges) - 1):
        return f"{len(edges)} rows of the table (with a header or without) are read as {facts['edges']} edges"
    return None


def complaint(data, facts):
    """A sentence when another reader refuses a file that was accepted, or finds another graph.

    facts: the output of info --json."""
    try:
        data = unpacked(data)
    except (OSError, EOFError):
        return "a file is read that Python's gzip refuses"
    if facts["format"] in ("graphml", "gexf") and (reason := xml_refusal(without_skipped(data))):
        return f"a file is read that expat refuses ({reason})"
    if facts["format"] == "json":
        return json_complaint(data, facts)
    if facts["format"] in ("csv", "tsv"):
        return csv_complaint(data, facts)
    return None


# MARK: Graphs as JSON


def graph(data):
    """The graph that convert wrote as JSON: nodes and edges in order, attributes in any order."""
    document = json.loads(data)
    return {
        "directed": document["directed"],
        "graph": document["graph"],
        "nodes": document["nodes"],
        "links": document["links"],
    }


def difference(old, new):
    """The first difference of two graphs, in words, or None. NaN equals NaN; 1 and 1.0 differ."""
    for key in ("directed", "graph"):
        if text(old[key]) != text(new[key]):
            return f'"{key}" of the graph'
    for key in ("nodes", "links"):
        if len(old[key]) != len(new[key]):
            return f"the number of {key}"
        for index, (first, second) in enumerate(zip(old[key], new[key])):
            if text(first) != text(second):
                names = [
                    name
                    for name in {**first, **second}
                    if text(first.get(name)) != text(second.get(name))
                ]
                return f"the value {sorted(names)[:3]} in the {key} (number {index + 1})"
    return None


def text(value):
    return json.dumps(value, sort_keys=True)


def written_complaint(name, data, counts):
    """A complaint of other readers about a file of convert. counts: of nodes and edges."""
    data = unpacked(data)
    if name.endswith((".graphml", ".gexf", ".svg")) and (reason := xml_refusal(data)):
        return f"expat refuses what was written as {name.rsplit('.')[-1]} ({reason})"
    if name.endswith(".json"):
        try:
            json.loads(data)
        except ValueError as error:
            return f"Python's json refuses what was written ({str(error).split(':')[0]})"
    return networkx_complaint(name, data, counts) if networkx and counts else None


def networkx_complaint(name, data, counts):
    # A graph that networkx refuses, as only some edges have a direction, is no fault.
    readers = {
        "graphml": lambda: networkx.parse_graphml(data, force_multigraph=True),
        "gml": lambda: networkx.parse_gml(data.decode(), label="id"),
    }
    end = name.rsplit(".")[-1]
    try:
        found = readers[end]()
    except Exception:
        return None
    if (found.number_of_nodes(), found.number_of_edges()) != tuple(counts):
        return f"networkx reads other numbers of nodes or edges in what was written as {end}"
    return None
