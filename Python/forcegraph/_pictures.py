"""Pictures and pages of graphs."""

from __future__ import annotations

import base64
import ctypes
import html
import json
import os
import re
import secrets
import stat
from typing import Any, Dict, Hashable, Literal, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from ._files import Graph, Path, _Numbered, _path
from ._graphs import Weight
from ._layout import Seed, Start, _plain, _seed
from ._library import ForceGraphError, Handle, Progress, Work, call, encoded, library

By = Union[str, Mapping[Hashable, Any], Sequence[Any], np.ndarray]
"""The name of an attribute or of a measure, or a value for each node."""
Range = Union[float, Tuple[float, float]]


def draw(
    graph: Any,
    positions: Optional[Start] = None,
    *,
    color: Optional[By] = None,
    size: Optional[Union[By, float]] = None,
    label: Optional[By] = None,
    groups: Optional[By] = None,
    edge_color: Optional[str] = None,
    edge_width: Optional[Union[str, float]] = None,
    color_scale: Optional[Literal["linear", "log", "quantiles"]] = None,
    max_labels: Optional[int] = None,
    width_range: Optional[Range] = None,
    edge_opacity: Optional[float] = None,
    curve: Optional[float] = None,
    bundle: bool = False,
    arrows: bool = True,
    text_in_nodes: Optional[bool] = None,
    theme: Literal["light", "dark"] = "light",
    background: Optional[str] = None,
    font: Optional[str] = None,
    font_size: Optional[Range] = None,
    transparent: bool = False,
    width: Optional[float] = None,
    height: Optional[float] = None,
    title: Optional[str] = None,
    camera: Optional[Tuple[float, float]] = None,
    key: bool = True,
    layout: Optional[str] = None,
    weight: Weight = None,
    weights_are: Optional[Literal["strength", "length"]] = None,
    progress: Optional[Progress] = None,
    **layout_options: Any,
) -> "Picture":
    """A picture of a graph, which a notebook shows.

    >>> draw(graph, color="community").save("graph.svg")

    The options are those of ``forcegraph layout``, with its names: the same graph and options give the same
    bytes.

    Parameters
    ----------
    graph:
        What ``Graph.of`` takes.
    positions:
        Where nodes are drawn, unchanged: a dictionary by node or an array, as ``layout`` gives them. None: the
        positions of the graph if it has some for all nodes and no layout is asked for; else a layout.
    color, size, label, groups:
        What they stand for: an attribute of nodes; a measure ("community", "degree", "component", "core",
        "pagerank", "betweenness"); or a value for each node, by node or in their order. Colours, labels and groups also
        take "none", labels "id", sizes "same" and a radius in points.
    edge_color, edge_width:
        An attribute of edges, or "weight"; colours also "source", "target", "mix" and "none", widths points.
    color_scale, max_labels, width_range, edge_opacity, curve, bundle, arrows, text_in_nodes, theme, background,
    font, font_size, transparent, width, height, title, camera, key:
        As the options of the program with these names.
    layout, and seed, goal, quality, dim, ticks, time_budget, repulsion, root, direction, link_length, threads:
        The layout, as of ``layout``. Edges of "layered" and "tree" then get the routes that the layout finds.
    """
    options = {
        "edge-color": edge_color, "edge-width": _plain(edge_width), "color-scale": color_scale,
        "max-labels": _plain(max_labels), "width-range": _range(width_range),
        "edge-opacity": _plain(edge_opacity), "curve": _plain(curve), "bundle": bool(bundle),
        "arrows": bool(arrows), "text-in-nodes": None if text_in_nodes is None else bool(text_in_nodes), "theme": theme,
        "background": background, "font": font, "font-size": _range(font_size),
        "transparent": bool(transparent), "width": _plain(width), "height": _plain(height), "title": title,
        "camera": _range(camera), "key": bool(key), "layout": layout, "weights": weights_are,
    }
    if theme not in ("light", "dark"):
        raise ForceGraphError(f"theme is {theme!r}; it must be 'light' or 'dark'")
    by = {"color": color, "size": size, "label": label, "groups": groups}
    drawn, given = _prepared(graph, positions, by, weight, options, layout_options)
    address = ctypes.c_void_p()
    work = Work(progress)

    def made(answer: bytes) -> Picture:
        return Picture(Handle(address.value, library.fg_picture_free), json.loads(answer))

    return work.call(
        library.fg_graph_draw, drawn._handle.address, given, len(given), work.address,
        ctypes.addressof(address), owned=(drawn, given, address), then=made)


def view(
    graph: Any,
    positions: Optional[Start] = None,
    *,
    color: Optional[By] = None,
    size: Optional[By] = None,
    label: Optional[By] = None,
    color_scale: Optional[Literal["linear", "log", "quantiles"]] = None,
    theme: Literal["light", "dark", "auto"] = "light",
    title: Optional[str] = None,
    height: int = 480,
    layout: Optional[str] = None,
    weight: Weight = None,
    weights_are: Optional[Literal["strength", "length"]] = None,
    progress: Optional[Progress] = None,
    **layout_options: Any,
) -> "Page":
    """A page on which people move the nodes of a graph, zoom, search and choose colours. It simulates in the
    browser: it needs no server, no network and no file beside it. A notebook shows it.

    >>> view(graph, color="community").save("graph.html")

    Parameters are as of ``draw``; ``height`` is that in a notebook, in pixels.
    """
    if isinstance(height, bool) or not isinstance(height, (int, np.integer)) or not 50 <= height <= 10_000:
        raise ForceGraphError(f"height is {height!r}; it must be an integer from 50 to 10000")
    options = {
        "color-scale": color_scale, "theme": theme, "title": title, "layout": layout,
        "weights": weights_are,
    }
    by = {"color": color, "size": size, "label": label}
    drawn, given = _prepared(graph, positions, by, weight, options, layout_options)
    work = Work(progress)
    content = work.call(
        library.fg_graph_page, drawn._handle.address, given, len(given), work.address,
        owned=(drawn, given))
    return Page(content, int(height))


_LAYOUT_OPTIONS = ("seed", "goal", "quality", "dim", "ticks", "time_budget", "repulsion", "root",
                   "direction", "link_length", "threads")
# The names of attributes whose values a caller gives as an array.
_NAMES = {"color": "color value", "size": "size value", "label": "label text", "groups": "group"}


def _prepared(
    graph: Any, positions: Optional[Start], by: Dict[str, Any], weight: Weight,
    options: Dict[str, Any], layout_options: Dict[str, Any],
) -> Tuple[Graph, bytes]:
    """The graph to draw, and its options."""
    for name in layout_options:
        if name not in _LAYOUT_OPTIONS:
            raise TypeError(f"there is no option {name!r} of pictures; of layouts there are "
                            f"{', '.join(_LAYOUT_OPTIONS)}")
    given = Graph.of(graph, weight=weight)
    # Nobody else may change the graph while the library works.
    drawn = given.copy()
    if positions is not None:
        if options["layout"] not in (None, "keep") or layout_options:
            raise ForceGraphError("positions are drawn as they are: leave them or the options of a layout out")
        drawn.positions = positions
        options["layout"] = "keep"
    for option, value in by.items():
        if value is None or isinstance(value, str):
            options[option] = value
        elif np.isscalar(value) and option == "size":
            options[option] = _plain(value)
        else:
            name = _NAMES[option]
            if np.isscalar(value) or not hasattr(value, "__len__"):
                raise ForceGraphError(
                    f"{option} is {value!r}; it must be the name of an attribute or a measure, or a value "
                    "for each node")
            drawn.node_attributes[name] = value
            options[option] = name
    for name, value in layout_options.items():
        if name == "seed" and value is not None:
            value = _seed(value)
        elif name == "root" and value is not None:
            value = _Numbered(given).number(value, "root")
        options[name.replace("_", "-")] = _plain(value)
    options["name"] = given.name
    return drawn, encoded(options)


def _range(value: Any) -> Any:
    if value is None or np.isscalar(value):
        return _plain(value)
    try:
        return [float(number) for number in value]
    except (TypeError, ValueError):
        raise ForceGraphError(f"{value!r} must be two numbers") from None


def _write(path: Path, content: bytes) -> None:
    """Writes a file that is there as a whole or as it was."""
    name = os.path.realpath(os.fsdecode(_path(path)))
    try:
        if os.path.exists(name) and not os.path.isfile(name):
            with open(name, "wb") as stream:
                stream.write(content)
            return
        temporary = os.path.join(os.path.dirname(name), f".{secrets.token_hex(8)}.tmp")
        file = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        try:
            with os.fdopen(file, "wb") as stream:
                stream.write(content)
            if os.path.exists(name):
                os.chmod(temporary, stat.S_IMODE(os.stat(name).st_mode))
            os.replace(temporary, name)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise ForceGraphError(f"{name}: cannot be written: {error.strerror}", "bad-file") from None


class Picture:
    """A picture: vector graphics that any size shows sharply."""

    def __init__(self, handle: Handle, facts: Dict[str, Any]):
        self._handle = handle
        self._facts = facts

    @property
    def width(self) -> float:
        """The width in points."""
        return float(self._facts["width"])

    @property
    def height(self) -> float:
        """The height in points."""
        return float(self._facts["height"])

    def _bytes(self, **options: Any) -> bytes:
        given = encoded(options)
        return call(library.fg_picture_bytes, self._handle.address, given, len(given))

    def svg(self, *, ids: Optional[bool] = None, auto_theme: bool = False) -> str:
        """The SVG. ids: classes and identifiers of nodes and edges; None: up to 10,000 of them. auto_theme:
        light or dark as the reader's screen is."""
        return self._bytes(**{"svg-ids": ids, "svg-auto-theme": bool(auto_theme)}).decode()

    def png(self, scale: float = 1) -> bytes:
        """A PNG with ``scale`` pixels a point. Needs the system's Cairo (libcairo.so.2)."""
        return self._bytes(format="png", scale=_plain(scale))

    def pdf(self) -> bytes:
        """A PDF with text and vectors. Needs the system's Cairo (libcairo.so.2)."""
        return self._bytes(format="pdf")

    def save(
        self, path: Path, *, scale: float = 1, ids: Optional[bool] = None, auto_theme: bool = False
    ) -> None:
        """Writes a file that ends in .svg, .svgz, .png or .pdf. ``scale`` is for PNG, the others for SVG."""
        ending = os.path.splitext(os.fsdecode(_path(path)))[1].lower()[1:]
        if ending not in ("svg", "svgz", "png", "pdf"):
            raise ForceGraphError(
                f"{os.fspath(path)!r}: pictures are files that end in .svg, .svgz, .png or .pdf", "bad-file")
        options: Dict[str, Any] = {"format": ending}
        if ending == "png":
            options["scale"] = _plain(scale)
        if ending.startswith("svg"):
            options.update({"svg-ids": ids, "svg-auto-theme": bool(auto_theme)})
        _write(path, self._bytes(**options))

    def _repr_svg_(self) -> str:
        # A notebook's column may be narrower than the picture.
        return re.sub(r"<svg ", '<svg style="max-width:100%;height:auto" ', self.svg(ids=False), count=1)

    def _repr_html_(self) -> Optional[str]:
        # What notebooks show instead of the SVG where they can, as some show that one as wide as it is. Large ones
        # should not be in the notebook twice.
        content = self._bytes(**{"svg-ids": False})
        if len(content) > 1_000_000:
            return None
        return (f'<img style="max-width:100%;height:auto" width="{self.width:.0f}" alt="a picture of a graph" '
                f'src="data:image/svg+xml;base64,{base64.b64encode(content).decode()}">')

    def __repr__(self) -> str:
        return (f"<Picture: {self.width:.0f} by {self.height:.0f} points, {self._facts['nodes-drawn']} nodes, "
                f"{self._facts['edges-drawn']} edges>")


class Page:
    """A page of HTML with a graph in it that moves."""

    def __init__(self, content: bytes, height: int):
        self._content = content
        self._height = height

    @property
    def html(self) -> str:
        """The page, whole."""
        return self._content.decode()

    def save(self, path: Path) -> None:
        """Writes a file, which any browser opens without a server."""
        _write(path, self._content)

    def _repr_html_(self) -> str:
        # With allow-scripts alone, browsers show the page at times before its worker may start.
        return (f'<iframe sandbox="allow-scripts allow-same-origin allow-downloads" style="width:100%;'
                f'height:{self._height}px;border:0" srcdoc="{html.escape(self.html)}"></iframe>')

    def __repr__(self) -> str:
        return f"<Page: {len(self._content) / 1000:.0f} kB of HTML>"
