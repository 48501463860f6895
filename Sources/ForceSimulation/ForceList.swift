/// Named forces, which act one after the other. They can be added, changed and removed while a
/// simulation runs.
///
///     var forces = ForceList {
///       ManyBodyForce<SIMD2<Double>>(strength: -30)
///       LinkForce().named("springs")
///       if isCentered { CenterForce() }
///     }
///     forces["springs"] = nil
///     forces["x"] = PositionForce(axis: .x, target: 0)
///
/// A force that has not been given a name has that of its type: "ManyBodyForce", and
/// "ManyBodyForce 2" for the second one.
public struct ForceList<Vector: SimulationVector>: Force {
  /// A force and its name.
  public struct Entry: Sendable {
    /// The name; nil until a list gives the force the name of its type.
    public let name: String?
    /// The force.
    public var force: any Force<Vector>

    /// An entry for a force. Without a name, the list gives it the name of its type.
    public init(_ force: any Force<Vector>, named name: String? = nil) {
      self.name = name
      self.force = force
    }
  }

  /// The names, in the sequence in which the forces act.
  public private(set) var names: [String] = []
  /// The forces, by the places of their names.
  private var forces: [any Force<Vector>] = []
  /// True when a force has to be guarded (`StepContext.apply(guarding:named:)`).
  private var containsCode = false
  /// The names of the forces that are switched off.
  private(set) var namesOff: Set<String> = []

  /// No forces.
  public init() {}

  /// These forces, in this sequence. A name that appears twice traps.
  public init(_ entries: some Sequence<Entry>) {
    for entry in entries {
      if let name = entry.name { add(entry.force, name) } else { append(entry.force) }
    }
  }

  private mutating func add(_ force: any Force<Vector>, _ name: String) {
    demand(self[name] == nil, "ForceSimulation: two forces of one list have the name \"\(name)\"")
    self[name] = force
  }

  /// The forces of a block, in the sequence in which they are written. A name that appears twice
  /// traps.
  public init(@ForceBuilder<Vector> _ forces: () -> [Entry]) { self.init(forces()) }

  /// The number of forces.
  public var count: Int { forces.count }
  /// True when there are no forces.
  public var isEmpty: Bool { forces.isEmpty }

  /// Adds a force at the end, under the name of its type.
  public mutating func append(_ force: some Force<Vector>) {
    let type = "\(Swift.type(of: force))".prefix { $0 != "<" }
    var name = String(type)
    var number = 1
    while names.contains(name) {
      number += 1
      name = "\(type) \(number)"
    }
    names.append(name)
    forces.append(force)
    updateContainsCode()
  }

  private mutating func updateContainsCode() {
    containsCode = forces.contains { type(of: $0).hasCode }
  }

  /// The force of a name; nil removes it. A force that replaces one of the same name keeps its
  /// place in the sequence; a new name goes to the end. O(number of forces).
  public subscript(name: String) -> (any Force<Vector>)? {
    get { names.firstIndex(of: name).map { forces[$0] } }
    set {
      switch (names.firstIndex(of: name), newValue) {
      case (let index?, let force?): forces[index] = force
      case (let index?, nil):
        names.remove(at: index)
        forces.remove(at: index)
        namesOff.remove(name)
      case (nil, let force?):
        names.append(name)
        forces.append(force)
      case (nil, nil): break
      }
      updateContainsCode()
    }
  }

  /// The force of a name as its own type, to change its parameters in place:
  /// `forces["ManyBodyForce", as: ManyBodyForce.self]?.strength = -50`. Setting a force replaces the
  /// one of that name, of whatever type; setting nil removes a force of that type.
  ///
  /// As in a dictionary, it is nil when there is no such force, and a change through `?.` then does
  /// nothing. `change(_:as:_:)` throws instead; `names` are the names there are.
  public subscript<F: Force<Vector>>(name: String, as type: F.Type) -> F? {
    get { self[name] as? F }
    set {
      if newValue != nil || self[name] is F { self[name] = newValue }
    }
  }

  /// True when there is a force of this name, and it acts. O(number of forces).
  public func isOn(_ name: String) -> Bool {
    names.contains(name) && !namesOff.contains(name)
  }

  /// Switches a force off, so that ticks leave it out, or on again. It keeps its place, parameters
  /// and values by node and link meanwhile. Forces are on when they are added, and a force that
  /// replaces one of the same name is on or off as that one was. Does nothing when there is no
  /// force of this name. O(number of forces).
  public mutating func setOn(_ isOn: Bool, _ name: String) {
    if isOn {
      namesOff.remove(name)
    } else if names.contains(name) {
      namesOff.insert(name)
    }
  }

  /// Changes the parameters of a force that has to be there:
  /// `try forces.change("charge", as: ManyBodyForce.self) { $0.strength = -50 }`. Throws
  /// `SimulationError.unknownForce`, which has the names there are, when there is none of that name
  /// and type. O(number of forces).
  public mutating func change<F: Force<Vector>>(
    _ name: String, as type: F.Type, _ body: (inout F) -> Void
  ) throws(SimulationError) {
    guard let index = names.firstIndex(of: name), var force = forces[index] as? F
    else { throw .unknownForce(name, names: names) }
    // The list lets go of the force meanwhile, so that its values are not copied.
    forces[index] = ForceList()
    body(&force)
    forces[index] = force
  }

  /// Binds the forces one after the other, each under its name. Throws the first error of a force.
  public mutating func bind(to context: inout BindingContext<Vector>) throws(SimulationError) {
    for index in forces.indices {
      var force = forces[index]
      try context.bind(&force, named: names[index])
      forces[index] = force
    }
  }

  /// Carries the values of all forces over an edit. Throws the first error of a force.
  public mutating func carry(over change: GraphChange) throws(SimulationError) {
    for index in forces.indices { try forces[index].carry(over: change) }
  }

  /// Applies the forces that are on, one after the other.
  public func apply(to step: inout StepContext<Vector>) {
    guard containsCode || !namesOff.isEmpty else {
      for force in forces { force.apply(to: &step) }
      return
    }
    for (name, force) in zip(names, forces) where !namesOff.contains(name) {
      if type(of: force).hasCode {
        step.apply(guarding: force, named: name)
      } else {
        force.apply(to: &step)
      }
    }
  }
}

extension ForceList: ExpressibleByDictionaryLiteral {
  /// Forces by name, in the sequence of the literal. A name that appears twice traps.
  public init(dictionaryLiteral elements: (String, any Force<Vector>)...) {
    for (name, force) in elements { add(force, name) }
  }
}

extension ForceList: CustomStringConvertible {
  /// The names of the forces, separated by commas.
  public var description: String { names.joined(separator: ", ") }
}

extension Force {
  /// An entry for a `ForceList` with this force under a name.
  public func named(_ name: String) -> ForceList<Vector>.Entry { .init(self, named: name) }
}

/// The result builder of `ForceList`. It supports `if`, `switch` and `for`.
@resultBuilder
public enum ForceBuilder<Vector: SimulationVector> {
  /// The element that the builder collects.
  public typealias Entry = ForceList<Vector>.Entry

  /// An unnamed force as an entry.
  public static func buildExpression(_ force: some Force<Vector>) -> [Entry] { [Entry(force)] }
  /// A named force, which is an entry already.
  public static func buildExpression(_ entry: Entry) -> [Entry] { [entry] }
  /// Concatenates the entries of a block's lines.
  public static func buildBlock(_ components: [Entry]...) -> [Entry] { components.flatMap { $0 } }
  /// The entries of an `if` without `else`; none when its condition is false.
  public static func buildOptional(_ component: [Entry]?) -> [Entry] { component ?? [] }
  /// The entries of the first branch.
  public static func buildEither(first component: [Entry]) -> [Entry] { component }
  /// The entries of the second branch.
  public static func buildEither(second component: [Entry]) -> [Entry] { component }
  /// The entries of an `if #available`.
  public static func buildLimitedAvailability(_ component: [Entry]) -> [Entry] { component }
  /// Concatenates the entries of a loop's rounds.
  public static func buildArray(_ components: [[Entry]]) -> [Entry] { components.flatMap { $0 } }
}
