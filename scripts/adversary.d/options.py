"""Options at random, as the help texts name them."""

import re
import subprocess

from cases import Case, nothing, quoted
from surroundings import PLACED, SMALL

COMMANDS = [
    ("forcegraph", "layout"),
    ("forcegraph", "layout"),
    ("forcegraph", "convert"),
    ("forcegraph", "measure"),
    ("forcegraph", "metrics"),
    ("forcegraph", "info"),
    ("simbench", "run"),
    ("simbench", "verify"),
    ("simbench", "sweep"),
    ("simbench", "info"),
    ("simbench", "compare"),
]

# Valid values, by the name of the value in the help; then extreme values.
SANE = {
    "format": ["svg", "json", "csv", "npy"],
    "file": ["out.svg", "out.json", "out.csv"],
    "attribute": ["kind", "value"],
    "name": ["force", "circular", "grid", "tree"],
    "2|3": ["2", "3"],
    "how": ["quick"],
    "number": ["1", "0.5", "7"],
    "count": ["1", "2", "5"],
    "time": ["1", "500ms", "1min"],
    "meaning": ["none", "strength"],
    "id": ["a", "b"],
    "node": ["a", "b"],
    "condition": ["kind=x", "kind!=x", "degree>=1", "id=a"],
    "name,name,...": ["degree", "all", "core,component"],
    "id,id,...": ["a,b"],
    "what": ["degree", "id", "none", "kind", "community"],
    "points": ["100", "640"],
    "text": ["x", ""],
    "light|dark": ["light", "dark"],
    "azimuth,elevation": ["30,20", "0,0"],
    "name|file": ["miserables", "grid"],
    "type": ["float", "double"],
    "list": ["1", "2,3"],
    "isa": ["scalar"],
    "engine": ["kernels", "reference"],
    "percent": ["3"],
    "precision": ["float"],
    "file.csv": ["out.csv"],
    "file.json": ["out.json"],
}
EDGE = [
    "0", "-1", "-0", "0.0", "1e-320", "1e308", "1e309", "nan", "inf", "-inf", "9223372036854775807",
    "9223372036854775808", "18446744073709551615", "18446744073709551616", "9" * 99, "", " ", "x",
    "é", "\u001b[31m", "\n", "-", "--", ",", "1,", ",,", "1e3", "0x10", "+1", "01", "1.5",
    "x" * 5000, "/dev/null", "/dev/full", ".", "input", "a,b,c", "90,90", "1,nan", "true",
]
# Values that no option of this kind can take.
NEVER = {
    "count": ["-1", "nan", "x", "", "1.5", "1e3", "9" * 99, "-9223372036854775808"],
    "points": ["nan", "x", "", "-1", "inf"],
    "number": ["x", "", "--", "nan"],
    "time": ["x", "", "-1", "nan"],
    "2|3": ["0", "4", "-2", "x", ""],
    "azimuth,elevation": ["x", "1", "nan,1", ""],
    "percent": ["x", "nan", "-1"],
}
# Valid options whose run does not end within the time of a test.
ENDLESS = (
    "--ticks", "--warmup", "--runs", "--rounds", "--nodes", "--links-per-node", "--width",
    "--height", "--scale",
)


class Option:
    def __init__(self, name, value, allowed):
        # value: None for a flag; allowed: the words that the help lists.
        self.name, self.value, self.allowed = name, value, allowed


def parsed_help(text):
    """The options in a help text of swift-argument-parser."""
    result = []
    for entry in re.split(r"\n(?=  -)", text):
        head = re.match(r"  (?:-\w, )?(--[\w/-]+)(?: <([^>]+)>)?", entry)
        if not head or head.group(1) in ("--help", "--version"):
            continue
        values = re.search(r"\(values: ([^;)]+)", re.sub(r"\s+", " ", entry))
        allowed = values.group(1).split(", ") if values else None
        for name in head.group(1).split("/"):
            result.append(Option(name, head.group(2), allowed))
    return result


def helps(programs):
    """The options of each command."""
    result = {}
    for program, command in COMMANDS:
        run = subprocess.run(
            [programs / program, command, "--help"], capture_output=True, text=True
        )
        result[program, command] = parsed_help(run.stdout)
    return result


def value_of(random, option):
    """A value, and whether no option of this kind can take it."""
    choice = random.random()
    if choice < 0.55:
        return random.choice(option.allowed or SANE.get(option.value, ["1"])), False
    if choice < 0.85 or not (option.allowed or option.value in NEVER):
        return random.choice(EDGE), False
    if option.allowed:
        return random.choice(["x", "", option.allowed[0].upper() + "x", "1\u001b[31m"]), True
    return random.choice(NEVER[option.value]), True


def base_arguments(random, program, command):
    """Returns the arguments of a small run, so that most of the time goes into options."""
    source = random.choice(["s.csv", "p.json"])
    if command == "layout":
        return [source] + random.choice([["-o", "out.svg"], ["-o", "out.json"], ["-o", "-"], []])
    if command == "convert":
        return [source, random.choice(["out.gexf", "out.edges", "-", "out.npy"])]
    if command == "measure":
        return [source, random.choice(["--degree", "--all", "--community"])]
    if command in ("metrics", "info") and program == "forcegraph":
        return ["p.json"]
    small = {
        "run": ["--nodes", "50", "--ticks", "1", "--warmup", "0"],
        "verify": ["--nodes", "50"],
        "sweep": ["--nodes", "50", "--ticks", "1", "--warmup", "0", "--rounds", "1"],
        "compare": ["p.json", "s.csv"],
    }
    return small.get(command, [])


def options(kind, random, index, context):
    """Makes a command with some of its options: valid, extreme and wrong values."""
    program, command = COMMANDS[index % len(COMMANDS)]
    known = context.helps[program, command]
    arguments = base_arguments(random, program, command)
    is_wrong = False
    is_endless = False
    for option in random.sample(known, min(len(known), random.choice([0, 1, 1, 2, 3, 6]))):
        arguments.append(option.name)
        if option.value is None:
            continue
        value, is_never = value_of(random, option)
        is_wrong = is_wrong or is_never
        is_endless = is_endless or option.name in ENDLESS
        arguments.append(value)
    step = f'"${program}" {command} ' + quoted(*arguments)
    files = {"s.csv": SMALL, "p.json": PLACED}
    return Case(
        kind,
        [step],
        files,
        check=refuses_wrong_values if is_wrong else nothing,
        may_be_endless=is_endless,
        processor_seconds=4 if is_endless else 20,
    )


def refuses_wrong_values(case, outcome):
    if outcome.steps[0].code == 0:
        return f"a value that is wrong is taken: {', '.join(option_names(case))}"
    return None


NUMERIC = ("count", "number", "points", "2|3", "time", "percent", "azimuth,elevation", "list")
NUMBERS = [
    "0", "1", "2", "-1", "-0", "1e-320", "1e308", "1e309", "nan", "inf", "9223372036854775807",
    "9223372036854775808", "18446744073709551615", "18446744073709551616", "9" * 99, "", "x", "1e3",
    "0x10", "1.5", "1,2", "90,90",
]
TEXTS = [
    "", " ", "x", "\u001b[31m\u009b", "-", "--", ",", "1", "x" * 5000, "/dev/null", ".", "none",
    "id",
]


# The options that an option of layout needs; without them the command refuses in any case.
COMPANIONS = {
    "--layout": [],
    "--root": ["--layout", "tree"],
    "--pin": ["--layout", "force", "--start", "p.json"],
    "--pin-all": ["--layout", "force", "--start", "p.json"],
    "--dim": ["--layout", "force"],
    "--camera": ["--layout", "force", "--dim", "3"],
    "--weights": ["--layout", "stress"],
}


def option_values(kind, random, index, context):
    """One option with one value, all of them in turn."""
    every = context.option_values
    (program, command), option, value = every[index * 1009 % len(every)]
    words = [option.name] + ([] if value is None else [value])
    arguments = base_arguments(random, program, command)
    if command == "layout":
        # Both inputs have the same graph, so that p.json has positions for it.
        arguments = ["p.json", "-o", "out.svg"] + COMPANIONS.get(option.name, ["--layout", "force"])
    step = f'"${program}" {command} ' + quoted(*arguments, *words)
    is_endless = option.name in ENDLESS
    is_never = value in NEVER.get(option.value, []) or (option.allowed and value == "x")
    return Case(
        kind,
        [step],
        {"s.csv": SMALL, "p.json": PLACED},
        check=refuses_wrong_values if is_never else nothing,
        may_be_endless=is_endless,
        processor_seconds=2 if is_endless else 20,
    )


def all_option_values(known):
    """Each command, each of its options, each value on the edge."""
    result = []
    for command, found in known.items():
        for option in found:
            values = (
                [None] if option.value is None else NUMBERS if option.value in NUMERIC else TEXTS
            )
            result += [(command, option, value) for value in values]
    return result


def option_names(case):
    return sorted(set(re.findall(r" (--[a-z-]+)", case.steps[0])))[:4]
