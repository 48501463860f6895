"""Biopython: trees in Newick's form."""
import Bio
from Bio import Phylo
from Bio.Phylo import BaseTree

from comparing import carried
from writing import Cannot, Format

NAME = "Biopython"


def version():
    return Bio.__version__


def write_newick(model, path):
    count = len(model["nodes"])
    parents = {}
    children = [[] for _ in range(count)]
    for s, t, attributes in model["edges"]:
        if t in parents or s == t:
            raise Cannot("a node has one parent")
        parents[t] = s
        children[s].append((t, attributes.get("weight")))
    roots = [node for node in range(count) if node not in parents]
    if len(roots) != 1 or len(parents) != count - 1 or count < 2:
        raise Cannot("the graph is no tree from one root")
    if any(attributes for _, attributes in model["nodes"]):
        raise Cannot("nodes have names and nothing else")

    def clade(node, length):
        return BaseTree.Clade(branch_length=length, name=str(model["nodes"][node][0]),
                              clades=[clade(child, weight) for child, weight in children[node]])

    Phylo.write(BaseTree.Tree(root=clade(roots[0], None)), path, "newick", format_branch_length="%r")
    # Biopython writes 0 for a length that is missing.
    return carried(model, directed=True, edges=lambda a: {"length": a.get("weight", 0.0)})


def read_newick(path, model):
    tree = Phylo.read(path, "newick")
    nodes = [clade.name for clade in tree.find_clades()]
    edges = [[parent.name, child.name, {"length": child.branch_length}]
             for parent in tree.find_clades() for child in parent.clades]
    return {"directed": True, "nodes": {name: {} for name in nodes}, "edges": edges}


FORMATS = [Format("Newick", ".nwk", write_newick, read_newick)]
