/// A condition that the finished drawing fulfils to 10⁻⁶ layout units: `LayoutRequest.constraints`.
///
///     var request = LayoutRequest(.stress)
///     request.constraints = [
///       .place(0, x: 0, y: 0), .aligned([1, 2, 3], on: .x), .separation(1, 2, along: .y, by: 40),
///     ]
///
/// Nodes are numbered from 0; places and distances are in layout units, and y points up. All are
/// separations of two coordinates on one axis, x₁ + distance ≤ x₂ (Dwyer, Koren and Marriott 2006,
/// doi:10.1109/TVCG.2006.156). Constraints that cannot hold together are named in a `LayoutError`.
public struct LayoutConstraint: Sendable, Hashable {
  /// An axis of the drawing: x to the right, y up, z in three dimensions.
  public enum Axis: String, Sendable, Hashable, CaseIterable {
    case x, y, z

    var index: Int { self == .x ? 0 : self == .y ? 1 : 2 }
  }

  package enum Kind: Sendable, Hashable {
    case place(node: Int, at: [Double?])
    case aligned([Int], Axis)
    case separation(Int, Int, Axis, Double, isExact: Bool)
    case flow(LayoutDirection, Double)
    case group([Int], padding: Double)
  }

  package let kind: Kind

  /// A node at a place, or with fewer coordinates on a line (or plane): those that are nil are free.
  public static func place(
    _ node: Int, x: Double? = nil, y: Double? = nil, z: Double? = nil
  ) -> LayoutConstraint { LayoutConstraint(kind: .place(node: node, at: [x, y, z])) }

  /// Nodes with the same coordinate on an axis: with `.x` they are above one another.
  public static func aligned(_ nodes: [Int], on axis: Axis) -> LayoutConstraint {
    LayoutConstraint(kind: .aligned(nodes, axis))
  }

  /// A second node farther along an axis than a first one, by at least a distance.
  ///
  /// - Parameters:
  ///   - distance: what the second coordinate is greater by, at least. If it is negative, the second
  ///     node is at most that far before the first one.
  ///   - isExact: true for exactly that distance.
  public static func separation(
    _ first: Int, _ second: Int, along axis: Axis, by distance: Double, isExact: Bool = false
  ) -> LayoutConstraint {
    LayoutConstraint(kind: .separation(first, second, axis, distance, isExact: isExact))
  }

  /// All edges from source to target in a direction, by at least a distance. In cycles a few edges
  /// are left out: those that a layered layout would reverse (Eades, Lin and Smyth 1993,
  /// doi:10.1016/0020-0190(93)90079-O). Notes of the run tell how many.
  public static func flow(_ direction: LayoutDirection, by distance: Double) -> LayoutConstraint {
    LayoutConstraint(kind: .flow(direction, distance))
  }

  /// Nodes in a box that no other node and no other group's box overlaps, in two dimensions; a group may be
  /// within another one (Dogrusoz and others 2009, doi:10.1016/j.ins.2008.11.017).
  ///
  /// - Parameters:
  ///   - nodes: its nodes, with those of groups within. With the sizes of `LayoutRequest.details`, they
  ///     are boxes themselves, else points.
  ///   - padding: the least distance of nodes, and of boxes within, from the sides of the box.
  public static func group(_ nodes: [Int], padding: Double = 10) -> LayoutConstraint {
    LayoutConstraint(kind: .group(nodes, padding: padding))
  }
}

extension LayoutConstraint {
  /// Throws if it has a node, an axis or a number that the graph and the dimensions do not have.
  func check(nodeCount: Int, dimensions: Int) throws(LayoutError) {
    func check(_ nodes: [Int]) throws(LayoutError) {
      for node in nodes { try Check.node(node, "a node of a constraint", nodeCount: nodeCount) }
    }
    func check(_ number: Double, _ name: String) throws(LayoutError) {
      guard number.magnitude <= 1e9 else {
        throw .badOption(name, value: "\(number)", expected: "from -1e9 to 1e9")
      }
    }
    func check(_ axis: Int) throws(LayoutError) {
      guard axis >= dimensions else { return }
      throw .badOption("the axis of a constraint", value: "z", expected: "x or y in the plane")
    }
    switch kind {
    case .place(let node, let place):
      try check([node])
      for (axis, place) in place.enumerated() {
        guard let place else { continue }
        try check(axis)
        try check(place, "the place of a constraint")
      }
    case .aligned(let nodes, let axis):
      try check(nodes)
      try check(axis.index)
    case .separation(let first, let second, let axis, let distance, _):
      try check([first, second])
      try check(axis.index)
      try check(distance, "the distance of a constraint")
    case .flow(_, let distance): try check(distance, "the distance of a constraint")
    case .group(let nodes, let padding):
      try check(nodes)
      try Check.notNegative(padding, "the padding of a group")
      try check(padding, "the padding of a group")
      guard dimensions == 2 else {
        throw .badOption("the dimensions of groups", value: "\(dimensions)", expected: "2")
      }
    }
  }
}

extension LayoutConstraint {
  /// Returns what a group is called in errors.
  static func words(ofGroup nodes: [Int], _ names: NodeNames) -> String {
    let some = nodes.prefix(3).map(names.name).joined(separator: ", ")
    return "the group of \(some)\(nodes.count > 3 ? " and \(nodes.count - 3) more" : "")"
  }
}

/// Two coordinates on one axis: that of `right` is at least that of `left` plus `gap`, or exactly.
struct Separation: Sendable, Hashable {
  /// The number of the ground, whose coordinate is always 0.
  static let ground = -1

  var left: Int
  var right: Int
  var gap: Double
  var isExact = false
  /// The number of the constraint that it is of.
  var source: Int

  /// Returns how far the coordinates are from fulfilling it; at most 0 if they do.
  func violation(_ coordinate: (Int) -> Double) -> Double {
    let missing =
      (left == Self.ground ? 0 : coordinate(left)) + gap
      - (right == Self.ground ? 0 : coordinate(right))
    return isExact ? missing.magnitude : missing
  }

  /// Returns what it says of its two nodes.
  func words(
    _ constraint: LayoutConstraint, _ axis: Int, _ name: @escaping @Sendable (Int) -> String
  ) -> String {
    let letter = LayoutConstraint.Axis.allCases[axis].rawValue
    switch constraint.kind {
    case .place: return "\(name(right)) is at \(letter) \(gap)"
    case .aligned: return "\(name(left)) and \(name(right)) have the same \(letter)"
    case .flow(let direction, let distance):
      let isTurned = direction == .down || direction == .left
      let (source, target) = isTurned ? (right, left) : (left, right)
      return
        "the edge from \(name(source)) to \(name(target)) points \(direction.rawValue) "
        + "by at least \(distance)"
    case .group(let nodes, _):
      return "\(LayoutConstraint.words(ofGroup: nodes, NodeNames(name))) has a box of its own"
    case .separation:
      let side = ["right of", "above", "farther in z than"][axis]
      return
        "\(name(right)) is \(isExact ? "exactly" : "at least") \(gap) \(side) \(name(left))"
    }
  }
}
