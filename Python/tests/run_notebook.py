"""Runs docs/tutorial-python.ipynb and checks what its cells show. Prints nothing if all is well.

  python run_notebook.py [OUTPUT]    OUTPUT: the notebook with its outputs is written there

Needs nbclient and ipykernel beside forcegraph and networkx.
"""
import sys
from pathlib import Path

import nbclient
import nbformat

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs" / "tutorial-python.ipynb"


def main():
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        assert not cell.get("outputs"), "the notebook is kept without outputs"
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert all(output.output_type == "execute_result" for output in shown), shown
    pictures = [output.data["image/svg+xml"] for output in shown if "image/svg+xml" in output.data]
    pages = [output.data["text/html"] for output in shown if "<iframe" in output.data.get("text/html", "")]
    assert len(pictures) == 5 and all("viewBox" in picture for picture in pictures), len(pictures)
    assert len(pages) == 1 and "srcdoc=" in pages[0], len(pages)
    if sys.argv[1:]:
        nbformat.write(notebook, sys.argv[1])


main()
