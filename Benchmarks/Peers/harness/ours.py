"""This package's own figures, in the form of an adapter's answers: simbench, and the program Ours for the KD-tree and layouts."""
import json
from pathlib import Path

from .process import Failed, run
from .scenes import SEED

MEASURED_TICKS = {1000: 400, 10000: 60, 100000: 20}
FORCE_RUNS = {1000: 41, 10000: 15, 100000: 5}


class Ours:
    def __init__(self, simbench, program, threads, environment):
        self.simbench, self.program = simbench, program
        self.threads, self.environment = threads, environment

    def isa(self):
        """The instruction set of the kernels."""
        return json.loads(run([self.simbench, "info", "--json"], 60, self.environment))["isa"]

    def ask(self, case, scene, limit, save=None, exact=False, seed=SEED):
        """One measurement; `seed` is that of whole layouts, and `exact` measures the error of many-body as well, which takes its time."""
        if case.group in ("tree", "whole"):
            return self.ask_program(case, scene, limit, save, seed)
        arguments = ["--json", "--dim", case.dim, "--threads", case.options.get("threads", self.threads)]
        arguments += getattr(self, f"{case.group}_arguments")(case)
        if case.options.get("precision"):
            arguments += ["--precision", case.options["precision"]]
        if not exact:
            arguments.append("--no-verify")
        found = json.loads(run([self.simbench, *arguments], limit, self.environment))
        ticks = found["tick_ms"]
        ms = ticks["median"] if case.group == "tick" else found["forces"][0]["ms"]
        return {
            "ms": [ms],
            "version": found["version"],
            "threads": found["machine"]["threads"],
            "peak_mb": found["peak_rss_mb"],
            "base_mb": None,
            "error": found["accuracy"].get("many_body_rms") if exact and found.get("accuracy") else None,
            "precision": found["scene"]["precision"],
        }

    @staticmethod
    def tick_arguments(case):
        return ["--nodes", case.nodes, "--warmup", 20, "--ticks", MEASURED_TICKS[case.nodes]]

    @staticmethod
    def force_arguments(case):
        """The first tick from the start: sorting the tree and all else that comes before forces. Or, when the tree is kept,
        the ticks 21 to 40."""
        shared = ["--nodes", case.nodes, "--forces", "many-body"]
        if case.options.get("kept"):
            return [*shared, "--warmup", 20, "--ticks", MEASURED_TICKS[case.nodes]]
        return [*shared, "--warmup", 0, "--ticks", 1, "--runs", FORCE_RUNS[case.nodes]]

    def ask_program(self, case, scene, limit, save, seed):
        request = {"what": case.options["what"], "dim": case.dim, "nodes": scene.nodes, "seed": seed, "threads": self.threads}
        request |= {key: case.options[key] for key in ("samples", "neighbors", "radius", "method", "quality", "goal") if key in case.options}
        request |= {"edges": str(scene.edges), "start": str(scene.start) if scene.start else None, "save": str(save) if save else None}
        return json.loads(run([self.program], limit, self.environment, json.dumps(request)))


def check_scene(simbench, scene, folder, environment):
    """Whether ours and the file are the same scene: a comparison on different ones would be worth nothing.

    Ours is seen after a tick of a force that only moves the whole by its mean.
    """
    seen = folder / "seen.csv"
    run([simbench, "--no-verify", "--json", "--nodes", scene.nodes, "--dim", scene.dim, "--precision", "double", "--forces",
         "center", "--warmup", 0, "--ticks", 1, "--positions", seen], 120, environment)
    ours = read_positions(seen, scene.dim)
    theirs = [tuple(map(float, line.split())) for line in scene.start.read_text().splitlines()]
    means = [sum(axis) / len(theirs) for axis in zip(*theirs)]
    size = max(abs(value) for point in theirs for value in point)
    apart = (abs(a - b + mean) for one, other in zip(ours, theirs) for a, b, mean in zip(one, other, means))
    if len(ours) != len(theirs) or max(apart) > 1e-9 * size:
        raise Failed(f"simbench's random scene of {scene.nodes} nodes is not that of Benchmarks/Peers/harness/scenes.py")


def read_positions(path, dim):
    """What `simbench --positions` writes, in the order of the nodes."""
    rows = [line.split(",") for line in Path(path).read_text().splitlines()[1:]]
    rows.sort(key=lambda row: int(row[0]))
    return [tuple(map(float, row[1 : 1 + dim])) for row in rows]
