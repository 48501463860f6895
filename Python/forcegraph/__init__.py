"""Layouts of graphs, and a force simulation, by the engine of swift-force-simulation.

    import forcegraph
    positions = forcegraph.layout(graph)        # networkx, igraph, scipy.sparse, numpy, pandas, pairs

docs/python.md of the repository has examples and what changes for those who come from other libraries.
"""

from ._layout import LayoutInfo, layout, layouts, measure, metrics
from ._library import ForceGraphError
from ._simulation import (
    Center,
    Collide,
    Force,
    Gravity,
    Group,
    Link,
    ManyBody,
    Position,
    Radial,
    Simulation,
    VelocityLimit,
)

__version__ = "0.1.0"

__all__ = [
    "Center",
    "Collide",
    "Force",
    "ForceGraphError",
    "Gravity",
    "Group",
    "LayoutInfo",
    "Link",
    "ManyBody",
    "Position",
    "Radial",
    "Simulation",
    "VelocityLimit",
    "layout",
    "layouts",
    "measure",
    "metrics",
]
