/// Nodes held in place, and their coordinates. A node can be pinned on some axes and free on
/// others.
///
/// `pins[i]` is the position of a node pinned on all axes and nil otherwise; setting it pins or
/// releases the node. No memory is used until the first pin.
public struct Pins<Vector: SIMD> where Vector.Scalar: FloatingPoint {
  /// The number of nodes, pinned or not.
  public let count: Int

  /// Pin positions by node, valid on the axes of `axes`. Both arrays are empty as long as no node
  /// has been pinned.
  @usableFromInline var positions: [Vector] = []
  /// Bit k of element i: axis k of node i is pinned.
  @usableFromInline var axes: [UInt8] = []

  /// No pins for `count` nodes. A negative number traps.
  public init(count: Int) {
    demand(count >= 0, "ForceSimulation: there are no pins for \(count) nodes")
    self.count = count
  }

  /// Pins node i at `positions[i]` where that is not nil. Takes O(n).
  public init(_ positions: [Vector?]) {
    self.init(count: positions.count)
    for (node, position) in positions.enumerated() where position != nil { self[node] = position }
  }

  /// True when no node is pinned on any axis. O(1) until a node has been pinned, then O(n).
  public var isEmpty: Bool { axes.allSatisfy { $0 == 0 } }

  /// The position of a node that is pinned on all axes; nil when an axis is free. Setting it pins
  /// or releases the node; a position that is not finite traps, where `pin(_:at:)` throws.
  @inlinable
  public subscript(node: Int) -> Vector? {
    get {
      check(node)
      guard !axes.isEmpty, axes[node] == Self.allAxes else { return nil }
      return positions[node]
    }
    set {
      if let newValue {
        demand(
          newValue.isFinite, "ForceSimulation: node \(node) cannot be pinned at \(newValue)")
        set(node, newValue)
      } else {
        release(node)
      }
    }
  }

  /// Pins a node on all axes. Throws when there is no such node, or the position is not finite.
  public mutating func pin(_ node: Int, at position: Vector) throws(SimulationError) {
    try validate(node)
    try Validate.finite(vector: position, "pin", index: node)
    set(node, position)
  }

  /// Pins a node on one axis; it stays free, or pinned, on the others. Throws when there is no such
  /// node or axis, or the coordinate is not finite.
  public mutating func pin(
    _ node: Int, axis: Axis, at coordinate: Vector.Scalar
  ) throws(SimulationError) {
    try validate(node)
    try Validate.axis(axis.index, dimensions: Vector.scalarCount)
    guard coordinate.isFinite else {
      throw .notFinite("pin", index: node, value: "\(coordinate)")
    }
    reserve()
    positions[node][axis.index] = coordinate
    axes[node] |= 1 << UInt8(axis.index)
  }

  @usableFromInline
  mutating func set(_ node: Int, _ position: Vector) {
    reserve()
    positions[node] = position
    axes[node] = Self.allAxes
  }

  private func validate(_ node: Int) throws(SimulationError) {
    guard (0..<count).contains(node) else {
      throw .nodeOutOfRange("pin", node: node, nodeCount: count)
    }
  }

  /// Copies the pins of node `other` of `pins` to `node`.
  mutating func copy(_ other: Int, of pins: Pins, to node: Int) {
    guard !pins.axes.isEmpty, pins.axes[other] != 0 else { return }
    reserve()
    positions[node] = pins.positions[other]
    axes[node] = pins.axes[other]
  }

  /// Releases a node on all axes.
  @inlinable
  public mutating func release(_ node: Int) {
    check(node)
    if !axes.isEmpty { axes[node] = 0 }
  }

  /// Releases a node on one axis.
  @inlinable
  public mutating func release(_ node: Int, axis: Axis) {
    check(node, axis: axis.index)
    if !axes.isEmpty { axes[node] &= ~(1 << UInt8(axis.index)) }
  }

  /// The coordinate at which a node is pinned on an axis; nil when it is free there.
  @inlinable
  public func coordinate(of node: Int, axis: Axis) -> Vector.Scalar? {
    check(node, axis: axis.index)
    guard !axes.isEmpty, axes[node] & (1 << UInt8(axis.index)) != 0 else { return nil }
    return positions[node][axis.index]
  }

  /// The pins as an array: nil where a node is free on some axis.
  public func asArray() -> [Vector?] { (0..<count).map { self[$0] } }

  @usableFromInline
  static var allAxes: UInt8 { UInt8((1 << Vector.scalarCount) - 1) }

  @usableFromInline
  mutating func reserve() {
    guard axes.isEmpty else { return }
    positions = Array(repeating: .zero, count: count)
    axes = Array(repeating: 0, count: count)
  }

  @usableFromInline
  func check(_ node: Int, axis: Int = 0) {
    demand(
      (0..<count).contains(node),
      "ForceSimulation: node \(node) does not exist; there are \(count) nodes")
    demand(
      (0..<Vector.scalarCount).contains(axis),
      "ForceSimulation: axis \(axis) does not exist; there are \(Vector.scalarCount) axes")
  }
}

extension Pins: Sendable where Vector: Sendable {}

extension Pins: Equatable where Vector: Equatable {
  /// Equal when the same axes are pinned at the same coordinates.
  public static func == (a: Self, b: Self) -> Bool {
    guard a.count == b.count else { return false }
    for node in 0..<a.count {
      for axis in 0..<Vector.scalarCount
      where a.coordinate(of: node, axis: Axis(axis)) != b.coordinate(of: node, axis: Axis(axis)) {
        return false
      }
    }
    return true
  }
}
