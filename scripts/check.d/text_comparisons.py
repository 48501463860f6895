"""Finds places where texts of files might be compared as Swift compares texts, not by their bytes.

An é of one scalar and one of two are the same text to Swift, and a comma and an accent after it are one
character. So ids and names are keys as ExactKey, texts are compared by hasSameBytes, marks are looked for
in bytes or scalars, and cells of tables are written by CSVCell. What looks like the contrary is allowed
where text-comparisons.txt has the line: for names and values that are our own.

    python3 scripts/check.d/text_comparisons.py            prints the lines that are not allowed
    python3 scripts/check.d/text_comparisons.py --record   allows all that there are
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
ALLOWED = Path(__file__).with_name("text-comparisons.txt")
MODULES = [
    "CommandLineSupport", "ForceSimulation", "ForceSimulationLive", "GraphIO", "GraphModel",
    "GraphRendering", "GraphView", "GraphViewServer", "Graphs", "Scenes", "forcegraph", "simbench",
]
SUSPICIOUS = re.compile(
    r"""\[(String|ID|NodeID):\s"""  # a dictionary
    r"""|Set<(String|ID|NodeID)>|Dictionary<(String|ID|NodeID)\b"""
    r"""|(?<![\w.])"[^"]+"\.contains\(\$0\)"""  # is this character one of these?
    r"""|(:|->|\[)\s?Character\b|\(Character,"""
    r"""|replacingOccurrences|\.replacing\(\""""
    r"""|\b(id|ids\[\w+\]|nodeID)\s[=!]=\s(id|ids\[\w+\]|nodeID)\b"""
)


def lines():
    for module in MODULES:
        for file in sorted((ROOT / "Sources" / module).rglob("*.swift")):
            if file.name == "EmbeddedPage.swift":
                continue
            for number, line in enumerate(file.read_text().splitlines(), 1):
                code = line.split("//")[0]
                if SUSPICIOUS.search(code):
                    yield file.relative_to(ROOT).as_posix(), number, line.strip()


def main():
    if sys.argv[1:] == ["--record"]:
        rows = sorted({f"{file}: {line}" for file, _, line in lines()})
        ALLOWED.write_text("\n".join(rows) + "\n")
        return
    allowed = set(ALLOWED.read_text().splitlines())
    for file, number, line in lines():
        if f"{file}: {line}" not in allowed:
            print(f"{file}:{number}: {line}")


main()
