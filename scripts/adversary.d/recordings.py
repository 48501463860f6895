"""Damaged recordings of the live view, for the exit codes and sentences of the program that replays them.

`scripts/fuzz recordings` tries many more, without the program around them.
"""

import base64
import json
import re
from pathlib import Path

from cases import Case

FOLDER = Path(__file__).resolve().parent.parent.parent / "Tests" / "Fuzz" / "Recordings"
GRAPH = (FOLDER / "graph.csv").read_bytes()
GOOD = (FOLDER / "good.jsonl").read_bytes().splitlines()
# Recordings that once crashed the program or did not end come first.
KNOWN = sorted(path.name for path in FOLDER.glob("*.jsonl"))

HOSTILE = [
    *(-1, 0, 1, 0.5, 2**31, 2**53 + 1, 2**63 - 1, -(2**63), 2**63, 2**64 - 1, 2**64, 1_000_000),
    *(1e308, -1e308, 1e-320, "inf", "-inf", "nan", "", "n0", "none", "\x1b[2J", "e\u0301"),
    *(None, True, [], {}, [[]], ["n0"], "AA=="),
]


def fnv1a(data):
    """The checksum of checkpoints."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value.to_bytes(8, "little")


def places(value, path=()):
    """The paths of all values in a value of JSON."""
    yield path
    if isinstance(value, (list, dict)):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], path + (key,))


def with_hostile(random, value):
    """A copy of a value with another one in one place, or without it, or with it twice."""
    value = json.loads(json.dumps(value))
    path = random.choice(list(places(value)))
    if not path:
        return random.choice(HOSTILE)
    holder = value
    for key in path[:-1]:
        holder = holder[key]
    action = random.choice(["other", "other", "other", "less", "more"])
    if action == "less":
        del holder[path[-1]]
    elif action == "more" and isinstance(holder, list):
        holder.insert(path[-1], holder[path[-1]])
    else:
        holder[path[-1]] = random.choice(HOSTILE)
    return value


def with_checkpoint(random, line):
    """The first line with another head or number in its checkpoint; the checksums are right."""
    data = base64.b64decode(line["checkpoint"])
    end = 17 + int.from_bytes(data[9:17], "little")
    head, inner = data[17:end], bytearray(data[end:-16])
    if random.random() < 0.5:
        head = json.dumps(with_hostile(random, json.loads(head))).encode()
    else:
        place = random.randrange(20, len(inner) - 8)
        number = random.choice([2**64 - 1, 2**63 - 1, 2**62, 2**31, 0x7FF0 << 48, 0x7FF8 << 48, 0])
        inner[place : place + 8] = number.to_bytes(8, "little")
    inner += fnv1a(inner)
    data = data[:9] + len(head).to_bytes(8, "little") + head + inner
    return dict(line, checkpoint=base64.b64encode(data + fnv1a(data)).decode())


def damaged(random):
    lines = list(GOOD)
    for _ in range(random.choice([1, 1, 2, 4])):
        line, other = random.randrange(len(lines)), random.randrange(len(lines))
        action = random.choice(["value"] * 6 + ["head", "head", "drop", "swap", "twice", "cut", "byte"])
        if action == "drop" and len(lines) > 1:
            del lines[line]
        elif action == "swap":
            lines[line], lines[other] = lines[other], lines[line]
        elif action == "twice":
            lines.insert(other, lines[line])
        elif action == "cut":
            lines[line] = lines[line][: random.randrange(len(lines[line]) + 1)]
        elif action == "byte" and lines[line]:
            place = random.randrange(len(lines[line]))
            lines[line] = lines[line][:place] + bytes([random.randrange(256)]) + lines[line][place + 1 :]
        else:
            index = 0 if action == "head" else line
            try:
                value = json.loads(lines[index])
                if action == "head" and isinstance(value, dict) and "checkpoint" in value:
                    value = with_checkpoint(random, value)
                else:
                    value = with_hostile(random, value)
            except (ValueError, IndexError):
                continue
            lines[index] = json.dumps(value).encode()
    return b"\n".join(lines) + b"\n"


def is_replayed_or_refused(case, outcome):
    """Checks that a recording is replayed, with a hash, or refused as damaged, with the line and a reason."""
    step = outcome.steps[0]
    if step.code == 0:
        if not re.fullmatch(rb"[0-9a-f]{16}\n", step.output):
            return "a replay ends without the hash of the state"
        return None
    if step.code != 65:
        return f"a damaged recording ends with the exit code {step.code}"
    if b"r.jsonl: " not in step.errors:
        return "the sentence does not name the recording"
    if not re.search(rb"line [0-9]+: .|is of another graph|it is \".*\" of version|it has no line", step.errors):
        return f"the sentence has no line: {step.errors.decode(errors='replace')[:120]}"
    return None


def recordings(kind, random, index, context):
    """A recording that is damaged in one place or several."""
    data = (FOLDER / KNOWN[index]).read_bytes() if index < len(KNOWN) else damaged(random)
    return Case(
        kind,
        ['"$forcegraph" view g.csv --replay r.jsonl'],
        {"g.csv": GRAPH, "r.jsonl": data},
        check=is_replayed_or_refused,
        shrinks="r.jsonl",
    )
