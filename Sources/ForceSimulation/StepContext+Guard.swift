/// A force with code while it is applied, and the positions before it.
struct GuardedForce<Vector: SimulationVector> {
  let name: String
  let positions: [Vector]
}

// A node that a force with code gives a state that is not finite stops for the tick: it goes back
// to its position from before the force, and is there without velocity at the end of the tick,
// whatever later forces do. The check comes before any built-in pass reads the state, as one
// position of NaN spoils a whole tree.

/// A force that is not guarded: code of this package around a built-in force, such as a stopwatch.
package protocol UnguardedForce {}

extension Force {
  /// True for all forces but the built-in ones, those around them, and lists, which guard their
  /// forces one by one.
  static var hasCode: Bool {
    !(self is any BuiltInForce.Type || self is any UnguardedForce.Type
      || self is ForceList<Vector>.Type)
  }
}

extension StepContext {
  /// Applies a force with code.
  mutating func apply(guarding force: some Force<Vector>, named name: String) {
    let outer = guarded
    guarded = GuardedForce(name: name, positions: kinetics._position.storage)
    force.apply(to: &self)
    stopNonFiniteNodes()
    guarded = outer
  }

  /// Undoes what later forces have done to the stopped nodes, and counts them.
  mutating func holdStoppedNodes() {
    for (node, position) in stoppedNodes {
      kinetics._position[node] = position
      kinetics._velocity[node] = .zero
    }
    kinetics.nonFiniteNodeCount += stoppedNodes.count
    stoppedNodes = [:]
  }

  /// Stops the nodes that the force with code has spoilt so far. O(n).
  mutating func stopNonFiniteNodes() {
    guard let guarded else { return }
    demand(
      kinetics.nodeCount == guarded.positions.count,
      "ForceSimulation: \(guarded.name) replaced a state of \(guarded.positions.count) nodes by one "
        + "of \(kinetics.nodeCount); nodes are added and removed by Simulation.edit, not in a tick"
    )
    let nodes = nonFiniteNodes(kinetics._position.storage, kinetics._velocity.storage)
    guard !nodes.isEmpty else { return }
    if nonFiniteForce == nil { nonFiniteForce = guarded.name }
    for node in nodes {
      if stoppedNodes[node] == nil { stoppedNodes[node] = guarded.positions[node] }
      kinetics._position[node] = guarded.positions[node]
      kinetics._velocity[node] = .zero
    }
  }
}

/// The nodes whose position or velocity is not finite. O(n).
@_specialize(where Vector == SIMD2<Float>)
@_specialize(where Vector == SIMD2<Double>)
@_specialize(where Vector == SIMD3<Float>)
@_specialize(where Vector == SIMD3<Double>)
@_specialize(where Vector == SIMD4<Float>)
@_specialize(where Vector == SIMD4<Double>)
func nonFiniteNodes<Vector: SimulationVector>(
  _ position: [Vector], _ velocity: [Vector]
) -> [Int] {
  // x - x is zero for every finite x and NaN otherwise, so one sum over all nodes tells if any is
  // not finite.
  var blemish = Vector.zero
  for node in position.indices {
    blemish += (position[node] - position[node]) + (velocity[node] - velocity[node])
  }
  if blemish.isFinite { return [] }
  return position.indices.filter { !(position[$0].isFinite && velocity[$0].isFinite) }
}
