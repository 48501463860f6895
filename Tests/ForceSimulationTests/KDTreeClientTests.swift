import ForceSimulation
import Testing

/// What a client builds on the tree for searches.
@Suite struct KDTreeClientTests {
  @Test func lowerFacesBelongToABoxAndUpperOnesDoNot() {
    let box = KDTree<SIMD2<Double>>.Box(low: [0, 0], high: [2, 2])
    #expect(box.contains(SIMD2(0, 0)))
    #expect(box.contains(SIMD2(1, 1)))
    #expect(box.contains(SIMD2((2.0).nextDown, 0)))
    #expect(!box.contains(SIMD2(2, 1)))
    #expect(!box.contains(SIMD2(1, 2)))
    #expect(!box.contains(SIMD2(-.leastNonzeroMagnitude, 1)))
    #expect(!box.contains(SIMD2(.nan, 1)))
    #expect(!KDTree<SIMD2<Double>>.Box(low: [1, 1], high: [1, 1]).contains(SIMD2(1, 1)))
  }

  /// A force with sums of its own for each cell of a tree, as docs/from-grape.md says to replace
  /// trees whose cells have delegates.
  private struct TreeForce: Force {
    typealias Vector = SIMD2<Double>

    func apply(to step: inout StepContext<Vector>) {
      let tree = KDTree(step.position.asArray())
      let sums = sums(tree)
      let alpha = step.alpha
      step.changeVelocities { node, position, velocity in
        var change = Vector.zero
        func add(_ place: Vector, mass: Double) {
          let offset = place - position
          change -= offset * mass * 30 / max(offset.lengthSquared(), 1e-9)
        }
        tree.visit { cell in
          let center = sums[cell.number] / Double(cell.count)
          let size = cell.high - cell.low
          guard max(size.x, size.y) < 0.5 * (center - position).length() else { return .open }
          add(center, mass: Double(cell.count))
          return .skip
        } points: { other, place in
          if other != node { add(place, mass: 1) }
        }
        velocity += change * alpha
      }
    }

    /// The sum of the positions in each cell: those of leaves first, then of what they are halves of.
    private func sums(_ tree: KDTree<Vector>) -> [Vector] {
      var sums = Array(repeating: Vector.zero, count: tree.cellCount)
      var leaf = 0
      tree.visit { cell in
        leaf = cell.number
        return .open
      } points: { _, place in
        sums[leaf] += place
      }
      for cell in sums.indices.dropFirst().reversed() { sums[(cell - 1) / 2] += sums[cell] }
      return sums
    }
  }

  @Test func aBarnesHutForceOnTheTree() throws {
    func velocities(_ force: some Force<SIMD2<Double>>) throws -> [SIMD2<Double>] {
      let simulation = try Simulation(nodeCount: 300, forces: force)
      simulation.advance(by: 3)
      return simulation.kinetics.velocity.asArray()
    }
    let exact = try velocities(ManyBodyForce<SIMD2<Double>>(strength: -30, theta: 0))
    let tree = try velocities(TreeForce())
    let error = zip(exact, tree).reduce(0) { $0 + $1.0.distanceSquared(to: $1.1) }
    #expect(error < 0.02 * 0.02 * exact.reduce(0) { $0 + $1.lengthSquared() })
  }
}
