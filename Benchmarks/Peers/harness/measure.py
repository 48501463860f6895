"""Runs the cases: in every round ours and then the peer, within the limits of time."""
import os
import statistics
import sys
import time
from collections import defaultdict

import numpy

from . import quality, scenes
from .cases import OURS, Case
from .install import headers, variables
from .ours import check_scene
from .process import Adapter, Failed, Noise

SLOW_START = 240
# Seconds: the limit of one layout, with starting the program and reading the graph, and what a layout may take to be made again.
LAYOUT_LIMIT = 75
LAYOUT_PATIENCE = 5
# Layouts of more nodes get their later rounds when all else has had its own, as these take longest.
LATE_NODES = 20_000


class Measurement:
    """`rows` has a dictionary for each round of each case, `failures` why a case has none or fewer rounds."""

    def __init__(self, environment, ours, folder, rounds, limit, patience, deadline, threads):
        """`limit`: seconds for one answer; `patience`: seconds a turn may take to be taken again in later rounds."""
        self.environment, self.ours, self.folder = environment, ours, folder
        self.rounds, self.limit, self.patience, self.deadline = rounds, limit, patience, deadline
        self.threads = threads
        self.rows, self.failures = [], {}
        self.kept, self.parameters, self.firsts, self.judges = {}, {}, {}, {}
        self.checked = set()
        self.isa = ours.isa()

    def run(self, cases):
        """All blocks in the first round, then all in the second: should time run out, each has had its share. Large layouts have
        their later rounds at the end."""
        self.cases = cases
        blocks = defaultdict(list)
        for case in cases:
            blocks[case.block].append(case)
        begin = time.monotonic()
        self.load = [os.getloadavg()[0]] * 2
        try:
            for number, block in self.turns(list(blocks)):
                what = {"tick": "ticks", "force": "many-body alone", "tree": "KD-tree", "whole": "layout"}[block[0]]
                shown = f"{what}{', ' + block[1] if block[1] else ''}, {block[2]}D, {block[3]:,} nodes"
                minutes = (time.monotonic() - begin) / 60
                self.say(f"[round {number + 1}, {minutes:.1f} min] {shown}")
                self.run_block(number, blocks[block])
        finally:
            self.load[1] = os.getloadavg()[0]
            for adapter in self.kept.values():
                adapter.close()

    def turns(self, blocks):
        """Pairs of a round and a block, in the order in which they are run."""
        late = [block for block in blocks if block[0] == "whole" and block[3] > LATE_NODES]
        soon = [block for block in blocks if block not in late]
        later = range(1, self.rounds)
        return [(0, b) for b in blocks] + [(n, b) for n in later for b in soon] + [(n, b) for n in later for b in late]

    @staticmethod
    def say(text):
        print(text, file=sys.stderr, flush=True)

    def run_block(self, number, cases):
        left = [case for case in cases if case not in self.failures]
        if not left:
            return
        options = cases[0].options if cases[0].group == "tree" else {}
        if cases[0].group == "whole":
            options = {"what": "whole", "method": "auto", "graph": cases[0].options["graph"]}
        reference = Case(cases[0].group, OURS, "ours", cases[0].dim, cases[0].nodes, options)
        scene = self.scene(reference)
        own = None
        for case in left:
            if time.monotonic() > self.deadline:
                self.failures[case] = f"no time was left after {number} {'round' if number == 1 else 'rounds'}"
                continue
            try:
                if case.group == "whole":
                    own = own or self.run_layout(number, reference, scene, None)
                    took = self.run_layout(number, case, scene, own)["ms"][0] / 1e3
                else:
                    first = self.first(reference, scene)
                    begin = time.monotonic()
                    self.run_pair(number, case, reference, scene, first)
                    took = time.monotonic() - begin
                patience = min(self.patience, LAYOUT_PATIENCE) if case.group == "whole" else self.patience
                # The first turn of a slow adapter waits for it to start.
                if took > patience and (number > 0 or not self.is_slow_to_start(case)):
                    times = "once" if number == 0 else "twice"
                    self.failures[case] = f"more than {patience} s a turn, so taken {times}"
            except Failed as failure:
                if not isinstance(failure, Noise):
                    self.failures[case] = str(failure)
                self.say(f"    {case.label}: {failure}")

    def scene(self, case):
        if case.group == "whole":
            return scenes.layout_scene(self.folder, case.options["graph"], case.nodes)
        scene = scenes.random_scene(self.folder, case.nodes, case.dim)
        if scene not in self.checked:
            check_scene(self.ours.simbench, scene, self.folder, self.ours.environment)
            self.checked.add(scene)
        return scene

    def first(self, reference, scene):
        """What does not change from round to round, our error and the quality of our layout."""
        if reference in self.firsts:
            return self.firsts[reference]
        found = self.firsts[reference] = {}
        if reference.group in ("tick", "force"):
            found["error"] = self.ours.ask(reference, scene, self.limit, exact=True)["error"]
        return found

    def run_layout(self, number, case, scene, own):
        """A whole layout, by the seed of its round, and how good it is; `own` is ours of the same round, None when this is it."""
        save = self.folder / "positions.txt"
        save.unlink(missing_ok=True)
        limit = min(self.limit, LAYOUT_LIMIT)
        if case.adapter == "ours":
            answer = self.ours.ask(case, scene, limit, save=save, seed=scenes.SEED + number)
        else:
            answer = self.ask(case, scene, None, number, save)
        found = self.judge(scene, numpy.loadtxt(save, ndmin=2))
        self.add(number, case, scene, answer, own or answer, found)
        return answer

    def judge(self, scene, positions):
        if positions.shape != (scene.nodes, scene.dim) or not numpy.isfinite(positions).all():
            raise Failed(f"the layout is not {scene.nodes} finite points")
        if scene not in self.judges:
            self.judges[scene] = quality.Judge(scene.edges, scene.nodes)
        judge = self.judges[scene]
        return {"stress": judge.stress(positions), "neighbours": judge.neighbours_kept(positions)}

    def run_pair(self, number, case, reference, scene, first):
        own = self.ours.ask(reference, scene, self.limit)
        self.add(number, reference, scene, own, own, first)
        if case.adapter == "ours":
            if case not in self.firsts:
                self.first(case, scene)
            self.add(number, case, scene, self.ours.ask(case, scene, self.limit), own, self.firsts[case])
            return
        answer = self.ask(case, scene, first.get("error"), number, None)
        if case.group == "tree" and answer["found"] and own["found"]:
            if abs(answer["found"] - own["found"]) > 1e-6 * own["found"]:
                raise Failed(f"found {answer['found']:,} neighbours, ours {own['found']:,}")
        self.parameters[case] = answer.get("parameter")
        found = {"error": answer["error"]} if answer.get("error") is not None else {}
        self.add(number, case, scene, answer, own, found)

    def ask(self, case, scene, error, number, save):
        threads = case.options.get("threads", self.threads)
        seconds = min(self.limit, LAYOUT_LIMIT) if case.group == "whole" else self.limit
        request = {
            "edges": str(scene.edges),
            "start": str(scene.start) if scene.start else None,
            "dim": case.dim,
            "nodes": scene.nodes,
            "threads": threads,
            "seed": scenes.SEED + number if case.group == "whole" else scenes.SEED,
            "save": str(save) if save else None,
            "error": number == 0,
            "target_error": error,
            "parameter": self.parameters.get(case),
            **case.options,
        }
        if not self.is_slow_to_start(case):
            adapter = Adapter(self.environment.command(case.adapter), variables(threads))
            try:
                return self.named(case, adapter.ask(request, seconds))
            finally:
                adapter.close()
        limit = self.limit if case.adapter in self.kept else SLOW_START
        if case.adapter not in self.kept:
            self.kept[case.adapter] = Adapter(self.environment.command(case.adapter), variables(self.threads))
        try:
            return self.named(case, self.kept[case.adapter].ask(request, limit))
        except Failed:
            self.kept.pop(case.adapter).close()
            raise

    @staticmethod
    def is_slow_to_start(case):
        return case.adapter != "ours" and headers(case.adapter).get("start") == "slow"

    @staticmethod
    def named(case, answer):
        """An adapter of two peers gives the versions of both."""
        version = answer["version"]
        if isinstance(version, dict):
            answer["version"] = version[answer.get("name") or case.options["method"]]
        return answer

    def add(self, number, case, scene, answer, own, found):
        ms, own_ms = statistics.median(answer["ms"]), statistics.median(own["ms"])
        if ms <= 0:
            raise Noise("the longer run took no longer than the short one")
        self.rows.append({
            "group": case.group, "what": case.options.get("what", "") if case.group == "tree" else "",
            "program": case.label, "version": answer["version"], "threads": answer.get("threads", case.options.get("threads", self.threads)),
            "scene": scene.name, "dim": case.dim, "nodes": scene.nodes, "round": number + 1,
            "ms": ms, "cpu_ms": statistics.median(answer["cpu_ms"]) if answer.get("cpu_ms") else None,
            "ours_ms": own_ms, "ratio": ms / own_ms,
            "error": found.get("error"), "parameter": answer.get("parameter") or answer.get("layout"),
            "stress": found.get("stress"), "neighbours": found.get("neighbours"),
            "base_mb": answer.get("base_mb"), "peak_mb": answer.get("peak_mb"),
        })


def summaries(rows):
    """One dictionary for each program and size: medians and ranges over the rounds."""
    groups = defaultdict(list)
    for row in rows:
        key = tuple(row[name] for name in ("group", "what", "program", "scene", "dim", "nodes"))
        groups[key].append(row)
    found = []
    for members in groups.values():
        summary = {name: members[0][name] for name in ("group", "what", "program", "version", "threads", "scene", "dim", "nodes")}
        summary["rounds"] = len({row["round"] for row in members})
        for name in ("ms", "ratio"):
            values = [row[name] for row in members]
            summary |= {name: statistics.median(values), f"{name}_min": min(values), f"{name}_max": max(values)}
        for name in ("error", "parameter"):
            summary[name] = next((row[name] for row in members if row[name] is not None), None)
        for name in ("stress", "neighbours"):
            values = [row[name] for row in members if row[name] is not None]
            ends = (statistics.median(values), min(values), max(values)) if values else (None, None, None)
            summary |= dict(zip((name, f"{name}_min", f"{name}_max"), ends))
        for name in ("cpu_ms", "base_mb", "peak_mb"):
            values = [row[name] for row in members if row[name] is not None]
            summary[name] = statistics.median(values) if values else None
        found.append(summary)
    return found
