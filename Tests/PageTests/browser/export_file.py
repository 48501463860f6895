"""Writes a graph as a file that stands alone, as the program does, from the mock server's messages."""
import base64
import functools
import json
import struct
import subprocess
import sys
import tempfile
import zlib
from argparse import Namespace
from pathlib import Path

from mock_graph import COLORS
from mock_session import Session, Viewer, floats, header, texts, words

ROOT = Path(__file__).resolve().parents[3]


def record(data):
    is_text = isinstance(data, str)
    body = data.encode() if is_text else data
    return struct.pack("<IB3x", len(body), 0 if is_text else 1) + body + b"\0" * (-len(body) % 4)


@functools.cache
def file_page():
    with tempfile.NamedTemporaryFile(suffix=".html") as page:
        subprocess.run([sys.executable, ROOT / "scripts" / "embed-page", "--file", "--parts", "canvas german attributes", "--html", page.name], check=True)
        return Path(page.name).read_text(encoding="utf-8")


@functools.cache
def kernels(name):
    return subprocess.run([sys.executable, ROOT / "scripts" / "embed-page", "--kernels", name], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def physics():
    """Forces that keep what the layout shows (ViewForces.swift): for the worker, and for the panel."""
    strength = {"name": "strength", "title": "Strength", "low": 0, "high": 1, "logarithmic": False}
    charge = {"name": "charge", "kind": "ManyBodyForce", "on": False, "strength": -30, "accuracy": 1e-3, "distanceMin": 1}
    links = {"name": "links", "kind": "LinkForce", "on": True, "strength": 1, "isDividedByDegree": True, "length": "laid out", "iterations": 1}
    shape = {"name": "shape", "kind": "AnchorForce", "on": True, "places": "laid out", "strength": 0.2}
    shown = [{"name": "charge", "title": "Charge", "on": False, "parameters": [{**strength, "value": -30, "low": -200, "high": 0}]},
             {"name": "links", "title": "Links", "on": True, "parameters": []},
             {"name": "shape", "title": "Anchors", "on": True, "parameters": [{**strength, "value": 0.2}]}]
    return [charge, links, shape], shown


def exported(path, nodes=None, outlined=False, simulates=True):
    session = Session(Namespace(nodes=nodes, graph=None, settled=False, outlined=outlined, plain=False, steps=False, space=False, nasty=False, fixed=True, supernodes=False))
    for _ in range(120 if nodes is None else 0):
        session.advance()
    attributes = [*session.hello(1)["attributes"], {"name": "weight", "of": "links", "kind": "number", "title": "weight"}]
    hello = {**session.hello(1), "standalone": True, "layouts": [], "measures": [], "allows": {"edit": False, "export": []},
             "attributes": attributes, "palette": {
                 "groups": COLORS, "other": "#8c9096", "missing": "#b0b4ba", "scale": ["#440154", "#2a788e", "#7ad151"], "radii": [3, 14]}}
    if simulates:
        hello["physics"], hello["forces"] = physics()
    groups = [f"group {i + 1}" for i in range(max(session.graph.group) + 1)]
    group = header(6, 1, 1, 0, 0) + words([len(groups)]) + texts(groups) + words(session.graph.group)
    graph = session.graph
    weight = header(6, 0, 1, 0, 1) + floats(d * 1.5 for d in graph.degree)
    of_links = header(6, 0, 1, 0, 2) + floats(i + 0.5 for i in range(len(graph.links)))
    parts = [json.dumps(hello), session.graph_message(), session.labels_message(),
             session.positions_message(Viewer(None), final=True), group, weight, of_links]
    data = base64.b64encode(zlib.compress(b"".join(record(part) for part in parts), 9)).decode()
    html = file_page()
    nonce = "c29tZXRoaW5n"
    policy = (f"default-src 'none'; script-src 'nonce-{nonce}' 'wasm-unsafe-eval'; style-src 'nonce-{nonce}'; img-src data: blob:; "
              "worker-src blob:; base-uri 'none'; form-action 'none'")
    blocks = {"data": data, "kernels": kernels("plane")} if simulates else {"data": data}
    scripts = "".join(f'<script type="application/octet-stream" id="{name}">{text}</script>' for name, text in blocks.items())
    for place, text in (("{{NONCE}}", nonce), ("{{POLICY}}", policy), ("{{TITLE}}", session.graph.title),
                        ("{{DATA}}", scripts)):
        html = html.replace(place, text)
    Path(path).write_text(html, encoding="utf-8")
    return path
