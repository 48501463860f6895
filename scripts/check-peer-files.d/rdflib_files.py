"""rdflib: graphs as triples of resources, and attributes of nodes as literals."""
import urllib.parse

import rdflib

from comparing import Rules, carried
from writing import Cannot, Format

NAME = "rdflib"
BASE = "http://example.org/"


def version():
    return rdflib.__version__


def iri(node):
    return BASE + urllib.parse.quote(str(node), safe="")


def written(form):
    def write(model, path):
        pairs = [tuple(edge[:2]) for edge in model["edges"]]
        if not pairs:
            raise Cannot("a triple is an edge or an attribute, and there is none")
        if len(set(pairs)) < len(pairs):
            raise Cannot("a graph has each triple once")
        graph = rdflib.Graph()
        graph.bind("ex", BASE)
        nodes = [rdflib.URIRef(iri(node)) for node, _ in model["nodes"]]
        predicate = rdflib.URIRef(BASE + "to")
        for s, t in pairs:
            graph.add((nodes[s], predicate, nodes[t]))
        ends = {end for pair in pairs for end in pair}
        for place, (_, attributes) in enumerate(model["nodes"]):
            for key, value in attributes.items():
                if place in ends:
                    graph.add((nodes[place], rdflib.URIRef(BASE + key), rdflib.Literal(value)))
        graph.serialize(destination=path, format=form, encoding="utf-8")
        return carried(model, ids=[iri(node) for node, _ in model["nodes"]], directed=True, edges=lambda _: {},
                       isolates=False)
    return write


FORMATS = [
    Format("N-Triples", ".nt", written("nt11"), rules=Rules(("label", "predicate", "iri"))),
    Format("Turtle", ".ttl", written("turtle"), rules=Rules(("label", "predicate", "iri"))),
]
