/// An error in the input of a simulation.
///
/// Initialisers and `Simulation.edit(_:)` throw these; setters of properties trap with the same
/// words. Nothing is changed when an error is reported. Later releases may add cases: end a switch
/// with `default`.
public enum SimulationError: Error, Hashable, Sendable {
  /// An array with one element per node (or link) has another length.
  case wrongLength(of: String, expected: Int, found: Int, each: String = "node")
  /// A number outside of its range, or NaN or an infinity in place of a finite number. `index` is
  /// the node or link, if there is one.
  case outOfRange(String, index: Int? = nil, value: String, allowed: String)
  /// An edit did not set the value of a new node or link.
  case valueMissing(of: String, index: Int, each: String = "node")
  /// A node number that does not exist, of an end of a link for example.
  case nodeOutOfRange(String, node: Int, nodeCount: Int)
  /// A node that the same edit has removed before.
  case nodeRemoved(String, node: Int)
  /// A link number that does not exist.
  case linkOutOfRange(String, link: Int, linkCount: Int)
  /// A link names an id that no node has.
  case unknownID(String)
  /// Two nodes have the same id, or two new nodes are to keep the state of the same old one.
  case duplicate(String, first: Int, second: Int)
  /// This machine cannot run the instruction set that was asked for.
  case unsupportedInstructionSet(String)
  /// No force has that name and type; `names` are those there are.
  case unknownForce(String, names: [String] = [])
  /// A checkpoint that cannot be read: cut off, altered, of another version, or of other vectors.
  case unreadableCheckpoint(String)
  /// A checkpoint was saved with a force that has code, and the force has not been passed in.
  case missingForce(String)
  /// A force was passed in that the checkpoint does not contain.
  case unexpectedForce(String)
  /// A search found more neighbours than the limit of the call.
  case tooManyNeighbors(limit: Int)
}

extension SimulationError: CustomStringConvertible {
  /// The sentence of `description`. ForceSimulation has no Foundation; this is for a `catch` that
  /// knows the type. With ForceSimulationLive an error of unknown type says the same.
  public var localizedDescription: String { description }

  /// The error as a sentence, with the values that caused it.
  public var description: String {
    switch self {
    case .wrongLength(let what, let expected, let found, let each):
      "\(what) has \(found) elements; \(expected) are needed, one for each \(each)"
    case .outOfRange(let what, let index, let value, let allowed):
      "\(what)\(Self.place(index)) is \(value); it must be \(allowed)"
    case .valueMissing(let what, let index, let each):
      "the new \(each) \(index) has no \(what); give it one in the edit, with "
        + "set(_:of:to:for\(each == "link" ? "Link" : "Node"):), or the force a default"
    case .nodeOutOfRange(let what, let node, let nodeCount):
      "\(what) names node \(node); "
        + (nodeCount == 0 ? "there are none" : "nodes are 0 to \(nodeCount - 1)")
    case .nodeRemoved(let what, let node):
      "\(what) names node \(node), which the same edit removes"
    case .linkOutOfRange(let what, let link, let linkCount):
      "\(what) names link \(link); "
        + (linkCount == 0 ? "there are none" : "links are 0 to \(linkCount - 1)")
    case .unknownID(let id):
      "a link names \"\(id)\", but no node has that id"
    case .duplicate(let what, let first, let second):
      "\(what) appears twice, at \(first) and at \(second)"
    case .unsupportedInstructionSet(let name):
      "this machine or build cannot run the \(name) kernels"
    case .unknownForce(let name, let names):
      "there is no force \"\(name)\" of that type; "
        + (names.isEmpty ? "there are none" : "the forces are \(names.joined(separator: ", "))")
    case .unreadableCheckpoint(let reason):
      "the checkpoint cannot be read: \(reason)"
    case .missingForce(let name):
      "the checkpoint was saved with a force \"\(name)\" that has code; hand it in by that name"
    case .unexpectedForce(let name):
      "the checkpoint has no force \"\(name)\" that has to be handed in"
    case .tooManyNeighbors(let limit):
      "there are more than \(limit) neighbours within the radius; pass a smaller radius or a "
        + "larger limit, or use forEachPair(within:_:), which needs no memory for them"
    }
  }

  private static func place(_ index: Int?) -> String {
    index.map { " [\($0)]" } ?? ""
  }
}

// The errors of range that several checks throw.
extension SimulationError {
  /// An end of a link, as messages name it.
  package enum LinkEnd: String, Sendable { case source, target }

  /// A number of nodes below zero, or above 2^31 - 1, the largest that links can name.
  package static func nodeCountOutOfRange(_ count: Int) -> Self {
    .outOfRange("nodeCount", value: "\(count)", allowed: "between 0 and \(Int32.max)")
  }

  /// A link that names a node that does not exist.
  package static func linkEndOutOfRange(
    link: Int, end: LinkEnd, node: Int, nodeCount: Int
  ) -> Self { .nodeOutOfRange("link \(link) (\(end))", node: node, nodeCount: nodeCount) }

  /// NaN or an infinity in place of a finite number.
  package static func notFinite(_ what: String, index: Int?, value: String) -> Self {
    .outOfRange(what, index: index, value: value, allowed: "finite")
  }

  /// A negative number for a quantity that cannot be negative: a radius, a mass, a distance.
  package static func negative(_ what: String, index: Int?, value: String) -> Self {
    .outOfRange(what, index: index, value: value, allowed: "at least 0")
  }

  /// An axis that the vectors do not have.
  package static func axisOutOfRange(axis: Int, dimensions: Int) -> Self {
    .outOfRange("axis", value: "\(axis)", allowed: "between 0 and \(dimensions - 1)")
  }
}

/// Runs `body`; an error becomes a trap with its message, for entry points that cannot throw.
func trapping<Result>(_ body: () throws(SimulationError) -> Result) -> Result {
  do { return try body() } catch { fatalError("ForceSimulation: \(error)") }
}

/// Traps with `message` unless `condition` holds. `precondition` would drop the message in
/// optimised builds.
@inlinable
@inline(__always)
package func demand(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { trap(message()) }
}

@usableFromInline
@inline(never)
package func trap(_ message: String) -> Never { fatalError(message) }

/// Validation shared by all entry points.
enum Validate {
  static func nodeCount(_ count: Int) throws(SimulationError) {
    guard (0...Int(Int32.max)).contains(count) else { throw .nodeCountOutOfRange(count) }
  }

  static func length(
    _ found: Int, of what: String, is expected: Int, each: String = "node"
  ) throws(SimulationError) {
    guard found == expected else {
      throw .wrongLength(of: what, expected: expected, found: found, each: each)
    }
  }

  /// Checks that an edit has left no new node or link without a value.
  @_specialize(where T == Float)
  @_specialize(where T == Double)
  static func nothingMissing<T: SimulationScalar>(
    _ values: [T], _ what: String, each: String
  ) throws(SimulationError) {
    if let index = values.firstIndex(where: \.isMissing) {
      throw .valueMissing(of: what, index: index, each: each)
    }
  }

  /// Checks that a fraction is 0 to 1.
  static func share<T: FloatingPoint>(_ value: T, _ what: String) throws(SimulationError) {
    try finite(value, what)
    guard value >= 0, value <= 1 else {
      throw .outOfRange(what, value: "\(value)", allowed: "between 0 and 1")
    }
  }

  static func links(_ links: [Link<Int>], nodeCount: Int) throws(SimulationError) {
    for (index, link) in links.enumerated() {
      if !(0..<nodeCount).contains(link.source) {
        throw .linkEndOutOfRange(
          link: index, end: .source, node: link.source, nodeCount: nodeCount)
      }
      if !(0..<nodeCount).contains(link.target) {
        throw .linkEndOutOfRange(
          link: index, end: .target, node: link.target, nodeCount: nodeCount)
      }
    }
  }

  static func finite<T: FloatingPoint>(_ value: T, _ what: String) throws(SimulationError) {
    guard value.isFinite else { throw .notFinite(what, index: nil, value: "\(value)") }
  }

  static func notNegative<T: FloatingPoint>(_ value: T, _ what: String) throws(SimulationError) {
    guard !value.isNaN else {
      throw .outOfRange(what, value: "\(value)", allowed: "a number that is not negative")
    }
    guard value >= 0 else { throw .negative(what, index: nil, value: "\(value)") }
  }

  @_specialize(where T == Float)
  @_specialize(where T == Double)
  static func finite<T: FloatingPoint>(_ values: [T], _ what: String) throws(SimulationError) {
    for (index, value) in values.enumerated() where !value.isFinite {
      throw .notFinite(what, index: index, value: "\(value)")
    }
  }

  static func finite<V: SIMD>(vector: V, _ what: String, index: Int? = nil) throws(SimulationError)
  where V.Scalar: FloatingPoint {
    guard vector.isFinite else { throw .notFinite(what, index: index, value: "\(vector)") }
  }

  @_specialize(where V == SIMD2<Float>)
  @_specialize(where V == SIMD2<Double>)
  @_specialize(where V == SIMD3<Float>)
  @_specialize(where V == SIMD3<Double>)
  @_specialize(where V == SIMD4<Float>)
  @_specialize(where V == SIMD4<Double>)
  static func finite<V: SIMD>(vectors: [V], _ what: String) throws(SimulationError)
  where V.Scalar: FloatingPoint {
    for (index, vector) in vectors.enumerated() {
      try finite(vector: vector, what, index: index)
    }
  }

  /// Checks that numbers are in a range; infinity is only allowed if the range ends there.
  @_specialize(where T == Float)
  @_specialize(where T == Double)
  static func range<T: SimulationScalar>(
    _ values: [T], _ range: ClosedRange<Double>, _ what: String, hasIndex: Bool = true
  ) throws(SimulationError) {
    let (low, high) = (range.lowerBound, range.upperBound)
    for index in values.indices {
      let value = Double(values[index])
      guard value >= low, value <= high else {
        throw outside(range, values[index], what, hasIndex ? index : nil)
      }
    }
  }

  /// Checks that the components of vectors are finite numbers in a range.
  static func range<V: SimulationVector>(
    vectors: [V], _ range: ClosedRange<Double>, _ what: String
  ) throws(SimulationError) {
    guard range != .finite else { return }
    for (index, vector) in vectors.enumerated() {
      for axis in 0..<V.scalarCount where !range.contains(Double(vector[axis])) {
        if range == .notNegative { throw .negative(what, index: index, value: "\(vector)") }
        throw outside(range, vector[axis], what, index)
      }
    }
  }

  private static func outside<T: SimulationScalar>(
    _ range: ClosedRange<Double>, _ value: T, _ what: String, _ index: Int?
  ) -> SimulationError {
    let (low, high) = (range.lowerBound, range.upperBound)
    if !value.isFinite, low > -.infinity, high < .infinity {
      return .notFinite(what, index: index, value: "\(value)")
    }
    if low == 0, high >= .greatestFiniteMagnitude, value < 0 {
      return .negative(what, index: index, value: "\(value)")
    }
    let allowed =
      switch (low > -.greatestFiniteMagnitude, high < .greatestFiniteMagnitude) {
      case (true, true): "between \(shortest(low)) and \(shortest(high))"
      case (true, false) where low == .leastNonzeroMagnitude: "above zero"
      case (true, false) where low == 0: "a number that is not negative"
      case (true, false): "at least \(shortest(low))"
      case (false, true): "at most \(shortest(high))"
      case (false, false): "a number"
      }
    return .outOfRange(what, index: index, value: "\(value)", allowed: allowed)
  }

  /// Returns a bound in its shortest form: 1 for 1.0.
  private static func shortest(_ bound: Double) -> String {
    Int(exactly: bound).map { "\($0)" } ?? "\(bound)"
  }

  static func axis(_ axis: Int, dimensions: Int) throws(SimulationError) {
    guard (0..<dimensions).contains(axis) else {
      throw .axisOutOfRange(axis: axis, dimensions: dimensions)
    }
  }
}
