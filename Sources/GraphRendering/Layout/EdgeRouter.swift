/// An edge in its final shape.
struct RoutedEdge {
  /// The curve between the edges of the nodes, or up to the arrow head.
  var curve: Curve
  var head: ArrowHead?
  /// Other marks at its ends.
  var marks: [EndMark] = []
  var color: RGBColor
  var width: Double
  var dash = Drawing.Dash.solid
  /// The depths of both ends.
  var depths: (Double, Double)
  /// The number of the edge in the drawing.
  var index: Int
}

/// Converts edges to curves: straight lines between the edges of their nodes, separate curves for
/// parallel edges, and loops.
struct EdgeRouter {
  private let drawing: Drawing
  private let nodes: PlacedNodes
  private let projection: Projection
  /// The colour of edges without their own.
  private let plainColor: RGBColor
  private let width: Double
  /// The curvature; see `Picture.Options.edgeCurve`.
  private let bend: Double
  /// The region outside which edges are not drawn; it is larger than the picture, so that clipped
  /// ends are invisible.
  private let visible: Rectangle
  private let drawsHeads: Bool
  private let shortest: Double
  private let lanes: ParallelLanes
  /// The smoothing of routes; nil if no edge has one.
  private let smoothing: RouteSmoothing?
  /// The detours around figures; nil if edges have routes, or there are no figures that they could
  /// cross.
  private let detours: Detours?
  /// The paths along which edges are bundled; nil if none is.
  private let bundling: EdgeBundling?
  /// The boxes of positioned labels, by edge.
  private var labelBoxes: [Int: Rectangle] = [:]
  private(set) var report: Picture.Report
  /// The fraction of the edges that are routed. It is less than 1 if the level of detail would omit
  /// so many of them that routing all would waste time and memory.
  let share: Double

  /// The maximum number of routed edges, if there are more than twice as many.
  private static let sampleLimit = 500_000
  /// The number of edges above which arrow heads and bends would be indistinguishable.
  static let detailLimit = 20_000

  init(
    _ drawing: Drawing, _ nodes: PlacedNodes, _ projection: Projection,
    _ options: Picture.Options, _ report: Picture.Report
  ) {
    self.drawing = drawing
    self.nodes = nodes
    self.projection = projection
    // The discs of a dense drawing are a texture: edges of another colour would show as a ring where
    // there are few discs.
    let isTexture =
      options.levelOfDetail == .automatic && drawing.nodeColors.isEmpty
      && drawing.nodeCount > PaintOrder.crowd
    plainColor = isTexture ? options.theme.node : options.theme.edge
    self.report = report
    let isAutomatic = options.levelOfDetail == .automatic
    let hasDetail = !isAutomatic || drawing.edges.count <= Self.detailLimit
    width = options.edgeWidth ?? Self.width(edgeCount: drawing.edges.count, options)
    visible = Rectangle(minimum: .zero, maximum: [options.width, options.height]).inset(by: -40)
    drawsHeads = hasDetail
    let count = drawing.edges.count
    share =
      isAutomatic && count > 2 * Self.sampleLimit ? Double(Self.sampleLimit) / Double(count) : 1
    shortest = isAutomatic ? (drawing.edges.count > 2000 ? 1 : 0.25) : 0
    bend = options.edgeCurve
    lanes = ParallelLanes(drawing.edges, hasDetail: hasDetail, byDirection: bend != 0)
    let isBundled =
      options.bundlesEdges && drawing.edges.count <= Picture.Options.bundledEdgeLimit
      && (drawing.routes == nil || projection.view != nil)
    bundling = isBundled ? EdgeBundling(drawing.edges, nodes.centers) : nil
    var boxes: [Rectangle] = []
    for label in drawing.edgeLabels where label.place == .middle {
      guard let box = label.box(nodes), labelBoxes[label.edge] == nil else { continue }
      labelBoxes[label.edge] = box
      boxes.append(box)
    }
    if let routes = drawing.routes, projection.view == nil {
      for (index, edge) in drawing.edges.enumerated() where edge.source == edge.target {
        if let box = Rectangle(around: routes[index].map { nodes.place($0) }) { boxes.append(box) }
      }
      smoothing = RouteSmoothing(nodes, others: boxes)
      detours = nil
    } else {
      let mayDetour =
        !nodes.figures.isEmpty && projection.view == nil
        && drawing.edges.count <= Detours.edgeLimit
      smoothing = nil
      detours = mayDetour ? Detours(nodes) : nil
    }
  }

  /// Returns the default width, which decreases with the number of edges.
  private static func width(edgeCount: Int, _ options: Picture.Options) -> Double {
    let size = (options.width * options.height / 800_000).squareRoot()
    let crowd = power(30 / Double(max(edgeCount, 30)), 0.15)
    return max(0.4, 1.7 * crowd * min(max(size, 0.6), 2))
  }

  mutating func route() -> [RoutedEdge] {
    let directions = loopDirections()
    var routed: [RoutedEdge] = []
    routed.reserveCapacity(Int(1.01 * share * Double(drawing.edges.count)))
    for (index, edge) in drawing.edges.enumerated() {
      // The sample is the one that the level of detail uses, so that its choice is among these
      // edges.
      if share < 1, lot(index) >= share {
        report.edgesThinned += 1
        continue
      }
      let isLoop = edge.source == edge.target
      guard
        let edge = isLoop ? loop(index, edge, directions) : link(index, edge)
      else { continue }
      routed.append(edge)
    }
    return routed
  }

  // MARK: Between two nodes

  private mutating func link(_ index: Int, _ edge: Drawing.Edge) -> RoutedEdge? {
    let start = nodes.centers[Int(edge.source)]
    let end = nodes.centers[Int(edge.target)]
    guard start.isFinite, end.isFinite else { return linkFromBehind(index, edge) }
    let width = self.width(of: edge)
    let radii = (nodes.radii[Int(edge.source)], nodes.radii[Int(edge.target)])
    let offset = offset(index, edge, distance: (end - start).length)
    let curve: Curve
    if let way = bundling?.ways[index], !way.isEmpty {
      curve = Curve(bundledAlong: [start] + way.map { nodes.centers[Int($0)] } + [end])
      report.edgesBundled += 1
    } else if let route = route(index, edge) ?? detour(edge, start, end, offset: offset) {
      curve = route
    } else if offset == 0 || (end - start).length > 20 * visible.size.length {
      // If the ends are far outside an enlarged region, the visible segment is practically
      // straight.
      curve = .line(start, end)
    } else {
      // The direction is from the lower to the higher number, independent of the edge, so that
      // lanes do not cross.
      let along = (edge.source < edge.target ? end - start : start - end)
        .normalized(or: [1, 0])
      // The middle of a quadratic curve is half as far out as its control point.
      curve = .quadratic(
        start, start * 0.5 + end * 0.5 + along.perpendicular * (2 * offset), end)
    }
    guard let ends = rims(of: curve, edge, start, end, radii) else {
      report.edgesTooShort += 1
      return nil
    }
    let depths = (nodes.depths[Int(edge.source)], nodes.depths[Int(edge.target)])
    return finish(
      RoutedEdge(
        curve: curve, color: edge.color ?? plainColor, width: width, dash: edge.dash,
        depths: depths, index: index),
      from: ends.0, to: ends.1, edge)
  }

  /// Returns the offset of the middle of an edge from the straight line, to the side of
  /// `perpendicular` for the direction from the lower to the higher node.
  private func offset(_ index: Int, _ edge: Drawing.Edge, distance: Double) -> Double {
    if bend == 0 { return lanes.offset(of: index, distance: distance) }
    // Edges of one direction are next to each other on their side of the line.
    let own = bend * distance + lanes.shift(of: index, distance: distance) * (bend < 0 ? -1 : 1)
    return edge.source < edge.target ? own : -own
  }

  /// Returns the width in points.
  func width(of edge: Drawing.Edge) -> Double {
    drawing.isToScale ? (edge.width ?? 1) * nodes.scale : edge.width ?? width
  }

  /// Returns the curve along an edge's route; nil if it has none.
  private func route(_ index: Int, _ edge: Drawing.Edge) -> Curve? {
    guard let smoothing, let route = drawing.routes?[index], route.count > 1 else { return nil }
    let points = route.map { nodes.place($0) }
    if edge.source == edge.target, points.count == 4 {
      return LoopShape.curve(through: points, of: nodes.centers[Int(edge.source)])
    }
    if drawing.routes?.hasCorners == true { return Curve(polyline: points) }
    // Loops need their bends, and parallel edges would coincide without them.
    let hasCompany = edge.source == edge.target || lanes.count(of: index) > 1
    let beside = labelBoxes[index].map { Self.line(of: points, nearest: $0.center) } ?? []
    return smoothing.curve(
      through: points, own: [Int(edge.source), Int(edge.target)],
      kept: { hasCompany || beside.contains($0) })
  }

  /// Returns the curve around figures that the straight edge would cross; nil if there are none.
  private func detour(
    _ edge: Drawing.Edge, _ start: SIMD2<Double>, _ end: SIMD2<Double>, offset: Double
  ) -> Curve? {
    guard offset == 0 else { return nil }
    return detours?.curve(from: start, to: end, own: [Int(edge.source), Int(edge.target)])
  }

  /// Returns the ends of the segment of a route that is nearest to a point, such as the one beside
  /// a label.
  private static func line(
    of points: [SIMD2<Double>], nearest point: SIMD2<Double>
  ) -> [SIMD2<Double>] {
    func distance(_ index: Int) -> Double {
      let (start, step) = (points[index], points[index + 1] - points[index])
      let square = step.dot(step)
      let t = square > 0 ? max(0, min((point - start).dot(step) / square, 1)) : 0
      return (start + step * t - point).length
    }
    let nearest = (0..<points.count - 1).min { distance($0) < distance($1) }
    return nearest.map { [points[$0], points[$0 + 1]] } ?? []
  }

  /// Returns the parameters at which the curve leaves the first node and enters the second; nil if
  /// nothing is visible in between.
  private func rims(
    of curve: Curve, _ edge: Drawing.Edge, _ start: SIMD2<Double>, _ end: SIMD2<Double>,
    _ radii: (Double, Double)
  ) -> (Double, Double)? {
    if case .line = curve, nodes.figures.isEmpty, smoothing == nil {
      let length = (end - start).length
      guard length - radii.0 - radii.1 > shortest else { return nil }
      return (radii.0 / length, 1 - radii.1 / length)
    }
    let (source, target) = (Int(edge.source), Int(edge.target))
    guard let first = curve.leaves(from: 0, { !nodes.isOn(source, $0) }),
      let last = curve.reversed.leaves(from: 0, { !nodes.isOn(target, $0) }), first < 1 - last,
      (curve.point(at: first) - curve.point(at: 1 - last)).length > shortest
    else { return nil }
    return (first, 1 - last)
  }

  /// Clips the curve, adds its marks, and drops parts outside the picture.
  private mutating func finish(
    _ routed: RoutedEdge, from first: Double, to last: Double, _ edge: Drawing.Edge,
    isTargetSeen: Bool = true
  ) -> RoutedEdge? {
    var routed = routed
    let whole = routed.curve
    var (first, last) = (first, last)
    if drawsHeads {
      let visibleLength = (whole.point(at: first) - whole.point(at: last)).length
      let length = min(headLength(routed.width), 0.5 * visibleLength)
      // A head of two points or less would be indistinct.
      if length > 2 {
        let head = edge.head ?? (edge.isDirected ? .normal : .none)
        if isTargetSeen {
          last = 1 - end(of: whole.reversed, 1 - last, 1 - first, head, length, &routed)
        }
        if let tail = edge.tail, tail != .none {
          first = end(of: whole, first, last, tail, length, &routed)
        }
      }
    }
    routed.curve = whole.piece(from: first, to: last)
    return clipped(routed)
  }

  /// Returns the length of an arrow head. Heads of thin lines must be visible; those of thick ones
  /// grow less than the line, so that they do not hide the node. In drawings to scale they are as long as
  /// Graphviz's: 10 points for a line of one.
  private func headLength(_ width: Double) -> Double {
    let scale = nodes.scale
    let thin = min(width, 1.7 * scale)
    return (drawing.isToScale ? 6.8 : 5) * scale + 3.2 * thin + 2 * (width - thin)
  }

  /// Adds a mark at the beginning of a curve, and returns the parameter where the line then begins.
  private func end(
    of curve: Curve, _ first: Double, _ last: Double, _ arrow: Drawing.Arrow, _ length: Double,
    _ routed: inout RoutedEdge
  ) -> Double {
    let tip = curve.point(at: first)
    func place(at distance: Double) -> Double? {
      curve.leaves(from: first) { ($0 - tip).length >= distance }.flatMap { $0 < last ? $0 : nil }
    }
    guard arrow != .none, let back = place(at: length) else { return first }
    if arrow == .normal, routed.head == nil {
      routed.head = ArrowHead(
        tip: tip, base: curve.point(at: back), width: max(0.75 * length, routed.width * 2))
      return back
    }
    let (mark, reach) = EndMark.mark(
      arrow, tip: tip, back: (curve.point(at: back) - tip).normalized(or: [1, 0]), length: length)
    routed.marks.append(mark)
    return place(at: reach) ?? first
  }

  private mutating func clipped(_ edge: RoutedEdge) -> RoutedEdge? {
    var edge = edge
    if case .line(let start, let end) = edge.curve {
      if !(visible.contains(start) && visible.contains(end)) {
        guard let (from, to) = visible.clip(from: start, to: end) else {
          report.edgesOutside += 1
          return nil
        }
        edge = edge.part(from: from, to: to)
      }
    } else if !edge.curve.bounds.overlaps(visible) {
      report.edgesOutside += 1
      return nil
    }
    if let head = edge.head, !visible.contains(head.tip) { edge.head = nil }
    if !edge.marks.isEmpty {
      edge.marks.removeAll { $0.path.first.map { !visible.contains($0.start) } ?? true }
    }
    return edge
  }

  // MARK: Loops

  private mutating func loop(
    _ index: Int, _ edge: Drawing.Edge, _ directions: [Int32: SIMD2<Double>]
  ) -> RoutedEdge? {
    let center = nodes.centers[Int(edge.source)]
    guard center.isFinite else { return linkFromBehind(index, edge) }
    let radius = nodes.radii[Int(edge.source)]
    let depth = nodes.depths[Int(edge.source)]
    let figure = nodes.figure(Int(edge.source))
    let (number, count) = (lanes.number(of: index), lanes.count(of: index))
    let curve =
      route(index, edge)
      ?? figure.map { LoopShape.curve(beside: $0.box, number: number, scale: nodes.scale) }
      ?? LoopShape.curve(
        center: center, radius: radius,
        direction: (directions[edge.source] ?? .zero).normalized(or: [0, -1]), number: number,
        count: count)
    var ends = (0.0, 1.0)
    if figure != nil || smoothing != nil || detours != nil {
      guard let rims = rims(of: curve, edge, center, center, (radius, radius)) else {
        report.edgesTooShort += 1
        return nil
      }
      ends = rims
    }
    return finish(
      RoutedEdge(
        curve: curve, color: edge.color ?? plainColor, width: width(of: edge), dash: edge.dash,
        depths: (depth, depth), index: index),
      from: ends.0, to: ends.1, edge)
  }

  /// Returns the direction away from the neighbours for each node with a loop.
  private func loopDirections() -> [Int32: SIMD2<Double>] {
    var directions: [Int32: SIMD2<Double>] = [:]
    for edge in drawing.edges where edge.source == edge.target { directions[edge.source] = .zero }
    if directions.isEmpty { return directions }
    var hasLoop = [Bool](repeating: false, count: nodes.centers.count)
    for node in directions.keys { hasLoop[Int(node)] = true }
    for edge in drawing.edges
    where edge.source != edge.target && (hasLoop[Int(edge.source)] || hasLoop[Int(edge.target)]) {
      let (source, target) = (nodes.centers[Int(edge.source)], nodes.centers[Int(edge.target)])
      let step = (target - source).normalized(or: .zero)
      directions[edge.source]? -= step
      directions[edge.target]? += step
    }
    return directions
  }

  // MARK: Edges with an end that has no place

  /// Returns the visible segment of an edge with an end behind the camera; nil if an end has no
  /// position.
  private mutating func linkFromBehind(_ index: Int, _ edge: Drawing.Edge) -> RoutedEdge? {
    guard let view = projection.view, let frame = projection.fixedFrame else {
      report.edgesWithoutPlace += 1
      return nil
    }
    let source = view.coordinates(of: projection.space[Int(edge.source)])
    let target = view.coordinates(of: projection.space[Int(edge.target)])
    guard source.isFinite, target.isFinite else {
      report.edgesWithoutPlace += 1
      return nil
    }
    guard max(source.z, target.z) > view.nearest else {
      report.edgesOutside += 1
      return nil
    }
    // The edge is clipped slightly in front of the near plane, so that rounding cannot put it
    // behind.
    let near = 1.01 * view.nearest
    func place(_ point: SIMD3<Double>, towards other: SIMD3<Double>) -> SIMD2<Double> {
      let seen =
        point.z > near ? point : point + (other - point) * ((near - point.z) / (other.z - point.z))
      return frame.place(SIMD2(seen.x / seen.z, seen.y / seen.z))
    }
    let start = place(source, towards: target)
    let end = place(target, towards: source)
    let length = (end - start).length
    guard start.isFinite, end.isFinite, length > 0 else {
      report.edgesOutside += 1
      return nil
    }
    let radii = (nodes.radii[Int(edge.source)], nodes.radii[Int(edge.target)])
    let isTargetSeen = nodes.centers[Int(edge.target)].isFinite
    let from = nodes.centers[Int(edge.source)].isFinite ? radii.0 / length : 0
    let to = isTargetSeen ? 1 - radii.1 / length : 1
    guard from < to else {
      report.edgesTooShort += 1
      return nil
    }
    return finish(
      RoutedEdge(
        curve: .line(start, end), color: edge.color ?? plainColor, width: edge.width ?? width,
        dash: edge.dash, depths: (max(source.z, near), max(target.z, near)), index: index),
      from: from, to: to, edge, isTargetSeen: isTargetSeen)
  }
}

extension RoutedEdge {
  /// Returns the segment of the curve between two parameters, with its depths; the head is kept.
  func part(from: Double, to: Double) -> RoutedEdge {
    var part = self
    part.curve = curve.piece(from: from, to: to)
    part.depths = (depth(at: from), depth(at: to))
    return part
  }

  /// Returns the depth at a parameter of the curve. In perspective, the inverse depth is linear.
  func depth(at t: Double) -> Double {
    let (a, b) = depths
    return a == b ? a : 1 / (1 / a + (1 / b - 1 / a) * t)
  }
}
