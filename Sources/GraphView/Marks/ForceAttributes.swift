import ForceSimulation

/// A value per node, a number or a vector in the plane: constant, or a function of the id.
public enum NodeAttribute<NodeID: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The same for all nodes.
  case constant(Value)
  /// A function of the node's id.
  case function(@Sendable (NodeID) -> Value)

  var isFunction: Bool { if case .function = self { true } else { false } }
}

extension NodeAttribute: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral
where Value == Double {
  public init(floatLiteral value: Double) { self = .constant(value) }
  public init(integerLiteral value: Int) { self = .constant(Double(value)) }

  func values(_ ids: [NodeID]) -> NodeValues<Double> {
    switch self {
    case .constant(let value): .constant(value)
    // The default is temporary: nodes added by an edit get their own values right after it.
    case .function(let value): .array(ids.map(value), default: 0)
    }
  }
}

extension NodeAttribute where Value == SIMD2<Double> {
  /// Returns the values, converted to another vector type by `convert`.
  func values<Vector: SimulationVector>(
    _ ids: [NodeID], _ convert: (SIMD2<Double>) -> Vector
  ) -> NodeValues<Vector> where Vector.Scalar == Double {
    switch self {
    case .constant(let value): .constant(convert(value))
    // The default is temporary, as for numbers.
    case .function(let value): .array(ids.map { convert(value($0)) }, default: .zero)
    }
  }
}

/// A value per link: constant, or a function of the ids of its ends.
public enum LinkAttribute<NodeID: Hashable & Sendable>: Sendable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  /// The same for all links.
  case constant(Double)
  /// A function of the ids of the link's ends, source first.
  case function(@Sendable (_ source: NodeID, _ target: NodeID) -> Double)
  /// For strengths of links: the reciprocal of the smaller degree of the two ends, as in d3.
  case byDegree

  public init(floatLiteral value: Double) { self = .constant(value) }
  public init(integerLiteral value: Int) { self = .constant(Double(value)) }

  var isFunction: Bool { if case .function = self { true } else { false } }

  func values(_ ids: [NodeID]) -> LinkValues<Double> {
    switch self {
    case .constant(let value): .constant(value)
    case .function(let value):
      .function { link, _ in value(ids[link.source], ids[link.target]) }
    case .byDegree: .constant(1)
    }
  }
}
