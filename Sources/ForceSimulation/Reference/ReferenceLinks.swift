/// The specification of the link force.
enum ReferenceLinks {
  /// The parallel update order: every node sums over its link ends from the state before the
  /// iteration (docs/determinism.md, "Links").
  static func apply<Vector: SimulationVector>(
    _ links: HalfLinks<Vector.Scalar>, iterations: Int, alpha: Vector.Scalar, jiggle: Jiggle,
    position: [Vector], velocity: inout [Vector]
  ) {
    var predicted = position
    for _ in 0..<iterations {
      for node in position.indices { predicted[node] = position[node] + velocity[node] }
      for node in position.indices {
        var pull = Vector.zero
        for end in links.ends(of: node) {
          let other = Int(links.other[end])
          var difference = predicted[other] - predicted[node]
          var distance2 = difference.lengthSquared()
          if distance2 < Vector.coincidenceDistance2 {
            difference = jiggle.difference(from: node, to: other)
            distance2 = difference.lengthSquared()
          }
          let distance = distance2.squareRoot()
          let weight =
            ((distance - (links.length?[end] ?? links.commonLength)) / distance)
            * (min(alpha, links.limit(of: end, at: node)) * links.coefficient[end])
          pull += difference * weight
        }
        velocity[node] += pull
      }
    }
  }

  /// d3's update order: one link after the other, each seeing the update by the one before
  /// (d3-force, "link").
  static func applySequentially<Vector: SimulationVector>(
    _ links: LinkList<Vector.Scalar>, iterations: Int, alpha: Vector.Scalar,
    random: inout LinearCongruentialGenerator, position: [Vector], velocity: inout [Vector]
  ) {
    for _ in 0..<iterations {
      for (index, link) in links.links.enumerated() {
        let (source, target) = (link.source, link.target)
        var difference =
          position[target] + velocity[target] - position[source] - velocity[source]
        difference.jiggleZeros(&random)
        let distance = difference.length()
        difference *=
          (distance - links.lengths[index]) / distance * alpha * links.strengths[index]
        let bias = links.biases[index]
        velocity[target] -= difference * bias
        velocity[source] += difference * (1 - bias)
      }
    }
  }
}

extension SimulationVector {
  /// d3's jiggle: a component that is zero is replaced by a random number of at most 5e-7 in size.
  @inline(__always)
  mutating func jiggleZeros(_ random: inout LinearCongruentialGenerator) {
    for axis in 0..<Self.scalarCount where self[axis] == 0 {
      self[axis] = Scalar((random.next() - 0.5) * 1e-6)
    }
  }
}
