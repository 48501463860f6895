"""Layouts of graphs, and a force simulation, by the engine of swift-force-simulation.

    import forcegraph
    positions = forcegraph.layout(graph)        # networkx, igraph, scipy.sparse, numpy, pandas, pairs

docs/python.md of the repository has examples and what changes for those who come from other libraries.
"""

from ._files import Graph, formats, read, write
from ._layout import LayoutInfo, layout, layouts, measure, metrics
from ._library import ForceGraphError
from ._pictures import Page, Picture, draw, view
from ._simulation import (
    Anchor,
    Boundary,
    BoxCollide,
    Center,
    Collide,
    Force,
    Gravity,
    Group,
    Link,
    Magnetic,
    ManyBody,
    Pointer,
    Position,
    Radial,
    Simulation,
    Spring,
    TForce,
    VelocityLimit,
)

__version__ = "0.1.0"

__all__ = [
    "Anchor",
    "Boundary",
    "BoxCollide",
    "Center",
    "Collide",
    "Force",
    "ForceGraphError",
    "Graph",
    "Gravity",
    "Group",
    "LayoutInfo",
    "Link",
    "Magnetic",
    "ManyBody",
    "Page",
    "Picture",
    "Pointer",
    "Position",
    "Radial",
    "Simulation",
    "Spring",
    "TForce",
    "VelocityLimit",
    "draw",
    "formats",
    "layout",
    "layouts",
    "measure",
    "metrics",
    "read",
    "view",
    "write",
]
