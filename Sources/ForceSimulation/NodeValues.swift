/// A number or a vector for each node: the same for all, one each, or from a function of the node's
/// index.
///
///     CollideForce(radius: 3)
///     CollideForce(radius: [3, 5, 4, 2])
///     CollideForce(radius: { degrees[$0] > 5 ? 8 : 3 })
///
/// A variable is as good as a literal: `CollideForce(radius: radii)`.
///
/// An array must have one element for each node. A function is called once for each node when the
/// force is bound to a simulation, not during ticks.
///
/// `Simulation.edit(_:)` carries the values along with their nodes; it never calls the function
/// again. A new node has the constant, or the default of the array; without either it needs a value
/// from `Simulation.Edit.set`.
public enum NodeValues<Value: Sendable>: Sendable {
  /// The same value for every node.
  case constant(Value)
  /// One value for each node, and the value of nodes that an edit adds.
  case array([Value], default: Value? = nil)
  /// The value of a node as a function of its index.
  case function(@Sendable (Int) -> Value)
}

extension NodeValues where Value: SimulationScalar {
  /// The values for nodes 0 ..< count. Throws when
  /// an array has another length, and when an edit gave a new node no value; `what` names the
  /// values in the error. O(count).
  @_specialize(where Value == Float)
  @_specialize(where Value == Double)
  package func evaluate(count: Int, _ what: String) throws(SimulationError) -> [Value] {
    switch self {
    case .constant(let value): return Array(repeating: value, count: count)
    case .array(let values, _):
      try Validate.length(values.count, of: what, is: count)
      try Validate.nothingMissing(values, what, each: "node")
      return values
    case .function(let value): return (0..<count).map { value($0) }
    }
  }

  /// The values times a factor.
  package func scaled(by factor: Value) -> Self {
    switch self {
    case .constant(let value): .constant(factor * value)
    case .array(let values, let common):
      .array(values.map { factor * $0 }, default: common.map { factor * $0 })
    case .function(let value): .function { factor * value($0) }
    }
  }
}

extension NodeValues {
  /// The values of some of `count` nodes, which are then numbered from 0. Throws when an array has
  /// another length than `count`; `what` names the values in the error.
  func of(_ nodes: Range<Int>, count: Int, _ what: String) throws(SimulationError) -> Self {
    switch self {
    case .constant: return self
    case .array(let values, let common):
      try Validate.length(values.count, of: what, is: count)
      return .array(Array(values[nodes]), default: common)
    case .function(let value): return .function { value(nodes.lowerBound + $0) }
    }
  }
}

extension NodeValues where Value: SimulationVector {
  /// The vectors for nodes 0 ..< count, as the method for numbers gives them.
  @_specialize(where Value == SIMD2<Float>)
  @_specialize(where Value == SIMD2<Double>)
  @_specialize(where Value == SIMD3<Float>)
  @_specialize(where Value == SIMD3<Double>)
  @_specialize(where Value == SIMD4<Float>)
  @_specialize(where Value == SIMD4<Double>)
  package func evaluate(count: Int, _ what: String) throws(SimulationError) -> [Value] {
    switch self {
    case .constant(let value): return Array(repeating: value, count: count)
    case .array(let values, _):
      try Validate.length(values.count, of: what, is: count)
      if let index = values.firstIndex(where: \.isMissing) {
        throw .valueMissing(of: what, index: index)
      }
      return values
    case .function(let value): return (0..<count).map { value($0) }
    }
  }
}

extension NodeValues {
  /// Sets the value of one node of `count`. A value for all becomes the default.
  mutating func set(_ value: Value, _ node: Int, of count: Int) {
    var (values, common): ([Value], Value?)
    switch self {
    case .constant(let constant):
      (values, common) = (Array(repeating: constant, count: count), constant)
    case .array(let each, let others): (values, common) = (each, others)
    // Values were carried over the edit, so only a new force still has a function.
    case .function(let function): (values, common) = ((0..<count).map { function($0) }, nil)
    }
    // The array is released meanwhile, so that it is not copied for each value.
    self = .array([])
    if values.indices.contains(node) { values[node] = value }
    self = .array(values, default: common)
  }
}

extension NodeValues: ExpressibleByFloatLiteral where Value: ExpressibleByFloatLiteral {
  /// The same value for every node.
  public init(floatLiteral value: Value.FloatLiteralType) {
    self = .constant(Value(floatLiteral: value))
  }
}

extension NodeValues: ExpressibleByIntegerLiteral where Value: ExpressibleByIntegerLiteral {
  /// The same value for every node.
  public init(integerLiteral value: Value.IntegerLiteralType) {
    self = .constant(Value(integerLiteral: value))
  }
}

extension NodeValues: ExpressibleByArrayLiteral {
  /// One value for each node.
  public init(arrayLiteral values: Value...) { self = .array(values) }
}

extension NodeValues: CustomStringConvertible {
  /// The constant, or the kind of values, in words.
  public var description: String {
    switch self {
    case .constant(let value): "\(value)"
    case .array(let values, _): "\(values.count) values"
    case .function: "a function of the node"
    }
  }
}

/// A number for each link: the same for all, one each, or from a function of the link.
///
///     LinkForce(length: 30)
///     LinkForce(length: [30, 60])
///     LinkForce(length: lengths)
///     LinkForce(length: { link, neighbours in neighbours.count[link.source]! > 5 ? 60 : 30 })
///
/// As with `NodeValues`, an array must have one element for each link, a function is called once
/// for each link when the force is bound, and `Simulation.edit(_:)` carries the values along.
public enum LinkValues<Value: Sendable>: Sendable {
  /// The same value for every link.
  case constant(Value)
  /// One value for each link, and the value of links that an edit adds.
  case array([Value], default: Value? = nil)
  /// The value of a link as a function of its ends and their neighbours.
  case function(@Sendable (Link<Int>, LinkLookup<Int>) -> Value)
}

extension LinkValues where Value: SimulationScalar {
  /// The values of these links. Throws when an array
  /// has another length, and when an edit gave a new link no value; `what` names the values in the
  /// error. O(number of links).
  package func evaluate(
    _ links: [Link<Int>], _ what: String
  ) throws(SimulationError) -> [Value] {
    try evaluateOnce(links, what).all(count: links.count)
  }

  /// Returns the values of these links, with a constant as one value.
  func evaluateOnce(
    _ links: [Link<Int>], _ what: String
  ) throws(SimulationError) -> CommonOrEach<Value> {
    switch self {
    case .constant(let value): return .common(value)
    case .array(let values, _):
      try Validate.length(values.count, of: what, is: links.count, each: "link")
      try Validate.nothingMissing(values, what, each: "link")
      return .each(values)
    case .function(let value):
      let lookup = LinkLookup(links: links)
      return .each(links.map { value($0, lookup) })
    }
  }

  /// Sets the value of one of these links. A value for all becomes the default.
  mutating func set(_ value: Value, _ link: Int, of links: [Link<Int>]) {
    var (values, common): ([Value], Value?)
    switch self {
    case .constant(let constant):
      (values, common) = (Array(repeating: constant, count: links.count), constant)
    case .array(let each, let others): (values, common) = (each, others)
    // Values were carried over the edit, so only a new force still has a function.
    case .function(let function):
      let lookup = LinkLookup(links: links)
      (values, common) = (links.map { function($0, lookup) }, nil)
    }
    self = .array([])
    if values.indices.contains(link) { values[link] = value }
    self = .array(values, default: common)
  }
}

extension LinkValues: ExpressibleByFloatLiteral where Value: ExpressibleByFloatLiteral {
  /// The same value for every link.
  public init(floatLiteral value: Value.FloatLiteralType) {
    self = .constant(Value(floatLiteral: value))
  }
}

extension LinkValues: ExpressibleByIntegerLiteral where Value: ExpressibleByIntegerLiteral {
  /// The same value for every link.
  public init(integerLiteral value: Value.IntegerLiteralType) {
    self = .constant(Value(integerLiteral: value))
  }
}

extension LinkValues: ExpressibleByArrayLiteral {
  /// One value for each link.
  public init(arrayLiteral values: Value...) { self = .array(values) }
}

extension LinkValues: CustomStringConvertible {
  /// The constant, or the kind of values, in words.
  public var description: String {
    switch self {
    case .constant(let value): "\(value)"
    case .array(let values, _): "\(values.count) values"
    case .function: "a function of the link"
    }
  }
}

/// Evaluated values: a common one, or one for each.
enum CommonOrEach<Value: Sendable>: Sendable {
  case common(Value)
  case each([Value])

  subscript(index: Int) -> Value {
    switch self {
    case .common(let value): value
    case .each(let values): values[index]
    }
  }

  /// The values, where each has its own.
  var each: [Value]? { if case .each(let values) = self { values } else { nil } }

  /// Returns one value for each of `count`.
  @_specialize(where Value == Float)
  @_specialize(where Value == Double)
  func all(count: Int) -> [Value] {
    switch self {
    case .common(let value): Array(repeating: value, count: count)
    case .each(let values): values
    }
  }

  /// Returns the values to check: the common one once, or each.
  func distinct(count: Int) -> [Value] {
    switch self {
    case .common(let value): count > 0 ? [value] : []
    case .each(let values): values
    }
  }
}
