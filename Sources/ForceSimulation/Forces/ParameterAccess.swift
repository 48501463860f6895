/// Reads and writes a parameter of a force of any type. A force of another type than that of the
/// parameter is left unchanged.
protocol ParameterAccess<Vector>: Sendable {
  associatedtype Vector: SimulationVector

  /// The key path of the parameter in the force.
  var path: AnyKeyPath { get }

  /// Writes the parameter; a function is written as its evaluated values.
  func write(_ force: any Force<Vector>, to writer: inout ByteWriter)
  /// Reads what `write` has written.
  func read(
    _ force: inout any Force<Vector>, from reader: inout ByteReader
  ) throws(SimulationError)
  /// Carries values by node and link over an edit.
  func carry(_ force: inout any Force<Vector>, over change: GraphChange)
  /// Throws when a parameter of the whole force is out of range. `what` names it in the message.
  func check(_ force: any Force<Vector>, _ what: String) throws(SimulationError)
  /// Returns the value as text: empty for a flag that is set, nil for a value not worth mentioning.
  func describe(_ force: any Force<Vector>) -> String?

  func value(of force: any Force<Vector>) -> ParameterValue<Vector>?
  /// Returns false, and changes nothing, for a value of another type.
  func set(_ value: ParameterValue<Vector>, of force: inout any Force<Vector>) -> Bool

  func accepts(_ element: ParameterElement<Vector>) -> Bool
  func isKnown(_ element: ParameterElement<Vector>, at index: Int, of force: any Force<Vector>)
    -> Bool
  func set(
    _ element: ParameterElement<Vector>, at index: Int, after change: GraphChange,
    of force: inout any Force<Vector>)
}

/// The value of one node or link.
@_spi(Interfaces)
public enum ParameterElement<Vector: SimulationVector>: Sendable {
  case scalar(Vector.Scalar)
  case vector(Vector)
  /// A group of nodes; nil for none.
  case group(Int?)

  var scalar: Vector.Scalar? { if case .scalar(let value) = self { value } else { nil } }
  var vector: Vector? { if case .vector(let value) = self { value } else { nil } }
}

/// Access to single values of a parameter by node or link.
struct ElementAccess<F: Force>: Sendable {
  /// Returns true if the force certainly has the value already.
  var isKnown: @Sendable (F, ParameterElement<F.Vector>, Int) -> Bool
  var set: @Sendable (inout F, ParameterElement<F.Vector>, Int, GraphChange) -> Void
  var accepts: @Sendable (ParameterElement<F.Vector>) -> Bool
}

/// Access by a key path of one type of forces.
struct Access<F: Force>: ParameterAccess {
  typealias Vector = F.Vector

  private let sendablePath: AnyKeyPath & Sendable
  private let write: @Sendable (F, inout ByteWriter) -> Void
  private let read: @Sendable (inout F, inout ByteReader) throws(SimulationError) -> Void
  private let check: (@Sendable (F, String) throws(SimulationError) -> Void)?
  private let carry: (@Sendable (inout F, GraphChange) -> Void)?
  private let describe: @Sendable (F) -> String?
  private let get: @Sendable (F) -> ParameterValue<Vector>
  private let set: @Sendable (inout F, ParameterValue<Vector>) -> Bool
  private let element: ElementAccess<F>?

  init<Value>(
    _ path: WritableKeyPath<F, Value> & Sendable, _ form: ParameterForm<F.Vector, Value>,
    write: @escaping @Sendable (F, inout ByteWriter) -> Void,
    read: @escaping @Sendable (inout F, inout ByteReader) throws(SimulationError) -> Void,
    check: (@Sendable (F, String) throws(SimulationError) -> Void)? = nil,
    carry: (@Sendable (inout F, GraphChange) -> Void)? = nil,
    describe: (@Sendable (F) -> String?)? = nil, element: ElementAccess<F>? = nil
  ) {
    sendablePath = path
    (self.write, self.read, self.check, self.carry) = (write, read, check, carry)
    self.describe = describe ?? { "\($0[keyPath: path])" }
    self.element = element
    get = { form.wrap($0[keyPath: path]) }
    set = { force, value in
      guard let stored = form.unwrap(value) else { return false }
      force[keyPath: path] = stored
      return true
    }
  }

  var path: AnyKeyPath { sendablePath }

  func write(_ force: any Force<Vector>, to writer: inout ByteWriter) {
    if let force = force as? F { write(force, &writer) }
  }

  func read(
    _ force: inout any Force<Vector>, from reader: inout ByteReader
  ) throws(SimulationError) {
    guard var changed = force as? F else { return }
    try read(&changed, &reader)
    force = changed
  }

  func carry(_ force: inout any Force<Vector>, over change: GraphChange) {
    guard let carry, var changed = force as? F else { return }
    carry(&changed, change)
    force = changed
  }

  func check(_ force: any Force<Vector>, _ what: String) throws(SimulationError) {
    if let check, let force = force as? F { try check(force, what) }
  }

  func describe(_ force: any Force<Vector>) -> String? { (force as? F).flatMap(describe) }

  func value(of force: any Force<Vector>) -> ParameterValue<Vector>? { (force as? F).map(get) }

  func set(_ value: ParameterValue<Vector>, of force: inout any Force<Vector>) -> Bool {
    guard var changed = force as? F, set(&changed, value) else { return false }
    force = changed
    return true
  }

  func accepts(_ element: ParameterElement<Vector>) -> Bool {
    self.element?.accepts(element) ?? false
  }

  func isKnown(
    _ element: ParameterElement<Vector>, at index: Int, of force: any Force<Vector>
  ) -> Bool {
    guard let access = self.element, let force = force as? F else { return false }
    return access.isKnown(force, element, index)
  }

  func set(
    _ element: ParameterElement<Vector>, at index: Int, after change: GraphChange,
    of force: inout any Force<Vector>
  ) {
    guard let access = self.element, var changed = force as? F else { return }
    // The array is released meanwhile, so that its values are not copied for each node.
    force = ForceList()
    access.set(&changed, element, index, change)
    force = changed
  }
}

// MARK: For edits by the name of a parameter

extension ForceParameter {
  /// Returns true if the values per node or link have this type.
  @_spi(Interfaces)
  public func accepts(_ element: ParameterElement<Vector>) -> Bool { access.accepts(element) }

  /// Returns true if a node or link certainly has this value already.
  package func isKnown(
    _ element: ParameterElement<Vector>, at index: Int, of force: any Force<Vector>
  ) -> Bool {
    access.isKnown(element, at: index, of: force)
  }
}

extension NodeValues where Value: Equatable {
  /// Returns true if the node certainly has this value already.
  func isKnown(_ value: Value, at node: Int) -> Bool {
    switch self {
    case .constant(let constant): constant == value
    case .array(let values, _): values.indices.contains(node) && values[node] == value
    case .function: false
    }
  }
}

extension LinkValues where Value: Equatable {
  /// Returns true if the link certainly has this value already.
  func isKnown(_ value: Value, at link: Int) -> Bool {
    switch self {
    case .constant(let constant): constant == value
    case .array(let values, _): values.indices.contains(link) && values[link] == value
    case .function: false
    }
  }
}

// MARK: Binding

extension BindingContext {
  /// Checks the declared parameters that the whole force has: numbers against their ranges,
  /// vectors that they are finite. Throws the first error.
  public func check(_ force: some Force<Vector>) throws(SimulationError) {
    for parameter in type(of: force).kind.parameters {
      try parameter.access.check(force, parameter.words)
    }
  }

  /// The values of a declared parameter for the nodes. Throws when an array has another length,
  /// when an edit gave a new node no value, and when a value is out of range. Traps when the type
  /// declares no such parameter. O(nodes).
  public func values<F: Force<Vector>>(
    _ path: KeyPath<F, NodeValues<Vector.Scalar>>, of force: F
  ) throws(SimulationError) -> [Vector.Scalar] {
    let (range, what) = declaration(path)
    let values = try own(force[keyPath: path], what).evaluate(count: nodeCount, what)
    try Validate.range(values, range, what)
    return values
  }

  /// The vectors of a declared parameter for the nodes, as the method for numbers gives them.
  public func values<F: Force<Vector>>(
    _ path: KeyPath<F, NodeValues<Vector>>, of force: F
  ) throws(SimulationError) -> [Vector] {
    let (range, what) = declaration(path)
    let vectors = try own(force[keyPath: path], what).evaluate(count: nodeCount, what)
    try Validate.finite(vectors: vectors, what)
    try Validate.range(vectors: vectors, range, what)
    return vectors
  }

  private func own<Value>(
    _ values: NodeValues<Value>, _ what: String
  ) throws(SimulationError) -> NodeValues<Value> {
    nodes.count == wholeNodeCount
      ? values : try values.of(nodes, count: wholeNodeCount, what)
  }

  /// The values of a declared parameter for the links, as the method for nodes gives them.
  /// O(links).
  public func values<F: Force<Vector>>(
    _ path: KeyPath<F, LinkValues<Vector.Scalar>>, of force: F
  ) throws(SimulationError) -> [Vector.Scalar] {
    try linkValues(path, of: force).all(count: links.count)
  }

  /// Returns the values of a declared parameter for the links, with a constant as one value.
  func linkValues<F: Force<Vector>>(
    _ path: KeyPath<F, LinkValues<Vector.Scalar>>, of force: F
  ) throws(SimulationError) -> CommonOrEach<Vector.Scalar> {
    let (range, what) = declaration(path)
    let values = try force[keyPath: path].evaluateOnce(links, what)
    try Validate.range(values.distinct(count: links.count), range, what)
    return values
  }

  private func declaration<F: Force<Vector>, Value>(
    _ path: KeyPath<F, Value>
  ) -> (range: ClosedRange<Double>, what: String) {
    let kind = F.kind
    guard let parameter = kind.parameters.first(where: { $0.access.path == path }) else {
      trap("ForceSimulation: \(kind.name).kind declares no parameter of \(path)")
    }
    return (parameter.range, parameter.words)
  }
}
