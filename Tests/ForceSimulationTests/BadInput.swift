import ForceSimulation

/// The kinds of invalid input of a simulation of three nodes.
enum BadInput: String, CaseIterable, Codable, Sendable {
  case negativeNodeCount, hugeNodeCount
  case tooFewPositions, tooManyVelocities, tooFewPins, positionsOfNone
  case linkSource, linkTarget, linkOfNone
  case position, velocity, pin
  case alpha, alphaMin, alphaDecay, alphaTarget, velocityDecay
  case hotterDecay, backwardDecay, acceleratingDecay, reversingDecay
  case charge, chargesOfOthers, accuracy, theta, negativeTheta
  case distanceMin, negativeDistanceMin, distanceMax, negativeDistanceMax
  case linkStrength, dividedLinkStrength, linkLength, negativeLinkLength, tooFewLinkLengths
  case linkIterations
  case radius, infiniteRadius, negativeRadius, tooManyRadii, collideStrength, collideIterations
  case center, centerStrength
  case axis, negativeAxis, target, targetStrength
  case radialCenter, radialRadius, negativeRadialRadius, radialStrength

  var isOfForces: Bool { !arguments.forces.names.isEmpty }

  /// What a simulation is made of, with something wrong.
  struct Arguments {
    var nodeCount = 3
    var links = [Link(0, 1), Link(1, 2)]
    var forces = ForceList<SIMD2<Double>>()
    var parameters = SimulationParameters<Double>.d3
    var positions: [Vector2]?
    var velocities: [Vector2]?
    var pins: [Vector2?]?
  }

  func simulation() throws -> Named2D {
    let input = arguments
    return try Simulation(
      nodeCount: input.nodeCount, links: input.links, forces: input.forces,
      parameters: input.parameters, positions: input.positions, velocities: input.velocities,
      pins: input.pins)
  }

  func simulationByGrapesInitialiser() -> Named2D {
    let input = arguments
    return Simulation(
      nodeCount: input.nodeCount, links: input.links, forceField: input.forces,
      initialAlpha: input.parameters.alpha, alphaMin: input.parameters.alphaMin,
      alphaDecay: input.parameters.alphaDecay, alphaTarget: input.parameters.alphaTarget,
      velocityDecay: input.parameters.velocityDecay, position: input.positions,
      velocity: input.velocities, fixation: input.pins)
  }

  var arguments: Arguments {
    var input = Arguments()
    switch self {
    case .negativeNodeCount: input.nodeCount = -1
    case .hugeNodeCount: input.nodeCount = Int(Int32.max) + 1
    case .tooFewPositions: input.positions = [.zero, .zero]
    case .tooManyVelocities: input.velocities = Array(repeating: .zero, count: 4)
    case .tooFewPins: input.pins = [nil]
    case .positionsOfNone: (input.nodeCount, input.links, input.positions) = (0, [], [.zero])
    case .linkSource: input.links[1].source = 3
    case .linkTarget: input.links[0].target = -1
    case .linkOfNone: input.nodeCount = 0
    case .position: input.positions = [.zero, Vector2(.nan, 0), .zero]
    case .velocity: input.velocities = [.zero, .zero, Vector2(1, -.infinity)]
    case .pin: input.pins = [Vector2(.infinity, 1), nil, nil]
    case .alpha: input.parameters.alpha = .nan
    case .alphaMin: input.parameters.alphaMin = .nan
    case .alphaDecay: input.parameters.alphaDecay = .infinity
    case .alphaTarget: input.parameters.alphaTarget = -.infinity
    case .velocityDecay: input.parameters.velocityDecay = .nan
    case .hotterDecay: input.parameters.alphaDecay = 1.5
    case .backwardDecay: input.parameters.alphaDecay = -1
    case .acceleratingDecay: input.parameters.velocityDecay = 5
    case .reversingDecay: input.parameters.velocityDecay = -0.25
    default: input.forces["force"] = force
    }
    return input
  }

  private var force: any Force<Vector2> {
    switch self {
    case .linkStrength: return LinkForce<Vector2>(strength: .constant(.nan))
    case .dividedLinkStrength:
      return LinkForce<Vector2>(
        strength: .byDegree(.function { link, _ in link.source == 1 ? .infinity : 1 }))
    case .linkLength:
      return LinkForce<Vector2>(
        strength: 1, length: .function { link, _ in link.source == 1 ? .nan : 1 })
    case .negativeLinkLength:
      return LinkForce<Vector2>(strength: 1, length: -30)
    case .tooFewLinkLengths: return LinkForce<Vector2>(length: [30])
    case .linkIterations: return LinkForce<Vector2>(iterations: -1)
    case .radius: return CollideForce<Vector2>(radius: .function { $0 == 2 ? .nan : 1 })
    case .infiniteRadius: return CollideForce<Vector2>(radius: .constant(.infinity))
    case .negativeRadius: return CollideForce<Vector2>(radius: .function { 1 - Double($0) })
    case .tooManyRadii: return CollideForce<Vector2>(radius: [1, 2, 3, 4])
    case .collideIterations: return CollideForce<Vector2>(radius: 1, iterations: 1 << 17)
    case .collideStrength:
      return CollideForce<Vector2>(radius: 1, strength: .infinity)
    case .center: return CenterForce<Vector2>(center: Vector2(0, .nan))
    case .centerStrength: return CenterForce<Vector2>(center: .zero, strength: .nan)
    case .axis: return pull(.z, 0, 1)
    case .negativeAxis: return pull(Axis(-1), 0, 1)
    case .target: return pull(.x, .infinity, 1)
    case .targetStrength: return pull(.y, 0, .nan)
    case .radialCenter: return radial(Vector2(.nan, 0), 1, 1)
    case .radialRadius: return radial(.zero, .nan, 1)
    case .negativeRadialRadius: return radial(.zero, -1, 1)
    case .radialStrength: return radial(.zero, 1, .infinity)
    default: return manyBody
    }
  }

  private var manyBody: ManyBodyForce<Vector2> {
    var force = ManyBodyForce<Vector2>(strength: -30)
    switch self {
    case .charge: force.strength = .function { $0 == 1 ? .nan : -30 }
    case .chargesOfOthers: force.strength = [-30]
    case .accuracy: force.accuracy = .nan
    case .theta: force.theta = .nan
    case .negativeTheta: force.theta = -0.5
    case .distanceMin: force.distanceMin = .nan
    case .negativeDistanceMin: force.distanceMin = -1
    case .distanceMax: force.distanceMax = .nan
    default: force.distanceMax = -.infinity
    }
    return force
  }

  private func pull(_ axis: Axis, _ target: Double, _ strength: Double) -> PositionForce<Vector2> {
    PositionForce(axis: axis, target: .constant(target), strength: .constant(strength))
  }

  private func radial(
    _ center: Vector2, _ radius: Double, _ strength: Double
  ) -> RadialForce<Vector2> {
    RadialForce<Vector2>(
      radius: .constant(radius), center: center, strength: .constant(strength))
  }

  var error: SimulationError {
    switch self {
    case .negativeNodeCount: .nodeCountOutOfRange(-1)
    case .hugeNodeCount: .nodeCountOutOfRange(2_147_483_648)
    case .tooFewPositions: .wrongLength(of: "positions", expected: 3, found: 2)
    case .tooManyVelocities: .wrongLength(of: "velocities", expected: 3, found: 4)
    case .tooFewPins: .wrongLength(of: "pins", expected: 3, found: 1)
    case .positionsOfNone: .wrongLength(of: "positions", expected: 0, found: 1)
    case .linkSource: .linkEndOutOfRange(link: 1, end: .source, node: 3, nodeCount: 3)
    case .linkTarget: .linkEndOutOfRange(link: 0, end: .target, node: -1, nodeCount: 3)
    case .linkOfNone: .linkEndOutOfRange(link: 0, end: .source, node: 0, nodeCount: 0)
    case .position: .notFinite("positions", index: 1, value: "SIMD2<Double>(nan, 0.0)")
    case .velocity: .notFinite("velocities", index: 2, value: "SIMD2<Double>(1.0, -inf)")
    case .pin: .notFinite("pins", index: 0, value: "SIMD2<Double>(inf, 1.0)")
    case .alpha: .notFinite("alpha", index: nil, value: "nan")
    case .alphaMin: .notFinite("alphaMin", index: nil, value: "nan")
    case .alphaDecay: .notFinite("alphaDecay", index: nil, value: "inf")
    case .alphaTarget: .notFinite("alphaTarget", index: nil, value: "-inf")
    case .velocityDecay: .notFinite("velocityDecay", index: nil, value: "nan")
    case .charge: .notFinite("many-body strength", index: 1, value: "nan")
    case .hotterDecay: .outOfRange("alphaDecay", value: "1.5", allowed: "between 0 and 1")
    case .backwardDecay: .outOfRange("alphaDecay", value: "-1.0", allowed: "between 0 and 1")
    case .acceleratingDecay:
      .outOfRange("velocityDecay", value: "5.0", allowed: "between 0 and 1")
    case .reversingDecay:
      .outOfRange("velocityDecay", value: "-0.25", allowed: "between 0 and 1")
    case .chargesOfOthers: .wrongLength(of: "many-body strength", expected: 3, found: 1)
    case .tooFewLinkLengths:
      .wrongLength(of: "link length", expected: 2, found: 1, each: "link")
    case .linkIterations:
      .outOfRange("link iterations", value: "-1", allowed: "between 0 and 65536")
    case .tooManyRadii: .wrongLength(of: "collide radius", expected: 3, found: 4)
    case .collideIterations:
      .outOfRange("collide iterations", value: "131072", allowed: "between 0 and 65536")
    case .accuracy:
      .outOfRange("many-body accuracy", value: "nan", allowed: "a number that is not negative")
    case .theta:
      .outOfRange("many-body theta", value: "nan", allowed: "a number that is not negative")
    case .negativeTheta: .negative("many-body theta", index: nil, value: "-0.5")
    case .distanceMin:
      .outOfRange("many-body distance min", value: "nan", allowed: "a number that is not negative")
    case .negativeDistanceMin: .negative("many-body distance min", index: nil, value: "-1.0")
    case .distanceMax:
      .outOfRange("many-body distance max", value: "nan", allowed: "a number that is not negative")
    case .negativeDistanceMax: .negative("many-body distance max", index: nil, value: "-inf")
    case .linkStrength: .notFinite("link strength", index: 0, value: "nan")
    case .dividedLinkStrength: .notFinite("link strength", index: 1, value: "inf")
    case .linkLength: .notFinite("link length", index: 1, value: "nan")
    case .negativeLinkLength: .negative("link length", index: 0, value: "-30.0")
    case .radius: .notFinite("collide radius", index: 2, value: "nan")
    case .infiniteRadius: .notFinite("collide radius", index: 0, value: "inf")
    case .negativeRadius: .negative("collide radius", index: 2, value: "-1.0")
    case .collideStrength: .notFinite("collide strength", index: nil, value: "inf")
    case .center: .notFinite("center", index: nil, value: "SIMD2<Double>(0.0, nan)")
    case .centerStrength: .notFinite("center strength", index: nil, value: "nan")
    case .axis: .axisOutOfRange(axis: 2, dimensions: 2)
    case .negativeAxis: .axisOutOfRange(axis: -1, dimensions: 2)
    case .target: .notFinite("position target", index: 0, value: "inf")
    case .targetStrength: .notFinite("position strength", index: 0, value: "nan")
    case .radialCenter:
      .notFinite("radial center", index: nil, value: "SIMD2<Double>(nan, 0.0)")
    case .radialRadius: .notFinite("radial radius", index: 0, value: "nan")
    case .negativeRadialRadius: .negative("radial radius", index: 0, value: "-1.0")
    case .radialStrength: .notFinite("radial strength", index: 0, value: "inf")
    }
  }
}
