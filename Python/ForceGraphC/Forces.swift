import ForceSimulation
import GraphLayout

/// The forces of a simulation, from JSON: an array of objects, each with `force` and the parameters
/// of that force. Values of nodes and links are a number or an array of them.
struct ForceReader<Vector: LayoutVector> where Vector: SIMD {
  let nodeCount: Int

  func forces(_ value: JSONValue) throws(CallError) -> ForceList<Vector> {
    guard case .array(let values) = value else {
      throw CallError(.badOption, "forces is \(value.kind); it must be an array of objects")
    }
    var entries: [ForceList<Vector>.Entry] = []
    var names: Set<String> = []
    for (number, value) in values.enumerated() {
      var options = try Options(value, of: "force \(number)")
      guard let kind = try options.string("force") else {
        throw CallError(.badOption, "force \(number) has no member force, which says what it is")
      }
      let name = try options.string("name") ?? unused(kind, names)
      guard names.insert(name).inserted else {
        throw CallError(.badOption, "two forces have the name \(name)")
      }
      let force = try force(kind, &options)
      try options.checkAllTaken()
      entries.append(ForceList<Vector>.Entry(force, named: name))
    }
    return ForceList(entries)
  }

  /// Returns a name for an unnamed force: its kind, with a number from the second one on.
  private func unused(_ kind: String, _ names: Set<String>) -> String {
    var (name, number) = (kind, 1)
    while names.contains(name) {
      number += 1
      name = "\(kind) \(number)"
    }
    return name
  }

  private func force(
    _ kind: String, _ options: inout Options
  ) throws(CallError) -> any Force<Vector> {
    switch kind {
    case "many-body":
      return ManyBodyForce<Vector>(
        strength: try nodeValues("strength", &options) ?? -30,
        accuracy: try options.number("accuracy") ?? ManyBodyForce<Vector>.defaultAccuracy,
        theta: try options.number("theta"), distanceMin: try options.number("distance-min") ?? 1,
        distanceMax: try options.number("distance-max") ?? .infinity)
    case "link":
      return LinkForce<Vector>(
        strength: try linkValues("strength", &options).map { LinkForce.Strength(values: $0) }
          ?? .byDegree,
        length: try linkValues("length", &options) ?? 30,
        iterations: try options.integer("iterations") ?? 1)
    case "collide":
      return CollideForce<Vector>(
        radius: try nodeValues("radius", &options) ?? 1,
        strength: try options.number("strength") ?? 1,
        iterations: try options.integer("iterations") ?? 1)
    case "center":
      return CenterForce<Vector>(
        center: try vector("center", &options) ?? .zero,
        strength: try options.number("strength") ?? 1)
    case "position":
      return PositionForce<Vector>(
        axis: try axis(&options), target: try nodeValues("target", &options) ?? 0,
        strength: try nodeValues("strength", &options) ?? 0.1)
    case "radial":
      guard let radius = try nodeValues("radius", &options) else {
        throw CallError(.badOption, "a radial force needs a radius")
      }
      return RadialForce<Vector>(
        radius: radius, center: try vector("center", &options) ?? .zero,
        strength: try nodeValues("strength", &options) ?? 0.1)
    case "gravity":
      return GravityForce<Vector>(
        center: try vector("center", &options) ?? .zero,
        strength: try options.number("strength") ?? 1,
        softening: try options.number("softening") ?? 1)
    case "group":
      return GroupForce<Vector>(
        groups: try groups(&options), strength: try nodeValues("strength", &options) ?? 0.1)
    case "velocity-limit":
      guard let limit = try options.number("limit") else {
        throw CallError(.badOption, "a velocity limit needs a limit")
      }
      return VelocityLimit<Vector>(limit)
    default:
      throw CallError(
        .badOption,
        "there is no force \"\(kind)\"; there are many-body, link, collide, center, position, radial, "
          + "gravity, group, velocity-limit")
    }
  }

  // MARK: Parameters

  private func nodeValues(
    _ name: String, _ options: inout Options
  ) throws(CallError) -> NodeValues<Double>? {
    guard let value = options.take(name) else { return nil }
    if case .number(let number) = value { return .constant(number) }
    return .array(try options.numbers(in: value, name))
  }

  private func linkValues(
    _ name: String, _ options: inout Options
  ) throws(CallError) -> LinkValues<Double>? {
    guard let value = options.take(name) else { return nil }
    if case .number(let number) = value { return .constant(number) }
    return .array(try options.numbers(in: value, name))
  }

  private func vector(_ name: String, _ options: inout Options) throws(CallError) -> Vector? {
    guard let numbers = try options.numbers(name) else { return nil }
    guard numbers.count == Vector.scalarCount else {
      throw CallError(
        .badOption,
        "\(name) of \(options.subject) has \(numbers.count) coordinates, not \(Vector.scalarCount)")
    }
    var vector = Vector.zero
    for axis in numbers.indices { vector[axis] = numbers[axis] }
    return vector
  }

  private func axis(_ options: inout Options) throws(CallError) -> Axis {
    let axes = Array(["x", "y", "z"].prefix(Vector.scalarCount))
    guard let name = try options.choice("axis", of: axes, id: { $0 }),
      let index = axes.firstIndex(of: name)
    else { throw CallError(.badOption, "a position force needs an axis") }
    return Axis(index)
  }

  private func groups(_ options: inout Options) throws(CallError) -> [Int?] {
    let numbers = try options.numbers("groups") ?? []
    guard numbers.count == nodeCount else {
      throw CallError(
        .badOption, "groups has \(numbers.count) elements; there are \(nodeCount) nodes")
    }
    var groups: [Int?] = []
    for (node, number) in numbers.enumerated() {
      guard let group = Int(exactly: number) else {
        throw CallError(.badOption, "the group of node \(node) is \(number), not an integer")
      }
      groups.append(group < 0 ? nil : group)
    }
    return groups
  }
}
