import ForceSimulation
import Scenes
import Testing
import _TestSupport

/// A simulation small enough to be run many times, with the recorded hash of its last state
/// (StateHashes.json).
struct StateHashCase: Sendable, CustomTestStringConvertible {
  /// What kernels branch on: where nodes start, how they are linked, which parameters forces have.
  enum Kind: String, CaseIterable, Sendable {
    case miserables, random, clusters, grid, coincident
    /// Strengths of both signs, which add up to nothing.
    case cancelling
    /// Many-body from distanceMin 3 to distanceMax 80.
    case limited
    /// Pins on all axes and on one, all nodes on one coordinate of the last axis.
    case pinned
    /// One node a hundred times as large as the others.
    case uneven
    /// All links at one node.
    case hub
    /// Labels of different lengths beside their nodes.
    case boxes
  }

  let kind: Kind
  let nodeCount: Int
  let vector: VectorType
  let ticks: Int

  var name: String { "\(kind.rawValue), \(nodeCount) nodes, \(vector)" }
  var testDescription: String { name }

  /// Below and above the number of nodes from which on many-body uses a tree and passes are split.
  static let all: [StateHashCase] =
    small
    + Kind.allCases.dropFirst().flatMap { kind in
      everyVectorType.prefix(4).map {
        StateHashCase(kind: kind, nodeCount: 2500, vector: $0, ticks: 6)
      }
    }
    + [Kind.random, .clusters].flatMap { kind in
      ([SIMD2<Double>.self, SIMD3<Float>.self] as [VectorType]).map {
        StateHashCase(kind: kind, nodeCount: 10_000, vector: $0, ticks: 2)
      }
    }

  static let small: [StateHashCase] = Kind.allCases.flatMap { kind in
    everyVectorType.map {
      StateHashCase(
        kind: kind, nodeCount: kind == .miserables ? 77 : 300, vector: $0, ticks: 25)
    }
  }

  // MARK: Runs

  /// The hash at the end. `wrapped` calls what it is given, which does the ticks, once.
  func hash(
    _ options: KernelOptions, wrapped: (() -> Void) -> Void = { $0() }
  ) throws -> UInt64 {
    func run<Vector: SimulationVector>(_: Vector.Type) throws -> UInt64 {
      let simulation: NamedSimulation<Vector> = try simulation(options)
      wrapped { simulation.advance(by: ticks) }
      return simulation.kinetics.trajectoryHash
    }
    return try run(vector)
  }

  /// The hashes at the end of runs that were saved half way: of the run that was saved, of the same
  /// simulation set back, and of another one, which had gone its own way, set to the saved state.
  func hashesOfContinuedRuns(_ options: KernelOptions, _ other: KernelOptions) throws -> [UInt64] {
    func run<Vector: SimulationVector>(_: Vector.Type) throws -> [UInt64] {
      let simulation: NamedSimulation<Vector> = try simulation(options)
      simulation.advance(by: ticks / 2)
      let saved = simulation.kinetics
      let stranger: NamedSimulation<Vector> = try self.simulation(other)
      stranger.advance(by: ticks)
      return [(simulation, nil), (simulation, saved), (stranger, saved)].map { simulation, state in
        if let state { simulation.kinetics = state }
        simulation.kernelOptions = state == nil ? options : other
        simulation.advance(by: ticks - ticks / 2)
        return simulation.kinetics.trajectoryHash
      }
    }
    return try run(vector)
  }

  /// Where runs with two settings part; nil when they do not.
  func firstDifference(_ one: KernelOptions, _ other: KernelOptions) throws -> StateDifference? {
    func run<Vector: SimulationVector>(
      _: Vector.Type
    ) throws -> StateDifference? {
      let first: NamedSimulation<Vector> = try simulation(one)
      return _TestSupport.firstDifference(
        between: first, and: try simulation(other), ticks: ticks)
    }
    return try run(vector)
  }

  // MARK: What is simulated

  private func simulation<Vector>(_ options: KernelOptions) throws -> NamedSimulation<Vector> {
    let scene = scene(dimension: Vector.scalarCount)
    var position: [Vector]? = scene.positions()
    switch kind {
    case .coincident: position = PointSet.coincident(scene.nodeCount).points
    case .pinned:
      for node in 0..<scene.nodeCount { position?[node][Vector.scalarCount - 1] = 1.5 }
    default: break
    }
    let links =
      kind == .hub
      ? GraphFixture.star(leaves: scene.nodeCount - 1).links + scene.links.prefix(50)
      : scene.links
    let simulation = try NamedSimulation<Vector>(
      scene.nodeCount, links: links, forces(), position: position)
    simulation.kernelOptions = options
    if kind == .pinned {
      for node in stride(from: 0, to: scene.nodeCount, by: 10) {
        try simulation.kinetics.pins.pin(node, at: Vector(repeating: Vector.Scalar(node % 50)))
        try simulation.kinetics.pins.pin(node + 1, axis: Axis(node % Vector.scalarCount), at: -7)
      }
    }
    return simulation
  }

  private func scene(dimension: Int) -> Scene {
    switch kind {
    case .miserables: .miserables
    case .clusters: .clusters(nodeCount: nodeCount)
    case .grid: .grid(nodeCount: nodeCount, dimension: dimension)
    default: .random(nodeCount: nodeCount)
    }
  }

  private func forces<Vector>() -> ForceList<Vector> {
    typealias Scalar = Vector.Scalar
    var forces: ForceList<Vector> = standardForces()
    switch kind {
    case .cancelling:
      forces["charge"] = ManyBodyForce<Vector>(
        strength: .function { [-30, 30, -12.5, 12.5][$0 % 4] as Scalar })
    case .limited:
      forces["charge"] = ManyBodyForce<Vector>(strength: -30, distanceMin: 3, distanceMax: 80)
    case .uneven:
      forces["collide"] = CollideForce<Vector>(
        radius: .function { $0 == 7 ? 200 : 1 + Scalar($0 % 5) / 2 }, strength: 0.7,
        iterations: 2)
    case .hub:
      forces["link"] = LinkForce<Vector>(
        strength: 1,
        length: .function { link, _ in Scalar(20 + link.target % 11) },
        iterations: 2)
    case .boxes:
      forces["boxes"] = BoxCollideForce<Vector>(
        halfSides: .function { node in
          var sides = Vector(repeating: 2)
          sides[0] = node == 7 ? 60 : 2 + Scalar(node % 5) * 3
          return sides
        }, offsets: .function { $0 % 3 == 0 ? Vector(repeating: 4) : .zero }, iterations: 2)
    default: break
    }
    return forces
  }
}
