# debian: graphviz (measured with 2.42.2, which calls itself 2.43)
"""Graphviz: the program sfdp. Time and memory are the process's, with reading the graph and writing positions."""
import re
import subprocess

from harness import adapter


def answer(request):
    lines = "".join(f"{a}--{b};" for a, b in adapter.edges(request))
    text = f"graph{{{''.join(f'{node};' for node in range(request['nodes']))}{lines}}}"
    command = ["sfdp", "-Tplain", f"-Gstart={request['seed']}"]

    def run():
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        output, _ = process.communicate(text)
        if process.returncode != 0:
            raise SystemExit(f"sfdp ended with {process.returncode}")
        rows = (line.split() for line in output.splitlines() if line.startswith("node "))
        positions = {int(row[1]): (float(row[2]), float(row[3])) for row in rows}
        return [positions[node] for node in range(request["nodes"])]

    return adapter.whole(request, run)


shown = subprocess.run(["sfdp", "-V"], capture_output=True, text=True).stderr
adapter.serve(re.search(r"version (\S+)", shown)[1], answer, threads=1)
