import ForceSimulation

/// The forces of a standalone file, for the worker of its page (Page/file-run.js).
struct FilePhysics: Sendable {
  /// The forces with their parameters.
  private(set) var forces: [Force] = []
  /// The forces for the panel.
  private(set) var descriptions: [ForceDescription] = []
  /// The titles of forces that the worker does not have.
  private(set) var lacking: [String] = []
  /// True if the simulation needs the module with all forces and dimensions.
  private(set) var needsAllKernels = false

  /// - Parameters:
  ///   - links: the links by node indices, in the order of the file.
  ///   - positions: one for each node, those of the file.
  /// - Throws: `SimulationError` if values do not fit the nodes or links.
  init<Vector: SimulationVector>(
    _ list: ForceList<Vector>, links: [Link<Int>], positions: [Vector]
  ) throws {
    let start = Start(links: links, positions: positions)
    needsAllKernels = Vector.scalarCount > 2
    for name in list.names {
      guard let force = list[name] else { continue }
      if (force as? AnchorForce<Vector>)?.isLasting == false { continue }
      guard let (parameters, needsAll) = try Self.parameters(of: force, start) else {
        if list.isOn(name) { lacking.append(type(of: force).kind.title(of: force)) }
        continue
      }
      needsAllKernels = needsAllKernels || needsAll
      forces.append(
        Force(
          name: name, kind: type(of: force).kind.name, on: list.isOn(name),
          parameters: parameters))
    }
    let names = Set(forces.map(\.name))
    descriptions = ForceControls.describe(list).filter { names.contains($0.name) }
  }

  /// The script of the worker and the module of WebAssembly that the forces need.
  var kernels: StaticString { needsAllKernels ? EmbeddedKernels.space : EmbeddedKernels.plane }

  /// A force with its parameters, by the names that its kind declares.
  struct Force: Encodable, Sendable {
    var name: String
    var kind: String
    var on: Bool
    var parameters: [String: Value]

    private struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(_ name: String) { stringValue = name }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(name, forKey: Key("name"))
      try container.encode(kind, forKey: Key("kind"))
      try container.encode(on, forKey: Key("on"))
      for (name, value) in parameters { try container.encode(value, forKey: Key(name)) }
    }
  }

  /// A value of a parameter. Numbers are in Float, as the worker computes.
  enum Value: Encodable, Sendable {
    case number(Float)
    case flag(Bool)
    /// A number for each node or link, or the coordinates of vectors in a row; nil for none.
    case numbers([Float?])
    /// What follows from the positions of the file, to save space.
    case laidOut

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .flag(let flag): try container.encode(flag)
      case .numbers(let numbers): try container.encode(numbers)
      case .laidOut: try container.encode("laid out")
      }
    }
  }
}

// MARK: Parameters

extension FilePhysics {
  /// The graph and the positions of the file.
  private struct Start<Vector: SimulationVector> {
    var links: [Link<Int>]
    var positions: [Vector]

    func values(_ values: NodeValues<Vector.Scalar>, _ what: String) throws -> Value {
      if case .constant(let value) = values { return .number(Float(value)) }
      return .numbers(try values.evaluate(count: positions.count, what).map { Float($0) })
    }

    func values(_ values: LinkValues<Vector.Scalar>, _ what: String) throws -> Value {
      if case .constant(let value) = values { return .number(Float(value)) }
      return .numbers(try values.evaluate(links, what).map { Float($0) })
    }

    /// The lengths of links, which often are those of the file.
    func lengths(_ lengths: LinkValues<Vector.Scalar>) throws -> Value {
      guard case .array(let each, _) = lengths, each.count == links.count else {
        return try values(lengths, "link length")
      }
      let isLaidOut = zip(links, each).allSatisfy { link, length in
        let now = (positions[link.source] - positions[link.target]).length()
        return abs(now - length) <= 0.01 * max(now, length) + 0.01
      }
      return isLaidOut ? .laidOut : .numbers(each.map { Float($0) })
    }

    func places(_ places: [Vector?]) -> Value {
      let isLaidOut = zip(positions, places).allSatisfy { position, place in
        guard let place else { return false }
        return (position - place).length() <= 0.01 * (1 + place.length() / 100)
      }
      if isLaidOut { return .laidOut }
      return .numbers(
        places.flatMap { place in
          (0..<Vector.scalarCount).map { axis in place.map { Float($0[axis]) } }
        })
    }

    func vector(_ vector: Vector) -> Value {
      .numbers((0..<Vector.scalarCount).map { Float(vector[$0]) })
    }
  }

  /// Returns the parameters of a force, and whether it needs the module with all forces; nil for
  /// one that no module has.
  private static func parameters<Vector: SimulationVector>(
    of force: any ForceSimulation.Force<Vector>, _ start: Start<Vector>
  ) throws -> (parameters: [String: Value], needsAll: Bool)? {
    switch force {
    case let force as ManyBodyForce<Vector>:
      var parameters: [String: Value] = [
        "strength": try start.values(force.strength, "many-body strength"),
        "distanceMin": .number(Float(force.distanceMin)),
      ]
      // The limits are those of Sources/WebAssembly/forces.js.
      let isHigher: Bool
      if let theta = force.theta {
        parameters["theta"] = .number(Float(theta))
        isHigher = theta > 0 && theta < 0.7
      } else {
        isHigher = force.accuracy > 0 && force.accuracy < 1e-4
      }
      if force.accuracy.isFinite { parameters["accuracy"] = .number(Float(force.accuracy)) }
      if force.distanceMax.isFinite {
        parameters["distanceMax"] = .number(Float(force.distanceMax))
      }
      return (parameters, isHigher)
    case let force as LinkForce<Vector>:
      return (
        [
          "strength": try start.values(force.strength.values, "link strength"),
          "isDividedByDegree": .flag(force.strength.isDividedByDegree),
          "length": try start.lengths(force.length),
          "iterations": .number(Float(force.iterations)),
        ], false
      )
    case let force as PositionForce<Vector>:
      return (
        [
          "axis": .number(Float(force.axis.index)),
          "target": try start.values(force.target, "position target"),
          "strength": try start.values(force.strength, "position strength"),
        ], false
      )
    case let force as AnchorForce<Vector>:
      return (
        ["places": start.places(force.places), "strength": .number(Float(force.strength))], false
      )
    case let force as CollideForce<Vector>:
      return (
        [
          "radius": try start.values(force.radius, "collide radius"),
          "strength": .number(Float(force.strength)),
          "iterations": .number(Float(force.iterations)),
        ], true
      )
    case let force as CenterForce<Vector>:
      return (
        ["center": start.vector(force.center), "strength": .number(Float(force.strength))], true
      )
    case let force as RadialForce<Vector>:
      return (
        [
          "radius": try start.values(force.radius, "radial radius"),
          "center": start.vector(force.center),
          "strength": try start.values(force.strength, "radial strength"),
        ], true
      )
    default: return nil
    }
  }
}
