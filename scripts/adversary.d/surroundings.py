"""Kinds that are about what is around a program: signals, full disks, descriptors, variables."""

import gzip
import json
import re

import reading
from cases import Case, quoted

EDGES = b"".join(b"%d %d\n" % (node, (node * 7 + 3) % 30000) for node in range(30000))
FEW_EDGES = b"".join(EDGES.splitlines(keepends=True)[:3000])
SMALL = b'source,target\na,b\nb,c\nc,a\n"d \x1b[31m",a\n'
PLACED = (
    b'{"nodes":[{"id":"a","x":0,"y":0,"kind":"k"},{"id":"b","x":1,"y":2}],'
    b'"links":[{"source":"a","target":"b"}]}'
)
SIMBENCH = '"$simbench" run --nodes 300 --ticks 5 --warmup 0 --no-verify'
# The id with an escape character, which XML cannot represent, is in `s.csv` only.
FILES = {
    "g.edges": EDGES,
    "f.edges": FEW_EDGES,
    "s.csv": SMALL,
    "t.csv": SMALL.replace(b"\x1b", b""),
    "p.json": PLACED,
}

# Commands that write to standard output, and those that write `out.X`.
PRINTING = [
    '"$forcegraph" info s.csv',
    '"$forcegraph" info s.csv --json',
    '"$forcegraph" metrics p.json',
    '"$forcegraph" metrics p.json --json',
    '"$forcegraph" convert s.csv - --format json',
    '"$forcegraph" measure s.csv --all',
    '"$forcegraph" layout s.csv -o - --format svg',
    '"$forcegraph" layout s.csv -o - --format npy',
    '"$forcegraph" --help',
    '"$forcegraph" layout --help',
    '"$forcegraph" --version',
    '"$simbench" info',
    '"$simbench" info --json',
    f"{SIMBENCH}",
    f"{SIMBENCH} --json",
    '"$simbench" --help',
]
WRITING = [
    ('"$forcegraph" convert g.edges', "out.gexf.gz"),
    ('"$forcegraph" convert g.edges', "out.json"),
    ('"$forcegraph" convert g.edges', "out.csv"),
    ('"$forcegraph" convert p.json', "out.npy"),
    ('"$forcegraph" measure s.csv --degree -o', "out.csv"),
    ('"$forcegraph" measure s.csv --degree -o', "out.json.gz"),
    ('"$forcegraph" layout s.csv -o', "out.svg"),
    ('"$forcegraph" layout t.csv -o', "out.gexf"),
    ('"$forcegraph" layout g.edges --layout grid -o', "out.svg"),
    ('"$forcegraph" layout g.edges --layout grid -o', "out.csv"),
    (f"{SIMBENCH} --positions", "out.csv"),
]
REFUSED = [
    '"$forcegraph" info missing.csv',
    '"$forcegraph" info p.json --input-format gml',
    '"$forcegraph" info',
    '"$forcegraph" convert s.csv nowhere/out.json',
    '"$simbench" run --scene missing.txt',
    '"$simbench" run --nodes x',
]


def is_whole(name, data):
    """True if a file has a beginning and an end."""
    try:
        plain = gzip.decompress(data) if name.endswith(".gz") else data
    except (OSError, EOFError):
        return False
    if name.endswith((".svg", ".gexf", ".gexf.gz")):
        return reading.xml_refusal(plain) is None
    if name.endswith((".json", ".json.gz")):
        try:
            return bool(json.loads(plain))
        except ValueError:
            return False
    if name.endswith(".npy"):
        return len(plain) == 128 + 2 * 2 * 8
    # The tables have a line for each node or edge, and a header.
    return plain.endswith(b"\n") and plain.count(b"\n") in (5, 301, 30001)


def is_old_or_whole(case, outcome):
    """Checks the promise of files: each is the old one, or the complete new one."""
    name = case.expected
    data = outcome.file(name)
    code = outcome.steps[0].code
    if data == b"old":
        return f"exit code 0, but {name} is the old one" if code == 0 else None
    if data is None:
        return f"{name} has gone"
    if not is_whole(name, data):
        return f"{name} is neither the old one nor whole"
    if code not in (0, 130) and not case.signals:
        return f"exit code {code}, but {name} is a new one"
    return None


# MARK: Signals


def signals(kind, random, index, context):
    """A signal at a random time."""
    command, name = random.choice(WRITING[:3] + WRITING[6:])
    signal = random.choice(["INT", "TERM", "HUP", "XFSZ"])
    if "simbench" in command:
        command = command.replace("--ticks 5", "--ticks 2000")
    # The earliest time of the signal; the smallest command takes about 0.05 s in total.
    seconds = round(0.005 + random.random() ** 2 * random.choice([0.1, 0.3]), 4)
    step = f"timeout --preserve-status -s {signal} {seconds} {command} {name}"
    return Case(
        kind,
        [step],
        dict(FILES, **{name: b"old"}),
        signals=("SIG" + signal,),
        check=is_old_or_whole,
        expected=name,
    )


# MARK: Full disks


def full_disks(kind, random, index, context):
    """/dev/full, a limit of file size, a disk of 64 KiB."""
    how = random.choice(["stdout", "stdout", "stderr", "limit", "limit", "device", "disk"])
    if how == "stdout":
        return Case(
            kind, [PRINTING[index % len(PRINTING)] + " >/dev/full"], FILES, check=is_reported
        )
    if how == "stderr":
        command = random.choice(PRINTING + REFUSED)
        return Case(
            kind, [command, command + " 2>/dev/full"], FILES, check=ends_alike, is_mute=True
        )
    command, name = random.choice(WRITING)
    if how == "device":
        format_name = {"csv": "positions-csv" if "layout" in command else "csv"}.get(
            name.split(".")[1], name.split(".")[1]
        )
        if "simbench" in command:
            return Case(kind, [f"{command} /dev/full"], FILES, check=is_reported)
        return Case(kind, [f"{command} /dev/full --format {format_name}"], FILES, check=is_reported)
    if how == "limit" or not context.can_mount:
        limit = random.choice([2, 4, 8, 64])
        return Case(
            kind,
            [f"ulimit -f {limit}; {command} {name}"],
            dict(FILES, **{name: b"old"}),
            check=is_old_or_whole,
            expected=name,
        )
    # Only this step sees the mount, so the result is checked within it.
    step = (
        "mkdir disk; unshare -rm sh -c 'mount -t tmpfs -o size=64k none disk; printf old >disk/"
        + name
        + "; "
        + command
        + " disk/"
        + name
        + "; code=$?; cp disk/"
        + name
        + " .; cp disk/.new-* . 2>/dev/null; exit $code'"
    )
    return Case(kind, [step], FILES, check=is_old_or_whole, expected=name)


def is_reported(case, outcome):
    step = outcome.steps[0]
    return None if step.code == 73 else f"exit code {step.code} though the result cannot be written"


def ends_alike(case, outcome):
    first, second = outcome.steps
    if first.code != second.code:
        return f"exit code {second.code} instead of {first.code} when standard error takes nothing"
    if stable(first) != stable(second):
        return "another output when standard error takes nothing"
    return None


def stable(step):
    """The output without times; that of simbench has too many."""
    return b"" if "simbench" in step.command else step.output


# MARK: Closed descriptors


def closed_descriptors(kind, random, index, context):
    """Standard input, output and error closed, in all combinations."""
    which = index % 7 + 1
    closed = "".join(text for bit, text in ((1, " <&-"), (2, " >&-"), (4, " 2>&-")) if which & bit)
    if index // 7 % 2 == 0:
        command = random.choice(PRINTING + REFUSED)
        check = ends_alike if not which & 2 or command in REFUSED else is_reported_second
        return Case(kind, [command, command + closed], FILES, check=check, is_mute=True)
    command, name = random.choice(WRITING)
    if "simbench" in command and which & 2:
        command, name = WRITING[3]
    steps = [f"{command} first.{name}", f"{command} {name}{closed}"]
    return Case(kind, steps, FILES, check=writes_alike, is_mute=True, expected=name)


def is_reported_second(case, outcome):
    step = outcome.steps[1]
    return None if step.code == 73 else f"exit code {step.code} though standard output is closed"


def writes_alike(case, outcome):
    codes = [step.code for step in outcome.steps]
    if codes != [0, 0]:
        return f"exit codes {codes} with descriptors open and closed"
    if outcome.file(case.expected) != outcome.file("first." + case.expected):
        return "another file is written when descriptors are closed"
    return None


# MARK: Environment

VARIABLES = {
    "OMP_NUM_THREADS": [
        "", "0", "-1", "1e3", "x", "1,2", "99999999999999999999", "2", "1000000", " ", "4,",
    ],
    "OMP_STACKSIZE": ["", "16k", "x", "-1", "0", "1T", "1", "99G", "99999999T"],
    "KMP_STACKSIZE": ["16k", "99G", "1T"],
    "GOMP_STACKSIZE": ["16k", "99999999"],
    "OMP_WAIT_POLICY": ["x", "active", "passive", ""],
    "OMP_DYNAMIC": ["x", "true"],
    "OMP_SCHEDULE": ["x,", "static,0"],
    "OMP_PROC_BIND": ["x", "spread", "true"],
    "OMP_PLACES": ["{", "cores", "{0}"],
    "OMP_THREAD_LIMIT": ["1", "0", "x"],
    "KMP_AFFINITY": ["x", "none"],
    "OPENBLAS_NUM_THREADS": ["", "x", "0", "-1", "1000"],
    "GOMP_CPU_AFFINITY": ["x", "0", "99"],
    "FORCE_SIMULATION_THREADS": ["", "0", "-1", "x", "1", "3", "99999999999999999999", "1e3", "1 "],
    "FORCE_SIMULATION_ISA": ["", "x", "scalar", "avx2", "AVX2", "neon", "\u001b[31m"],
    "FORCE_SIMULATION_THREAD_RUNTIME": [
        "", "x", "pthreads", "libomp", "openmp", "libomp.so.5", "libgomp.so.1",
    ],
    "LANG": ["", "C", "tr_TR.UTF-8", "x"],
    "LC_ALL": ["", "POSIX", "ar_EG", "x" * 5000],
    "TERM": ["", "dumb", "x", "xterm"],
    "HOME": ["", "/nonexistent", "x"],
    "TMPDIR": ["", "/nonexistent", "/dev/null"],
    "PATH": ["", "/nonexistent"],
    "TZ": ["x", ":/dev/null"],
    "COLUMNS": ["0", "-1", "x", "1", "99999999999999999999"],
    "NO_COLOR": ["1", ""],
    "CLICOLOR_FORCE": ["1"],
    "PWD": ["/nonexistent", ""],
}
LIMITS = ["ulimit -s 256", "ulimit -s 1024", "ulimit -n 16", "ulimit -n 8", "ulimit -n 4"]
COMPUTING = [
    '"$forcegraph" info s.csv --json',
    '"$forcegraph" convert t.csv - --format gexf -q',
    '"$forcegraph" layout s.csv -q -o - --format svg',
    '"$forcegraph" layout f.edges -q --layout force --ticks 2 -o - --format npy',
    '"$forcegraph" metrics p.json --json',
    f"{SIMBENCH} --json",
    '"$simbench" info --json',
]


def environment(kind, random, index, context):
    """Odd variables and limits: the same result, or a refusal in words."""
    command = COMPUTING[index % len(COMPUTING)]
    settings = []
    for name in random.sample(sorted(VARIABLES), random.choice([0, 1, 1, 2, 5])):
        settings.append(f"{name}={random.choice(VARIABLES[name])}")
    start = random.choice(["env", "env", "env", "env -i", "env -u HOME -u LANG -u PATH"])
    limit = random.choice(LIMITS) + "; " if random.random() < 0.3 else ""
    return Case(
        kind,
        [command, f"{limit}{start} {quoted(*settings)} {command}"],
        FILES,
        check=computes_alike,
    )


def computes_alike(case, outcome):
    plain, odd = outcome.steps
    if plain.code != 0:
        return f"exit code {plain.code} in a plain environment"
    if odd.code in (64, 69, 71):
        return None
    if odd.code != 0:
        return f"exit code {odd.code} in an odd environment"
    if "simbench" not in odd.command:
        return None if plain.output == odd.output else "another result in an odd environment"
    hashes = [re.findall(rb'"state_hash":"?(\w+)', step.output) for step in (plain, odd)]
    return None if hashes[0] == hashes[1] else "another state hash in an odd environment"
