import ForceSimulation
import Foundation

/// The input of all benchmarks here: nodes uniform in a disc of radius 10 sqrt n (a ball of
/// 20 cbrt n), two links between random nodes for each node. The same numbers on every machine.
public struct Inputs<Vector: SimulationVector>: Sendable {
  public let positions: [Vector]
  public let links: [Link<Int>]

  public init(_ nodeCount: Int) {
    var random = Random(state: 42)
    links = (0..<2 * nodeCount).map { _ in
      let source = Int(random.next() * Double(nodeCount))
      let target = Int(random.next() * Double(nodeCount))
      return Link(source, target)
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
    _ forces: ForceList<Vector>
  ) throws -> Simulation<Vector, ForceList<Vector>> {
    let simulation = try moving(forces)
    for node in positions.indices { simulation.kinetics.pins[node] = positions[node] }
    simulation.run(atMost: 3)
    return simulation
  }

  /// A simulation that never cools down, on one thread.
  public func moving(
    _ forces: ForceList<Vector>
  ) throws -> Simulation<Vector, ForceList<Vector>> {
    let simulation = try Simulation(
      nodeCount: positions.count, links: links, forces: forces,
      parameters: SimulationParameters(alphaDecay: 0), positions: positions)
    simulation.kernelOptions.threadCount = 1
    return simulation
  }
}

/// The forces of the comparisons with other libraries.
public enum Forces<Vector: SimulationVector> {
  public static var manyBody: ManyBodyForce<Vector> { ManyBodyForce(strength: -30) }
  public static var link: LinkForce<Vector> { LinkForce(strength: .byDegree, length: 30) }
  public static var center: CenterForce<Vector> { CenterForce(center: .zero, strength: 1) }
  public static var collide: CollideForce<Vector> { CollideForce(radius: 3) }

  public static var all: ForceList<Vector> {
    ["charge": manyBody, "link": link, "center": center, "collide": collide]
  }
}

/// d3-force's generator of random numbers.
private struct Random {
  var state: UInt32

  /// The next number, at least 0 and less than 1.
  mutating func next() -> Double {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Double(state) * 0x1p-32
  }
}
