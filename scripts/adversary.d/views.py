"""Kinds that are about the live view: its secret, its viewers, and too little of what it needs."""

import json
from pathlib import Path

from cases import Case
from surroundings import SMALL

DRIVER = (Path(__file__).resolve().parent / "view_driver.py").read_bytes()
FILES = {"driver.py": DRIVER, "s.csv": SMALL.replace(b"\x1b", b"")}
# As many nodes and edges as the dependency graph of Debian's packages.
NODES, EDGES = 59_414, 260_000
CODES = {"INT": 130, "TERM": 143, "HUP": 129}
MOST_MEGABYTES, MOST_LEFT = 250, 20


def facts_of(outcome):
    """Returns the facts that the driver printed; None if it ended earlier."""
    try:
        return json.loads(outcome.steps[0].output.splitlines()[-1])
    except (ValueError, IndexError):
        return None


def driven(kind, arguments, check, expected=None, files=FILES, **fields):
    """A case of the driver, with INT as in a terminal: shells ignore it in the background."""
    return Case(kind, [f"python3 driver.py {arguments}"], files, check=check, expected=expected, **fields)


# MARK: Secrets


def secrets(kind, random, index, context):
    """The file that leads the browser, watched by another user; then a signal."""
    name = ["INT", "TERM", "HUP"][index % 3]
    return driven(kind, f"secret {name}", keeps_its_secret, name)


def keeps_its_secret(case, outcome):
    facts, code = facts_of(outcome), outcome.steps[0].code
    if facts is None:
        return f"a view that is watched ends with {code}"
    if facts["is_watched"] and facts["seen"] != ["control"]:
        return "another user has read the secret" if len(facts["seen"]) > 1 else "the spy is blind"
    if facts["left"]:
        return f"the file with the secret stays behind after {case.expected}"
    if not facts["leads"]:
        return "the file that the browser gets does not lead to the page"
    if code != CODES[case.expected]:
        return f"{case.expected} ends a view with {code}"
    for name in ("picture", "recording"):
        if not facts[name]:
            return f"{case.expected} ends a view without the end of its {name}"
    return None


# MARK: Viewers


def viewers(kind, random, index, context):
    """Viewers that do not read, and connections that do not show the secret."""
    if index % 2 == 0:
        edges = b"".join(
            b"%d %d\n" % (edge % NODES, random.randrange(NODES)) for edge in range(EDGES)
        )
        files = {**FILES, "large.edges": edges}
        return driven(
            kind, "silent 256", holds_no_memory, files=files, processor_seconds=300, is_mute=True
        )
    # A view that writes no files ends without a message at INT.
    return driven(kind, "crowd", lets_the_secret_in, is_mute=True)


def holds_no_memory(case, outcome):
    facts = facts_of(outcome)
    if facts is None or outcome.steps[0].code != 130:
        return f"a view with silent viewers ends with {outcome.steps[0].code}"
    if facts["errors"]:
        return f"a command of a viewer that reads is refused: {facts['errors'][0]}"
    if facts["most"] > MOST_MEGABYTES:
        return f"14 silent viewers make a view take {facts['most']:.0f} MB"
    if facts["after"] > facts["before"] + MOST_LEFT:
        return f"a view keeps {facts['after'] - facts['before']:.0f} MB of viewers that are gone"
    return None


def lets_the_secret_in(case, outcome):
    facts = facts_of(outcome)
    if facts is None:
        return f"a crowded view ends with {outcome.steps[0].code}"
    if facts["refused"]:
        return f"{facts['refused']} of 60 pages were not given: {facts['answers']}"
    return None


# MARK: Limits


def view_limits(kind, random, index, context):
    """Few open files, little memory: a view that ends well or says why not."""
    limit = (
        f"-n {random.randrange(4, 48)}" if index % 2 else f"-v {random.randrange(110, 900) * 1000}"
    )
    step = f'ulimit {limit}; "$forcegraph" view s.csv --timeout 10ms --record r.jsonl -o end.svg'
    return Case(kind, [step], FILES, check=ends_or_says)


def ends_or_says(case, outcome):
    code = outcome.steps[0].code
    return None if code in (0, 71) else f"exit code {code} where there is too little"
