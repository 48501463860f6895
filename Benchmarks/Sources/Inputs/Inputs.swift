import ForceSimulation
import Foundation

/// What all benchmarks here run on: nodes uniform in a disc of radius 10 sqrt n (a ball of 20 cbrt n), two links between
/// random nodes for each node. The same numbers on every machine.
public struct Inputs<Vector: SimulatableVector & L2NormCalculatable>: Sendable {
  public let positions: [Vector]
  public let links: [EdgeID<Int>]

  public init(_ nodeCount: Int) {
    var random = DoubleLinearCongruentialGenerator(seed: 42)
    links = (0..<2 * nodeCount).map { _ in
      let source = Int(random.next() * Double(nodeCount))
      let target = Int(random.next() * Double(nodeCount))
      return EdgeID(source: source, target: target)
    }
    let axes = Vector.scalarCount
    let radius = (axes == 2 ? 10 : 20) * pow(Double(nodeCount), 1 / Double(axes))
    positions = (0..<nodeCount).map { _ in
      while true {
        var point = Vector.zero
        for axis in 0..<axes { point[axis] = Vector.Scalar(2 * random.next() - 1) }
        if point.lengthSquared() <= 1 { return point * Vector.Scalar(radius) }
      }
    }
  }

  /// A simulation whose nodes are all pinned, so that every tick does the same work, on one thread.
  public func still(
    _ forces: KeyValuePairs<String, any ForceProtocol<Vector>>
  ) -> Simulation<Vector, NamedForces<Vector>> {
    let simulation = moving(forces)
    for node in positions.indices { simulation.kinetics.pins[node] = positions[node] }
    simulation.tick(iterations: 3)
    return simulation
  }

  /// A simulation that never cools down, on one thread.
  public func moving(
    _ forces: KeyValuePairs<String, any ForceProtocol<Vector>>
  ) -> Simulation<Vector, NamedForces<Vector>> {
    let simulation = Simulation(
      nodeCount: positions.count, links: links, forceField: NamedForces(forces),
      position: positions)
    simulation.alphaDecay = 0
    simulation.kernelOptions.threadCount = 1
    return simulation
  }
}

/// The forces of the comparisons with other libraries.
public enum Forces<Vector: SimulatableVector & L2NormCalculatable> {
  public typealias State = Kinetics<Vector>

  public static var manyBody: State.ManyBodyForce { State.ManyBodyForce(strength: -30) }
  public static var link: State.LinkForce {
    State.LinkForce(stiffness: .weightedByDegree { _, _ in 1 }, originalLength: .constant(30))
  }
  public static var center: State.CenterForce { State.CenterForce(center: .zero, strength: 1) }
  public static var collide: State.CollideForce { State.CollideForce(radius: .constant(3)) }

  public static var all: KeyValuePairs<String, any ForceProtocol<Vector>> {
    ["charge": manyBody, "link": link, "center": center, "collide": collide]
  }
}
