import ForceSimulation

/// Each way in which the input of a simulation of three nodes can be wrong.
enum BadInput: String, CaseIterable, Codable, Sendable {
  case negativeNodeCount, hugeNodeCount
  case tooFewPositions, tooManyVelocities, tooFewPins, positionsOfNone
  case linkSource, linkTarget, linkOfNone
  case position, velocity, pin
  case alpha, alphaMin, alphaDecay, alphaTarget, velocityDecay
  case charge, mass, negativeMass, chargeTimesMass, theta, negativeTheta
  case distanceMin, negativeDistanceMin, distanceMax, negativeDistanceMax
  case stiffness, weightedStiffness, linkLength, negativeLinkLength
  case radius, infiniteRadius, negativeRadius, collideStrength
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
    var position: [Vector2]?
    var velocity: [Vector2]?
    var fixation: [Vector2?]?
  }

  func simulationByCheckedDoor() throws -> Named2D {
    let input = arguments
    return try Simulation(
      checking: input.nodeCount, links: input.links, forceField: input.forces,
      parameters: input.parameters, position: input.position, velocity: input.velocity,
      fixation: input.fixation)
  }

  func simulationByGrapesDoor() -> Named2D {
    let input = arguments
    return Simulation(
      nodeCount: input.nodeCount, links: input.links, forceField: input.forces,
      initialAlpha: input.parameters.alpha, alphaMin: input.parameters.alphaMin,
      alphaDecay: input.parameters.alphaDecay, alphaTarget: input.parameters.alphaTarget,
      velocityDecay: input.parameters.velocityDecay, position: input.position,
      velocity: input.velocity, fixation: input.fixation)
  }

  var arguments: Arguments {
    var input = Arguments()
    switch self {
    case .negativeNodeCount: input.nodeCount = -1
    case .hugeNodeCount: input.nodeCount = Int(Int32.max) + 1
    case .tooFewPositions: input.position = [.zero, .zero]
    case .tooManyVelocities: input.velocity = Array(repeating: .zero, count: 4)
    case .tooFewPins: input.fixation = [nil]
    case .positionsOfNone: (input.nodeCount, input.links, input.position) = (0, [], [.zero])
    case .linkSource: input.links[1].source = 3
    case .linkTarget: input.links[0].target = -1
    case .linkOfNone: input.nodeCount = 0
    case .position: input.position = [.zero, Vector2(.nan, 0), .zero]
    case .velocity: input.velocity = [.zero, .zero, Vector2(1, -.infinity)]
    case .pin: input.fixation = [Vector2(.infinity, 1), nil, nil]
    case .alpha: input.parameters.alpha = .nan
    case .alphaMin: input.parameters.alphaMin = .nan
    case .alphaDecay: input.parameters.alphaDecay = .infinity
    case .alphaTarget: input.parameters.alphaTarget = -.infinity
    case .velocityDecay: input.parameters.velocityDecay = .nan
    default: input.forces["force"] = force
    }
    return input
  }

  private var force: any Force<Vector2> {
    switch self {
    case .stiffness: return Kinetics2D.LinkForce(stiffness: .constant(.nan))
    case .weightedStiffness:
      return Kinetics2D.LinkForce(
        stiffness: .weightedByDegree { link, _ in link.source == 1 ? .infinity : 1 })
    case .linkLength:
      return Kinetics2D.LinkForce(
        stiffness: .constant(1), originalLength: .varied { link, _ in link.source == 1 ? .nan : 1 })
    case .negativeLinkLength:
      return Kinetics2D.LinkForce(stiffness: .constant(1), originalLength: .constant(-30))
    case .radius: return Kinetics2D.CollideForce(radius: .varied { $0 == 2 ? .nan : 1 })
    case .infiniteRadius: return Kinetics2D.CollideForce(radius: .constant(.infinity))
    case .negativeRadius: return Kinetics2D.CollideForce(radius: .varied { 1 - Double($0) })
    case .collideStrength:
      return Kinetics2D.CollideForce(radius: .constant(1), strength: .infinity)
    case .center: return Kinetics2D.CenterForce(center: Vector2(0, .nan))
    case .centerStrength: return Kinetics2D.CenterForce(center: .zero, strength: .nan)
    case .axis: return pull(.z, 0, 1)
    case .negativeAxis: return pull(.entryOfVector(-1), 0, 1)
    case .target: return pull(.x, .infinity, 1)
    case .targetStrength: return pull(.y, 0, .nan)
    case .radialCenter: return radial(Vector2(.nan, 0), 1, 1)
    case .radialRadius: return radial(.zero, .nan, 1)
    case .negativeRadialRadius: return radial(.zero, -1, 1)
    case .radialStrength: return radial(.zero, 1, .infinity)
    default: return manyBody
    }
  }

  private var manyBody: Kinetics2D.ManyBodyForce {
    var force = Kinetics2D.ManyBodyForce(strength: -30)
    switch self {
    case .charge: force.strength = .varied { $0 == 1 ? .nan : -30 }
    case .mass: force.mass = .constant(.infinity)
    case .negativeMass: force.mass = .varied { 1 - Double($0) }
    case .chargeTimesMass: (force.strength, force.mass) = (.constant(1e300), .constant(1e300))
    case .theta: force.theta = .nan
    case .negativeTheta: force.theta = -0.5
    case .distanceMin: force.distanceMin = .nan
    case .negativeDistanceMin: force.distanceMin = -1
    case .distanceMax: force.distanceMax = .nan
    default: force.distanceMax = -.infinity
    }
    return force
  }

  private func pull(
    _ direction: Kinetics2D.DirectionOfPositionForce, _ target: Double, _ strength: Double
  ) -> Kinetics2D.PositionForce {
    Kinetics2D.PositionForce(
      direction: direction, targetOnDirection: .constant(target), strength: .constant(strength))
  }

  private func radial(
    _ center: Vector2, _ radius: Double, _ strength: Double
  ) -> Kinetics2D.RadialForce {
    Kinetics2D.RadialForce(
      center: center, radius: .constant(radius), strength: .constant(strength))
  }

  var error: SimulationError {
    switch self {
    case .negativeNodeCount: .nodeCountOutOfRange(-1)
    case .hugeNodeCount: .nodeCountOutOfRange(2_147_483_648)
    case .tooFewPositions: .wrongLength(of: "position", expected: 3, found: 2)
    case .tooManyVelocities: .wrongLength(of: "velocity", expected: 3, found: 4)
    case .tooFewPins: .wrongLength(of: "fixation", expected: 3, found: 1)
    case .positionsOfNone: .wrongLength(of: "position", expected: 0, found: 1)
    case .linkSource: .linkEndOutOfRange(link: 1, end: .source, node: 3, nodeCount: 3)
    case .linkTarget: .linkEndOutOfRange(link: 0, end: .target, node: -1, nodeCount: 3)
    case .linkOfNone: .linkEndOutOfRange(link: 0, end: .source, node: 0, nodeCount: 0)
    case .position: .notFinite("position", index: 1, value: "SIMD2<Double>(nan, 0.0)")
    case .velocity: .notFinite("velocity", index: 2, value: "SIMD2<Double>(1.0, -inf)")
    case .pin: .notFinite("fixation", index: 0, value: "SIMD2<Double>(inf, 1.0)")
    case .alpha: .notFinite("alpha", index: nil, value: "nan")
    case .alphaMin: .notFinite("alphaMin", index: nil, value: "nan")
    case .alphaDecay: .notFinite("alphaDecay", index: nil, value: "inf")
    case .alphaTarget: .notFinite("alphaTarget", index: nil, value: "-inf")
    case .velocityDecay: .notFinite("velocityDecay", index: nil, value: "nan")
    case .charge: .notFinite("many-body strength", index: 1, value: "nan")
    case .mass: .notFinite("mass", index: 0, value: "inf")
    case .negativeMass: .negative("mass", index: 2, value: "-1.0")
    case .chargeTimesMass: .notFinite("many-body strength times mass", index: 0, value: "inf")
    case .theta: .notFinite("theta", index: nil, value: "nan")
    case .negativeTheta: .negative("theta", index: nil, value: "-0.5")
    case .distanceMin: .notFinite("distanceMin", index: nil, value: "nan")
    case .negativeDistanceMin: .negative("distanceMin", index: nil, value: "-1.0")
    case .distanceMax: .notFinite("distanceMax", index: nil, value: "nan")
    case .negativeDistanceMax: .negative("distanceMax", index: nil, value: "-inf")
    case .stiffness: .notFinite("link stiffness", index: 0, value: "nan")
    case .weightedStiffness: .notFinite("link stiffness", index: 1, value: "inf")
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
    case .target: .notFinite("target of position force", index: 0, value: "inf")
    case .targetStrength: .notFinite("strength of position force", index: 0, value: "nan")
    case .radialCenter:
      .notFinite("center of radial force", index: nil, value: "SIMD2<Double>(nan, 0.0)")
    case .radialRadius: .notFinite("radius of radial force", index: 0, value: "nan")
    case .negativeRadialRadius: .negative("radius of radial force", index: 0, value: "-1.0")
    case .radialStrength: .notFinite("strength of radial force", index: 0, value: "inf")
    }
  }
}
