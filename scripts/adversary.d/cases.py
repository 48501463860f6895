"""A case: files, the commands that are run on them, and the promise that is checked afterwards."""

import os
import re
import shlex
import subprocess
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, Optional


@dataclass
class Step:
    """The end of one command of a case."""

    command: str
    code: int
    output: bytes
    errors: bytes


@dataclass
class Outcome:
    """The result of a case."""

    folder: Path
    steps: list
    is_hung: bool
    processor_seconds: float
    memory_bytes: int

    def file(self, name):
        """The bytes of a file in the folder of the case; None when there is none."""
        path = self.folder / name
        return path.read_bytes() if path.is_file() else None


def nothing(case, outcome):
    """Checks nothing beyond the general promises."""


@dataclass
class Case:
    kind: str
    # Lines for sh, run one after the other in the folder of the files.
    steps: list
    files: dict = field(default_factory=dict)
    # A line for sh that makes links, pipes and folders first.
    setup: str = ""
    # Returns a complaint or None, after the general promises were found kept.
    check: Callable[["Case", Outcome], Optional[str]] = nothing
    # The file that may be made smaller while the failure remains.
    shrinks: Optional[str] = None
    # Signals that may end a command.
    signals: tuple = ()
    # Steps whose standard error is closed or full, so that no sentence is expected.
    is_mute: bool = False
    # True if standard error goes to a terminal, on which it may have bars of progress.
    is_on_terminal: bool = False
    # True if the options ask for so much work that the limit of processor time is no failure.
    may_be_endless: bool = False
    processor_seconds: int = 20
    # The size of the input, where time and memory have to follow from it.
    measured_bytes: Optional[int] = None
    # Data for the check, such as the graph that a file holds.
    expected: object = None


def quoted(*words):
    """Returns words quoted for sh."""
    return " ".join(shlex.quote(str(word)) for word in words)


# Far more than a loaded machine needs. Programs that compute are ended earlier, by processor time.
HANG_SECONDS = 180


def script(case):
    """Returns the case as a script for sh. Each step leaves output, errors and code beside the folder."""
    lines = [f"ulimit -c 0; ulimit -t {case.processor_seconds}"]
    if case.setup:
        lines.append(case.setup)
    for number, step in enumerate(case.steps):
        lines.append(f"( {step}\n) >../out.{number} 2>../err.{number}; echo $? >../code.{number}")
    return "\n".join(lines) + "\n"


class Runner:
    """Runs cases with the programs of a folder, each in a folder of its own."""

    def __init__(self, programs, scratch):
        self.environment = {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
            "HOME": str(scratch),
            "LANG": "C.UTF-8",
            "forcegraph": str(programs / "forcegraph"),
            "simbench": str(programs / "simbench"),
        }
        self.scratch = scratch
        self.count = 0
        self.lock = threading.Lock()

    def run(self, case):
        """Returns the outcome; the caller removes its folder."""
        with self.lock:
            self.count += 1
            top = self.scratch / str(self.count)
        folder = top / "work"
        folder.mkdir(parents=True)
        for name, data in case.files.items():
            (folder / name).write_bytes(data)
        with open(top / "sh-errors", "wb") as errors:
            process = subprocess.Popen(
                ["sh", "-c", script(case)],
                cwd=folder,
                env=self.environment,
                stderr=errors,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )
        hung = threading.Event()

        def end():
            hung.set()
            end_group(process.pid)

        timer = threading.Timer(HANG_SECONDS, end)
        timer.start()
        _, _, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = 0
        end_group(process.pid)
        steps = [self.step(top, number, command) for number, command in enumerate(case.steps)]
        return Outcome(
            folder,
            [step for step in steps if step],
            hung.is_set(),
            usage.ru_utime + usage.ru_stime,
            usage.ru_maxrss * 1024,
        )

    @staticmethod
    def step(top, number, command):
        code = top / f"code.{number}"
        if not code.exists():
            return None
        return Step(
            command,
            int(code.read_text() or -1),
            (top / f"out.{number}").read_bytes(),
            (top / f"err.{number}").read_bytes(),
        )


def end_group(pid):
    """Ends what a case left running."""
    try:
        os.killpg(pid, 9)
    except (ProcessLookupError, PermissionError):
        pass


def documented_codes(program):
    """The exit codes that a program's own help names."""
    text = subprocess.run([program, "--help"], capture_output=True, text=True).stdout
    part = text.split("EXIT CODES", 1)[-1].split("USAGE", 1)[0]
    codes = {int(code) for code in re.findall(r"^ +(\d+)  \S", part, re.MULTILINE)}
    if 0 not in codes or len(codes) < 4:
        raise ValueError(f"the help of {program} names no exit codes")
    return codes
