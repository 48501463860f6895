import GrapeCompatibility
import Testing

/// Code in the style of the trees of Grape's ForceSimulation module.
@Suite struct GrapeTreeCompatibilityTests {
  /// A delegate as Grape's users write them.
  private struct NodeCount: KDTreeDelegate {
    typealias NodeID = Int
    typealias Vector = SIMD2<Double>
    var count = 0
    mutating func didAddNode(_ node: Int, at position: SIMD2<Double>) { count += 1 }
    mutating func didRemoveNode(_ node: Int, at position: SIMD2<Double>) { count -= 1 }
    func spawn() -> NodeCount { NodeCount() }
  }

  @Test func treesWithDelegates() {
    let points = (0..<50).map { i -> SIMD2<Double> in
      SIMD2(x: Double(i * 7 % 50), y: Double(i * 11 % 50))
    }
    var tree = BufferedKDTree(
      rootBox: KDBox.cover(of: points), nodeCapacity: points.count, rootDelegate: NodeCount())
    for i in points.indices { tree.add(nodeIndex: i, at: points[i]) }
    #expect(tree.root.delegate.count == 50)

    var found: Set<Int> = []
    tree.visit { t in
      if t.isFilledLeaf {
        found.formUnion(t.containedIndices)
        return false
      }
      return t.isInternalNode && !t.isEmptyLeaf && t.delegate.count > 0
    }
    #expect(found == Set(0..<50))
    let extent: BufferedKDTree<SIMD2<Double>, NodeCount>.Box = tree.extent
    var root: BufferedKDTree<SIMD2<Double>, NodeCount>.TreeNode = tree.root
    var visits = 0
    root.visit { node in
      visits += 1
      return node.isInternalNode
    }
    #expect(visits > 50)
    tree.reset(rootBox: extent, rootDelegate: NodeCount())
    #expect(tree.root.isLeaf && tree.root.isEmptyLeaf)
    tree.dispose()
  }

  /// Grape's own test `testCorner2`: a tree without points that grows gets children.
  @Test func theFirstPointOutsideOfTheBoxDividesTheRoot() {
    var tree = BufferedKDTree(
      rootBox: KDBox(p0: [0, 0], p1: [1, 1]), nodeCapacity: 1, rootDelegate: NodeCount())
    tree.add(nodeIndex: 0, at: [1, 1])
    #expect(tree.root.isInternalNode)
    #expect(tree.root.containedIndices.isEmpty)
    #expect(tree.root.delegate.count == 1)
    #expect(tree.extent.p1 == [2, 2])
    var counts: [Int] = []
    tree.visit { cell in
      counts.append(cell.delegate.count)
      return true
    }
    #expect(counts == [1, 0, 0, 0, 1])
  }

  /// A force that keeps a tree between ticks, as Grape's own many-body force does.
  private final class TreeForce: Force2D, @unchecked Sendable {
    private var tree: BufferedKDTree<SIMD2<Double>, MassCentroidKDTreeDelegate<SIMD2<Double>>>?

    func apply(to kinetics: inout Kinetics2D) {
      let box = KDBox.cover(of: kinetics.position)
      var tree =
        self.tree
        ?? BufferedKDTree(
          rootBox: box, nodeCapacity: kinetics.validCount,
          rootDelegate: MassCentroidKDTreeDelegate(massProvider: { _ in 1 }))
      self.tree = nil
      tree.reset(rootBox: box, rootDelegate: MassCentroidKDTreeDelegate { _ in 1 })
      for i in kinetics.range { tree.add(nodeIndex: i, at: kinetics.position[i]) }
      for i in kinetics.range {
        let position = kinetics.position[i]
        var change = SIMD2<Double>.zero
        tree.visit { cell in
          guard let centroid = cell.delegate.centroid, !cell.containedIndices.contains(i) else {
            return false
          }
          let offset = centroid - position
          let width = cell.box.p1 - cell.box.p0
          let isFar = max(width.x, width.y) < 0.5 * offset.length()
          guard isFar || cell.isLeaf else { return true }
          change -= offset * cell.delegate.accumulatedMass * 30 / offset.lengthSquared()
          return false
        }
        kinetics.velocity[i] += change * kinetics.alpha
      }
      self.tree = tree
    }
  }

  @Test func aBarnesHutForceOnTheTree() {
    func velocities(_ force: some ForceProtocol<SIMD2<Double>>) -> [SIMD2<Double>] {
      let simulation = Simulation(nodeCount: 300, links: [], forceField: force)
      simulation.tick(iterations: 3)
      return simulation.kinetics.velocity.asArray()
    }
    let exact = velocities(Kinetics2D.ManyBodyForce(strength: -30, theta: 0))
    let tree = velocities(TreeForce())
    let error = zip(exact, tree).reduce(0) { $0 + $1.0.distanceSquared(to: $1.1) }
    #expect(error < 0.02 * 0.02 * exact.reduce(0) { $0 + $1.lengthSquared() })
  }
}
