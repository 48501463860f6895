"""The public symbols of the libraries, from the symbol graphs of their modules."""
import json
import re
import subprocess
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent


class NoModules(Exception):
    pass


class Symbol(NamedTuple):
    """`text` is its line in docs/api; `breaks` says that a client may not compile when it is new."""

    text: str
    kind: str
    breaks: bool
    place: str
    has_comment: bool


def library_modules():
    """The Swift modules that a user of some library product sees, in the order of the manifest."""
    dumped = subprocess.run(
        ["swift", "package", "--package-path", str(ROOT), "dump-package"],
        check=True, capture_output=True, text=True)
    package = json.loads(dumped.stdout)
    offered = [
        name for product in package["products"] if "library" in product["type"]
        for name in product["targets"]]
    seen = set(offered)
    for name in offered:
        for file in (ROOT / "Sources" / name).rglob("*.swift"):
            seen.update(re.findall(r"^@_exported import (\w+)", file.read_text(), re.MULTILINE))
    return [target["name"] for target in package["targets"] if target["name"] in seen]


def extract(modules, folder, output):
    """Writes the symbol graphs of built modules into the folder `output`."""
    info = subprocess.run(
        ["swift", "-print-target-info"], check=True, capture_output=True, text=True)
    target = json.loads(info.stdout)["target"]["triple"]
    includes = [
        option for place in [folder, *module_maps(folder.parent)] for option in ("-I", str(place))]
    for module in modules:
        if not (folder / f"{module}.swiftmodule").exists():
            raise NoModules(f"{folder} has no {module}.swiftmodule; scripts/test builds it")
        command = [
            "swift", "symbolgraph-extract", "-module-name", module, "-target", target, *includes,
            "-output-dir", str(output), "-minimum-access-level", "public",
            "-skip-synthesized-members", "-emit-extension-block-symbols"]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode != 0:
            raise NoModules(f"the symbols of {module} cannot be read:\n{result.stderr.strip()}")


def module_maps(build):
    """Folders of the maps of C modules, of this package and of those it depends on."""
    maps = [*(ROOT / "Sources").glob("*/module.modulemap"), *build.glob("*.build/module.modulemap")]
    checkouts = build.parent.parent / "checkouts"
    headers = [*checkouts.glob("*/Sources/*/include"), ROOT / "CKernels" / "include"]
    return sorted({path.parent for path in maps} | set(headers))


def read_graphs(folder):
    """For each module its public symbols, those in extensions of other modules' types included."""
    graphs = defaultdict(list)
    for path in sorted(folder.glob("*.symbols.json")):
        module = path.name.removesuffix(".symbols.json").split("@")[0]
        graphs[module].append(json.loads(path.read_text(encoding="utf-8")))
    names = {
        symbol["identifier"]["precise"]: ".".join(symbol["pathComponents"])
        for parts in graphs.values() for graph in parts for symbol in graph["symbols"]}
    return {
        module: sorted({symbol for graph in parts for symbol in read_graph(graph, names)})
        for module, parts in graphs.items()}


def read_graph(graph, names):
    relations, defaults = defaultdict(list), set()
    for relation in graph["relationships"]:
        relations[relation["source"]].append(relation)
        if relation["kind"] == "defaultImplementationOf":
            defaults.add(relation["target"])
    # The requirements on a type's parameters. A member in the type and one in an extension count as equal.
    asked = {
        ".".join(symbol["pathComponents"]): constraints_of(symbol.get("swiftGenerics", {}))
        for symbol in graph["symbols"]}
    properties = {
        tuple(symbol["pathComponents"]) for symbol in graph["symbols"]
        if symbol["kind"]["identifier"] == "swift.property"}
    names_only = cases_that_are_names(graph)
    for symbol in graph["symbols"]:
        if any(part.startswith("_") for part in symbol["pathComponents"]):
            continue
        own = relations[symbol["identifier"]["precise"]]
        # An extension consists of its members and conformances; a symbol without a location was made by the
        # compiler.
        if symbol["kind"]["identifier"] != "swift.extension" and "location" in symbol:
            yield as_symbol(symbol, own, defaults, asked, properties | names_only)
        yield from conformances(symbol, own, names, asked)


def as_symbol(symbol, relations, defaults, asked, known_names):
    identifier, kind = symbol["identifier"]["precise"], symbol["kind"]["identifier"]
    path = symbol["pathComponents"]
    declaration = "".join(part["spelling"] for part in symbol["declarationFragments"])
    known = asked.get(".".join(path[:-1]), set())
    where = clause(constraints_of(symbol.get("swiftExtension", {})) - known)
    is_required = any(relation["kind"] == "requirementOf" for relation in relations)
    # A comment of the implemented requirement suffices.
    is_clear = any("sourceOrigin" in relation for relation in relations) or explains_itself(
        path, kind, known_names)
    return Symbol(
        text=f"{'.'.join(path)}  {' '.join(declaration.split())}{where}", kind=kind,
        breaks=kind == "swift.enum.case" or (is_required and identifier not in defaults),
        place=place_of(symbol), has_comment="docComment" in symbol or is_clear)


def cases_that_are_names(graph):
    """Cases without values that share a line, or of enums in which no case has a comment."""
    lines, enums = defaultdict(list), defaultdict(list)
    for symbol in graph["symbols"]:
        if symbol["kind"]["identifier"] == "swift.enum.case":
            path = tuple(symbol["pathComponents"])
            lines[path[:-1], place_of(symbol)].append(path)
            enums[path[:-1]].append((path, "docComment" in symbol or "(" in path[-1]))
    shared = [path for paths in lines.values() if len(paths) > 1 for path in paths]
    plain = [
        path for cases in enums.values() if not any(needs for _, needs in cases)
        for path, _ in cases]
    return set(shared) | set(plain)


def explains_itself(path, kind, known_names):
    """Whether it sets properties, each of which has a comment; or is a hook of result builders, or a
    case that is no more than its name."""
    if kind == "swift.init":
        labels = re.findall(r"(\w+):", path[-1])
        return all(label == "_" or (*path[:-1], label) in known_names for label in labels)
    if kind == "swift.enum.case":
        return tuple(path) in known_names
    hooks = "Expression|Block|PartialBlock|Optional|Either|Array|LimitedAvailability"
    return kind == "swift.type.method" and re.match(rf"build({hooks})\(", path[-1]) is not None


def conformances(symbol, relations, names, asked):
    name = ".".join(symbol["pathComponents"])
    for relation in relations:
        if relation["kind"] not in ("conformsTo", "inheritsFrom"):
            continue
        target = names.get(relation["target"])
        target = target or relation.get("targetFallback", relation["target"]).split(".", 1)[-1]
        # The compiler adds these conformances; no source names them.
        if target in ("Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"):
            continue
        where = clause(constraints_of(relation) - asked.get(name, set()))
        yield Symbol(f"{name}: {target}{where}", "conformance", False, place_of(symbol), True)


def constraints_of(owner):
    signs = {"conformance": ":", "sameType": " ==", "superclass": ":"}
    items = owner.get("constraints", []) + owner.get("swiftConstraints", [])
    return {f"{one['lhs']}{signs.get(one['kind'], ' ?')} {one['rhs']}" for one in items}


def clause(constraints):
    return " where " + ", ".join(sorted(constraints)) if constraints else ""


def place_of(symbol):
    location = symbol.get("location")
    if location is None:
        return ""
    path = location["uri"].split("/Sources/")[-1]
    return f"Sources/{path}:{location['position']['line'] + 1}"
