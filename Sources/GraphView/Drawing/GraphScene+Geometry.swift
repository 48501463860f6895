import FileWriting
import ForceSimulation

extension GraphScene {
  /// Returns the centre of a node.
  public func point(_ node: Int) -> SIMD2<Double> { camera.point(of: places[node]) }

  /// Returns the radius of a node on the screen, in pixels.
  public func radius(_ node: Int) -> Double { camera.points(ofRadius: nodes[node].radius) }

  /// True if the node is not hidden and lies in the view, at least partly.
  public func isSeen(_ node: Int) -> Bool {
    guard !nodes[node].isHidden else { return false }
    let (point, radius) = (point(node), radius(node))
    return point.x > -radius && point.y > -radius && point.x < camera.size.x + radius
      && point.y < camera.size.y + radius
  }

  /// Returns the node whose centre is nearest to a point, among those whose edge is within `reach`
  /// of it; nil if there is none. O(nodes).
  public func node(at point: SIMD2<Double>, reach: Double) -> Int? {
    var found: (node: Int, distance: Double)?
    for node in nodes.indices where !nodes[node].isHidden {
      let distance = self.point(node).distance(to: point)
      guard distance <= radius(node) + reach, distance < found?.distance ?? .infinity else {
        continue
      }
      found = (node, distance)
    }
    return found?.node
  }

  /// Returns the nodes whose labels are drawn: annotations and important nodes first, then the
  /// largest nodes of each region of the view that has space for another label. O(nodes log nodes).
  public func labelledNodes(
    limit: Int = 120, isImportant: (Int) -> Bool = { _ in false }
  ) -> [Int] {
    func rank(_ node: Int) -> Double {
      let isForced = nodes[node].isAnnotation || isImportant(node)
      return isForced ? -.infinity : -nodes[node].radius
    }
    let named = nodes.indices.filter { !nodes[$0].label.isEmpty && isSeen($0) }
    var taken: Set<SIMD2<Int>> = []
    var chosen: [Int] = []
    for node in named.sorted(by: { (rank($0), $0) < (rank($1), $1) }) {
      if chosen.count == limit { break }
      let point = point(node)
      let cell = SIMD2(Int((point.x / 110).rounded(.down)), Int((point.y / 22).rounded(.down)))
      if taken.insert(cell).inserted || rank(node) == -.infinity { chosen.append(node) }
    }
    return chosen
  }

  // MARK: Links

  /// The path of a link.
  public enum Course: Sendable, Hashable {
    /// A line from the edge of one node to that of the other; a quadratic curve if there is a
    /// control point. `head` has the corners of the arrow head; it is empty if the link has none or
    /// is too short for one.
    case line(
      from: SIMD2<Double>, to: SIMD2<Double>, control: SIMD2<Double>?, head: [SIMD2<Double>])
    /// The circle of a link from a node to itself.
    case loop(center: SIMD2<Double>, radius: Double)
  }

  /// Returns the path of a link; nil if it is hidden or has no length. O(1).
  public func course(_ link: Int) -> Course? {
    let look = links[link]
    let (source, target) = (look.source, look.target)
    if look.isHidden || nodes[source].isHidden || nodes[target].isHidden { return nil }
    let (from, to) = (point(source), point(target))
    let (rimFrom, rimTo) = (radius(source), radius(target))
    if source == target {
      let (turn, radius) = (-Double.pi / 2 + 0.9 * Double(look.bend), 0.8 * rimFrom + 5)
      let away = SIMD2(cos(turn), sin(turn)) * (rimFrom + 0.8 * radius)
      return .loop(center: from + away, radius: radius)
    }
    let along = to - from
    let length = along.length()
    guard length > 0 else { return nil }
    let aside = Double(look.bend) * min(0.2, 60 / length)
    let control = (from + to) / 2 + SIMD2(-along.y, along.x) * aside
    let bent = look.bend == 0 ? nil : control
    guard length > rimFrom + rimTo else {
      return .line(from: from, to: to, control: bent, head: [])
    }
    func rim(_ point: SIMD2<Double>, _ radius: Double) -> SIMD2<Double> {
      let way = control - point
      return point + way / max(way.length(), 1e-9) * radius
    }
    let (begin, end) = (rim(from, rimFrom), rim(to, rimTo))
    let head = look.hasArrow ? head(at: end, from: rim(to, rimTo + 1) - end, look) : []
    return .line(from: begin, to: end, control: bent, head: head)
  }

  private func head(
    at tip: SIMD2<Double>, from back: SIMD2<Double>, _ look: Link
  ) -> [SIMD2<Double>] {
    let size = 3.5 + 2.5 * max(camera.points(ofWidth: look.width), 1)
    let aside = SIMD2(-back.y, back.x) * 0.45
    return [tip, tip + (back + aside) * size, tip + (back - aside) * size]
  }
}

extension GraphSymbol {
  /// The corners of the shape for a node of radius 1, y down; empty for a circle.
  public var corners: [SIMD2<Double>] {
    func around(_ count: Int, _ radii: [Double], turn: Double = -.pi / 2) -> [SIMD2<Double>] {
      (0..<count).map { corner in
        let angle = turn + 2 * .pi * Double(corner) / Double(count)
        return radii[corner % radii.count] * SIMD2(cos(angle), sin(angle))
      }
    }
    let arms: [SIMD2<Double>] = [[1, 0], [0, 1], [-1, 0], [0, -1]]
    let plus = arms.flatMap { arm in
      let side = SIMD2(-arm.y, arm.x)
      return [arm * 1.15 - side * 0.42, arm * 1.15 + side * 0.42, (arm + side) * 0.42]
    }
    switch self {
    case .circle: return []
    case .square: return around(4, [1.26], turn: .pi / 4)
    case .triangle: return around(3, [1.36])
    case .diamond: return around(4, [1.26])
    case .plus: return plus
    case .cross: return plus.map { SIMD2($0.x + $0.y, $0.y - $0.x) * 0.5.squareRoot() }
    case .star: return around(10, [1.35, 0.6])
    case .hexagon: return around(6, [1.1], turn: 0)
    }
  }
}
