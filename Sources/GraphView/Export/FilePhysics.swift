@_spi(Interfaces) import ForceSimulation
import ForceSimulationLive

/// The forces of a standalone file, for the worker of its page (Page/file-run.js).
struct FilePhysics: Sendable {
  /// The forces with their parameters.
  private(set) var forces: [Force] = []
  /// The forces for the panel.
  private(set) var descriptions: [ForceDescription] = []
  /// The titles of forces that the worker does not have.
  private(set) var lacking: [String] = []
  /// Cooling, friction and the hand.
  let motion: Motion
  /// True if the simulation needs the module with all forces and dimensions.
  private(set) var needsAllKernels = false

  /// - Parameters:
  ///   - links: the links by node indices, in the order of the file.
  ///   - positions: one for each node, those of the file.
  /// - Throws: `SimulationError` if values do not fit the nodes or links.
  init<Vector: SimulationVector>(
    _ list: ForceList<Vector>, links: [Link<Int>], positions: [Vector], motion: Motion = Motion()
  ) throws {
    self.motion = motion
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

  /// The parameters of cooling and friction (`SimulationParameters`), and of nodes in the hand
  /// (`LiveOptions`). A file is at rest when it opens, so it has neither alpha nor alphaTarget.
  struct Motion: Encodable, Sendable, Hashable {
    var alphaMin: Float
    var alphaDecay: Float
    var velocityDecay: Float
    var heldAlphaTarget: Float
    /// The largest speed of a thrown node, in layout units per tick.
    var throwLimit: Float

    init<Scalar: SimulationScalar>(
      _ parameters: SimulationParameters<Scalar>, _ options: LiveOptions<Scalar>
    ) {
      // JSON has no infinity, which large values of Double become.
      func float(_ value: Scalar) -> Float { min(Float(value), .greatestFiniteMagnitude) }
      alphaMin = float(parameters.alphaMin)
      alphaDecay = float(parameters.alphaDecay)
      velocityDecay = float(parameters.velocityDecay)
      heldAlphaTarget = float(options.heldAlphaTarget)
      throwLimit = float(options.throwLimit)
    }

    /// The defaults.
    init() { self.init(SimulationParameters<Float>(), LiveOptions<Float>()) }
  }

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
  /// The kinds of forces that Page/file-run.js makes of the module for the plane.
  private static let planeKinds: Set = [
    "ManyBodyForce", "LinkForce", "PositionForce", "AnchorForce",
  ]
  /// Those that it makes of the module with all forces.
  private static let otherKinds: Set = ["CollideForce", "CenterForce", "RadialForce"]

  /// Returns the parameters of a force, and whether it needs the module with all forces; nil for
  /// one that no module has.
  private static func parameters<Vector: SimulationVector>(
    of force: any ForceSimulation.Force<Vector>, _ start: Start<Vector>
  ) throws -> (parameters: [String: Value], needsAll: Bool)? {
    let kind = type(of: force).kind
    guard planeKinds.contains(kind.name) || otherKinds.contains(kind.name) else { return nil }
    var parameters: [String: Value] = [:]
    for parameter in kind.parameters {
      guard let value = parameter.parameterValue(of: force) else { continue }
      if parameter.unit == "layout units", start.areLaidOut(value) {
        parameters[parameter.name] = .laidOut
      } else {
        parameters[parameter.name] = try start.value(value, "\(kind.name) \(parameter.name)")
      }
    }
    return (parameters, otherKinds.contains(kind.name) || isPrecise(force))
  }

  /// Returns true for a many-body force beyond what the module for the plane has. The limits are
  /// those of Sources/WebAssembly/forces.js.
  private static func isPrecise<Vector: SimulationVector>(
    _ force: any ForceSimulation.Force<Vector>
  ) -> Bool {
    guard let force = force as? ManyBodyForce<Vector> else { return false }
    if let theta = force.theta { return theta > 0 && theta < 0.7 }
    return force.accuracy > 0 && force.accuracy < 1e-4
  }

  /// The graph and the positions of the file.
  private struct Start<Vector: SimulationVector> {
    var links: [Link<Int>]
    var positions: [Vector]

    /// Returns a value for the file; nil for one that is left out, where the worker's default is
    /// meant.
    func value(_ value: ParameterValue<Vector>, _ what: String) throws -> Value? {
      switch value {
      case .number(let number): number.isFinite ? .number(Float(number)) : nil
      case .optionalNumber(let number): number.map { .number(Float($0)) }
      case .count(let count): .number(Float(count))
      case .ticks(let ticks): .number(Float(ticks))
      case .flag(let flag): .flag(flag)
      case .axis(let axis): .number(Float(axis.index))
      case .vector(let vector): .numbers(coordinates(vector))
      case .optionalVector(let vector): vector.map { .numbers(coordinates($0)) }
      case .nodeNumbers(.constant(let number)), .linkNumbers(.constant(let number)):
        .number(Float(number))
      case .nodeNumbers(let values):
        .numbers(try values.evaluate(count: positions.count, what).map { Float($0) })
      case .nodeVectors(let values):
        .numbers(try values.evaluate(count: positions.count, what).flatMap(coordinates))
      case .linkNumbers(let values):
        .numbers(try values.evaluate(links, what).map { Float($0) })
      case .groups(let groups): .numbers(groups.map { $0.map { Float($0) } })
      case .places(let places): .numbers(coordinates(places))
      case .region: nil
      }
    }

    private func coordinates(_ vector: Vector) -> [Float?] {
      (0..<Vector.scalarCount).map { Float(vector[$0]) }
    }

    private func coordinates(_ places: [Vector?]) -> [Float?] {
      places.flatMap { place in
        (0..<Vector.scalarCount).map { axis in place.map { Float($0[axis]) } }
      }
    }

    /// Returns true for the lengths of the links in the file, and for its positions as places.
    func areLaidOut(_ value: ParameterValue<Vector>) -> Bool {
      switch value {
      case .linkNumbers(.array(let each, _)) where each.count == links.count:
        zip(links, each).allSatisfy { link, length in
          let now = (positions[link.source] - positions[link.target]).length()
          return abs(now - length) <= 0.01 * max(now, length) + 0.01
        }
      case .places(let places):
        zip(positions, places).allSatisfy { position, place in
          guard let place else { return false }
          return (position - place).length() <= 0.01 * (1 + place.length() / 100)
        }
      default: false
      }
    }
  }
}
