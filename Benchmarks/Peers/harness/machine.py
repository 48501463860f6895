"""What was measured on: nothing that names a person, a host or a folder."""
import os
import platform
import re
from datetime import date
from pathlib import Path

from .process import Failed, run


def first_line(command):
    try:
        return run(command, 60).strip().splitlines()[0]
    except (Failed, IndexError):
        return "not there"


def processor():
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.M)
    except OSError:
        found = None
    if found:
        return found[1].strip()
    name = first_line(["sysctl", "-n", "machdep.cpu.brand_string"])
    return platform.machine() if name == "not there" else name


def system():
    try:
        found = re.search(r'^PRETTY_NAME="?([^"\n]+)', Path("/etc/os-release").read_text(), re.M)
        return f"{found[1]}, {platform.machine()}"
    except (OSError, TypeError):
        return f"{platform.system()} {platform.release()}, {platform.machine()}"


def cores():
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def memory():
    try:
        return f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB"
    except (ValueError, OSError):
        return "not known"


def describe(isa):
    """Pairs of a word and what is to be said."""
    swift = re.search(r"Swift version (\S+)", first_line(["swift", "--version"]) or "")
    return [
        ("Date", date.today().isoformat()),
        ("Processor", f"{processor()}, {cores()} cores, kernels for {isa}"),
        ("Memory", memory()),
        ("System", system()),
        ("Swift", swift[1] if swift else "not there"),
        ("C++", first_line(["g++", "--version"])),
        ("Python", platform.python_version()),
        ("Node", first_line(["node", "--version"])),
    ]


def folder_name():
    name = re.sub(r"[^a-z0-9]+", "-", processor().lower()).strip("-")
    return f"{date.today().isoformat()}-{name}-{cores()}-cores"
