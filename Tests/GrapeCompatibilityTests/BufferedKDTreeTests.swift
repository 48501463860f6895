import GrapeCompatibility
import Testing
import _TestSupport

@Suite struct BufferedKDTreeTests {
  // MARK: Every point, in every cell it belongs to

  @Test(arguments: TreePointSet.allCases, [false, true])
  func everyPointIsInOneLeafAndInAllCellsAboveIt(_ set: TreePointSet, growing: Bool) {
    checkStructure(of: set.points(SIMD2<Double>.self), growing: growing)
    checkStructure(of: set.points(SIMD3<Float>.self), growing: growing)
    checkStructure(of: set.points(SIMD4<Double>.self), growing: growing)
  }

  /// Holds a whole tree against what the points alone say.
  private func checkStructure<V>(of points: [V], growing: Bool)
  where V: SimulationVector {
    let tree = BufferedKDTree(of: points, growing: growing, delegate: RecordingDelegate<V>())
    #expect(tree.allNodes == Array(points.indices))
    #expect(tree.root.delegate.nodes == Array(points.indices))
    #expect(points.allSatisfy(tree.extent.contains))

    // Cells are visited parents first, so a stack of open cells gives the parent of each.
    var open: [(delegate: RecordingDelegate<V>, childrenLeft: Int, nodesLeft: Set<Int>)] = []
    tree.visit { cell in
      let seen = cell.delegate
      #expect(seen.nodes == seen.nodes.sorted(), "told in the order of adding")
      #expect(seen.positions == seen.nodes.map { points[$0] })
      #expect(seen.positions.allSatisfy(cell.box.contains))
      if let parent = open.indices.last {
        #expect(open[parent].nodesLeft.isSuperset(of: seen.nodes))
        open[parent].nodesLeft.subtract(seen.nodes)
        open[parent].childrenLeft -= 1
      }
      if cell.isInternalNode {
        #expect(cell.containedIndices.isEmpty)
        open.append((seen, 1 << V.scalarCount, Set(seen.nodes)))
      } else {
        #expect(cell.containedIndices == seen.nodes)
        if let first = seen.positions.first { #expect(cell.nodePosition == first) }
      }
      #expect(cell.isLeaf != cell.isInternalNode)
      #expect(cell.isFilledLeaf == !cell.containedIndices.isEmpty)
      #expect(cell.isEmptyLeaf == (cell.isLeaf && cell.containedIndices.isEmpty))
      while let last = open.last, last.childrenLeft == 0 {
        #expect(last.nodesLeft.isEmpty, "the children share out all the points of their parent")
        open.removeLast()
      }
      return true
    }
    #expect(open.isEmpty)
  }

  @Test(arguments: TreePointSet.allCases)
  func onlyNeighboursShareALeaf(_ set: TreePointSet) {
    let points = set.points(SIMD2<Double>.self)
    for growing in [false, true] {
      let tree = BufferedKDTree(
        of: points, growing: growing, delegate: RecordingDelegate<SIMD2<Double>>())
      var leafOfPoint: [SIMD2<Double>: Int] = [:]
      var leaf = 0
      tree.visit { cell in
        leaf += 1
        for node in cell.containedIndices {
          // A leaf that is divided may get another first point, hence twice the distance.
          #expect(points[node].distance(to: cell.nodePosition) <= 2e-5)
          #expect(leafOfPoint.updateValue(leaf, forKey: points[node]) ?? leaf == leaf)
        }
        return true
      }
    }
  }

  // MARK: The delegates for forces, against brute force

  @Test(arguments: TreePointSet.allCases, [false, true])
  func massesAndCentroidsEqualBruteForce(_ set: TreePointSet, growing: Bool) {
    checkMasses(of: set.points(SIMD2<Double>.self), growing: growing)
    checkMasses(of: set.points(SIMD3<Float>.self), growing: growing)
    checkMasses(of: set.points(SIMD4<Double>.self), growing: growing)
  }

  private func checkMasses<V>(of points: [V], growing: Bool)
  where V: SimulationVector {
    let masses = points.indices.map { V.Scalar($0 % 7) + 0.25 }
    let tree = BufferedKDTree(
      of: points, growing: growing,
      delegate: PairDelegate(
        RecordingDelegate<V>(), MassCentroidKDTreeDelegate<V> { masses[$0] }))
    tree.visit { cell in
      // Added in the same order, so the sums agree to the bit. (As text, because at the greatest
      // finite number they overflow to NaN, in both.)
      let (nodes, sums) = (cell.delegate.first.nodes, cell.delegate.second)
      let weighted = nodes.reduce(V.zero) { $0 + points[$1] * masses[$1] }
      #expect(sums.accumulatedCount == nodes.count)
      #expect(sums.accumulatedMass == nodes.reduce(0) { $0 + masses[$1] })
      #expect("\(sums.accumulatedMassWeightedPositions)" == "\(weighted)")
      #expect((sums.centroid == nil) == nodes.isEmpty)
      if nodes.count == 1, weighted.isFinite, let centroid = sums.centroid {
        let point = points[nodes[0]]
        let largest = (0..<V.scalarCount).map { point[$0].magnitude }.max() ?? 0
        #expect(centroid.distance(to: point) <= 4 * largest.ulp)
      }
      return true
    }
  }

  @Test(arguments: TreePointSet.allCases, [false, true])
  func largestRadiiEqualBruteForce(_ set: TreePointSet, growing: Bool) {
    checkRadii(of: set.points(SIMD2<Double>.self), growing: growing)
    checkRadii(of: set.points(SIMD3<Float>.self), growing: growing)
    checkRadii(of: set.points(SIMD4<Double>.self), growing: growing)
  }

  private func checkRadii<V>(of points: [V], growing: Bool)
  where V: SimulationVector {
    let radii = points.indices.map { V.Scalar(($0 * 37) % 101) }
    let tree = BufferedKDTree(
      of: points, growing: growing,
      delegate: PairDelegate(
        RecordingDelegate<V>(), MaxRadiusNDTreeDelegate<V> { radii[$0] }))
    tree.visit { cell in
      let (nodes, bound) = (cell.delegate.first.nodes, cell.delegate.second)
      #expect(bound.maxNodeRadius == nodes.map { radii[$0] }.max() ?? 0)
      return true
    }
  }

  @Test func removingFromADelegateUndoesAdding() {
    var mass = MassCentroidKDTreeDelegate<SIMD2<Double>> { Double($0) }
    mass.didAddNode(2, at: SIMD2(1, 3))
    mass.didAddNode(4, at: SIMD2(5, -1))
    mass.didRemoveNode(2, at: SIMD2(1, 3))
    #expect(mass.accumulatedCount == 1)
    #expect(mass.accumulatedMass == 4)
    #expect(mass.centroid == SIMD2(5, -1))
    let fresh = mass.spawn()
    #expect(fresh.accumulatedCount == 0 && fresh.accumulatedMass == 0 && fresh.centroid == nil)

    var radius = MaxRadiusNDTreeDelegate<SIMD2<Double>> { Double($0) }
    radius.didAddNode(9, at: .zero)
    radius.didAddNode(3, at: .zero)
    radius.didRemoveNode(3, at: .zero)
    #expect(radius.maxNodeRadius == 9)
    #expect(radius.spawn().maxNodeRadius == 0)
  }

  // MARK: Growing

  @Test func addsOutsideTheRootBoxKeepAllPoints() {
    // Each add is outside all boxes before it, to another side; room was asked for one node only.
    let box = KDBox(p0: SIMD2<Double>(0, 0), p1: SIMD2(1, 1))
    for capacity in [1, 4] {
      var tree = BufferedKDTree(
        rootBox: box, nodeCapacity: capacity, rootDelegate: RecordingDelegate<SIMD2<Double>>())
      for node in 0..<60 {
        let size = Double(1 << (node / 2)) * (node % 2 == 0 ? 1.5 : -1.5)
        tree.add(nodeIndex: node, at: SIMD2(size, node % 3 == 0 ? size : -size))
        #expect(tree.allNodes == Array(0...node))
      }
      #expect(tree.root.delegate.nodes == Array(0..<60))
    }
  }

  @Test func aBoxWithoutExtentGrows() {
    // Beyond 2^24 a Float moves by 2 at least: the cluster distance is lost in the rounding.
    for place in [0, 3e7, -3e7, 1e30] as [Float] {
      let corner = SIMD3<Float>(repeating: place)
      var tree = BufferedKDTree(
        rootBox: KDBox(corner, corner), nodeCapacity: 1,
        rootDelegate: RecordingDelegate<SIMD3<Float>>())
      let points = [corner, corner, SIMD3(repeating: place.nextUp), corner * 2, .zero]
      for (node, point) in points.enumerated() { tree.add(nodeIndex: node, at: point) }
      #expect(tree.allNodes == Array(points.indices))
      #expect(points.allSatisfy(tree.extent.contains))
      #expect(tree.extent.p0.isFinite && tree.extent.p1.isFinite)
    }
  }

  @Test func theRootBoxIsKeptUntilAPointIsOutside() {
    let box = KDBox(SIMD2<Double>(0, 0), SIMD2(8, 8))
    var tree = BufferedKDTree(
      rootBox: box, nodeCapacity: 4, rootDelegate: RecordingDelegate<SIMD2<Double>>())
    tree.add(nodeIndex: 0, at: SIMD2(0, 0))
    tree.add(nodeIndex: 1, at: SIMD2(7.5, 3))
    #expect(tree.extent == box)
    // A point on the upper face is outside. x grows up, and y up as well, to stay a square.
    tree.add(nodeIndex: 2, at: SIMD2(8, 3))
    #expect(tree.extent == KDBox(SIMD2(0, 0), SIMD2(16, 16)))
    tree.add(nodeIndex: 3, at: SIMD2(5, -1))
    #expect(tree.extent == KDBox(SIMD2(0, -16), SIMD2(32, 16)))
    #expect(tree.allNodes == [0, 1, 2, 3])
  }

  @Test func delegatesWithIdentityAreNotShared() {
    let population = CountingDelegate.Population()
    do {
      let points = TreePointSet.spiral.points(SIMD2<Double>.self)
      var tree = BufferedKDTree(
        of: points, growing: true, delegate: CountingDelegate(population))
      var cells = 0
      tree.visit { cell in
        cells += 1
        var count = 0
        cell.visit {
          count += $0.containedIndices.count
          return true
        }
        #expect(cell.delegate.count == count)
        return true
      }
      #expect(population.count == cells)
      tree.reset(rootBox: tree.extent, rootDelegate: CountingDelegate(population))
      #expect(population.count == 1)
    }
    #expect(population.count == 0, "the tree has let go of all its delegates")
  }

  // MARK: Nearly coincident points

  @Test func coincidentPointsNeedOneCell() {
    var tree = BufferedKDTree(
      rootBox: KDBox(.zero, SIMD2<Double>(1, 1)), nodeCapacity: 1,
      rootDelegate: MassCentroidKDTreeDelegate<SIMD2<Double>> { _ in 1 })
    let count = 100_000
    for node in 0..<count { tree.add(nodeIndex: node, at: SIMD2(0.5, 0.5)) }
    #expect(tree.cellCount == 1)
    #expect(tree.root.containedIndices == Array(0..<count))
    #expect(tree.root.delegate.accumulatedMass == Double(count))
  }

  @Test func depthIsBoundedByTheRangeOfTheNumbers() {
    // 2^-1074 to 2^1024 is 2098 halvings; 4 cells are made by each.
    let double = TreePointSet.greatest.points(SIMD2<Double>.self) + TreePointSet.subnormal.points()
    for growing in [false, true] {
      let tree = BufferedKDTree(
        of: double, growing: growing, delegate: RecordingDelegate<SIMD2<Double>>())
      var depth: [Int: Int] = [:]
      tree.visit { cell in
        for node in cell.delegate.nodes { depth[node, default: 0] += 1 }
        return true
      }
      #expect(depth.count == double.count)
      #expect(depth.values.max() ?? 0 <= 2100)
    }
  }
}
