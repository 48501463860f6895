"""The files that the tasks begin with. Each function writes a graph into the folder, in the format in which people have such a graph,
and returns the graph for the peers: nodes are names."""
import ast
import collections
import csv
import gzip
import itertools
import json
import math
import random
import re
import subprocess
from pathlib import Path

import networkx

import collection


def simple(graph):
    """Without keys of parallel edges, of which there is one each."""
    return networkx.DiGraph(graph) if graph.is_directed() else networkx.Graph(graph)


def from_collection(folder, name, named="label"):
    """A graph of Debian's graph-tool as GML, as Mark Newman gives these away."""
    found = simple(collection.graph(folder.parent, name))
    names = {node: values.pop(named, node) for node, values in found.nodes(data=True)}
    for values in [data for _, data in found.nodes(data=True)] + [data for _, _, data in found.edges(data=True)]:
        # graph-tool made numbers of any kind real ones.
        values.update({key: int(value) for key, value in values.items() if isinstance(value, float) and value.is_integer()})
    found = networkx.relabel_nodes(found, names)
    networkx.write_gml(found, folder / f"{name}.gml")
    return found


def with_words(folder, name, attribute, kind, words, found):
    """A table beside a graph that says in words what the codes of an attribute mean, as the notes on the data say it."""
    table(folder, f"{name}.csv", ["id", kind], [(node, words[str(values[attribute])]) for node, values in found])


def polbooks(folder):
    found = from_collection(folder, "polbooks")
    with_words(folder, "leanings", "value", "leaning", {"l": "left", "c": "right", "n": "neutral"},
               enumerate(values for _, values in found.nodes(data=True)))
    return found


def adjnoun(folder):
    found = from_collection(folder, "adjnoun")
    with_words(folder, "kinds", "value", "kind", {"0": "adjective", "1": "noun"}, enumerate(values for _, values in found.nodes(data=True)))
    return found


def food_web(folder):
    """Edges lead from who is eaten to who eats. The table calls a group by what most of its species eat, and by the species with most
    edges."""
    found = from_collection(folder, "serengeti-foodweb", "name")
    plants = {species for species in found if found.in_degree(species) == 0}

    def kind(species):
        return "plants" if species in plants else "grazers" if plants.issuperset(found.predecessors(species)) else "hunters"

    kinds = {}
    for species, values in found.nodes(data=True):
        kinds.setdefault(values["group"], []).append(kind(species))
    most = {group: max(of, key=of.count) for group, of in kinds.items()}
    groups = [values["group"] for _, values in found.nodes(data=True)]
    leading = {group: max((species for species, values in found.nodes(data=True) if values["group"] == group), key=found.degree)
               for group in most}
    table(folder, "guilds.csv", ["id", "guild", "kind"],
          [(number, f"{most[group]} with {leading[group]}", most[group]) for number, group in enumerate(groups)])
    return found


def from_examples(path):
    """A GML file of the clone's."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as file:
        # Some edges are there twice, which networkx takes only of a graph that says so.
        return simple(networkx.parse_gml(re.sub(r"graph\s*\[", "graph [ multigraph 1", file.read(), count=1), label="id"))


def from_graphviz(folder, file):
    """An example of Graphviz's, as Debian's graphviz-doc has it; Graphviz draws the file itself."""
    shipped = collection.unpacked(folder.parent, "graphviz-doc") / "usr/share/doc/graphviz/examples/graphs" / file
    (folder / shipped.name).write_bytes(shipped.read_bytes())


def table(folder, name, header, rows):
    with open(folder / name, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([header, *rows] if header else rows)


def florentine(folder):
    found = networkx.florentine_families_graph()
    networkx.write_graphml(found, folder / "florentine.graphml")
    return found


def davis(folder):
    found = networkx.davis_southern_women_graph()
    found.graph.clear()  # lists of both kinds, which GraphML cannot hold
    networkx.write_graphml(found, folder / "davis.graphml")
    with_words(folder, "kinds", "bipartite", "kind", {"0": "woman", "1": "event"}, found.nodes(data=True))
    return found


def miserables_of_gephi(folder):
    """Les Misérables as Gephi saves it: with places, colours and sizes."""
    found = networkx.les_miserables_graph()
    places = networkx.forceatlas2_layout(found, seed=1, max_iter=500, scaling_ratio=6, weight="weight")
    scale = 500 / max(abs(number) for place in places.values() for number in place)
    colors = ["#e41a1c", "#377eb8", "#4daf4a", "#984ea3", "#ff7f00", "#a65628", "#f781bf"]
    for number, members in enumerate(networkx.community.louvain_communities(found, seed=1)):
        red, green, blue = bytes.fromhex(colors[number % len(colors)][1:])
        for node in members:
            x, y = (float(number) * scale for number in places[node])
            found.nodes[node]["viz"] = {"color": {"r": red, "g": green, "b": blue, "a": 1.0},
                                        "position": {"x": x, "y": y, "z": 0.0}, "size": 8 + found.degree(node)}
    networkx.write_gexf(found, folder / "les_miserables.gexf")
    return found


def star(folder):
    """A supplier and its 80 customers, some of which also trade with each other."""
    lot = random.Random(1)
    customers = [f"Customer {number}" for number in range(1, 81)]
    table(folder, "roles.csv", ["id", "role"], [("Supplier", "supplier"), *((customer, "customer") for customer in customers)])
    rows = [("Supplier", customer, "supply") for customer in customers]
    rows += [(*lot.sample(customers, 2), "trade") for _ in range(12)]
    table(folder, "customers.csv", ["source", "target", "kind"], rows)
    return networkx.Graph(row[:2] for row in rows)


def commits(folder):
    """A month of a project: a main line, and branches of 2 to 8 commits that are merged."""
    lot, names = random.Random(3), iter(f"{random.Random(number).getrandbits(28):07x}" for number in range(1000))
    main, rows, branches = [next(names)], [], []
    while len(main) < 16:
        if len(branches) < 3 and lot.random() < 0.3:
            branches.append([main[-1], lot.randint(2, 8)])
        commit = next(names)
        rows.append((commit, main[-1]))
        for branch in branches:
            if branch[1]:
                tip = next(names)
                rows.append((tip, branch[0]))
                branch[:] = tip, branch[1] - 1
        done = [branch for branch in branches if not branch[1]]
        if done:
            rows.append((commit, done[0][0]))
            branches.remove(done[0])
        main.append(commit)
    table(folder, "commits.csv", ["commit", "parent"], rows)
    return networkx.DiGraph(rows)


def org_chart(folder):
    """A company of 80, with two to seven people under each who leads."""
    lot = random.Random(5)
    first = "Ada Ben Cleo Dan Eva Finn Gina Hugo Iris Jan Kira Leo Mia Nils Olga Paul Rosa Sven Tara Udo".split()
    last = "Adler Brandt Conrad Decker Engel Fuchs Graf Hahn Iwanow Jung Keller Lang Maier Neumann Otto".split()
    people = [f"{one} {other}" for one in first for other in last]
    lot.shuffle(people)
    people = people[:80]
    rows, leading = [], [0]
    while len(rows) < len(people) - 1:
        manager = leading.pop(0)
        for _ in range(lot.randint(2, 7)):
            if len(rows) < len(people) - 1:
                rows.append((people[manager], people[len(rows) + 1]))
                leading.append(len(rows))
    table(folder, "staff.csv", ["manager", "employee"], rows)
    return networkx.DiGraph(rows)


def modules():
    """networkx's own modules without its tests: names and files."""
    top = Path(networkx.__file__).parent
    for path in sorted(top.rglob("*.py")):
        parts = path.relative_to(top.parent).with_suffix("").parts
        if "tests" not in parts and "conftest" not in parts:
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def file_tree(folder):
    """The folders and files of networkx without its algorithms, as paths with the folder of each, and a table of names."""
    top = Path(networkx.__file__).parent
    rows, seen = [], {top}
    for name, path in modules():
        while path not in seen and not name.startswith("networkx.algorithms"):
            seen.add(path)
            rows.append((path.parent.relative_to(top.parent), path.relative_to(top.parent)))
            path = path.parent
    files = {path: sum(other.parent == path and other.suffix == ".py" for other in seen) for path in seen}
    table(folder, "names.csv", ["id", "name", "files"],
          sorted((path.relative_to(top.parent), path.name + f" ({files[path]})" * (files[path] > 0), max(files[path], 1)) for path in seen))
    rows = sorted((str(parent), str(child)) for parent, child in rows)
    table(folder, "files.csv", ["folder", "path"], rows)
    return networkx.DiGraph(rows)


def imports(folder):
    """Which module of networkx imports which."""
    known, rows = dict(modules()), set()
    for name, path in known.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        for part in ast.walk(ast.parse(path.read_text())):
            if isinstance(part, ast.Import):
                wanted = [alias.name for alias in part.names]
            elif isinstance(part, ast.ImportFrom):
                above = package.split(".")[:len(package.split(".")) + 1 - part.level] if part.level else []
                base = ".".join([*above, *([part.module] if part.module else [])])
                wanted = [inner if (inner := f"{base}.{alias.name}") in known else base for alias in part.names]
            else:
                continue
            rows |= {(name, other) for other in wanted if other in known and other != name}
    table(folder, "imports.csv", ["module", "imports"], sorted(rows))
    # A module's package is the folder it is in, below that of all algorithms.
    packages = [name for name, path in known.items() if path.name == "__init__.py"]
    parts = {name: (name if name in packages else name.rpartition(".")[0]).split(".") for name in known}
    users = collections.Counter(other for _, other in rows)
    table(folder, "modules.csv", ["id", "name", "package"],
          [(name, f"{name.rpartition('.')[2]} ({users[name]})", next((part for part in parts[name][1:] if part != "algorithms"), parts[name][-1])) for name in known])
    return networkx.DiGraph(sorted(rows))


def correlations(folder):
    """How 28 measurements in four families go together: correlations of .6 and more, from 200 samples by lot."""
    lot, families = random.Random(7), {"blood": 8, "heart": 7, "lung": 6, "liver": 7}
    common = {family: [lot.gauss(0, 1) for _ in range(200)] for family in families}
    shared = [lot.gauss(0, 1) for _ in range(200)]
    columns = {}
    for family, count in families.items():
        for number in range(1, count + 1):
            noise, tie = lot.uniform(0.1, 0.9), lot.uniform(0, 0.9)
            columns[f"{family}{number}"] = [
                one + tie * other + noise * lot.gauss(0, 1) for one, other in zip(common[family], shared)]

    def correlation(first, second):
        means = [sum(values) / len(values) for values in (first, second)]
        one, other = ([value - mean for value in values] for values, mean in zip((first, second), means))
        return sum(a * b for a, b in zip(one, other)) / math.sqrt(sum(a * a for a in one) * sum(b * b for b in other))

    names = list(columns)
    rows = [(a, b, round(value, 3)) for number, a in enumerate(names) for b in names[:number]
            if (value := correlation(columns[a], columns[b])) >= 0.6]
    table(folder, "correlations.csv", ["source", "target", "weight"], rows)
    table(folder, "measurements.csv", ["id", "family"], [(name, name.rstrip("0123456789")) for name in names])
    found = networkx.Graph()
    found.add_nodes_from((name, {"family": name.rstrip("0123456789")}) for name in names)
    found.add_weighted_edges_from(rows)
    return found


def apt(folder):
    """What Debian's apt needs, directly and by others, as apt-cache says: the first of alternatives, and no virtual packages."""
    said = subprocess.run(["apt-cache", "depends", "--recurse", "--important", "apt"], capture_output=True, text=True, check=True)
    needs, package, is_choice = {}, None, False
    for line in said.stdout.splitlines():
        found = re.match(r" ([ |])(?:Pre)?Depends: ([^<\s]+)$", line)
        if re.match(r"[^ <]", line):
            package, is_choice = line, False
        elif found:
            if not is_choice:
                needs.setdefault(package, []).append(found[2])
            is_choice = found[1] == "|"
    reached, rows = ["apt"], []
    for package in reached:
        rows += [(package, other) for other in needs.get(package, [])]
        reached += dict.fromkeys(other for other in needs.get(package, []) if other not in reached)
    table(folder, "apt.csv", ["package", "depends"], rows)
    found = networkx.DiGraph(rows)
    # Which package that apt needs itself leads to another one on the shortest way; apt itself to those that lead to none.
    ways = networkx.single_source_shortest_path(found, "apt")
    leading = {way[1] for way in ways.values() if len(way) > 2}
    table(folder, "ways.csv", ["package", "needed by way of"],
          [(package, way[1] if leading.intersection(way[1:2]) else "apt") for package, way in ways.items()])
    return found


def airports(folder):
    """American airports with the direct flights between them, of the sample data of bokeh (public domain), and the borders of
    states, which are there from the Census Bureau's TIGER/Line files."""
    import bokeh_sampledata
    from bokeh_sampledata import us_states

    data = Path(bokeh_sampledata.__file__).parent / "_data"
    with open(data / "airports.csv", encoding="utf-8", newline="") as file:
        places = {row["IATA"]: row for row in csv.DictReader(file)}
    with gzip.open(data / "routes.csv.gz", "rt", newline="") as file:
        pairs = {(row["Source"], row["Destination"]) for row in csv.DictReader(file)}
    # The continent: Alaska, Hawaii and the islands would leave it a corner.
    inside = {code for code, row in places.items()
              if -126 < float(row["Longitude"]) < -66 and 24 < float(row["Latitude"]) < 50}
    found = networkx.Graph(sorted((a, b) for a, b in pairs if a in inside and b in inside))
    for code, values in found.nodes(data=True):
        values["lat"], values["lon"] = float(places[code]["Latitude"]), float(places[code]["Longitude"])
    rings = [list(zip(map(float, state["lons"]), map(float, state["lats"]))) for _, state in sorted(us_states.data.items())]
    lines = [list(line) for ring in rings for real, line in itertools.groupby(ring, lambda point: not math.isnan(point[0])) if real]
    borders = {"type": "MultiLineString", "coordinates": lines}
    (folder / "borders.json").write_text(json.dumps(borders))
    table(folder, "flights.csv", ["source", "target"], sorted(found.edges))
    table(folder, "airports.csv", ["id", "lat", "lon"], [(code, values["lat"], values["lon"])
                                                         for code, values in sorted(found.nodes(data=True))])
    return found


def edge_list(folder, name, found):
    with open(folder / name, "w") as file:
        file.writelines(f"{a} {b}\n" for a, b in found.edges)
    return found


def scale_free(folder):
    return edge_list(folder, "scale-free.edges", networkx.barabasi_albert_graph(3000, 3, seed=1))


def random_edges(folder, nodes, edges):
    lot, pairs = random.Random(1), set()
    while len(pairs) < edges:
        a, b = lot.randrange(nodes), lot.randrange(nodes)
        if a != b:
            pairs.add((min(a, b), max(a, b)))
    found = networkx.Graph()
    found.add_nodes_from(range(nodes))
    found.add_edges_from(sorted(pairs))
    return edge_list(folder, "random.edges", found)


def enron(folder):
    """The mail of Enron as a list of edges."""
    return edge_list(folder, "enron.edges", simple(collection.graph(folder.parent, "email-Enron")))
