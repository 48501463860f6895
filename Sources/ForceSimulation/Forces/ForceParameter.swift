/// A parameter of a kind of forces: its name, unit and range, and its storage in the force.
///
/// A parameter is a number, a vector, a count or a flag that is the same for all nodes and links,
/// or it has a value for each (`NodeValues`, `LinkValues`).
public struct ForceParameter<Vector: SimulationVector>: Sendable {
  /// The scope of a parameter's values.
  public enum Scope: Sendable, Hashable {
    /// One value for the force.
    case force
    /// A value for each node.
    case node
    /// A value for each link.
    case link
  }

  /// The name, as in code: "halfSides".
  public let name: String
  /// The title for users: "Half sides".
  public let title: String
  /// The unit as text; nil for a dimensionless parameter.
  public let unit: String?
  /// The scope of its values.
  public let scope: Scope
  /// The allowed values; for a vector those of each component.
  public let range: ClosedRange<Double>
  /// The range of a slider; nil for no slider.
  public let slider: ClosedRange<Double>?
  /// The default number; nil if there is none, or the parameter is not a single number.
  public private(set) var defaultValue: Double?
  /// The name in messages: "collide radius".
  private(set) var words: String
  /// A name that the parameter had in edits of earlier releases.
  private(set) var formerName: String?
  /// True for a parameter that every initialiser of the force takes without a default.
  @_spi(Interfaces)
  public private(set) var isRequired = false
  let access: any ParameterAccess<Vector>

  init(
    name: String, title: String? = nil, unit: String? = nil, scope: Scope = .force,
    range: ClosedRange<Double> = .finite, slider: ClosedRange<Double>? = nil,
    access: any ParameterAccess<Vector>
  ) {
    self.name = name
    words = name.wordsOfCamelCase
    self.title = title ?? words.capitalizedFirst
    (self.unit, self.scope, self.range, self.slider) = (unit, scope, range, slider)
    self.access = access
  }

  /// The parameter as one of the kind of a force, which messages call by a noun.
  func declared(by force: any Force<Vector>, called noun: String) -> Self {
    var parameter = self
    if words != noun { parameter.words = "\(noun) \(words)" }
    if !isRequired { parameter.defaultValue = value(of: force) }
    return parameter
  }

  func named(formerly name: String) -> Self {
    var parameter = self
    parameter.formerName = name
    return parameter
  }

  func required() -> Self {
    var parameter = self
    parameter.isRequired = true
    return parameter
  }

  /// The number that all nodes and links of a force share; nil when each has its own, when it is
  /// not a number, and for a force of another kind.
  public func value(of force: any Force<Vector>) -> Double? {
    access.value(of: force)?.commonNumber
  }

  /// The force with another number, for all nodes and links; nil where `value(of:)` is. The force
  /// checks the number when it is bound.
  public func setting(_ value: Double, of force: any Force<Vector>) -> (any Force<Vector>)? {
    guard let old = access.value(of: force), old.commonNumber != nil else { return nil }
    return old.settingCommonNumber(value).map { setting($0, of: force) } ?? force
  }
}

// MARK: Parameters of types that this package's forces alone have

extension ForceParameter {
  init<F: Force<Vector>, Value>(
    _ path: WritableKeyPath<F, Value> & Sendable, _ form: ParameterForm<Vector, Value>,
    name: String, unit: String? = nil, scope: Scope = .force,
    write: @escaping @Sendable (Value, inout ByteWriter) -> Void,
    read: @escaping @Sendable (inout ByteReader) throws(SimulationError) -> Value,
    check: (@Sendable (Value, String) throws(SimulationError) -> Void)? = nil,
    carry: (@Sendable (Value, GraphChange) -> Value)? = nil,
    describe: (@Sendable (Value) -> String?)? = nil, element: ElementAccess<F>? = nil
  ) {
    var carryOver: (@Sendable (inout F, GraphChange) -> Void)?
    if let carry {
      carryOver = { force, change in force[keyPath: path] = carry(force[keyPath: path], change) }
    }
    var words: (@Sendable (F) -> String?)?
    if let describe { words = { force in describe(force[keyPath: path]) } }
    let access = Access<F>(
      path, form,
      write: { force, writer in write(force[keyPath: path], &writer) },
      read: { force, reader throws(SimulationError) in
        force[keyPath: path] = try read(&reader)
      },
      check: { force, what throws(SimulationError) in try check?(force[keyPath: path], what) },
      carry: carryOver, describe: words, element: element)
    self.init(name: name, unit: unit, scope: scope, access: access)
  }

  /// A number of ticks.
  init<F: Force<Vector>>(
    ticks path: WritableKeyPath<F, UInt64> & Sendable, name: String, least: UInt64 = 0
  ) {
    self.init(
      path, .ticks, name: name, unit: "ticks",
      write: { $1.write($0) },
      read: { reader throws(SimulationError) in try reader.read(UInt64.self) },
      check: { ticks, what throws(SimulationError) in
        guard ticks >= least else {
          throw .outOfRange(what, value: "\(ticks)", allowed: "at least \(least)")
        }
      })
  }
}

// MARK: Parameters of any force

extension ForceParameter {
  /// A number.
  ///
  /// - Parameters:
  ///   - name: the name as in code; messages split it into words.
  ///   - title: the title for people; by default the words of the name.
  ///   - unit: the unit, in words; nil for none.
  ///   - range: the allowed values; by default all finite ones. One that ends at infinity allows
  ///     infinity.
  ///   - slider: the values that a slider covers; nil for no slider.
  public init<F: Force<Vector>>(
    _ path: WritableKeyPath<F, Vector.Scalar> & Sendable, name: String, title: String? = nil,
    unit: String? = nil,
    range: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude,
    slider: ClosedRange<Double>? = nil
  ) {
    let access = Access<F>(
      path, .number,
      write: { force, writer in writer.write(force[keyPath: path]) },
      read: { force, reader throws(SimulationError) in
        force[keyPath: path] = try reader.read(Vector.Scalar.self)
      },
      check: { force, what throws(SimulationError) in
        let value: Vector.Scalar = force[keyPath: path]
        try Validate.range([value], range, what, hasIndex: false)
      })
    self.init(
      name: name, title: title, unit: unit, range: range, slider: slider, access: access)
  }

  /// A vector, as a point; each component is in the range.
  public init<F: Force<Vector>>(
    _ path: WritableKeyPath<F, Vector> & Sendable, name: String, title: String? = nil,
    unit: String? = nil
  ) {
    let access = Access<F>(
      path, .vector,
      write: { force, writer in writer.write(vector: force[keyPath: path]) },
      read: { force, reader throws(SimulationError) in
        force[keyPath: path] = try reader.readVector(Vector.self)
      },
      check: { force, what throws(SimulationError) in
        try Validate.finite(vector: force[keyPath: path], what)
      })
    self.init(name: name, title: title, unit: unit, access: access)
  }

  /// A count.
  public init<F: Force<Vector>>(
    _ path: WritableKeyPath<F, Int> & Sendable, name: String, title: String? = nil,
    unit: String? = nil, range: ClosedRange<Int> = Int.min...Int.max
  ) {
    let access = Access<F>(
      path, .count,
      write: { force, writer in writer.write(Int64(force[keyPath: path])) },
      read: { force, reader throws(SimulationError) in
        force[keyPath: path] = try reader.readInt()
      },
      check: { force, what throws(SimulationError) in
        let count = force[keyPath: path]
        guard range.contains(count) else {
          throw .outOfRange(
            what, value: "\(count)",
            allowed: "between \(range.lowerBound) and \(range.upperBound)")
        }
      })
    self.init(
      name: name, title: title, unit: unit,
      range: Double(range.lowerBound)...Double(range.upperBound), access: access)
  }

  /// A flag.
  public init<F: Force<Vector>>(
    _ path: WritableKeyPath<F, Bool> & Sendable, name: String, title: String? = nil
  ) {
    let access = Access<F>(
      path, .flag,
      write: { force, writer in writer.write(force[keyPath: path]) },
      read: { force, reader throws(SimulationError) in
        force[keyPath: path] = try reader.readFlag()
      },
      describe: { force in force[keyPath: path] ? "" : nil })
    self.init(name: name, title: title, access: access)
  }

  /// A number for each node.
  ///
  /// - Parameter evaluated: the values for the nodes that the force is bound to, which checkpoints
  ///   and edits take in the place of a function. Without them a checkpoint of a force with a
  ///   function cannot be restored, and an edit leaves the function as it is.
  public init<F: Force<Vector>>(
    _ path: WritableKeyPath<F, NodeValues<Vector.Scalar>> & Sendable, name: String,
    title: String? = nil, unit: String? = nil,
    range: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude,
    slider: ClosedRange<Double>? = nil,
    evaluated: @escaping @Sendable (F) -> [Vector.Scalar]? = { _ in nil }
  ) {
    let access = Access<F>(
      path, .nodeNumbers,
      write: { force, writer in writer.write(force[keyPath: path], evaluated: evaluated(force)) },
      read: { force, reader throws(SimulationError) in
        force[keyPath: path] = try reader.readNodeValues(Vector.Scalar.self)
      },
      carry: { force, change in
        force[keyPath: path] = change.carry(force[keyPath: path], evaluated(force))
      },
      element: ElementAccess(
        isKnown: { force, element, node in
          element.scalar.map { force[keyPath: path].isKnown($0, at: node) } ?? false
        },
        set: { force, element, node, change in
          guard let value = element.scalar else { return }
          force[keyPath: path].set(value, node, of: change.nodeCount)
        },
        accepts: { $0.scalar != nil }))
    self.init(
      name: name, title: title, unit: unit, scope: .node, range: range, slider: slider,
      access: access)
  }

  /// A vector for each node. In all else as the initialiser for numbers.
  public init<F: Force<Vector>>(
    _ path: WritableKeyPath<F, NodeValues<Vector>> & Sendable, name: String,
    title: String? = nil, unit: String? = nil,
    range: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude,
    evaluated: @escaping @Sendable (F) -> [Vector]? = { _ in nil }
  ) {
    let access = Access<F>(
      path, .nodeVectors,
      write: { force, writer in writer.write(force[keyPath: path], evaluated: evaluated(force)) },
      read: { force, reader throws(SimulationError) in
        force[keyPath: path] = try reader.readNodeValues(Vector.self)
      },
      carry: { force, change in
        force[keyPath: path] = change.carry(force[keyPath: path], evaluated(force))
      },
      element: ElementAccess(
        isKnown: { force, element, node in
          element.vector.map { force[keyPath: path].isKnown($0, at: node) } ?? false
        },
        set: { force, element, node, change in
          guard let vector = element.vector else { return }
          force[keyPath: path].set(vector, node, of: change.nodeCount)
        },
        accepts: { $0.vector != nil }))
    self.init(name: name, title: title, unit: unit, scope: .node, range: range, access: access)
  }

  /// A number for each link. In all else as the initialiser for numbers of nodes.
  public init<F: Force<Vector>>(
    _ path: WritableKeyPath<F, LinkValues<Vector.Scalar>> & Sendable, name: String,
    title: String? = nil, unit: String? = nil,
    range: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude,
    slider: ClosedRange<Double>? = nil,
    evaluated: @escaping @Sendable (F) -> [Vector.Scalar]? = { _ in nil }
  ) {
    let access = Access<F>(
      path, .linkNumbers,
      write: { force, writer in writer.write(force[keyPath: path], evaluated: evaluated(force)) },
      read: { force, reader throws(SimulationError) in
        force[keyPath: path] = try reader.readLinkValues(Vector.Scalar.self)
      },
      carry: { force, change in
        force[keyPath: path] = change.carry(force[keyPath: path], evaluated(force))
      },
      element: ElementAccess(
        isKnown: { force, element, link in
          element.scalar.map { force[keyPath: path].isKnown($0, at: link) } ?? false
        },
        set: { force, element, link, change in
          guard let value = element.scalar else { return }
          force[keyPath: path].set(value, link, of: change.links)
        },
        accepts: { $0.scalar != nil }))
    self.init(
      name: name, title: title, unit: unit, scope: .link, range: range, slider: slider,
      access: access)
  }
}

extension ClosedRange<Double> {
  static var finite: Self { -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude }
  static var notNegative: Self { 0...Double.greatestFiniteMagnitude }
  static var aboveZero: Self { Double.leastNonzeroMagnitude...Double.greatestFiniteMagnitude }
  /// Infinity among them.
  static var notNegativeOrInfinite: Self { 0...Double.infinity }
}

extension ClosedRange<Int> {
  /// More iterations would make a tick practically endless.
  static var iterations: Self { 0...1 << 16 }
}
