"""Thirty tasks: what somebody wants to see of a graph, and how they would ask two builds of forcegraph and another program for it.

`{data}` stands for the folder of the files. The command lines are `forcegraph layout` with what is said here, `-q` and a picture. Where
the older build has no option for something, its line is the best that it can do."""
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

import data
import peers

EXAMPLES = Path(__file__).resolve().parents[2] / "Examples"


@dataclass
class Task:
    """A name for files, the wish, a function of a folder that makes the data there, command lines, and a peer's picture."""
    name: str
    wish: str
    make: Callable
    old: str
    new: str
    peer: Callable


def both(name, wish, make, words, peer):
    """A task for which both builds are asked alike."""
    return Task(name, wish, make, words, words, peer)


def gml(name, named="label"):
    return lambda folder: data.from_collection(folder, name, named)


def example(name):
    return lambda folder: data.from_examples(EXAMPLES / name)


def graphviz_task(name, wish, program, file=None, words=""):
    """An example of Graphviz's, drawn by the program that it was made for; `words` are further options for forcegraph."""
    file = file or name + ".gv"
    folder = "undirected" if program == "neato" else "directed"
    return both(name, wish, lambda place: data.from_graphviz(place, f"{folder}/{file}"), f"{{data}}/{file} {words}",
                peers.graphviz_file(program, file, "-Gdpi=80"))


def uml(folder):
    (folder / "uml.gv").write_text(Path(__file__).with_name("uml.gv.txt").read_text())


TASKS = [
    Task("polbooks", "Which political books are bought together, how far left (l), right (c) and neutral (n) readers keep apart, "
         "and the titles of the books that most others go with.",
         data.polbooks, "{data}/polbooks.gml --color-by value --width 900",
         "{data}/polbooks.gml --nodes {data}/leanings.csv --color-by leaning --max-labels 32 --font-size 10,13 --width 900", peers.matplotlib(peers.spring, "value")),
    Task("adjnoun", "Adjectives and nouns that stand beside each other in David Copperfield: the two kinds told apart by colour, and "
         "the words with most neighbours readable.",
         data.adjnoun, "{data}/adjnoun.gml --color-by value --width 900",
         "{data}/adjnoun.gml --nodes {data}/kinds.csv --color-by kind --layout force --edge-opacity 0.3 --font-size 11,15 --width 900", peers.matplotlib(peers.spring, "value")),
    both("dolphins", "Who keeps company with whom among 62 dolphins: the groups, and every name.",
         gml("dolphins"), "{data}/dolphins.gml --color-by community --width 900", peers.matplotlib(peers.distances, "community")),
    Task("celegans", "The 297 neurons of a worm and 2,359 connections: groups, the neurons with most connections, and which groups are "
         "strongly joined.",
         gml("celegansneural"), "{data}/celegansneural.gml --color-by community --no-arrows --width 900",
         "{data}/celegansneural.gml --color-by community --no-arrows --constrain 'groups community' --bundle --max-labels 40 --width 900",
         peers.matplotlib(peers.spring, "community", has_names=False)),
    Task("hep-th", "Coauthors in high-energy theory, the largest component (5,835): its communities, and who is at their centres.",
         gml("hep-th"), "{data}/hep-th.gml --largest-component --color-by community --width 900",
         "{data}/hep-th.gml --largest-component --aggregate community --min-members 60 --backbone 0.03,spanning --font-size 12 --title 'Communities and their strongest ties' --width 900", peers.graphviz("sfdp", *peers.POINTS, largest=True)),
    Task("astro-ph", "Coauthors in astrophysics (16,706 people, 121,251 edges): which communities there are, how they are joined, and who "
         "is at their centres.",
         gml("astro-ph"), "{data}/astro-ph.gml --largest-component --color-by community --width 900",
         "{data}/astro-ph.gml --largest-component --aggregate community --min-members 60 --backbone 0.02,spanning --font-size 12 --title 'Communities and their strongest ties' --width 900",
         peers.graphviz("sfdp", *peers.POINTS, largest=True)),
    Task("enron", "The mail of a company, 36,692 addresses: what the main groups are, how large each is, and which write to each other.",
         data.enron, "{data}/enron.edges --largest-component --color-by community --width 900",
         "{data}/enron.edges --largest-component --aggregate community --min-members 50 --backbone 0.05,spanning --font-size 10,13 --title 'Groups and their strongest ties' --width 900", peers.graphviz("sfdp", *peers.POINTS, largest=True)),
    Task("polblogs", "Weblogs before an American election: whether liberal and conservative ones link to each other, and the names of the most "
         "linked.",
         example("polblogs.gml.gz"), f"{EXAMPLES}/polblogs.gml.gz --color-by leaning --no-arrows --largest-component --width 900",
         f"{EXAMPLES}/polblogs.gml.gz --color-by leaning --no-arrows --largest-component --layout force --max-labels 20 --font-size 11,14 "
         "--edge-opacity 0.08 --width 900",
         peers.matplotlib(peers.spring, "leaning", has_names=False, largest=True)),
    Task("food-web", "Who eats whom in the Serengeti (161 species): the groups of species that eat and are eaten alike told apart, and names as "
         "far as there is room.",
         data.food_web, "{data}/serengeti-foodweb.gml --color-by group --width 900",
         "{data}/serengeti-foodweb.gml --nodes {data}/guilds.csv --aggregate guild --list-members 100 --layout layered --direction LR --color-by kind "
         "--edge-color-by source", peers.graphviz("sfdp", *peers.NAMED)),
    Task("davis", "Which of 18 women came to which of 14 events: the two kinds told apart, all names, and each edge to be followed.",
         data.davis, "{data}/davis.graphml --color-by bipartite --width 900",
         "{data}/davis.graphml --nodes {data}/kinds.csv --color-by kind --width 900", peers.matplotlib(peers.two_columns, "bipartite")),
    Task("florentine", "Marriages between families of Florence: which family is in the middle, all names.",
         data.florentine, "{data}/florentine.graphml --width 700",
         "{data}/florentine.graphml --size-by betweenness --color-by betweenness --color-scale linear --width 700", peers.matplotlib(peers.distances)),
    both("miserables-gexf", "My picture of Les Misérables as I left it in Gephi: places, colours and sizes as they were.",
         data.miserables_of_gephi, "{data}/les_miserables.gexf --width 900", peers.matplotlib(peers.stored, "community")),
    Task("star", "A supplier and 80 customers, some of whom trade with each other: the supplier named, customers apart, and their own "
         "trade visible.",
         data.star, "{data}/customers.csv --width 900", "{data}/customers.csv --nodes {data}/roles.csv --color-by role --edge-color-by kind --width 900", peers.matplotlib(peers.spring)),
    both("commits", "The history of a project: the main line, branches and merges, from commit to parent.",
         data.commits, "{data}/commits.csv --directed --header", peers.graphviz("dot", "-Gsize=9", "-Gdpi=100")),
    both("football", "Who played whom among 115 college teams: the conferences as outlined and named groups, and the teams' names.",
         example("football.gml"), f"{EXAMPLES}/football.gml --color-by conference --groups conference --size same --seed 9 --width 900",
         peers.matplotlib(peers.spring, "conference")),
    both("uml", "A diagram of classes as its Graphviz file says: compartments, attributes aligned to the left, arrows and multiplicities.",
         uml, "{data}/uml.gv", peers.graphviz_file("dot", "uml.gv", "-Gdpi=80")),
    Task("airports", "Direct flights between airports of the continental United States: where they are on the map, which are hubs, and "
         "their codes.",
         data.airports, "{data}/flights.csv --nodes {data}/airports.csv --width 900",
         "{data}/flights.csv --nodes {data}/airports.csv --projection albers --map {data}/borders.json --bundle --edge-opacity 0.1 --size-by degree --color-by degree --max-labels 60 --width 900", peers.matplotlib(peers.on_earth)),
    Task("org-chart", "Who leads whom in a company of 80: an org chart for a page or a slide, with names in boxes.",
         data.org_chart, "{data}/staff.csv --header --directed --layout tree --text-in-nodes",
         "{data}/staff.csv --layout tree --text-in-nodes", peers.graphviz("dot", "-Grankdir=LR", "-Gsize=9", "-Gdpi=100", "-Nshape=box")),
    Task("files", "The folders and files of a program: which folders there are, how large each is, and names as far as there is room.",
         data.file_tree, "{data}/files.csv --header --nodes {data}/names.csv --layout radial --width 900",
         "{data}/files.csv --header --nodes {data}/names.csv --layout radial --size-by files --color-by community --width 900", peers.graphviz("twopi", "-Gsize=9", "-Gdpi=100", "-Goverlap=prism")),
    Task("correlations", "28 measurements and how they go together: the families, and which correlations are near 1 and which near .6.",
         data.correlations, "{data}/correlations.csv --nodes {data}/measurements.csv --color-by family --width-by weight --size same --width 900",
         "{data}/correlations.csv --nodes {data}/measurements.csv --color-by family --width-by weight --width-range 1,10 --edge-color-by weight --size same --width 900",
         peers.matplotlib(peers.spring, "family")),
    Task("apt", "What Debian's package manager needs, directly and by others: names, and what leads to what.",
         data.apt, "{data}/apt.csv --header --directed", "{data}/apt.csv --directed --nodes {data}/ways.csv --direction LR --color-by 'needed by way of' --edge-color-by source",
         peers.graphviz("dot", "-Gsize=9", "-Gdpi=100")),
    Task("imports", "Which module of a large Python package imports which: the groups, the modules that most others need, and names that "
         "tell them apart.",
         data.imports, "{data}/imports.csv --header --directed --color-by community --max-labels 70 --width 900",
         "{data}/imports.csv --header --directed --nodes {data}/modules.csv --where id!=networkx --largest-component --aggregate package --list-members 6 --layout stress "
         "--backbone 0.1,spanning --edge-color-by source --title 'Modules, how many import each, and the strongest ties of packages'",
         peers.graphviz("sfdp", *peers.NAMED)),
    Task("scale-free", "A scale-free network of 3,000: its hubs, and no groups or rows that are not there.",
         data.scale_free, "{data}/scale-free.edges --width 900",
         "{data}/scale-free.edges --label id --max-labels 25 --color-by degree --layout force --repulsion 2 --edge-opacity 0.1 --width 900", peers.graphviz("sfdp", *peers.POINTS)),
    Task("random", "20,000 nodes and 80,000 random edges: an even picture, as there is no structure to be seen.",
         lambda folder: data.random_edges(folder, 20_000, 80_000), "{data}/random.edges --size same --width 900",
         "{data}/random.edges --size same --layout force --width 900", peers.graphviz("sfdp", *peers.POINTS)),
    both("a-million", "250,000 nodes and a million random edges: an even picture, as there is no structure to be seen.",
         lambda folder: data.random_edges(folder, 250_000, 1_000_000), "{data}/random.edges --size same --width 900", peers.graphviz("sfdp", *peers.POINTS)),
    graphviz_task("biological", "A diagram of genes as its Graphviz file says: shapes, fills and the text in them.", "dot"),
    graphviz_task("table", "Tables as nodes, as the Graphviz file says: cells over several rows and columns, and edges to cells.", "dot"),
    graphviz_task("clusters", "A flow chart with two parts, as the Graphviz file says: the parts as titled boxes, start and end.", "dot", "clust4.gv"),
    graphviz_task("petersen", "A symmetric graph, as the Graphviz file says: its symmetry, and inner and outer ring told apart.", "neato",
                  "Petersen.gv", "--weight-attribute len --weights length"),
    Task("netscience", "Who writes with whom about networks, the largest component (379): the groups, who joins them, and names.",
         example("netscience.gml.gz"), f"{EXAMPLES}/netscience.gml.gz --largest-component --color-by community --width 900",
         f"{EXAMPLES}/netscience.gml.gz --largest-component --color-by community --groups community --layout force --repulsion 3 --width 900",
         peers.matplotlib(peers.distances, "community", largest=True)),
]
