import GraphModel

/// An error of an invalid graph, option or layout. Its description has what was found and what is
/// required.
public enum LayoutError: Error, Equatable, Sendable {
  /// The graph is invalid: an edge refers to a missing node, or there are too many nodes or edges.
  case badGraph(GraphError)
  /// The length of an array with one element per node or edge is wrong.
  case wrongLength(of: String, expected: Int, found: Int)
  /// A weight is NaN, negative, zero, or so large or small that distances would overflow.
  case badWeight(edge: Int, value: String)
  /// A position is not finite, or a coordinate of a start or a pin exceeds 1e30.
  case badPosition(node: Int, value: String, expected: String)
  /// An option is out of range.
  case badOption(String, value: String, expected: String)
  /// The layout would exceed its memory limit.
  case tooLarge(String, found: Int, limit: Int)
  /// The package was built without the trait LinearAlgebra, which this layout needs.
  case linearAlgebraMissing(String)
  /// OpenBLAS, which this layout needs, is not installed.
  case linearAlgebraNotInstalled
  /// A LAPACK routine failed.
  case linearAlgebraFailed(routine: String, code: Int)
}

extension LayoutError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .badGraph(let error): error.description
    case .wrongLength(let what, let expected, let found):
      "\(what) has \(found) elements; \(expected) are needed"
    case .badWeight(let edge, let value):
      "the weight of edge \(edge) is \(value); it must be between 1e-12 and 1e12 "
        + "(leave out an edge that has no weight, or lay the graph out without weights)"
    case .badPosition(let node, let value, let expected):
      "the position of node \(node) is \(value); it must be \(expected)"
    case .badOption(let name, let value, let expected):
      "\(name) is \(value); it must be \(expected)"
    case .tooLarge(let what, let found, let limit):
      "\(what) is \(found); at most \(limit) fit"
    case .linearAlgebraMissing(let what):
      "\(what) needs OpenBLAS, which this build leaves out; install it (Debian and Ubuntu: libopenblas-dev) "
        + "and build with the package trait LinearAlgebra: swift build --traits LinearAlgebra,Tools, or in "
        + "a Package.swift .package(url: ..., from: ..., traits: [\"LinearAlgebra\"])"
    case .linearAlgebraNotInstalled:
      "this layout needs OpenBLAS, which was not found; install it (Debian and Ubuntu: libopenblas0)"
    case .linearAlgebraFailed(let routine, let code):
      "LAPACK's \(routine) gave up with code \(code)"
    }
  }
}

/// Validation shared by layouts.
enum Check {
  static func positive(_ value: Double, _ name: String) throws(LayoutError) {
    guard value > 0, value.isFinite else {
      throw .badOption(name, value: "\(value)", expected: "positive and finite")
    }
  }

  static func notNegative(_ value: Double, _ name: String) throws(LayoutError) {
    guard value >= 0, value.isFinite else {
      throw .badOption(name, value: "\(value)", expected: "finite and not negative")
    }
  }

  static func atLeast(_ minimum: Int, _ value: Int, _ name: String) throws(LayoutError) {
    guard value >= minimum else {
      throw .badOption(name, value: "\(value)", expected: "\(minimum) or more")
    }
  }

  static func node(_ node: Int?, _ name: String, nodeCount: Int) throws(LayoutError) {
    guard let node, !(0..<nodeCount).contains(node) else { return }
    throw .badOption(
      name, value: "\(node)",
      expected: nodeCount == 0 ? "nil, as there are no nodes" : "a node, 0 to \(nodeCount - 1)")
  }

  /// The maximum coordinate of a start or a pin, which keeps high powers of distances finite.
  static let farthest = 1e30

  static func start(_ position: some LayoutVector, of node: Int) throws(LayoutError) {
    for axis in position.indices where !(position[axis].magnitude <= farthest) {
      throw .badPosition(
        node: node, value: "\(position)", expected: "finite, with coordinates up to \(farthest)")
    }
  }

  static func positions<Vector: LayoutVector>(
    _ positions: [Vector], of name: String = "positions", nodeCount: Int
  ) throws(LayoutError) {
    guard positions.count == nodeCount else {
      throw .wrongLength(of: name, expected: nodeCount, found: positions.count)
    }
    for (node, position) in positions.enumerated() where !position.isFinite {
      throw .badPosition(node: node, value: "\(position)", expected: "finite")
    }
  }
}
