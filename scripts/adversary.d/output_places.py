"""Outputs that are inputs, links, folders, pipes, devices."""

from cases import Case
from surroundings import FILES, SIMBENCH


def is_kept(case, outcome):
    """Checks that the command refused, and that the file that `expected` names is unchanged."""
    if outcome.steps[0].code == 0:
        return "it succeeds where it has to refuse"
    return (
        None
        if outcome.file(case.expected) == case.files[case.expected]
        else f"{case.expected} is another file now"
    )


def is_refused(case, outcome):
    return (
        None
        if outcome.steps[0].code in (64, 66, 73)
        else f"exit code {outcome.steps[0].code} where it has to refuse"
    )


def prints(*words):
    """Returns a check that the last step prints exactly these words."""

    def check(case, outcome):
        if outcome.steps[0].code != 0:
            return f"exit code {outcome.steps[0].code} where nothing is wrong"
        found = outcome.steps[-1].output.decode().split()
        return (
            None
            if found == list(words)
            else f"the file has become {found} instead of {list(words)}"
        )

    return check


CONVERT = '"$forcegraph" convert -q'
DRAW = '"$forcegraph" layout -q'
LONG = "x" * 300
# The setup, the steps, the check, and the file that must stay unchanged.
PLACES = [
    ("", [f"{DRAW} s.csv -o s.csv"], is_kept, "s.csv"),
    ("ln -s s.csv link.svg", [f"{DRAW} s.csv -o link.svg"], is_kept, "s.csv"),
    ("ln s.csv hard.svg", [f"{DRAW} s.csv -o hard.svg"], is_kept, "s.csv"),
    ("ln -s p.json link.edges", [f"{CONVERT} p.json link.edges"], is_kept, "p.json"),
    ("ln p.json hard.mtx", [f"{CONVERT} p.json hard.mtx"], is_kept, "p.json"),
    ("ln -s p.json in.json", [f"{CONVERT} in.json p.json --format csv"], is_refused, None),
    ("", [f"{CONVERT} - - --format csv <p.json 1<>p.json"], is_kept, "p.json"),
    (
        "ln -s p.json link.csv",
        [f"{DRAW} s.csv --layout force --align-to p.json -o link.csv"],
        is_kept,
        "p.json",
    ),
    ("", [f"{DRAW} s.csv -o a.svg -o ./a.svg -o a.svg"], is_refused, None),
    ("printf old >a.svg; ln -s a.svg b.png", [f"{DRAW} s.csv -o a.svg -o b.png"], is_refused, None),
    (
        "ln -s g.edges link.csv",
        [f"{SIMBENCH} --scene g.edges --positions link.csv"],
        is_kept,
        "g.edges",
    ),
    ("mkdir d.svg", [f"{DRAW} s.csv -o d.svg"], is_refused, None),
    ("", [f"{DRAW} s.csv -o missing/d.svg"], is_refused, None),
    ("", [f"{DRAW} s.csv -o s.csv/d.svg"], is_refused, None),
    ("", [f"{DRAW} s.csv -o d.svg/"], is_refused, None),
    ("", [f"{DRAW} s.csv -o ''"], is_refused, None),
    ("", [f"{DRAW} s.csv -o {LONG}.svg"], is_refused, None),
    ("", [f"{CONVERT} s.csv /proc/x.json"], is_refused, None),
    ("", [f"{CONVERT} s.csv /sys/x.json"], is_refused, None),
    ("", [f"{CONVERT} s.csv /dev/fd/77 --format csv"], is_refused, None),
    ("ln -s loop.json loop.json", [f"{CONVERT} s.csv loop.json"], is_refused, None),
    ("ln -s missing/x.json l.json", [f"{CONVERT} s.csv l.json"], is_refused, None),
    ("", [f"{CONVERT} s.csv \"$(printf 'a\\033[31m\\n\\302\\233/b.json')\""], is_refused, None),
    (
        "",
        ['"$forcegraph" info "$(printf \'a\\033[31m\\n\\302\\233\\342\\200\\256.json\')"'],
        is_refused,
        None,
    ),
    ("mkdir d", [f"{CONVERT} d d.json"], is_refused, None),
    (
        "",
        [f"{CONVERT} s.csv \"$(printf 'a\\033b.json')\"", "ls | grep -c b.json"],
        prints("1"),
        None,
    ),
    ("umask 027", [f"{CONVERT} s.csv new.json", "stat -c %a new.json"], prints("640"), None),
    ("umask 077", [f"{DRAW} s.csv -o new.svg", "stat -c %a new.svg"], prints("600"), None),
    (
        "printf old >o.json; chmod 600 o.json",
        [f"{CONVERT} s.csv o.json", "stat -c %a o.json"],
        prints("600"),
        None,
    ),
    (
        "printf old >o.svg; chmod 640 o.svg",
        [f"{DRAW} s.csv -o o.svg", "stat -c %a o.svg"],
        prints("640"),
        None,
    ),
    (
        "printf old >o.csv; chmod 604 o.csv",
        [f"{SIMBENCH} --positions o.csv", "stat -c %a o.csv"],
        prints("604"),
        None,
    ),
    (
        "printf old >o.json; ln -s o.json l.json",
        [f"{CONVERT} s.csv l.json", "readlink l.json; head -c 1 o.json"],
        prints("o.json", "{"),
        None,
    ),
    (
        "printf old >o.svg; ln -s o.svg l.svg",
        [f"{DRAW} s.csv -o l.svg", "readlink l.svg; head -c 4 o.svg"],
        prints("o.svg", "<svg"),
        None,
    ),
    (
        "mkdir d; ln -s d/new.json l.json",
        [f"{CONVERT} s.csv l.json", "readlink l.json; head -c 1 d/new.json"],
        prints("d/new.json", "{"),
        None,
    ),
    (
        "printf old >o.json; ln o.json h.json",
        [f"{CONVERT} s.csv o.json", "head -c 1 o.json"],
        prints("{"),
        None,
    ),
    (
        "mkfifo p.csv",
        [f"cat p.csv >got & {CONVERT} p.json p.csv; wait; head -c 6 got; echo; stat -c %F p.csv"],
        prints("Source", "fifo"),
        None,
    ),
    (
        "mkfifo p.svg",
        [f"cat p.svg >got & {DRAW} s.csv -o p.svg; wait; head -c 4 got"],
        prints("<svg"),
        None,
    ),
    (
        "mkfifo i.csv; cat s.csv >i.csv &",
        [f"{CONVERT} i.csv o.json", "head -c 1 o.json"],
        prints("{"),
        None,
    ),
    ("", [f"{CONVERT} s.csv /dev/null --format json", "stat -c %t /dev/null"], prints("1"), None),
    ("", [f"{DRAW} s.csv -o /dev/null --format svg", "echo yes"], prints("yes"), None),
    (
        "",
        [f"{CONVERT} p.json /dev/stdout --format csv | head -c 6; exit 0"],
        prints("Source"),
        None,
    ),
    ("", [f"{CONVERT} g.edges - --format json | head -c 1; exit 0"], prints("{"), None),
    ("", [f"{DRAW} s.csv -o - --format svg | head -c 4; exit 0"], prints("<svg"), None),
]


def places(kind, random, index, context):
    """Outputs that are inputs, links, folders, pipes, devices."""
    setup, steps, check, kept = PLACES[index % len(PLACES)]
    return Case(kind, steps, dict(FILES), setup=setup, check=check, expected=kept)
