@_spi(Interfaces) import ForceSimulation
import GraphLayout

/// An edit of a simulation from JSON: nodes and links that go and come, and values of forces.
struct EditRequest {
  /// A value of a force for a node or a link.
  private struct Value {
    var force: String
    var parameter: String
    /// A node, or a link.
    var index: Int
    var value: Double
  }

  private var removedNodes: [Int]
  private var removedLinks: [Int]
  private var addedNodes: Int
  /// The coordinates of the new nodes; NaN for those without.
  private var positions: [Double]
  /// Source and target of each new link, one after the other.
  private var addedLinks: [Int]
  private var values: [Value]
  private var alpha: Double?

  init(_ options: inout Options) throws(CallError) {
    removedNodes = try options.integers("remove-nodes") ?? []
    removedLinks = try options.integers("remove-links") ?? []
    addedNodes = try options.integer("add-nodes") ?? 0
    addedLinks = try options.integers("add-links") ?? []
    positions = []
    if let value = options.take("positions") {
      guard case .array(let numbers) = value else {
        throw options.wrong("positions", value, "an array of numbers, or null")
      }
      positions = numbers.map { if case .number(let number) = $0 { number } else { .nan } }
    }
    alpha = try options.number("alpha")
    values = []
    if let value = options.take("set") {
      guard case .array(let entries) = value else { throw options.wrong("set", value, "an array") }
      for entry in entries {
        var members = try Options(entry, of: "a value that an edit sets")
        guard let force = try members.string("force"),
          let parameter = try members.string("parameter"), let index = try members.integer("index"),
          let number = try members.number("value")
        else {
          throw CallError(
            .badOption, "a value that an edit sets has a force, a parameter, an index and a value")
        }
        try members.checkAllTaken()
        values.append(Value(force: force, parameter: parameter, index: index, value: number))
      }
    }
    try options.checkAllTaken()
    guard addedNodes >= 0, addedLinks.count.isMultiple(of: 2) else {
      throw CallError(
        .badOption, "add-nodes must not be negative, and add-links must have two nodes a link")
    }
  }

  func apply<Vector: LayoutVector>(
    to simulation: Simulation<Vector, ForceList<Vector>>
  ) throws -> GraphChange {
    guard positions.isEmpty || positions.count == addedNodes * Vector.scalarCount else {
      throw CallError(
        .badPosition,
        "there are \(positions.count) coordinates; \(addedNodes * Vector.scalarCount) are needed for "
          + "\(addedNodes) new nodes")
    }
    let forces = simulation.forces
    return try simulation.edit { edit in
      for link in removedLinks { edit.remove(link: link) }
      for node in removedNodes { edit.remove(node: node) }
      for node in 0..<addedNodes { edit.insert(at: position(of: node)) }
      for link in stride(from: 0, to: addedLinks.count, by: 2) {
        edit.link(addedLinks[link], addedLinks[link + 1])
      }
      for value in values { try set(value, in: &edit, forces) }
      if let alpha { edit.parameters.alpha = alpha }
    }
  }

  private func position<Vector: LayoutVector>(of node: Int) -> Vector? {
    guard !positions.isEmpty else { return nil }
    var position = Vector.zero
    for axis in 0..<Vector.scalarCount {
      position[axis] = positions[Vector.scalarCount * node + axis]
    }
    return Incoming.isFinite(position) ? position : nil
  }

  private func set<Vector: LayoutVector>(
    _ value: Value, in edit: inout Simulation<Vector, ForceList<Vector>>.Edit,
    _ forces: ForceList<Vector>
  ) throws {
    guard let force = forces[value.force] else {
      throw CallError(
        .badOption,
        "there is no force \"\(value.force)\"; there are \(forces.names.joined(separator: ", "))")
    }
    let parameters = type(of: force).kind.parameters
    guard let parameter = parameters.first(where: { $0.word == value.parameter }),
      let element = try element(value, of: parameter)
    else {
      throw CallError(
        .badOption,
        "the force \"\(value.force)\" has no values of nodes or links called \(value.parameter)")
    }
    edit.set(parameter, of: value.force, to: element, at: value.index)
  }

  /// Returns the value of a node or link; nil for a parameter that has none of numbers.
  private func element<Vector: LayoutVector>(
    _ value: Value, of parameter: ForceParameter<Vector>
  ) throws(CallError) -> ParameterElement<Vector>? {
    let number = ParameterElement<Vector>.scalar(value.value)
    if parameter.accepts(number) { return number }
    guard parameter.accepts(.group(nil)) else { return nil }
    guard let group = Int(exactly: value.value) else {
      throw CallError(.badOption, "the group \(value.value) is not an integer")
    }
    return .group(group < 0 ? nil : group)
  }
}

extension Options {
  /// Takes an array of integers.
  fileprivate mutating func integers(_ name: String) throws(CallError) -> [Int]? {
    guard let numbers = try numbers(name) else { return nil }
    var integers: [Int] = []
    integers.reserveCapacity(numbers.count)
    for number in numbers {
      guard let integer = Int(exactly: number) else {
        throw CallError(.badOption, "\(name) of \(subject) has \(number), which is not an integer")
      }
      integers.append(integer)
    }
    return integers
  }
}
