import GrapeCompatibility
import Testing
import _TestSupport

@Suite struct BufferedKDTreeVisitTests {
  typealias Mass = MassCentroidKDTreeDelegate<SIMD2<Double>>
  typealias Tree = BufferedKDTree<SIMD2<Double>, Mass>

  private func randomTree() -> Tree {
    Tree(of: TreePointSet.random.points(), growing: false, delegate: Mass { _ in 1 })
  }

  @Test func cellsComeBeforeTheirChildrenInOrder() {
    var tree = Tree(
      rootBox: KDBox(.zero, SIMD2(4, 4)), nodeCapacity: 2, rootDelegate: Mass { _ in 1 })
    tree.add(nodeIndex: 0, at: SIMD2(0.5, 0.5))
    tree.add(nodeIndex: 1, at: SIMD2(3.5, 0.5))
    tree.add(nodeIndex: 2, at: SIMD2(2.5, 1.5))
    var boxes: [KDBox<SIMD2<Double>>] = []
    tree.visit { cell in
      boxes.append(cell.box)
      return true
    }
    func square(_ x: Double, _ y: Double, _ side: Double) -> KDBox<SIMD2<Double>> {
      KDBox(SIMD2(x, y), SIMD2(x + side, y + side))
    }
    #expect(
      boxes == [
        square(0, 0, 4), square(0, 0, 2), square(2, 0, 2), square(2, 0, 1), square(3, 0, 1),
        square(2, 1, 1), square(3, 1, 1), square(0, 2, 2), square(2, 2, 2),
      ])
  }

  @Test func childrenAreSkippedOnRequest() {
    let tree = randomTree()
    var visited = 0
    tree.visit { _ in
      visited += 1
      return false
    }
    #expect(visited == 1)

    // Cells that are not opened, and leaves, share out all the points.
    for limit in [1, 10, 100, 300] {
      var count = 0
      var mass = 0.0
      tree.visit { cell in
        let opens = cell.delegate.accumulatedCount > limit
        if !opens || cell.isLeaf {
          count += cell.delegate.accumulatedCount
          mass += cell.delegate.accumulatedMass
        }
        return opens
      }
      #expect(count == 300)
      #expect(mass == 300)
    }
  }

  @Test func rangeSearchEqualsBruteForce() {
    let points = TreePointSet.random.points(SIMD3<Float>.self)
    let tree = BufferedKDTree(
      of: points, growing: true, delegate: MaxRadiusNDTreeDelegate<SIMD3<Float>> { _ in 1 })
    for centre in points.prefix(20) {
      var found: [Int] = []
      tree.visit { cell in
        let nearest = pointwiseMax(cell.box.p0, pointwiseMin(cell.box.p1, centre))
        if nearest.distance(to: centre) > 20 { return false }
        found += cell.containedIndices.filter { points[$0].distance(to: centre) <= 20 }
        return true
      }
      #expect(found.sorted() == points.indices.filter { points[$0].distance(to: centre) <= 20 })
    }
  }

  @Test func changesToDelegatesStayInTheTree() {
    var tree = randomTree()
    let copy = tree
    let root = tree.root
    tree.visit { cell in
      cell.delegate.accumulatedMass *= 2
      return cell.delegate.accumulatedCount > 10
    }
    tree.visit { (cell: inout KDTreeNode<SIMD2<Double>, Mass>) in
      #expect(cell.delegate.accumulatedMass == 2 * Double(cell.delegate.accumulatedCount))
      return cell.delegate.accumulatedCount > 10
    }
    #expect(tree.root.delegate.accumulatedMass == 600)
    // Neither a copy nor a node taken before is touched.
    #expect(copy.root.delegate.accumulatedMass == 300)
    #expect(root.delegate.accumulatedMass == 300)

    // The tree goes on from its changed state.
    tree.add(nodeIndex: 300, at: .zero)
    #expect(tree.root.delegate.accumulatedMass == 601)
    #expect(copy.allNodes == Array(0..<300))
  }

  @Test func aNodeCanBeVisitedOnItsOwn() {
    var tree = randomTree()
    var cells = 0
    tree.visit { cell in
      guard cell.delegate.accumulatedCount <= 20 else { return true }
      // A visit within the visit: its changes stay too, and the outer one goes on where it was.
      let (box, count) = (cell.box, cell.delegate.accumulatedCount)
      cell.delegate.accumulatedMass = 0
      var found = 0
      cell.visit {
        found += $0.containedIndices.count
        $0.delegate.accumulatedMass = -1
        cells += 1
        return true
      }
      #expect(found == count)
      #expect(cell.box == box)
      #expect(cell.delegate.accumulatedMass == -1)
      return false
    }
    #expect(cells > 20)
    tree.visit { cell in
      #expect((cell.delegate.accumulatedMass == -1) == (cell.delegate.accumulatedCount <= 20))
      return true
    }

    var root = tree.root
    root.visit {
      $0.delegate.accumulatedMass = 7
      return true
    }
    #expect(root.delegate.accumulatedMass == 7)
    #expect(tree.root.delegate.accumulatedMass == 300, "a node is a value of its own")
  }

  @Test func copiesAreIndependent() {
    var tree = randomTree()
    let before = tree
    tree.add(nodeIndex: 300, at: SIMD2(1e6, 1e6))
    #expect(before.allNodes == Array(0..<300))
    #expect(tree.allNodes == Array(0...300))
    #expect(before.extent != tree.extent)
  }

  @Test func resetForgetsAllPoints() {
    var tree = randomTree()
    let box = KDBox(SIMD2<Double>(-1, -1), SIMD2(1, 1))
    tree.reset(rootBox: box, rootDelegate: Mass { _ in 3 })
    #expect(tree.root.isEmptyLeaf)
    #expect(tree.extent == box)
    #expect(tree.root.delegate.accumulatedCount == 0)
    for (node, point) in TreePointSet.lattice.points(SIMD2<Double>.self).enumerated() {
      tree.add(nodeIndex: node, at: point)
    }
    #expect(tree.allNodes == Array(0..<256))
    #expect(tree.root.delegate.accumulatedMass == 3 * 256)
  }

  @Test func disposeIsHarmless() {
    var tree = randomTree()
    tree.dispose()
    tree.dispose()
    #expect(tree.allNodes == Array(0..<300))
    tree.add(nodeIndex: 300, at: .zero)
    tree.dispose()
    #expect(tree.allNodes == Array(0...300))
  }

  @Test func aNodeMayBeAddedTwice() {
    var tree = randomTree()
    tree.add(nodeIndex: 5, at: .zero)
    #expect(tree.allNodes.filter { $0 == 5 }.count == 2)
    #expect(tree.root.delegate.accumulatedCount == 301)
  }

  // MARK: What cannot be built

  @Test func pointsThatAreNotFiniteTrapWithASentence() async {
    let nan = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var tree = BufferedKDTree(
        rootBox: KDBox(.zero, SIMD3<Float>(1, 1, 1)), nodeCapacity: 1,
        rootDelegate: MaxRadiusNDTreeDelegate<SIMD3<Float>> { _ in 1 })
      tree.add(nodeIndex: 7, at: SIMD3(0, .nan, 0))
    }
    #expect(says("node 7 is at", nan))
    #expect(says("must be finite", nan))
    let infinite = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var tree = BufferedKDTree(
        rootBox: KDBox(.zero, SIMD2<Double>(1, 1)), nodeCapacity: 1,
        rootDelegate: MassCentroidKDTreeDelegate<SIMD2<Double>> { _ in 1 })
      tree.add(nodeIndex: 3, at: SIMD2(-.infinity, 0))
    }
    #expect(says("node 3 is at", infinite))
  }

  @Test func boxesThatAreNoneTrapWithASentence() async {
    let inverted = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = BufferedKDTree(
        rootBox: KDBox(SIMD2<Double>(0, 2), SIMD2(1, 1)), nodeCapacity: 1,
        rootDelegate: MassCentroidKDTreeDelegate<SIMD2<Double>> { _ in 1 })
    }
    #expect(says("the root box runs from 2.0 to 1.0 on axis 1", inverted))
    let infinite = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = BufferedKDTree(
        rootBox: KDBox(SIMD2<Double>(0, 0), SIMD2(.infinity, 1)), nodeCapacity: 1,
        rootDelegate: MassCentroidKDTreeDelegate<SIMD2<Double>> { _ in 1 })
    }
    #expect(says("the root box runs from 0.0 to inf on axis 0", infinite))
    let capacity = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = BufferedKDTree(
        rootBox: KDBox(.zero, SIMD2<Double>(1, 1)), nodeCapacity: -1,
        rootDelegate: MassCentroidKDTreeDelegate<SIMD2<Double>> { _ in 1 })
    }
    #expect(says("nodeCapacity is -1", capacity))
  }
}
