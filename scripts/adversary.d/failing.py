"""Failures: each is kept as the smallest input that shows it, and a program that repeats it."""

import os
import shutil
import threading
import time
from dataclasses import replace

from judging import signature

# The limits for each failure: runs with a smaller input, and their time if clocks count.
SHRINKING_RUNS = 150
SHRINKING_SECONDS = 20

RUN = """#!/bin/sh
# {complaint}
# Kind {kind}, seed {seed}, case {number}; {times} of 3 repetitions failed too.
# The programs are those of the variables forcegraph and simbench, where they are set.
forcegraph=${{forcegraph:-{forcegraph}}} simbench=${{simbench:-{simbench}}}
export forcegraph simbench
top=$(cd -- "$(dirname -- "$0")" && pwd)
folder=$(mktemp -d) && cp -R "$top/input/." "$folder" && cd "$folder" || exit 70
echo "in $folder"
ulimit -c 0; ulimit -t {processor_seconds}
{setup}
{steps}
"""


class Failures:
    """The failures of a run, one for each signature."""

    def __init__(self, folder, runner, judge, seed, has_clocks):
        self.folder, self.runner, self.judge, self.seed = folder, runner, judge, seed
        self.shrinking_seconds = SHRINKING_SECONDS if has_clocks else float("inf")
        self.seen = {}
        self.counts = {}
        self.lock = threading.Lock()

    def add(self, case, complaint, number):
        key = signature(case, complaint)
        with self.lock:
            self.counts[case.kind] = self.counts.get(case.kind, 0) + 1
            self.seen[key] = self.seen.get(key, 0) + 1
            if self.seen[key] > 1:
                return
            place = self.folder / f"{self.seed}-{case.kind}-{number}"
        is_long = "computes" in complaint or "waits" in complaint
        repeated = 0 if is_long else sum(self.key(case) == key for _ in range(3))
        if case.shrinks and repeated == 3:
            case = self.shrunk(case, key)
        self.write(place, case, complaint, number, repeated)
        print(f"WRONG {case.kind}, case {number}: {complaint}\n      {place}", flush=True)

    def key(self, case):
        """Returns the signature of a case's failure, or None."""
        outcome = self.runner.run(case)
        complaint = self.judge.complaint(case, outcome)
        shutil.rmtree(outcome.folder.parent, ignore_errors=True)
        return complaint and signature(case, complaint)

    def shrunk(self, case, key):
        """Cuts pieces out of the input, halves first, as long as the same failure remains."""
        data = case.files[case.shrinks]
        runs = 0
        end = time.monotonic() + self.shrinking_seconds
        size = len(data) // 2
        while size > 0:
            begin = 0
            while begin < len(data):
                if runs == SHRINKING_RUNS or time.monotonic() > end:
                    return case
                smaller = data[:begin] + data[begin + size :]
                trial = replace(case, files={**case.files, case.shrinks: smaller})
                runs += 1
                if self.key(trial) == key:
                    data, case = smaller, trial
                else:
                    begin += size
            size //= 2
        return case

    def write(self, place, case, complaint, number, times):
        shutil.rmtree(place, ignore_errors=True)
        (place / "input").mkdir(parents=True)
        for name, data in case.files.items():
            (place / "input" / name).write_bytes(data)
        steps = "\n".join(f'( {step}\n); echo "exit code $?"' for step in case.steps)
        text = RUN.format(
            complaint=complaint.replace("\n", " "),
            kind=case.kind,
            seed=self.seed,
            number=number,
            times=times,
            setup=case.setup,
            steps=steps,
            processor_seconds=case.processor_seconds,
            forcegraph=self.runner.environment["forcegraph"],
            simbench=self.runner.environment["simbench"],
        )
        (place / "run").write_text(text)
        os.chmod(place / "run", 0o755)
