import Testing
import _TestSupport

@testable import ForceSimulation

/// A strength that all links share is changed without binding the force anew; the bits are those of
/// a new simulation.
@Suite struct LinkStrengthTests {
  private static func links(_ count: Int, hasLoops: Bool) -> [Link<Int>] {
    var random = SplitMix64(seed: 7)
    var links: [Link<Int>] = []
    while links.count < 3 * count {
      let link = Link(
        Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
      if hasLoops || link.source != link.target { links.append(link) }
    }
    return links
  }

  private func check<Vector: SimulationVector>(
    _: Vector.Type, from old: LinkForce<Vector>.Strength, to new: LinkForce<Vector>.Strength,
    hasLoops: Bool, engine: Engine
  ) throws {
    let links = Self.links(40, hasLoops: hasLoops)
    var force = LinkForce<Vector>(strength: old)
    let changed = try Simulation(
      nodeCount: 40, links: links, forces: ForceList([.init(force, named: "link")]),
      engine: engine)
    // The first change keeps what the second one reads.
    changed.forces["link", as: LinkForce<Vector>.self]?.strength = .constant(0.9)
    changed.forces["link", as: LinkForce<Vector>.self]?.strength = new
    changed.forces["link", as: LinkForce<Vector>.self]?.length = 12
    (force.strength, force.length) = (new, 12)
    let fresh = try Simulation(
      nodeCount: 40, links: links, forces: ForceList([.init(force, named: "link")]),
      engine: engine)
    for _ in 0..<3 {
      changed.advance()
      fresh.advance()
    }
    #expect(changed.kinetics.stateHash == fresh.kinetics.stateHash)
    let unchanged = try Simulation(
      nodeCount: 40, links: links,
      forces: ForceList([.init(LinkForce<Vector>(strength: old, length: 12), named: "link")]),
      engine: engine)
    unchanged.advance(by: 3)
    #expect(changed.kinetics.stateHash != unchanged.kinetics.stateHash)
  }

  @Test(arguments: everyEngine, [false, true])
  func newStrengthHasTheBitsOfANewSimulation(_ engine: Engine, _ hasLoops: Bool) throws {
    typealias Strength = LinkForce<Vector2>.Strength
    for (old, new) in [
      (Strength.byDegree, Strength.byDegree(0.3)), (.byDegree, .constant(0.3)),
      (.constant(0.2), .byDegree), (.byDegree, .constant(-0.1)), (.constant(0.5), .constant(0)),
    ] {
      try check(Vector2.self, from: old, to: new, hasLoops: hasLoops, engine: engine)
    }
    try check(
      SIMD3<Float>.self, from: .byDegree, to: .byDegree(0.7), hasLoops: hasLoops, engine: engine)
  }

  /// From and to values by link, which the force computes anew.
  @Test func strengthsByLink() throws {
    let links = Self.links(40, hasLoops: false)
    let each = links.indices.map { Double($0 % 5) / 10 }
    typealias Strength = LinkForce<Vector2>.Strength
    for (old, new) in [
      (Strength.byDegree, Strength.array(each)), (.array(each), .constant(0.3)),
      (.byDegree, Strength(values: .array(each), isDividedByDegree: true)),
      (Strength(values: .array(each), isDividedByDegree: true), .array(each)),
    ] {
      try check(Vector2.self, from: old, to: new, hasLoops: false, engine: .kernels)
    }
  }

  /// What a change has kept does not outlive the links that it is of.
  @Test func changesAfterAnEdit() throws {
    func simulation(_ strengths: [Double]) throws -> Named2D {
      let simulation = try Named2D(
        5, links: [Link(0, 1), Link(1, 2), Link(1, 3)],
        ["link": LinkForce<Vector2>(strength: .byDegree(.constant(strengths[0])))])
      for (index, strength) in strengths.enumerated() {
        simulation.forces["link", as: LinkForce<Vector2>.self]?.strength =
          .byDegree(.constant(strength))
        if index == 0 { try simulation.edit { $0.link(1, 4) } }
      }
      simulation.advance(by: 3)
      return simulation
    }
    let hash = try simulation([0.2, 0.4, 0.6]).kinetics.stateHash
    #expect(try simulation([0.6, 0.6]).kinetics.stateHash == hash)
    #expect(try simulation([0.6, 0.5]).kinetics.stateHash != hash)
  }

  @Test(arguments: [false, true]) func lowestLimitIsThatOfAllEnds(_ isDivided: Bool) throws {
    var random = SplitMix64(seed: 11)
    for nodeCount in [1, 2, 7, 60] {
      for linkCount in [0, 1, 5, 90] {
        // Squares make some nodes hubs.
        func node() -> Int {
          let share = Double.random(in: 0..<1, using: &random)
          return Int(share * share * Double(nodeCount))
        }
        let links = (0..<linkCount).map { _ in Link(node(), node()) }
        var ends = HalfLinks<Double>(
          links: links, nodeCount: nodeCount,
          endCounts: BoundLinks<Double>.endCounts(links, nodeCount: nodeCount),
          lengths: .common(1),
          strengths: .each(links.map { _ in Double.random(in: -1..<1, using: &random) }))
        for strength in [nil, 0.7, 0, -2] {
          if let strength {
            ends.setCommonStrength(strength, isDividedByDegree: isDivided, links)
          }
          let limits = (0..<nodeCount).flatMap { node in
            ends.ends(of: node).map { ends.limit(of: $0, at: node) }
          }
          #expect(ends.lowestLimit == limits.min() ?? .infinity)
        }
      }
    }
  }

  @Test func badStrengthsAreRefused() throws {
    let simulation = try Named2D(
      3, links: [Link(0, 1), Link(1, 2)], ["link": LinkForce<Vector2>()])
    let before = simulation.checkpoint()
    #expect(throws: SimulationError.self) {
      try simulation.edit { edit in
        edit.changeForces { forces, _ in
          forces["link", as: LinkForce<Vector2>.self]?.strength = .constant(.nan)
        }
      }
    }
    #expect(simulation.checkpoint() == before)
  }
}
