import ForceSimulation
import Foundation
import Testing
import _TestSupport

/// Parameters, options and errors are values: they have literals, and can be compared, encoded,
/// described and sent to other tasks.
@Suite struct ValueTests {
  // MARK: Literals

  @Test func parametersAreWrittenAsLiterals() throws {
    let points = PointSet<Vector2>.uniform(3, seed: 5).points
    func velocities(_ force: some Force<Vector2>) throws -> [Vector2] {
      let simulation = try Simulation(
        nodeCount: 3, links: [Link(0, 1), Link(1, 2)], forces: force, positions: points)
      simulation.advance(by: 2)
      return simulation.kinetics.velocity.asArray()
    }
    let same: [(any Force<Vector2>, any Force<Vector2>)] = [
      (CollideForce<Vector2>(radius: 40), CollideForce<Vector2>(radius: .constant(40))),
      (CollideForce<Vector2>(radius: 40.5), CollideForce<Vector2>(radius: .constant(40.5))),
      (
        CollideForce<Vector2>(radius: [40, 60, 80]),
        CollideForce<Vector2>(radius: .array([40, 60, 80]))
      ),
      (
        ManyBodyForce<Vector2>(strength: [-9, 2, 4]),
        ManyBodyForce<Vector2>(strength: .array([-9, 2, 4]))
      ),
      (LinkForce<Vector2>(length: [10, 20]), LinkForce<Vector2>(length: .array([10, 20]))),
      (LinkForce<Vector2>(strength: 0.5), LinkForce<Vector2>(strength: .constant(0.5))),
      (LinkForce<Vector2>(), LinkForce<Vector2>(strength: .byDegree(1), length: 30)),
      (
        PositionForce<Vector2>(axis: 1, target: 7),
        PositionForce<Vector2>(axis: .y, target: .constant(7))
      ),
    ]
    for (literal, spelled) in same {
      let found = try velocities(literal)
      #expect(found == (try velocities(spelled)), "\(literal)")
      #expect(found.contains { $0 != .zero }, "\(literal)")
    }
  }

  // MARK: Codable and Hashable

  /// Codes a value, and expects the same one back. Returns its JSON.
  @discardableResult
  private func expectCoded<Value: Codable & Hashable>(_ value: Value) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode([value])
    let decoded = try JSONDecoder().decode([Value].self, from: data)
    #expect(decoded == [value])
    #expect(Set(decoded + [value]).count == 1)
    return String(decoding: data, as: UTF8.self)
  }

  @Test func valuesAreCodedAndComeBackTheSame() throws {
    try expectCoded(SimulationParameters<Double>.d3)
    try expectCoded(SimulationParameters<Float>(alpha: 0.1, alphaTarget: 0.3, velocityDecay: 0.7))
    try expectCoded(KernelOptions(instructionSet: .scalar, threadCount: 3))
    try expectCoded(KernelOptions())
    for engine in everyEngine { try expectCoded(engine) }
    #expect(try expectCoded(Axis.z) == #"[{"index":2}]"#)
    #expect(try expectCoded(Link(3, 4)) == #"[{"source":3,"target":4}]"#)
    try expectCoded(Link("a", "b"))
  }

  @Test func differentValuesDiffer() {
    #expect(Set(everyEngine).count == 3)
    #expect(Set<Axis>([.x, .y, .z, 0, 1]).count == 3)
    #expect(Set([Link(1, 2), Link(2, 1), Link(1, 2)]).count == 2)
    #expect(Set<SimulationParameters<Double>>([.d3, .grape, .d3]).count == 2)
    #expect(Set([KernelOptions(), KernelOptions(threadCount: 2)]).count == 2)
    let errors: Set<SimulationError> = [
      .unknownID("a"), .unknownID("b"), .unknownID("a"), .valueMissing(of: "a", index: 1),
      .valueMissing(of: "a", index: 2),
    ]
    #expect(errors.count == 4)
  }

  // MARK: Descriptions

  @Test func descriptionsSayWhatAPersonWantsToRead() throws {
    let simulation = try Named2D(3, links: [Link(0, 1)], standardForces())
    let descriptions: [(any CustomStringConvertible, String)] = [
      (simulation, "Simulation of 3 nodes, 1 links, tick 0, alpha 1.0"),
      (simulation.kinetics, "3 nodes, 1 links, tick 0, alpha 1.0"),
      (simulation.forces, "charge, link, center, collide, y, radial"),
      (Link(0, 1), "0 → 1"), (Link("Valjean", "Cosette"), "Valjean → Cosette"),
      (Axis.y, "y"), (Axis(3), "3"), (Axis(-1), "-1"),
      (
        SimulationParameters<Double>(alphaDecay: 0.01),
        "alpha 1.0 to 0.0 by 0.01, cold below 0.001, velocities times 0.6"
      ),
      (
        ManyBodyForce<Vector2>(),
        "many-body strength -30.0, accuracy 0.001, distance min 1.0, distance max inf"
      ),
      (
        LinkForce<Vector2>(),
        "link strength 1.0, divided by degree, length 30.0, iterations 1"
      ),
      (
        LinkForce<Vector2>(strength: 0.5, length: .function { _, _ in 1 }),
        "link strength 0.5, length a function of the link, iterations 1"
      ),
      (
        CollideForce<Vector2>(radius: [1, 2]),
        "collide radius 2 values, strength 1.0, iterations 1"
      ),
      (
        PositionForce<Vector2>(axis: .x, target: .function { Double($0) }),
        "position axis x, target a function of the node, strength 0.1"
      ),
      (
        RadialForce<Vector2>(radius: 5),
        "radial radius 5.0, center SIMD2<Double>(0.0, 0.0), strength 0.1"
      ),
      (CenterForce<Vector2>(), "center SIMD2<Double>(0.0, 0.0), strength 1.0"),
    ]
    for (value, description) in descriptions { #expect("\(value)" == description) }
  }

  // MARK: Sendable

  private func expectSendable<Value: Sendable>(_: Value.Type) {}

  /// Compiles or does not.
  @Test func whatASimulationIsMadeOfCanBeSent() async throws {
    expectSendable(ForceList<Vector2>.self)
    expectSendable((any Force<Vector2>).self)
    expectSendable(Kinetics2D.self)
    expectSendable(NodeValues<Double>.self)
    expectSendable(LinkValues<Float>.self)
    expectSendable(SimulationParameters<Double>.self)
    expectSendable(GraphChange.self)
    expectSendable(Pins<Vector2>.self)
    expectSendable(NodeIDs<String>.self)
    let simulation = try Named2D(30, links: GraphFixture.path(30).links, standardForces())
    simulation.advance(by: 5)
    let (forces, kinetics) = (simulation.forces, simulation.kinetics)
    let sent = try await Task.detached {
      let other = try Named2D(0, forces)
      other.kinetics = kinetics
      other.advance(by: 5)
      return other.kinetics
    }.value
    simulation.advance(by: 5)
    expectSameState(sent, simulation.kinetics)
  }
}
