"""Graphviz: each model as a program would write it in DOT, and what Graphviz's tools make of that."""
import html
import re
import subprocess

from comparing import Rules, carried
from writing import Cannot, Format

NAME = "Graphviz"
# Attributes that a layout adds.
LAYOUT = ("pos", "x", "y", "width", "height", "lp", "label", "bb", "xdotversion", "_draw_", "_ldraw_", "_hdraw_")


def version():
    found = subprocess.run(["dot", "-V"], capture_output=True, text=True).stderr
    return re.search(r"version (\S+)", found)[1]


def quoted(text):
    """DOT has one escape in texts, that of the quote."""
    return '"' + str(text).replace('"', '\\"') + '"'


def listed(attributes):
    if not attributes:
        return ""
    values = {key: str(value).lower() if isinstance(value, bool) else value for key, value in attributes.items()}
    return " [" + ", ".join(f"{quoted(key)}={quoted(value)}" for key, value in values.items()) + "]"


def source(model):
    ids = [quoted(node) for node, _ in model["nodes"]]
    sign = "->" if model["directed"] else "--"
    lines = [f"  {ids[i]}{listed(node[1])};" for i, node in enumerate(model["nodes"])]
    lines += [f"  {ids[s]} {sign} {ids[t]}{listed(attributes)};" for s, t, attributes in model["edges"]]
    return "\n".join([("digraph" if model["directed"] else "graph") + " {", *lines, "}", ""])


def check(model):
    if any(str(node).startswith("%") for node, _ in model["nodes"]):
        raise Cannot("names that begin with % are none to Graphviz")


def made_by(*command, expected=carried):
    """The standard output of a tool that gets the model on its standard input."""
    def write(model, path):
        check(model)
        result = subprocess.run(command, input=source(model), capture_output=True, text=True, timeout=120)
        if result.returncode != 0 or not result.stdout:
            raise Cannot((result.stderr.strip() or f"it ends with {result.returncode}").split("\n")[0])
        with open(path, "w", encoding="utf-8") as file:
            file.write(result.stdout)
        return expected(model)
    return write


def as_given(model, path):
    with open(path, "w", encoding="utf-8") as file:
        file.write(source(model))
    return carried(model)


def html_unescaped(attributes):
    """GML has references to characters, which gv2gml writes as they are."""
    return {key: html.unescape(value) if isinstance(value, str) else value for key, value in attributes.items()}


def gml(model):
    ids = [str(place) for place in range(len(model["nodes"]))]
    graph = carried(model, ids=ids)
    for place, (node, attributes) in zip(ids, model["nodes"]):
        graph["nodes"][place] = {**html_unescaped(attributes), "name": html.unescape(str(node))}
    return graph


def gxl_text(value):
    """gv2gxl writes UTF-8 into files that say Latin-1, leaves references as they are, and makes references of double blanks."""
    if not isinstance(value, str):
        return value
    return html.unescape(value.encode("utf-8").decode("latin-1")).replace("  ", " \u00a0")


def gxl(model):
    """Names that are no ids of XML get one, and stay as an attribute."""
    ids, names = [], {}
    for node, _ in model["nodes"]:
        text = str(node)
        if not re.fullmatch(r"[A-Za-z_:][A-Za-z0-9_.:-]*", text):
            names[f"N_{len(names)}"] = text
            text = f"N_{len(names) - 1}"
        ids.append(text)
    graph = carried(model, ids=ids)
    for node, name in names.items():
        graph["nodes"][node]["name"] = name
    for attributes in [*graph["nodes"].values(), *(edge[2] for edge in graph["edges"])]:
        attributes.update({key: gxl_text(value) for key, value in attributes.items()})
    return graph


def read_gml(path, model):
    """Whether gml2gv takes the file at all."""
    subprocess.run(["gml2gv", path], capture_output=True, check=True)
    return gml(model)


FORMATS = [
    Format("DOT", ".gv", as_given, rules=Rules(by_look=True)),
    Format("dot -Tcanon", ".gv", made_by("dot", "-Kosage", "-Tcanon"), rules=Rules(by_look=True)),
    Format("dot -Tdot", ".dot", made_by("dot", "-Kosage", "-Tdot"), rules=Rules(LAYOUT, by_look=True)),
    Format("dot -Txdot", ".gv", made_by("dot", "-Kosage", "-Txdot"), rules=Rules(LAYOUT, by_look=True)),
    Format("dot -Tjson", ".json", made_by("dot", "-Kosage", "-Tjson"), rules=Rules(LAYOUT, by_look=True)),
    Format("dot -Tjson0", ".json", made_by("dot", "-Kosage", "-Tjson0"), rules=Rules(LAYOUT, by_look=True)),
    Format("nop", ".gv", made_by("nop"), rules=Rules(by_look=True)),
    Format("gv2gml", ".gml", made_by("gv2gml", expected=gml), read_gml, rules=Rules(("id",), by_look=True)),
    Format("gv2gxl", ".gxl", made_by("gv2gxl", expected=gxl), rules=Rules(("id",), by_look=True)),
]
