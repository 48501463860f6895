"""What a format carries of a model, and what is different in what was read.

A carried graph is `directed`, `nodes` (id -> attributes) and `edges` (lists of source, target, attributes).
"""
import dataclasses
import math
import re


@dataclasses.dataclass(frozen=True)
class Rules:
    """The rules for comparing a read graph with the expected one."""
    # Attributes that the writer adds.
    ignored: tuple = ()
    # True if the file has text only: texts that look like numbers are read as numbers.
    by_look: bool = False
    # The number of digits that the writer gives to numbers.
    digits: int = 17


def carried(model, ids=None, nodes=None, edges=None, directed=None, isolates=True):
    """What a file should have.

    ids: the ids in it, in the order of the nodes; the model's unless given.
    nodes, edges: functions from the attributes of the model to those in the file, of all unless given.
    isolates: False where a format knows nodes only by their edges.
    """
    ids = [str(node[0]) for node in model["nodes"]] if ids is None else [str(i) for i in ids]
    keep = nodes or dict
    keep_edge = edges or dict
    seen = {end for edge in model["edges"] for end in edge[:2]}
    return {
        "directed": model["directed"] if directed is None else directed,
        "nodes": {ids[i]: keep(node[1]) for i, node in enumerate(model["nodes"]) if isolates or i in seen},
        "edges": [[ids[s], ids[t], keep_edge(attributes)] for s, t, attributes in model["edges"]],
    }


def of_json(document):
    """What `forcegraph convert FILE - --format json` prints."""
    def rest(entry, *names):
        return {key: value for key, value in entry.items() if key not in names}

    return {
        "directed": document["directed"],
        "nodes": {str(node["id"]): rest(node, "id") for node in document["nodes"]},
        "edges": [[str(edge["source"]), str(edge["target"]), rest(edge, "source", "target")]
                  for edge in document["links"]],
    }


def normalized(value, by_look):
    """One value for what formats cannot tell apart: 1 and 1.0; by look also 1 and "1", but not "007"."""
    if by_look and isinstance(value, str) and re.fullmatch(r"-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?", value):
        return float(value)
    if by_look and isinstance(value, bool):
        return str(value).lower()
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def rounded(value, digits):
    return float(f"{value:.{digits}g}") if isinstance(value, float) else value


def attributes_of(entry, rules):
    return {
        key: rounded(normalized(value, rules.by_look), rules.digits) for key, value in entry.items()
        if key not in rules.ignored and value is not None and value != ""
        and not (isinstance(value, float) and math.isnan(value))
    }


def edge_list(graph, rules):
    """Returns the sorted edges; the default weight is 1."""
    edges = [(s, t, attributes_of(attributes, rules)) for s, t, attributes in graph["edges"]]
    for _, _, attributes in edges:
        attributes.setdefault("weight", 1.0)
    result = []
    for s, t, attributes in edges:
        ends = (s, t) if graph["directed"] else tuple(sorted((s, t)))
        result.append((*ends, tuple(sorted((key, repr(value)) for key, value in attributes.items()))))
    return sorted(result)


def difference(expected, found, rules=Rules()):
    """Returns the first difference as text, or None."""
    if found["directed"] != expected["directed"]:
        return f"{'with' if found['directed'] else 'without'} directions"
    missing, more = expected["nodes"].keys() - found["nodes"].keys(), found["nodes"].keys() - expected["nodes"].keys()
    if missing or more:
        return f"nodes: {shortened(sorted(missing))} are missing, {shortened(sorted(more))} are new"
    for node, attributes in expected["nodes"].items():
        wanted, has = attributes_of(attributes, rules), attributes_of(found["nodes"][node], rules)
        if wanted != has:
            return f"node {node!r}: {wanted} is read as {has}"
    wanted, has = edge_list(expected, rules), edge_list(found, rules)
    if len(wanted) != len(has):
        return f"{len(wanted)} edges are read as {len(has)}"
    for a, b in zip(wanted, has):
        if a != b:
            return f"edge {a} is read as {b}"
    return None


def shortened(texts):
    return str(texts[:4])[:-1] + ", ...]" if len(texts) > 4 else str(texts)
