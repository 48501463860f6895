import ForceSimulation
import Testing
import _TestSupport

/// Invalid input and its message, which the initialiser throws; Grape's initialiser traps with it.
@Suite struct BadInputTests {
  @Test(arguments: BadInput.allCases)
  func theInitialiserThrows(input: BadInput) {
    #expect(throws: input.error) { try input.simulation() }
  }

  /// Forces that come later are refused with the same error.
  @Test(arguments: BadInput.allCases.filter(\.isOfForces))
  func aRunningSimulationRefusesTheForces(input: BadInput) throws {
    let simulation = try Named2D(3, links: [Link(0, 1), Link(1, 2)])
    let bad = input.arguments.forces
    #expect(throws: input.error) {
      try simulation.edit { edit in edit.changeForces { forces, _ in forces = bad } }
    }
    simulation.advance()
    #expect(simulation.forces.names.isEmpty)
  }

  /// One after the other in one process each: what it says is the error's own sentence.
  @Test(arguments: BadInput.allCases)
  func grapesInitialiserTrapsWithTheSameWords(input: BadInput) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [input] in
      _ = input.simulationByGrapesInitialiser()
    }
    #expect(says("ForceSimulation: \(input.error)", result))
  }

  // MARK: Setters

  @Test(arguments: BadSetting.allCases)
  func settersTrapWithASentence(setting: BadSetting) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [setting] in
      try setting.apply(to: Named2D(3, standardForces()))
    }
    #expect(says("ForceSimulation: \(setting.words)", result))
  }

  @Test func aForceThatReplacesTheNodesTraps() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let other = try Named2D(2).kinetics
      let swap = FunctionForce<Vector2> { $0.kinetics = other }
      try Named2D(3, ForceList([swap.named("swap")])).advance()
    }
    #expect(says("swap replaced a state of 3 nodes by one of 2", result))
  }

  @Test func anInstructionSetThisMachineLacksTraps() async throws {
    // No machine has both x86's and ARM's.
    let missing = try #require(KernelOptions.InstructionSet.allCases.first { !$0.isSupported })
      .rawValue
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [missing = missing as String] in
      try Named2D(3).kernelOptions = KernelOptions(
        instructionSet: KernelOptions.InstructionSet(rawValue: missing))
    }
    #expect(says("\(SimulationError.unsupportedInstructionSet(missing))", result))
  }

  // MARK: Forces used where they must not be

  @Test func aForceThatWasNeverBoundSaysSo() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var state = try Kinetics2D(nodeCount: 3)
      ManyBodyForce<Vector2>(strength: -30).apply(to: &state)
    }
    #expect(says("ManyBodyForce was applied to 3 nodes, but is bound to none", result))
  }

  @Test(arguments: Reentrancy.allCases)
  func aForceThatUsesItsSimulationIsTold(use: Reentrancy) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [use] in
      try use.run()
    }
    #expect(says("the simulation was used while it ticks, by one of its own forces", result))
  }

  // MARK: Errors read like sentences

  @Test func errorsSayWhatIsWrongWhereAndWhatIsNeeded() {
    let sentences: [(SimulationError, String)] = [
      (.nodeCountOutOfRange(-1), "nodeCount is -1; it must be between 0 and 2147483647"),
      (
        .wrongLength(of: "positions", expected: 3, found: 2),
        "positions has 2 elements; 3 are needed, one for each node"
      ),
      (
        .linkEndOutOfRange(link: 7, end: .source, node: 9, nodeCount: 3),
        "link 7 (source) names node 9; nodes are 0 to 2"
      ),
      (
        .linkEndOutOfRange(link: 0, end: .target, node: 0, nodeCount: 0),
        "link 0 (target) names node 0; there are none"
      ),
      (.notFinite("alpha", index: nil, value: "nan"), "alpha is nan; it must be finite"),
      (
        .negative("collide radius", index: 4, value: "-2.0"),
        "collide radius [4] is -2.0; it must be at least 0"
      ),
      (
        .outOfRange("alphaDecay", value: "5.0", allowed: "between 0 and 1"),
        "alphaDecay is 5.0; it must be between 0 and 1"
      ),
      (
        .wrongLength(of: "link length", expected: 2, found: 1, each: "link"),
        "link length has 1 elements; 2 are needed, one for each link"
      ),
      (
        .valueMissing(of: "collide radius", index: 3),
        "the new node 3 has no collide radius; give it one in the edit, with set(_:of:to:forNode:), "
          + "or the force a default"
      ),
      (.nodeOutOfRange("remove", node: 4, nodeCount: 4), "remove names node 4; nodes are 0 to 3"),
      (.nodeOutOfRange("pin", node: 0, nodeCount: 0), "pin names node 0; there are none"),
      (.nodeRemoved("link", node: 2), "link names node 2, which the same edit removes"),
      (.linkOutOfRange("remove", link: -1, linkCount: 2), "remove names link -1; links are 0 to 1"),
      (.linkOutOfRange("remove", link: 0, linkCount: 0), "remove names link 0; there are none"),
      (.unknownForce("x"), "there is no force \"x\" of that type; there are none"),
      (
        .unknownForce("x", names: ["charge", "springs"]),
        "there is no force \"x\" of that type; the forces are charge, springs"
      ),
      (
        .axisOutOfRange(axis: 3, dimensions: 3),
        "axis is 3; it must be between 0 and 2"
      ),
      (.unknownID("x"), "a link names \"x\", but no node has that id"),
      (
        .duplicate("previous node 2", first: 0, second: 3),
        "previous node 2 appears twice, at 0 and at 3"
      ),
      (.unsupportedInstructionSet("neon"), "this machine or build cannot run the neon kernels"),
    ]
    for (error, sentence) in sentences { #expect("\(error)" == sentence) }
  }
}

/// Values that a simulation refuses.
enum BadSetting: String, CaseIterable, Codable, Sendable {
  case alpha, alphaMin, alphaDecay, alphaTarget, velocityDecay, parameters, range, force
  case threadCount, serialBelow, positionCount, velocityCount, pinCount, node, pinnedNode
  case pin, axis, alphaOfKinetics, decayOfKinetics

  func apply(to simulation: Named2D) throws {
    switch self {
    case .alpha: simulation.parameters.alpha = .nan
    case .alphaMin: simulation.parameters.alphaMin = .infinity
    case .alphaDecay: simulation.parameters.alphaDecay = .nan
    case .alphaTarget: simulation.parameters.alphaTarget = -.infinity
    case .velocityDecay: simulation.parameters.velocityDecay = .nan
    case .parameters: simulation.parameters = SimulationParameters(alphaDecay: .infinity)
    case .range: simulation.parameters.velocityDecay = 1.25
    case .force: simulation.forces["collide"] = CollideForce<Vector2>(radius: -1)
    case .threadCount: simulation.kernelOptions = KernelOptions(threadCount: -2)
    case .serialBelow: simulation.kernelOptions = KernelOptions(serialBelowNanoseconds: -1)
    case .positionCount: simulation.kinetics.position = NodeArray([.zero])
    case .velocityCount: simulation.kinetics.velocity = NodeArray([])
    case .pinCount: simulation.kinetics.pins = Pins(count: 4)
    case .node: simulation.kinetics.position[3] = .zero
    case .pinnedNode: simulation.kinetics.pins.release(-1)
    case .pin: simulation.kinetics.pins[1] = Vector2(0, .nan)
    case .axis: simulation.kinetics.pins.release(1, axis: 2)
    case .alphaOfKinetics:
      simulation.kinetics.alpha = .nan
      simulation.advance()
    case .decayOfKinetics:
      simulation.kinetics.parameters.alphaDecay = -1
      simulation.advance()
    }
  }

  var words: String {
    switch self {
    case .alpha, .alphaOfKinetics: "alpha is nan"
    case .alphaMin: "alphaMin is inf"
    case .alphaDecay: "alphaDecay is nan"
    case .alphaTarget: "alphaTarget is -inf"
    case .velocityDecay: "velocityDecay is nan"
    case .parameters: "alphaDecay is inf"
    case .range: "velocityDecay is 1.25; it must be between 0 and 1"
    case .force: "collide radius [0] is -1.0"
    case .threadCount: "threadCount is -2; it must be at least 0"
    case .serialBelow: "serialBelowNanoseconds is -1; it must be at least 0"
    case .positionCount: "position was given 1 elements; 3 are needed"
    case .velocityCount: "velocity was given 0 elements; 3 are needed"
    case .pinCount: "pins was given 4 elements; 3 are needed"
    case .node: "node 3 does not exist; there are 3 nodes"
    case .pinnedNode: "node -1 does not exist; there are 3 nodes"
    case .pin: "node 1 cannot be pinned at SIMD2<Double>(0.0, nan)"
    case .axis: "axis 2 does not exist; there are 2 axes"
    case .decayOfKinetics: "alphaDecay is -1.0; it must be between 0 and 1"
    }
  }
}

/// Ways in which a force can access its own simulation.
enum Reentrancy: String, CaseIterable, Codable, Sendable {
  case tick, advance, read, write, alpha, edit, forces, engine, find, hash

  private final class Holder: @unchecked Sendable { var simulation: Named2D? }

  func run() throws {
    let holder = Holder()
    let force = FunctionForce<Vector2> { _ in
      if let simulation = holder.simulation { try? use(simulation) }
    }
    let simulation = try Named2D(3, ["force": force])
    holder.simulation = simulation
    simulation.advance()
  }

  private func use(_ simulation: Named2D) throws {
    switch self {
    case .tick: simulation.tick()
    case .advance: simulation.advance()
    case .read: _ = simulation.kinetics.position
    case .write: simulation.kinetics.position[0] = .zero
    case .alpha: simulation.parameters.alpha = 1
    case .edit: try simulation.edit { $0.insert() }
    case .forces: simulation.forces["new"] = CenterForce<Vector2>()
    case .engine: simulation.engine = .reference
    case .find: _ = simulation.find(near: .zero)
    case .hash: _ = simulation.kinetics.trajectoryHash
    }
  }
}
