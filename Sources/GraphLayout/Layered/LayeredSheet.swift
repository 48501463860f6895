import GraphModel

/// Collects the drawings of the components, and packs them side by side.
struct LayeredSheet {
  private let graph: LayoutGraph
  private let axes: LayerAxes
  private let margin: Double
  /// The points of each drawing for packing: nodes, then the points of routes, labels and groups by
  /// two corners each, and the corners of boxes.
  private var pictures: [ComponentPicture<SIMD2<Double>>] = []
  private var drawings: [(part: LayeredPart, drawing: LayeredDrawing)] = []

  init(_ graph: LayoutGraph, _ axes: LayerAxes, margin: Double) {
    (self.graph, self.axes, self.margin) = (graph, axes, margin)
  }

  mutating func add(_ part: LayeredPart, _ drawing: LayeredDrawing) {
    var (points, segments) = (drawing.positions, [(Int, Int)]())
    for route in drawing.routes {
      for index in route.indices.dropFirst() {
        segments.append((points.count + index - 1, points.count + index))
      }
      points += route
    }
    func outline(_ low: SIMD2<Double>, _ high: SIMD2<Double>) {
      let first = points.count
      points += [low, high, SIMD2(low.x, high.y), SIMD2(high.x, low.y)]
      for (a, b) in [(0, 2), (2, 1), (1, 3), (3, 0)] { segments.append((first + a, first + b)) }
    }
    for label in drawing.labels {
      outline(label.center - label.size / 2, label.center + label.size / 2)
    }
    for group in drawing.groups { outline(group.low, group.high) }
    for (node, size) in part.sizes.enumerated() where size != .zero {
      outline(drawing.positions[node] - size / 2, drawing.positions[node] + size / 2)
    }
    let topology = GraphTopology(
      trusted: points.count, sources: segments.map { Int32($0.0) },
      targets: segments.map { Int32($0.1) })
    pictures.append(
      ComponentPicture(
        nodes: part.nodes, positions: points.map(axes.outer),
        graph: LayoutGraph(trusted: topology, lengths: nil)))
    drawings.append((part, drawing))
  }

  /// Adds nodes without edges, as a grid of cells of the size of the largest.
  mutating func addAlone(_ parts: [LayeredPart]) {
    guard !parts.isEmpty else { return }
    let largest = parts.reduce(0.0) { max($0, max($1.sizes[0].x, $1.sizes[0].y)) }
    let nodes = parts.map { $0.nodes[0] }
    var picture = ComponentPicture<SIMD2<Double>>.grid(nodes, distance: margin + largest)
    var drawing = LayeredDrawing()
    drawing.positions = picture.positions
    for (index, part) in parts.enumerated() where part.sizes[0] != .zero {
      let size = axes.size(part.sizes[0]) / 2
      picture.positions += [drawing.positions[index] - size, drawing.positions[index] + size]
    }
    pictures.append(picture)
    let part = LayeredPart(nodes: nodes, sizes: parts.map { $0.sizes[0] }, groupOf: [])
    drawings.append((part, drawing))
  }

  /// Returns positions centred on the origin, and routes.
  func packed(groupCount: Int) -> ([SIMD2<Double>], LayoutRoutes) {
    var packed = pictures
    ComponentPacking.pack(&packed, margin: margin)
    var positions = [SIMD2<Double>](repeating: .zero, count: graph.nodeCount)
    for (picture, (part, _)) in zip(packed, drawings) {
      for (index, node) in part.nodes.enumerated() {
        positions[Int(node)] = picture.positions[index]
      }
    }
    let center = Box(positions).map { ($0.low + $0.high) * 0.5 } ?? .zero
    for picture in packed.indices {
      for index in packed[picture].positions.indices {
        packed[picture].positions[index] -= center
      }
    }
    return (positions.map { $0 - center }, routes(packed, groupCount))
  }

  private func routes(
    _ packed: [ComponentPicture<SIMD2<Double>>], _ groupCount: Int
  ) -> LayoutRoutes {
    var lengths = [Int](repeating: 0, count: graph.edgeCount)
    for (part, drawing) in drawings {
      for (number, route) in zip(part.routeNumbers, drawing.routes) {
        lengths[number] = route.count
      }
    }
    var offsets = [0]
    for length in lengths { offsets.append(offsets[offsets.count - 1] + length) }
    var routes = LayoutRoutes(
      points: [SIMD2<Double>](repeating: .zero, count: offsets[graph.edgeCount]), offsets: offsets,
      labels: [:], groups: [LayoutRoutes.Box?](repeating: nil, count: groupCount))
    for (picture, (part, drawing)) in zip(packed, drawings) {
      let points = picture.positions
      var next = part.nodeCount
      for (number, route) in zip(part.routeNumbers, drawing.routes) {
        for index in route.indices { routes.points[offsets[number] + index] = points[next + index] }
        next += route.count
      }
      for label in drawing.labels {
        routes.labels[label.number] = (points[next] + points[next + 1]) / 2
        next += 4
      }
      for group in drawing.groups {
        let (a, b) = (points[next], points[next + 1])
        routes.groups[group.number] = LayoutRoutes.Box(
          low: SIMD2(min(a.x, b.x), min(a.y, b.y)), high: SIMD2(max(a.x, b.x), max(a.y, b.y)))
        next += 4
      }
    }
    return routes
  }
}

extension LayeredPart {
  /// The numbers of the edges of the routes.
  var routeNumbers: [Int] { edges.map(\.number) + loops.map(\.number) }
}
