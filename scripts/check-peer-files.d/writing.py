"""Writes all models with one program: `python writing.py PROGRAM MODELS.json FOLDER` prints what it has written.

A line of JSON for each file: its path, format and model, what it should have (`comparing.carried`), how that is
compared (`comparing.Rules`), options that forcegraph needs (an edge list does not say whether it has directions), and
whether the program itself finds the ids and edges in the file again (null if it cannot read the format).
"""
import dataclasses
import importlib
import json
import sys
from pathlib import Path
from typing import Callable, Optional

from comparing import Rules, difference


class Cannot(Exception):
    """The program refuses to write this model in this format."""


@dataclasses.dataclass
class Format:
    name: str
    # The extension of the file's name.
    ending: str
    # (model, path) -> the expected content of the file.
    write: Callable
    # (path, model) -> the content that the program reads, like `expected` without attributes; None if it has
    # no reader.
    read: Optional[Callable] = None
    rules: Rules = Rules()
    # True if forcegraph must be told that edges are directed.
    needs_direction: bool = False
    options: tuple = ()


def bare(graph):
    return {**graph, "nodes": {node: {} for node in graph["nodes"]},
            "edges": [[source, target, {}] for source, target, _ in graph["edges"]]}


def is_read_back(entry, model, path, expected):
    if entry.read is None:
        return None
    try:
        return difference(bare(expected), bare(entry.read(path, model))) is None
    except Exception:  # of whatever kind the program throws
        return False


def main():
    program, models, folder = sys.argv[1], json.loads(Path(sys.argv[2]).read_text()), Path(sys.argv[3])
    writer = importlib.import_module(f"{program}_files")
    print(json.dumps({"program": writer.NAME, "version": writer.version()}))
    for entry in writer.FORMATS:
        for model in models:
            path = folder / f"{model['name']}.{entry.name.replace(' ', '-')}{entry.ending}"
            line = {"format": entry.name, "model": model["name"], "file": path.name}
            try:
                expected = entry.write(model, str(path))
            except Exception as problem:  # of whatever kind the program throws
                path.unlink(missing_ok=True)
                text = str(problem).strip().split("\n")[0]
                print(json.dumps({**line, "cannot": f"{type(problem).__name__}: {text}"}))
                continue
            options = list(entry.options)
            if entry.needs_direction and model["directed"]:
                options.append("--directed")
            rules = dataclasses.asdict(entry.rules)
            print(json.dumps({**line, "expected": expected, "rules": rules, "options": options,
                              "own": is_read_back(entry, model, path, expected)}))


if __name__ == "__main__":
    main()
