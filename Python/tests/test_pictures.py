import html.parser
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest

import forcegraph
from forcegraph import ForceGraphError, Graph

EXAMPLES = Path(__file__).resolve().parents[2] / "Examples"
TREE = [((node - 1) // 2, node) for node in range(1, 31)]


def needs_cairo():
    try:
        forcegraph.draw(TREE).png()
    except ForceGraphError as error:
        assert error.code == "unavailable" and "svg" in str(error).lower()
        pytest.skip(str(error))


def test_a_picture_is_one_svg_with_all_nodes():
    picture = forcegraph.draw(TREE, color="community", title="A < B")
    tree = ElementTree.fromstring(picture.svg(ids=True))
    ids = [element.get("id") or "" for element in tree.iter()]
    assert sum(id.startswith("node-") for id in ids) == 31
    assert "A < B" in [element.text for element in tree.iter()]
    assert 400 <= picture.width <= 1600 and f"{picture.width:.0f} by" in repr(picture)


def test_notebooks_get_an_svg_that_fits_their_column():
    tree = ElementTree.fromstring(forcegraph.draw(TREE)._repr_svg_())
    assert tree.get("viewBox") and "max-width:100%" in tree.get("style")
    assert forcegraph.draw(TREE)._repr_html_().startswith('<img style="max-width:100%')
    random = np.random.default_rng(1)
    graph = Graph.of(random.integers(0, 30_000, (60_000, 2)), node_count=30_000)
    large = forcegraph.draw(graph, random.random((30_000, 2)))
    assert large._repr_html_() is None and large._repr_svg_()


def test_pictures_are_saved(tmp_path):
    picture = forcegraph.draw(TREE)
    picture.save(tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_text() == picture.svg()
    os.chmod(tmp_path / "a.svg", 0o640)
    os.symlink(tmp_path / "a.svg", tmp_path / "link.svg")
    picture.save(tmp_path / "link.svg", auto_theme=True)
    assert "prefers-color-scheme" in (tmp_path / "a.svg").read_text()
    assert os.stat(tmp_path / "a.svg").st_mode & 0o777 == 0o640
    picture.save(tmp_path / "a.svgz")
    assert (tmp_path / "a.svgz").read_bytes()[:2] == b"\x1f\x8b"
    for path, match in [("a.jpg", "end in .svg"), ("no/a.svg", "No such file"), (".svg", "end in .svg")]:
        with pytest.raises(ForceGraphError, match=match) as found:
            picture.save(tmp_path / path)
        assert found.value.code == "bad-file"
    assert sorted(os.listdir(tmp_path)) == ["a.svg", "a.svgz", "link.svg"]


def test_png_and_pdf(tmp_path):
    needs_cairo()
    picture = forcegraph.draw(TREE)
    picture.save(tmp_path / "a.png", scale=2)
    content = (tmp_path / "a.png").read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(content[16:20], "big") == round(2 * picture.width)
    picture.save(tmp_path / "a.pdf")
    assert (tmp_path / "a.pdf").read_bytes()[:5] == b"%PDF-"
    with pytest.raises(ForceGraphError, match="scale is -1"):
        picture.png(scale=-1)
    with pytest.raises(ForceGraphError, match="too large"):
        forcegraph.draw(TREE, width=16384).png(scale=100)


def test_positions_are_drawn_as_they_are():
    positions = {node: (node, node * node) for node in range(31)}
    graph = Graph.of(TREE)
    one = forcegraph.draw(graph, positions).svg()
    assert graph.positions is None
    assert one == forcegraph.draw(graph, np.array([positions[node] for node in graph.nodes])).svg()
    graph.positions = positions
    assert one == forcegraph.draw(graph).svg() == forcegraph.draw(graph, layout="keep").svg()
    assert one != forcegraph.draw(graph, layout="auto").svg()
    with pytest.raises(ForceGraphError, match="drawn as they are"):
        forcegraph.draw(graph, positions, seed=2)


def test_values_stand_for_colours_sizes_and_names():
    values = {node: "odd" if node % 2 else "even" for node in range(31)}
    svg = forcegraph.draw(TREE, color=values, size=np.arange(31.0), label=[f"n{node}" for node in range(31)]).svg()
    assert ">odd (15)<" in svg and ">even (16)<" in svg and ">n30<" in svg
    assert forcegraph.draw(TREE, size=3).svg() != forcegraph.draw(TREE, size=6).svg()


@pytest.mark.parametrize("options, match", [
    ({"color": "nosuch"}, "color nosuch: nodes have no such attribute"),
    ({"size": "community"}, "size community: nodes have no such attribute"),
    ({"size": -1}, "size is 0 to 1000 points"),
    ({"label": "nosuch"}, "label nosuch"),
    ({"groups": "degree"}, "groups degree"),
    ({"edge_color": "nosuch"}, "edge-color nosuch"),
    ({"edge_width": "weight"}, "edge-width weight: the edges have no weights"),
    ({"width_range": (1, 2)}, "width-range needs edge-width"),
    ({"color_scale": "log"}, "color-scale needs color"),
    ({"edge_opacity": 2}, "edge-opacity is 0 to 1"),
    ({"curve": 2}, "curve is -1 to 1"),
    ({"width": 0}, "width is 1 to 16384"),
    ({"height": float("nan")}, "height is nan; it must be finite"),
    ({"font": ""}, "font is the name"),
    ({"font_size": (5, 2)}, "font-size is"),
    ({"background": "blurple"}, "background is \"blurple\""),
    ({"max_labels": -1}, "max-labels is 0 or more"),
    ({"theme": "grey"}, "theme is 'grey'"),
    ({"camera": (1, 2)}, "camera is for drawings in space"),
    ({"layout": "nosuch"}, "layout of a picture is \"nosuch\""),
    ({"layout": "keep"}, "no positions to keep"),
    ({"layout": "tree", "dim": 3}, "is for the plane"),
    ({"weights_are": "length"}, "there are no weights"),
    ({"root": "q"}, "root names 'q'"),
    ({"color": [1, 2]}, "has 2 values; 31 are needed"),
    ({"color": 7}, "color is 7"),
    ({"seed": -1}, "seed is -1"),
])
def test_options_that_cannot_be_are_said(options, match):
    with pytest.raises(ForceGraphError, match=match):
        forcegraph.draw(TREE, **options)
    with pytest.raises(TypeError, match="no option 'colour'"):
        forcegraph.draw(TREE, colour="red")


def test_a_page_is_one_file_with_the_graph(tmp_path):
    page = forcegraph.view(TREE, color="degree", title="A </script> B")
    page.save(tmp_path / "a.html")
    content = (tmp_path / "a.html").read_text()
    assert content == page.html and content.startswith("<!doctype html>".upper()) or "<html" in content[:200]
    assert "connect-src 'none'" in content.replace("&#39;", "'").replace("&apos;", "'")

    class Frame(html.parser.HTMLParser):
        def handle_starttag(self, tag, attributes):
            if tag == "iframe":
                self.found = dict(attributes)

    frame = Frame()
    frame.feed(page._repr_html_())
    assert frame.found["srcdoc"] == content
    assert "allow-scripts" in frame.found["sandbox"] and "allow-same-origin" in frame.found["sandbox"]
    with pytest.raises(ForceGraphError, match="height is 1"):
        forcegraph.view(TREE, height=1)


def test_the_same_graph_and_options_give_the_same_bytes():
    one = forcegraph.draw(TREE, color="pagerank", threads=1).svg()
    assert one == forcegraph.draw(iter(TREE), color="pagerank", threads=2).svg()
    assert forcegraph.view(TREE).html == forcegraph.view(TREE).html


FILES = {
    "karate.gml": ([], {}),
    "miserables.csv": (["--color-by", "community", "--size-by", "pagerank", "--theme", "dark"],
                       {"color": "community", "size": "pagerank", "theme": "dark"}),
    "modules.gv": (["--title", "Modules"], {"title": "Modules"}),
    "architecture.gv": (["--layout", "layered", "--direction", "LR", "--edge-color-by", "none"],
                        {"layout": "layered", "direction": "right", "edge_color": "none"}),
    "football.gml": (["--dim", "3", "--camera", "10,40", "--seed", "5", "--groups", "none"],
                     {"dim": 3, "camera": (10, 40), "seed": 5, "groups": "none"}),
    "mammals.csv": (["--layout", "radial", "--label", "id", "--max-labels", "9", "--width", "500"],
                    {"layout": "radial", "label": "id", "max_labels": 9, "width": 500}),
    "netscience.gml.gz": (["--goal", "clusters", "--quality", "quick", "--size-by", "2", "--edge-opacity", ".3"],
                          {"goal": "clusters", "quality": "quick", "size": 2, "edge_opacity": 0.3}),
}


@pytest.mark.skipif("FORCEGRAPH_TOOL" not in os.environ, reason="FORCEGRAPH_TOOL does not name the program")
@pytest.mark.parametrize("name", FILES)
def test_the_program_makes_the_same_bytes(tmp_path, name):
    words, options = FILES[name]
    graph = forcegraph.read(EXAMPLES / name)
    endings = ["svg", "html"] if "camera" not in options else ["svg"]
    outputs = [tmp_path / f"tool.{ending}" for ending in endings]
    command = [os.environ["FORCEGRAPH_TOOL"], "layout", EXAMPLES / name, *words, "-q"]
    for output in outputs:
        command += ["-o", output]
    subprocess.run(command, check=True)
    assert forcegraph.draw(graph, **options).svg().encode() == outputs[0].read_bytes()
    if len(outputs) > 1:
        shown = {name: value for name, value in options.items() if name in (
            "color", "size", "label", "theme", "title", "layout", "direction", "seed", "goal", "quality")}
        if "size" in shown and not isinstance(shown["size"], str):
            del shown["size"]
        assert forcegraph.view(graph, **shown).html.encode() == outputs[1].read_bytes()


@pytest.mark.skipif("FORCEGRAPH_TOOL" not in os.environ, reason="FORCEGRAPH_TOOL does not name the program")
def test_the_program_makes_the_same_png(tmp_path):
    needs_cairo()
    command = [os.environ["FORCEGRAPH_TOOL"], "layout", EXAMPLES / "miserables.csv", "-q", "--scale", "2",
               "--layout", "circular", "-o", tmp_path / "tool.png"]
    subprocess.run(command, check=True)
    forcegraph.draw(forcegraph.read(EXAMPLES / "miserables.csv"), layout="circular").save(
        tmp_path / "ours.png", scale=2)
    assert (tmp_path / "ours.png").read_bytes() == (tmp_path / "tool.png").read_bytes()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_pictures_and_pages_after_a_fork():
    program = (
        "import forcegraph, os, signal\n"
        "edges = [(i, i // 2) for i in range(1, 200)]\n"
        "one = forcegraph.draw(edges, color='betweenness').svg(), forcegraph.view(edges, color='betweenness').html\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    signal.alarm(60)\n"
        "    two = forcegraph.draw(edges, color='betweenness').svg(), forcegraph.view(edges, color='betweenness').html\n"
        "    os._exit(0 if one == two else 3)\n"
        "assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0\n")
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)
