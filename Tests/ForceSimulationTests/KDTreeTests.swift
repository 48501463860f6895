import ForceSimulation
import Testing
import _TestSupport

@Suite(.traced) struct KDTreeTests {
  // MARK: Queries against brute force

  @Test(arguments: TreePointSet.allCases)
  func queriesFindWhatLookingAtAllPointsFinds(_ set: TreePointSet) {
    check(set.points(SIMD2<Double>.self))
    check(set.points(SIMD2<Float>.self))
    check(set.points(SIMD3<Float>.self))
    check(set.points(SIMD3<Double>.self))
    check(set.points(SIMD4<Double>.self))
    // No kernels for these.
    check(set.points(SIMD8<Float>.self))
  }

  private func check<V: SimulationVector>(_ points: [V]) {
    withEvery("vector", in: [V.self]) { _ in
      withEvery("leafSize", in: [1, 8, 50]) { leafSize in
        expectExact(KDTree(points, leafSize: leafSize), points)
      }
    }
  }

  @Test func manyPointsAndMoreClusters() {
    withEverySeed(2) { random in
      let uniform: [SIMD2<Double>] = (0..<3000).map { _ in random.vector(in: -1...1) }
      expectExact(KDTree(uniform), uniform)
      let clustered: [SIMD2<Double>] = uniform.map { (point: SIMD2<Double>) -> SIMD2<Double> in
        let square: SIMD2<Double> = point * point
        return square * square * point
      }
      expectExact(KDTree(clustered), clustered)
      let lattice = (0..<3000).map { (index: Int) -> SIMD3<Float> in
        SIMD3<Float>(Float(index % 15), Float(index / 15 % 15), Float(index / 225))
      }
      expectExact(KDTree(lattice), lattice)
      let shuffled = lattice.shuffled(using: &random)
      expectExact(KDTree(shuffled), shuffled)
    }
  }

  // MARK: Refit

  @Test func queriesAreExactAfterPointsHaveMoved() {
    withEverySeed(2) { random in
      withEvery("distance", in: [0.001, 1, 100]) { distance in
        moved(SIMD2<Double>.self, by: distance, &random)
        moved(SIMD3<Float>.self, by: distance, &random)
        moved(SIMD8<Double>.self, by: distance, &random)
      }
    }
  }

  private func moved<V: SimulationVector>(
    _: V.Type, by distance: Double, _ random: inout SplitMix64
  ) where V.Scalar: BinaryFloatingPoint {
    var points: [V] = (0..<500).map { _ in random.vector(in: -10...10) }
    var tree = KDTree(points)
    for _ in 0..<3 {
      points = points.map { $0 + random.vector(in: -distance...distance) }
      tree.refit(to: points)
      expectExact(tree, points)
    }
  }

  @Test func pointsAreSortedAnewOnceLeavesHaveGrown() {
    withEverySeed(3) { random in
      let start: [SIMD2<Double>] = (0..<2000).map { _ in random.vector(in: 0...100) }
      var tree = KDTree(start)
      #expect(tree.sortCount == 1)
      tree.refit(to: start)
      tree.refit(to: start.map { $0 + random.vector(in: -0.01...0.01) })
      tree.refit(to: start.map { $0 * 1.4 })
      #expect(tree.sortCount == 1, "small moves leave leaves small")
      let shuffled = start.shuffled(using: &random)
      tree.refit(to: shuffled)
      #expect(tree.sortCount == 2)
      // What it found then is the measure from then on.
      tree.refit(to: shuffled)
      #expect(tree.sortCount == 2)
      expectSameCells(tree, KDTree(shuffled))
    }
  }

  @Test func pointsThatCoincidedAreSortedOnceTheyDoNot() {
    var tree = KDTree([SIMD2<Float>](repeating: .one, count: 100))
    tree.refit(to: (0..<100).map { (index: Int) in SIMD2<Float>(Float(index * 37 % 100), 0) })
    #expect(tree.sortCount == 2)
  }

  @Test func aCopyKeepsItsPlaces() {
    let points = (0..<100).map { SIMD2<Double>(Double($0), 0) }
    var tree = KDTree(points)
    let copy = tree
    tree.refit(to: points.map { $0 + SIMD2(1000, 0) })
    #expect(copy.nearest(to: SIMD2(31.2, 0)) == 31)
    #expect(tree.nearest(to: SIMD2(31.2, 0)) == 0)
  }

  @Test func threadsChangeNothing() {
    withEverySeed(1) { random in
      let points: [SIMD3<Double>] = (0..<20_000).map { _ in random.vector(in: -1...1) }
      var options = KernelOptions(threadCount: 1)
      let alone = KDTree(points, kernelOptions: options)
      withEvery("threads", in: [2, 3, 5, 8]) { threads in
        options = KernelOptions(threadCount: threads, serialBelowNanoseconds: 0)
        expectSameCells(KDTree(points, kernelOptions: options), alone)
      }
    }
  }

  // MARK: Visits

  @Test(arguments: TreePointSet.allCases)
  func cellsHalveTheirPoints(_ set: TreePointSet) {
    cells(set.points(SIMD2<Float>.self))
    cells(set.points(SIMD3<Double>.self))
    cells(set.points(SIMD8<Float>.self))
  }

  private func cells<V: SimulationVector>(_ points: [V]) {
    let tree = KDTree(points, leafSize: 4)
    var seen: [Int: KDTree<V>.Cell] = [:]
    var leafPoints: [Int] = []
    var leaf: KDTree<V>.Cell?
    tree.visit { cell in
      seen[cell.number] = cell
      leaf = cell
      return .open
    } points: { index, point in
      leafPoints.append(index)
      #expect(point == points[index])
      let isInside = (0..<V.scalarCount).allSatisfy {
        leaf!.low[$0] <= point[$0] && point[$0] <= leaf!.high[$0]
      }
      #expect(isInside && leaf!.isLeaf && leaf!.count <= 4)
    }
    #expect(leafPoints.sorted() == Array(points.indices))
    #expect(seen.keys.sorted() == Array(0..<tree.cellCount))
    for (number, cell) in seen where !cell.isLeaf {
      let (a, b) = (seen[2 * number + 1]!, seen[2 * number + 2]!)
      #expect(a.count + b.count == cell.count && a.count % 4 == 0)
      #expect(cell.low == pointwiseMin(a.low, b.low) && cell.high == pointwiseMax(a.high, b.high))
    }
  }

  @Test func visitsSkipAndStop() {
    let points = (0..<64).map { SIMD2<Double>(Double($0), 0) }
    let tree = KDTree(points, leafSize: 8)
    var cells: [Int] = []
    var found: [Int] = []
    tree.visit { cell in
      cells.append(cell.number)
      return cell.number == 4 ? .skip : cell.number == 6 ? .stop : .open
    } points: { index, _ in
      found.append(index)
    }
    #expect(cells == [0, 1, 3, 7, 8, 4, 2, 5, 11, 12, 6])
    #expect(found == Array(0..<16) + Array(32..<48))
  }

  @Test func errorsOfAVisitorComeThrough() {
    struct Enough: Error {}
    let tree = KDTree((0..<10).map { SIMD2<Double>(Double($0), 0) })
    #expect(throws: Enough.self) {
      try tree.visit { _ in
        .open
      } points: { index, _ in
        if index == 3 { throw Enough() }
      }
    }
    #expect(throws: Enough.self) {
      try tree.forEach(within: 100, of: .zero) { _, _ in throw Enough() }
    }
  }

  // MARK: Bad input

  @Test func badInputIsReportedAndChangesNothing() throws {
    var points = (0..<20).map { SIMD3<Float>(Float($0), 0, 1) }
    var tree = try KDTree(checking: points)
    points[7].y = .nan
    let error = SimulationError.notFinite("points", index: 7, value: "\(points[7])")
    #expect(throws: error) { try KDTree(checking: points) }
    for size in [0, -1, 257] {
      #expect(
        throws: SimulationError.outOfRange(
          "leafSize", value: "\(size)", allowed: "between 1 and 256")
      ) { try KDTree(checking: [SIMD2<Float>](), leafSize: size) }
    }
    #expect(throws: error) { try tree.refit(checking: points) }
    #expect(throws: SimulationError.wrongLength(of: "points", expected: 20, found: 19)) {
      try tree.refit(checking: Array(points.dropLast()))
    }
    #expect(tree.nearest(to: SIMD3(7, 0, 1)) == 7)
  }

  @Test func whatCannotThrowTraps() async {
    let initialiser = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = KDTree([SIMD2<Double>(0, .infinity)]) }
    #expect(says("points [0] is", initialiser))
    let place = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = KDTree([SIMD2<Double>(0, 0)]).nearest(to: SIMD2(.nan, 0))
    }
    #expect(says("the place to search at is", place))
    let leafSize = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = KDTree([SIMD2<Double>(0, 0)], leafSize: 0)
    }
    #expect(says("leafSize is 0", leafSize))
  }

  @Test func noPoints() {
    let tree = KDTree<SIMD2<Double>>([])
    #expect(tree.isEmpty && tree.cellCount == 0)
    #expect(tree.nearest(to: .zero) == nil)
    #expect(tree.nearest(3, to: .zero) == [])
    #expect(tree.indices(within: .infinity, of: .zero) == [])
    #expect(tree.indices(in: .init(low: SIMD2(-1, -1), high: SIMD2(1, 1))) == [])
    tree.visit { _ in
      .stop
    } points: { _, _ in
    }
  }
}

// MARK: Brute force

private func distance2<V: SIMD>(_ a: V, _ b: V) -> V.Scalar where V.Scalar: FloatingPoint {
  let d = a - b
  return (1..<V.scalarCount).reduce(d[0] * d[0]) { $0 + d[$1] * d[$1] }
}

/// Compares all queries of a tree with brute force, around some of the points and near them.
private func expectExact<V: SimulationVector>(_ tree: KDTree<V>, _ points: [V]) {
  #expect(tree.count == points.count)
  if points.isEmpty { return }
  var places: [V] = [.zero, V(repeating: 3)]
  for index in stride(from: 0, to: points.count, by: max(1, points.count / 5)) {
    places.append(points[index])
    places.append(points[index] / 2 + points[points.count - 1 - index] / 2)
  }
  for place in places {
    let found: [(distance2: V.Scalar, index: Int)] = points.indices.map {
      (distance2(points[$0], place), $0)
    }
    let all = found.sorted { ($0.distance2, $0.index) < ($1.distance2, $1.index) }
    #expect(tree.nearest(to: place) == all[0].index)
    for k in [0, 1, 2, 7, points.count / 2, points.count, points.count + 5] {
      #expect(tree.nearest(k, to: place) == all.prefix(k).map(\.index))
    }
    for rank in [0, points.count / 10, points.count / 2, points.count - 1] {
      let radius = all[rank].distance2.squareRoot()
      let near = all.filter { $0.distance2 <= radius * radius }.map(\.index)
      #expect(tree.indices(within: radius, of: place) == near.sorted())
      #expect(tree.nearest(to: place, within: radius) == near.first)
      #expect(tree.nearest(3, to: place, within: radius) == Array(near.prefix(3)))
      let other = points[all[rank].index]
      let box = KDTree.Box(low: pointwiseMin(place, other), high: pointwiseMax(place, other))
      #expect(tree.indices(in: box) == points.indices.filter { box.contains(points[$0]) })
    }
  }
  // The upper faces of a box are not part of it.
  var cover = KDTree.Box(
    low: points.reduce(points[0], pointwiseMin), high: points.reduce(points[0], pointwiseMax))
  for axis in 0..<V.scalarCount { cover.high[axis] = cover.high[axis].nextUp }
  #expect(tree.indices(in: cover) == Array(points.indices))
}

private func expectSameCells<V: SimulationVector>(_ a: KDTree<V>, _ b: KDTree<V>) {
  func all(_ tree: KDTree<V>) -> (cells: [V], order: [Int]) {
    var result: (cells: [V], order: [Int]) = ([], [])
    tree.visit { cell in
      result.cells += [cell.low, cell.high]
      return .open
    } points: { index, _ in
      result.order.append(index)
    }
    return result
  }
  let (x, y) = (all(a), all(b))
  #expect(x.cells == y.cells && x.order == y.order)
}
