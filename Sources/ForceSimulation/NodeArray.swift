/// One element for each node, by node index. The elements can be changed, their number cannot.
///
/// A value with copy-on-write storage: a copy is free until one of the two is written to.
public struct NodeArray<Element> {
  @usableFromInline var storage: [Element]

  /// An array with these elements.
  @inlinable
  public init(_ elements: [Element]) { storage = elements }

  /// The elements as a plain array, without copying them.
  @inlinable
  public func asArray() -> [Element] { storage }

  /// The valid indices, 0 ..< count.
  @inlinable
  public var range: Range<Int> { storage.indices }

  /// Calls `body` with the elements in place, to write to without a copy. If there is a snapshot of
  /// this array, the elements are copied once first. Rethrows the errors of `body`.
  @inlinable
  public mutating func withUnsafeMutableBufferPointer<Result, Failure: Error>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The closure of Array's method may replace the buffer pointer but not the buffer, so the count
    // stays.
    try storage.withUnsafeMutableBufferPointer(body)
  }

  /// Calls `body` with the elements in place, to read from without a copy. Rethrows its errors.
  @inlinable
  public func withUnsafeBufferPointer<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withUnsafeBufferPointer(body)
  }
}

extension NodeArray: RandomAccessCollection, MutableCollection {
  /// The first index, 0.
  @inlinable
  public var startIndex: Int { 0 }
  /// The number of nodes.
  @inlinable
  public var endIndex: Int { storage.count }

  /// Array's own iterator, so that a loop over the elements costs the same as over an Array, even
  /// in the debug build of a client.
  @inlinable
  public func makeIterator() -> IndexingIterator<[Element]> { storage.makeIterator() }

  /// The element of a node. Traps when there is no such node.
  @inlinable
  public subscript(node: Int) -> Element {
    @_specialize(where Element == SIMD2<Float>)
    @_specialize(where Element == SIMD2<Double>)
    @_specialize(where Element == SIMD3<Float>)
    @_specialize(where Element == SIMD3<Double>)
    @_specialize(where Element == SIMD4<Float>)
    @_specialize(where Element == SIMD4<Double>)
    get {
      demand(storage.indices.contains(node), Self.noNode(node, storage.count))
      return storage[node]
    }
    _modify {
      demand(storage.indices.contains(node), Self.noNode(node, storage.count))
      yield &storage[node]
    }
  }

  /// Calls `body` with the elements in place, to read from without a copy. The result is never nil.
  @inlinable
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try storage.withContiguousStorageIfAvailable(body)
  }

  @usableFromInline
  static func noNode(_ node: Int, _ count: Int) -> String {
    "ForceSimulation: node \(node) does not exist; there are \(count) nodes"
  }
}

extension NodeArray where Element: SimulationVector {
  /// The node nearest to a point and less than `radius` away; of those at the same distance, the
  /// one of the lowest index. O(n).
  @inlinable
  @_specialize(where Element == SIMD2<Float>)
  @_specialize(where Element == SIMD2<Double>)
  @_specialize(where Element == SIMD3<Float>)
  @_specialize(where Element == SIMD3<Double>)
  @_specialize(where Element == SIMD4<Float>)
  @_specialize(where Element == SIMD4<Double>)
  func nearest(to point: Element, within radius: Element.Scalar) -> Int? {
    var nearest: Int?
    var best = radius * radius
    for node in storage.indices {
      let difference = storage[node] - point
      var distance2 = difference[0] * difference[0]
      for axis in 1..<Element.scalarCount { distance2 += difference[axis] * difference[axis] }
      if distance2 < best { (nearest, best) = (node, distance2) }
    }
    return nearest ?? (best == .infinity ? nearestOfDistant(to: point, within: radius) : nil)
  }

  /// The same for nodes so far away that the squares of their distances are not finite: differences
  /// are divided by the largest of them first.
  @usableFromInline
  func nearestOfDistant(to point: Element, within radius: Element.Scalar) -> Int? {
    var largest: Element.Scalar = 0
    for node in storage.indices {
      for axis in 0..<Element.scalarCount {
        largest = Swift.max(largest, abs(storage[node][axis] - point[axis]))
      }
    }
    guard largest.isFinite, largest > 0 else { return nil }
    var nearest: Int?
    var best = (radius / largest) * (radius / largest)
    for node in storage.indices {
      var distance2: Element.Scalar = 0
      for axis in 0..<Element.scalarCount {
        let share = (storage[node][axis] - point[axis]) / largest
        distance2 += share * share
      }
      if distance2 < best { (nearest, best) = (node, distance2) }
    }
    return nearest
  }
}

extension NodeArray: Sendable where Element: Sendable {}
extension NodeArray: Equatable where Element: Equatable {}
extension NodeArray: CustomStringConvertible {
  /// The elements, as an array prints them.
  public var description: String { storage.description }
}
extension NodeArray: Hashable where Element: Hashable {}
