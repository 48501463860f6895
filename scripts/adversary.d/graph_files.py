"""Kinds of cases that are about files of graphs: damage, strictness, names, repetition."""

import gzip
import json

import mutating
import reading
from cases import Case
from constructs import CONSTRUCTS, JUDGED, STRIDE, UNJUDGED

WRITTEN = [
    "edges", "csv", "tsv", "json", "graphml", "gexf", "gv", "gml", "net", "graph", "mtx", "csv.gz",
    "gexf.gz",
]
NAMES = [
    "edges", "csv", "tsv", "json", "graphml", "gexf", "gv", "gml", "net", "graph", "mtx", "lgl",
    "adjlist", "madjlist", "adjacency", "txt", "dat", "",
]
SHORT_LAYOUT = "--quality quick --time-budget 2 --layout"
LAYOUTS = [
    "auto", "force", "stress", "circular", "layered", "tree", "radial", "linear", "grid", "trie",
    "fruchterman-reingold", "binary-heap", "keep",
]


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
    if random.random() < 0.1 and not name.endswith((".gz", ".npy", "positions.csv")):
        name, data = name + ".gz", gzip.compress(data, mtime=0)
    data = mutating.mutated(random, name, data, context.fixtures)
    file = "g" + ending(name)
    size = len(data) if not name.endswith(".gz") else None
    case = Case(kind, [], {file: data}, shrinks=file, measured_bytes=size)
    if name in ("positions.csv", "plane.npy", "space-fortran.npy"):
        case.files["k.csv"] = b"source,target\na,b\nb,c\n"
        case.steps = [
            random.choice(
                [
                    f'"$forcegraph" metrics k.csv {file} --json',
                    f'"$forcegraph" layout k.csv -q --layout force --start {file} -o out.svg',
                ]
            )
        ]
        return case
    what = random.random()
    if what < 0.6:
        case.steps = [f'"$forcegraph" info {file} --json']
        case.check = is_read_as_others_do
    elif what < 0.8:
        out = "out." + random.choice(WRITTEN)
        case.steps = [
            f'"$forcegraph" convert {file} {out}',
            f'[ ! -f {out} ] || "$forcegraph" info {out} --json',
        ]
        case.check = is_read_again
    elif what < 0.95:
        case.steps = [
            f'"$forcegraph" layout {file} -o out.svg {SHORT_LAYOUT} {random.choice(LAYOUTS)}'
        ]
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


def strictness(kind, random, index, context):
    """A small document with one thing that does not belong there."""
    turn, part = divmod(index, 3)
    cases, number = (UNJUDGED, turn) if part == 2 else (JUDGED, 2 * turn + part)
    end, template, value = cases[number * STRIDE % len(cases)]
    data = template.encode().replace(b"@", value)
    return Case(
        kind,
        [f'"$forcegraph" info g.{end} --json'],
        {f"g.{end}": data},
        shrinks=f"g.{end}",
        check=is_read_as_others_do,
    )


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
    steps = [
        f'"$forcegraph" info {right} --json',
        f'"$forcegraph" info {wrong} --json',
        f'"$forcegraph" info - --json <{right}',
    ]
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


# MARK: Repetition

REPEATED_BYTES = 2_000_000


def repetition(kind, random, index, context):
    """A construct of a format, or a part of a fixture, repeated until the file has 2 MB."""
    end, before, each, after = CONSTRUCTS[index % len(CONSTRUCTS)]
    before, each, after = before.encode(), each.encode(), after.encode()
    if index >= len(CONSTRUCTS) and random.random() < 0.7:
        name, data = random.choice([one for one in context.fixtures if not one[0].endswith(".gz")])
        begin, stop = mutating.span(random, data)
        end, before, each, after = (
            ending(name)[1:],
            data[:stop],
            data[begin:stop] or b"\n",
            data[stop:],
        )
    count = REPEATED_BYTES // len(each)
    if index < len(CONSTRUCTS) and b"%d" in each:
        data = before + b"".join(each % number for number in range(count)) + after
    else:
        data = before + each * count + after
    case = Case(
        kind,
        [f'"$forcegraph" info g.{end} --json'],
        {f"g.{end}": data},
        processor_seconds=10,
        measured_bytes=len(data),
    )
    return case
