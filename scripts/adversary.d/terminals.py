"""Every command with files full of what terminals obey, where its output goes to a terminal."""

import re
from pathlib import Path

from cases import Case

ON_TERMINAL = Path(__file__).resolve().parent / "on_terminal.py"

# Clears the screen, names the window, changes colours, rings, turns text around; a lone byte above 127 is
# one that some terminals obey, and a carriage return hides what is before it.
CODES = ["\x1b[2J", "\x1b]0;owned\x07", "\x9b31m", "\x1b[41m", "\x08\x08", "\u202e", "\r", "\x7f", "\u2028"]
# The marks of our own text for its colours, and the codes that they become.
OWN = re.compile(rb"\x1b\[(?:0|1|2|32|1;31)m")
# A progress bar on standard error overwrites its line.
BAR = re.compile(rb"\r\x1b\[K")


def files(random):
    """A graph with codes in ids, names and values of attributes, in three formats; and its places."""

    def word(plain):
        return plain + "".join(random.sample(CODES, random.randint(1, 4))) + plain

    a, b, c, key, value = (word(plain) for plain in "abckv")

    def text(plain):
        return '"' + plain.replace('"', '""') + '"'

    def json_text(plain):
        return '"' + "".join(f"\\u{ord(x):04x}" if not x.isascii() or x < " " else x for x in plain) + '"'

    nodes = ",".join(
        f'{{"id":{json_text(node)},{json_text(key)}:{json_text(value)},"x":{x},"y":{x * x}}}'
        for x, node in enumerate((a, b, c))
    )
    links = ",".join(
        f'{{"source":{json_text(source)},"target":{json_text(target)},{json_text(key)}:{json_text(value)}}}'
        for source, target in ((a, b), (b, c))
    )
    csv = f"source,target,{text(key)}\n{text(a)},{text(b)},{text(value)}\n{text(b)},{text(c)},1\n"
    dot = 'digraph "%s" { "%s" [label="%s"]; "%s" -> "%s" }\n' % (key, a, value, a, b)
    return {
        "g.json": f'{{"nodes":[{nodes}],"links":[{links}]}}'.encode(),
        "g.csv": csv.encode(),
        "g.gv": dot.encode(),
        "bad.json": f'{{"nodes":[{json_text(value)}{value}'.encode(errors="surrogateescape"),
        "n\x1b[31m.csv": csv.encode(),
        "byte.csv": b"a\x9b31m,b\n\x1b[2J,c\n",
    }


PRINTING = [
    '"$forcegraph" info {graph}',
    '"$forcegraph" info {graph} --json',
    '"$forcegraph" metrics g.json',
    '"$forcegraph" metrics g.json --json',
    '"$forcegraph" convert {graph} - --format {format}',
    '"$forcegraph" convert {graph} /dev/stdout --format {format}',
    '"$forcegraph" convert g.json - --format positions-csv',
    '"$forcegraph" measure {graph} --all',
    '"$forcegraph" measure {graph} --degree --format tsv',
    '"$forcegraph" measure {graph} --degree --format json',
    '"$forcegraph" measure {graph} --degree --format json -o /dev/stdout',
    '"$forcegraph" layout {graph} -o - --format svg',
    '"$forcegraph" layout {graph} -o - --format {format} --verbose',
    '"$forcegraph" layout {graph} -o out.svg --verbose --color-by "$(printf \'k\\033[2J\')"',
    '"$forcegraph" info bad.json',
    '"$forcegraph" info "$(printf \'no\\033[2J\')"',
    '"$forcegraph" "$(printf -- \'--no\\033[2J\')"',
    '"$forcegraph" layout {graph} --layout tree --root "$(printf \'q\\033[2J\')" -o -  --format svg',
    '"$forcegraph" view {graph} --timeout 10ms',
    '"$forcegraph" view g.csv --replay g.csv',
    '"$forcegraph" --help',
    '"$forcegraph" --version',
    '"$simbench" info',
    '"$simbench" info --json',
    '"$simbench" run --scene {graph} --ticks 5 --warmup 0 --no-verify',
    '"$simbench" run --scene {graph} --ticks 5 --warmup 0 --no-verify --json',
    '"$simbench" tick --scene {graph} --ticks 5',
    '"$simbench" run --scene "$(printf \'no\\033[2J\')"',
]
GRAPHS = ["g.json", "g.csv", "g.gv", "byte.csv", '"$(printf \'n\\033[31m.csv\')"']
FORMATS = ["json", "csv", "tsv", "dot", "graphml", "gexf", "gml", "pajek"]


def shows_all(case, outcome):
    """Checks that the output has no control characters except newlines, tabs and our own colours."""
    step = outcome.steps[0]
    for name, data in (("output", step.output), ("errors", step.errors)):
        rest = OWN.sub(b"", BAR.sub(b"", data) if name == "errors" else data)
        try:
            text = rest.decode()
        except UnicodeDecodeError:
            return f"standard {name} on a terminal is not UTF-8"
        if found := re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]", text):
            return f"standard {name} on a terminal has the character U+{ord(found.group()):04X}"
    return None


def terminals(kind, random, index, context):
    """A command whose output and messages go to a terminal."""
    command = PRINTING[index % len(PRINTING)].format(
        graph=random.choice(GRAPHS), format=random.choice(FORMATS)
    )
    return Case(
        kind,
        [f'TERM=xterm python3 "{ON_TERMINAL}" {command}'],
        files(random),
        check=shows_all,
        # The general rule for standard error does not know bars of progress, which only terminals get.
        is_on_terminal=True,
    )
