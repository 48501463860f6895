"""What the mock server answers: the messages of the view's protocol, for one graph."""
import array
import asyncio
import json
import secrets
import struct
import sys

from mock_graph import COLORS, Graph

assert sys.byteorder == "little"


def header(kind, flags=0, epoch=1, sequence=0, count=0):
    return struct.pack("<BBHIII", kind, flags, 0, epoch, sequence, count)


def padded(data):
    return data + b"\0" * (-len(data) % 4)


def words(values):
    return array.array("I", values).tobytes()


def floats(values):
    return array.array("f", values).tobytes()


def texts(values):
    encoded = [value.encode() for value in values]
    ends, sum_ = [], 0
    for one in encoded:
        sum_ += len(one)
        ends.append(sum_)
    return words(ends) + padded(b"".join(encoded))


class Viewer:
    def __init__(self, socket):
        self.socket = socket
        self.acknowledged, self.sent, self.window = 0, 0, 2
        self.command, self.hidden = 0, False
        self.needs_final = True
        self.bits = 16


class Session:
    def __init__(self, options):
        self.options = options
        self.graph = Graph(options)
        self.id = secrets.token_hex(8)
        self.epoch, self.sequence, self.tick = 1, 0, 0
        self.alpha, self.running, self.speed = 1.0, True, 1
        self.held, self.pins, self.viewers = {}, {}, []
        self.color, self.size = (None, None) if options.plain else ("community", "degree")
        self.log, self.undoable = [], []
        self.values = {
            "charge": {"on": True, "strength": -60.0}, "link": {"on": True, "distance": 30.0},
            "center": {"on": True, "strength": 1.0}}
        # At rest from the first, as layouts that are computed before they are shown.
        while options.settled and self.is_hot():
            self.advance()

    # What is told

    def forces(self):
        def one(name, title, *parameters):
            found = self.values[name]
            return {"name": name, "title": title, "on": found["on"], "parameters": [
                {"name": key, "title": text, "value": found[key], "low": low, "high": high, "logarithmic": False}
                for key, text, low, high in parameters]}
        return [one("charge", "Charge", ("strength", "Strength", -200, 0)),
                one("link", "Links", ("distance", "Length", 1, 200)),
                one("center", "Center", ("strength", "Strength", 0, 2))]

    def legend(self):
        legends = []
        if self.color == "community":
            groups = self.graph.group
            entries = []
            for i, color in enumerate(COLORS):
                count = sum(1 for one in groups if one == i)
                if count:
                    entries.append({"label": f"{'' if self.options.plain else 'Community '}{i + 1}", "color": color, "count": count, "nodes": None})
            rest = sum(1 for one in groups if one >= 8)
            if rest:
                entries.append({"label": "Others", "color": "#8c9096", "count": rest, "nodes": None})
            legends.append({"of": "color", "title": "community", "entries": entries, "scale": None})
        elif self.color == "degree":
            legends.append({"of": "color", "title": "Degree", "entries": [], "scale": {
                "low": min(self.graph.degree), "high": max(self.graph.degree), "logarithmic": False,
                "colors": ["#440154", "#414487", "#2a788e", "#22a884", "#7ad151"]}})
        if self.size:
            legends.append({"of": "size", "title": "Degree", "scale": {
                "low": min(self.graph.degree), "high": max(self.graph.degree),
                "radii": [min(self.graph.radius), max(self.graph.radius)], "logarithmic": False}})
        return legends

    def hello(self, viewer):
        return {
            "is": "hello", "protocol": 1, "session": self.id, "viewer": viewer, "title": self.graph.title,
            "nodes": len(self.graph.names), "links": len(self.graph.links), "dimensions": self.graph.dimensions,
            "directed": False, "running": self.running, "speed": self.speed, "ended": None, "theme": "auto",
            "forces": self.forces(),
            "attributes": [{"name": "group", "of": "nodes", "kind": "category", "title": "Group"},
                           {"name": "weight", "of": "nodes", "kind": "number", "title": "Weight"}],
            "looks": {"color": self.color, "size": self.size, "labels": None},
            "measures": ["degree", "community", "component", "k-core", "pagerank", "betweenness"],
            "legend": self.legend(),
            "layouts": [{"name": "force", "title": "Force-directed"}, {"name": "circle", "title": "Circle"}],
            "allows": {"edit": not self.options.fixed, "export": ["svg", "png", "html", "graph:graphml", "graph:gexf", "positions"]},
            "steps": self.steps() if self.options.steps else None, "pins": sorted(self.pins),
            **({"groups": self.graph.groups} if self.graph.groups else {})}

    def steps(self):
        states = [{"name": "unvisited", "color": "#c3c9d0", "dark": "#4a5563"},
                  {"name": "in the queue", "color": "#e69f00", "dark": "#e69f00"},
                  {"name": "visited", "color": "#0072b2", "dark": "#56b4e9"}]
        joined = {}
        for link, (a, b) in enumerate(self.graph.links):
            joined.setdefault(a, []).append((b, link))
            joined.setdefault(b, []).append((a, link))
        start = max(range(len(self.graph.names)), key=lambda i: self.graph.degree[i])
        steps = [{"title": "Before", "nodes": [[i, 0] for i in range(len(self.graph.names))],
                  "links": [[i, 0] for i in range(len(self.graph.links))]},
                 {"title": f"Begin at {self.graph.names[start]}", "nodes": [[start, 1]], "labels": [[start, "0"]]}]
        queue, seen, distance = [start], {start}, {start: 0}
        while queue:
            node = queue.pop(0)
            step = {"title": f"Visit {self.graph.names[node]}", "nodes": [[node, 2]], "links": [],
                    "pointers": [{"name": "current", "from": None, "to": node}]}
            for other, link in joined.get(node, []):
                if other not in seen:
                    seen.add(other)
                    queue.append(other)
                    step["nodes"].append([other, 1])
                    distance[other] = distance[node] + 1
                    step.setdefault("labels", []).append([other, str(distance[other])])
                    step["links"].append([link, 2])
            steps.append(step)
        return {"title": "Breadth-first search", "states": states, "steps": steps}

    def colors(self):
        def color(i):
            if self.color == "community":
                return bytes.fromhex((COLORS + ["#8c9096"])[min(self.graph.group[i], 8)][1:]) + b"\xff"
            if self.color == "degree":
                scale = [(0x44, 1, 0x54), (0x2a, 0x78, 0x8e), (0x7a, 0xd1, 0x51)]
                return bytes(scale[min(self.graph.degree[i] // 6, 2)]) + b"\xff"
            return b"\0\0\0\0"
        return b"".join(color(i) for i in range(len(self.graph.names)))

    def graph_message(self, previous=None):
        g = self.graph
        nodes, links = len(g.names), len(g.links)
        # Of the flags 8 is a supernode, 16 a member of an open one.
        groups = [8, 8, 16, 16] if self.options.supernodes else []
        flags = bytes((1 if i in self.pins else 0) | (groups[i] if i < len(groups) else 0) for i in range(nodes))
        return b"".join([
            header(1, (0 if previous else 1) | (2 if self.options.outlined else 0), self.epoch, 0, nodes), words([links]),
            words(previous) if previous else b"", words([end for link in g.links for end in link]), self.colors(),
            floats(g.radius), padded(bytes(nodes)), padded(flags), b"\0\0\0\0" * links, padded(b"\x08" * links),
            padded(bytes([3 << 2]) * links), bytes([255, 0, 0, 32] * nodes if self.options.outlined else [])])

    def labels_message(self, nodes=None):
        nodes = list(range(min(len(self.graph.names), 5000))) if nodes is None else nodes
        return header(4, 0, self.epoch, 0, len(nodes)) + words(nodes) + texts([self.graph.names[i] for i in nodes])

    def positions_message(self, viewer, final=False):
        axes = self.graph.dimensions
        flat = [value for at in self.graph.at for value in at]
        hot = self.is_hot()
        flags = (16 if axes == 3 else 0) | (2 if hot else 0) | (4 if final else 0) | (0 if self.running else 8)
        low = [min(flat[k::axes]) for k in range(axes)]
        high = [max(flat[k::axes]) for k in range(axes)]
        if final or viewer.bits == 32:
            flags, data = flags | 1, floats(flat)
        else:
            factors = [65535 / ((high[k] - low[k]) or 1) for k in range(axes)]
            data = array.array("H", [round((value - low[i % axes]) * factors[i % axes])
                                     for i, value in enumerate(flat)]).tobytes()
        return (header(2, flags, self.epoch, self.sequence, len(self.graph.names))
                + struct.pack("<IfII", self.tick, self.alpha, viewer.command, 0) + floats(low + high) + padded(data))

    # The loop

    def is_hot(self):
        return self.running and (self.alpha > 0.005 or bool(self.held))

    def advance(self):
        target = 0.3 if self.held else 0.0
        self.alpha += (target - self.alpha) * 0.0228
        self.graph.tick(self.alpha, {**self.pins, **self.held}, self.values)
        self.tick += 1

    async def run(self):
        while True:
            await asyncio.sleep(1 / 60)
            seen = [one for one in self.viewers if not one.hidden]
            if seen and self.is_hot():
                for _ in range(1 if self.speed == "free" else self.speed):
                    self.advance()
                self.sequence += 1
                for viewer in seen:
                    viewer.needs_final = True
                    if self.sequence and viewer.sent - viewer.acknowledged < viewer.window:
                        await self.send(viewer, self.positions_message(viewer))
                        viewer.sent = self.sequence
            elif seen:
                for viewer in seen:
                    if viewer.needs_final:
                        self.sequence += 1
                        viewer.needs_final = False
                        await self.send(viewer, self.positions_message(viewer, final=True))
                        viewer.sent = self.sequence

    async def send(self, viewer, message):
        try:
            await viewer.socket.send(message)
        except ConnectionError:
            pass

    async def tell(self, **fields):
        for viewer in list(self.viewers):
            await self.send(viewer, json.dumps({"is": "state", **fields}))

    # What is heard

    async def serve(self, socket):
        viewer = Viewer(socket)
        await self.send(viewer, json.dumps(self.hello(len(self.viewers) + 1)))
        await self.send(viewer, self.graph_message())
        await self.send(viewer, self.labels_message())
        await self.send(viewer, self.positions_message(viewer, final=not self.is_hot()))
        viewer.acknowledged = viewer.sent = self.sequence
        self.viewers.append(viewer)
        while (message := await socket.read()) is not None:
            if isinstance(message, bytes):
                await self.pointer(viewer, message)
            else:
                await self.command(viewer, json.loads(message))
        self.viewers.remove(viewer)

    async def pointer(self, viewer, message):
        kind, flags, _, command, node, x, y, z = struct.unpack("<BBHIIfff", message)
        place = [x, y, z][:self.graph.dimensions]
        if kind == 3:
            viewer.acknowledged = command
            viewer.window = 1 if x > 33 else 2
            return
        viewer.command = max(viewer.command, command)
        if kind == 1:
            self.held[node] = place
            self.graph.at[node][:] = place
        elif node in self.held:
            at = self.held.pop(node)
            if flags & 1:
                self.pins[node] = at
            else:
                self.pins.pop(node, None)
                self.graph.speed[node] = place
            await self.tell(pins=sorted(self.pins))
        for one in self.viewers:
            one.needs_final = True

    async def command(self, viewer, message):
        self.log.append(message)
        handler = getattr(self, "do_" + message["do"], None)
        try:
            if handler is None:
                raise ValueError(f"there is no command {message['do']}")
            answer = await handler(viewer, message)
        except (ValueError, KeyError, IndexError) as error:
            await self.send(viewer, json.dumps({"is": "reply", "to": message["id"], "error": str(error)}))
            return
        if answer is not False:
            await self.send(viewer, json.dumps({"is": "reply", "to": message["id"], "ok": answer or {}}))

    async def do_open(self, viewer, message):
        self.nodes(message)

    async def do_close(self, viewer, message):
        self.nodes(message)

    @staticmethod
    def nodes(message):
        if not message["nodes"]:
            raise ValueError("no nodes")

    async def do_pause(self, viewer, message):
        self.running = False
        await self.tell(running=False)

    async def do_resume(self, viewer, message):
        self.running = True
        await self.tell(running=True)

    async def do_step(self, viewer, message):
        for _ in range(message.get("ticks", 1)):
            self.advance()
        viewer.needs_final = True

    async def do_reheat(self, viewer, message):
        self.alpha = message.get("alpha", 1.0)
        self.running = True
        await self.tell(running=True, alpha=self.alpha)

    async def do_speed(self, viewer, message):
        self.speed = message["factor"]
        await self.tell(speed=self.speed)

    async def do_set(self, viewer, message):
        if message["parameter"] == "distance" and message["value"] < 0:
            raise ValueError("the length of links must not be negative")
        self.values[message["force"]][message["parameter"]] = message["value"]
        self.alpha = max(self.alpha, 0.3)
        await self.tell(forces=self.forces())

    async def do_force(self, viewer, message):
        self.values[message["name"]]["on"] = message["on"]
        self.alpha = max(self.alpha, 0.3)
        await self.tell(forces=self.forces())

    async def do_pin(self, viewer, message):
        nodes = range(len(self.graph.at)) if message["nodes"] == "all" else message["nodes"]
        for i, node in enumerate(nodes):
            self.pins[node] = list(message["at"][i] if message.get("at") else self.graph.at[node])
        await self.tell(pins=sorted(self.pins))

    async def do_unpin(self, viewer, message):
        for node in list(self.pins) if message["nodes"] == "all" else message["nodes"]:
            self.pins.pop(node, None)
        await self.tell(pins=sorted(self.pins))

    async def do_look(self, viewer, message):
        if "color" in message:
            self.color = message["color"] or (None if self.options.plain else "community")
            data = header(3, 0, self.epoch, 0, len(self.graph.names)) + words([0]) + self.colors()
            for one in self.viewers:
                await self.send(one, data)
        if "size" in message:
            self.size = message["size"]
            self.graph.radius = [3.5 + (1.1 * d ** 0.5 if self.size else 2) for d in self.graph.degree]
            data = header(3, 1, self.epoch, 0, len(self.graph.names)) + words([0]) + floats(self.graph.radius)
            for one in self.viewers:
                await self.send(one, data)
        await self.tell(legend=self.legend(), looks={"color": self.color, "size": self.size, "labels": None})

    async def do_layout(self, viewer, message):
        await self.tell(message=f"Layout {message['name']}", layout=message["name"])

    async def do_find(self, viewer, message):
        text = message["text"].lower()
        nodes = [i for i, name in enumerate(self.graph.names) if text in name.lower()][:message.get("limit", 20)]
        names = [self.graph.names[i] for i in nodes]
        return {"nodes": nodes, "labels": names, "ids": names}

    async def do_status(self, viewer, message):
        return {"tick": self.tick, "alpha": self.alpha, "errors": {"charge": 3.2e-4}, "text": "charge: error 3.2e-04"}

    async def do_details(self, viewer, message):
        if "link" in message:
            return {"id": "", "label": "", "attributes": [["weight", str(message["link"] + 0.5)]], "neighbours": 2}
        node = message["node"]
        return {"id": self.graph.names[node], "label": self.graph.names[node],
                "attributes": [["Group", str(self.graph.group[node] + 1)], ["Weight", str(self.graph.degree[node] * 1.5)]],
                "neighbours": self.graph.degree[node]}

    async def do_labels(self, viewer, message):
        await self.send(viewer, self.labels_message(message["nodes"]))

    async def do_column(self, viewer, message):
        n = len(self.graph.names)
        if message["name"] == "weight":
            data = header(6, 0, self.epoch, 0, message["id"]) + floats(d * 1.5 for d in self.graph.degree)
        elif message["name"] == "group":
            names = [f"group {i + 1}" for i in range(max(self.graph.group) + 1)]
            data = (header(6, 1, self.epoch, 0, message["id"]) + words([len(names)]) + texts(names)
                    + words(self.graph.group[:n]))
        else:
            raise ValueError(f"there is no attribute {message['name']}")
        await self.send(viewer, data)
        return False

    async def do_export(self, viewer, message):
        name, kind = "graph." + message["format"].rpartition(":")[2], "text/plain"
        body = json.dumps(message).encode()
        await self.send(viewer, header(5, 0, self.epoch, 0, message["id"]) + b"".join(
            words([len(part)]) + padded(part) for part in (name.encode(), kind.encode(), body)))
        return False

    async def do_precision(self, viewer, message):
        viewer.bits = message["bits"]
        viewer.needs_final = True

    async def do_hidden(self, viewer, message):
        viewer.hidden = message["on"]

    async def do_select(self, viewer, message):
        pass

    async def do_step_to(self, viewer, message):
        pass

    def remember(self):
        g = self.graph
        self.undoable.append(([*g.names], [*g.links], [[*at] for at in g.at], [[*v] for v in g.speed]))

    async def do_undo(self, viewer, message):
        if not self.undoable:
            raise ValueError("there is nothing to undo")
        g, now = self.graph, self.graph.names
        g.names, g.links, g.at, g.speed = self.undoable.pop()
        await self.change([now.index(name) if name in now else 0xFFFFFFFF for name in g.names])

    async def do_add(self, viewer, message):
        self.remember()
        g = self.graph
        previous = list(range(len(g.names)))
        for node in message.get("nodes", []):
            g.names.append(node.get("label") or node["id"])
            g.at.append([0.0] * g.dimensions)
            g.speed.append([0.0] * g.dimensions)
            previous.append(0xFFFFFFFF)
        for a, b in message.get("links", []):
            g.links.append((g.names.index(a), g.names.index(b)))
        await self.change(previous)

    async def do_remove(self, viewer, message):
        self.remember()
        g = self.graph
        gone = set(message.get("nodes", []))
        previous = [i for i in range(len(g.names)) if i not in gone]
        new = {old: i for i, old in enumerate(previous)}
        dropped = set(message.get("links", []))
        g.links = [(new[a], new[b]) for i, (a, b) in enumerate(g.links)
                   if i not in dropped and a in new and b in new]
        for name in ("names", "at", "speed"):
            setattr(g, name, [getattr(g, name)[i] for i in previous])
        self.pins = {new[i]: at for i, at in self.pins.items() if i in new}
        await self.change(previous)

    async def change(self, previous):
        self.graph.measure()
        self.held = {}
        self.epoch += 1
        self.alpha = max(self.alpha, 0.1)
        for viewer in list(self.viewers):
            await self.send(viewer, self.graph_message(previous))
            await self.send(viewer, self.labels_message())
            viewer.needs_final = True
        await self.tell(pins=sorted(self.pins), legend=self.legend())
