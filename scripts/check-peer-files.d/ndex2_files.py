"""ndex2: CX2, the format of Cytoscape and NDEx."""
from importlib.metadata import version as installed

from ndex2.cx2 import CX2Network

from comparing import Rules, carried
from writing import Format

NAME = "ndex2"


def version():
    return installed("ndex2")


def write_cx2(model, path):
    network = CX2Network()
    network.set_network_attributes({"directed": model["directed"]})
    ids = [network.add_node(attributes={**attributes, "name": str(node)}) for node, attributes in model["nodes"]]
    for s, t, attributes in model["edges"]:
        network.add_edge(source=ids[s], target=ids[t], attributes=dict(attributes))
    network.write_as_raw_cx2(path)
    return carried({**model, "nodes": [[node, {**attributes, "name": str(node)}] for node, attributes in model["nodes"]]},
                   ids=ids)


FORMATS = [Format("CX2", ".cx2", write_cx2, rules=Rules(("id",)), needs_direction=True)]
