import ForceSimulation
import Testing
import _TestSupport

@Suite(.traced) struct KDTreeBatchTests {
  // MARK: Batches against brute force

  @Test(arguments: TreePointSet.allCases)
  func rowsAreWhatComparingAllPointsFinds(_ set: TreePointSet) throws {
    try check(set.points(SIMD2<Double>.self))
    try check(set.points(SIMD2<Float>.self))
    try check(set.points(SIMD3<Float>.self))
    try check(set.points(SIMD3<Double>.self))
    // No kernels for these. The code for eight axes is not specialised, so fewer points are compared.
    try check(set.points(SIMD4<Double>.self))
    try check(Array(set.points(SIMD8<Float>.self).prefix(100)), leafSizes: [1])
  }

  private func check<V: SimulationVector>(_ points: [V], leafSizes: [Int] = [1, 16, 50]) throws {
    try withEvery("vector", in: [V.self]) { _ in
      try AllPairs(points).expectRows(of: leafSizes.map { KDTree(points, leafSize: $0) })
    }
  }

  @Test func instructionSetsAndThreadsChangeNothing() throws {
    try withEverySeed(1) { random in
      let plane: [SIMD2<Double>] = (0..<600).map { _ in random.vector(in: -1...1) }
      try AllPairs(plane).expectRows(of: machines().map { KDTree(plane, kernelOptions: $0) })
      let space: [SIMD3<Float>] = (0..<600).map { _ in random.vector(in: -1...1) }
      try AllPairs(space).expectRows(
        of: machines().map { KDTree(space, leafSize: 9, kernelOptions: $0) })
    }
  }

  @Test func rowsLongerThanABlockAreInOrder() throws {
    // More points near a leaf than are compared together, and more leaves than a list has.
    try withEverySeed(1) { random in
      let points: [SIMD2<Float>] = (0..<5000).map { _ in random.vector(in: 0...1) }
      let places = Array(points.prefix(40))
      let around = AllPairs(points).rows(within: 0.8, of: places)
      let near = AllPairs(points).nearest(3000, of: places, within: .infinity)
      for options in machines(threads: [2]) {
        let tree = KDTree(points, leafSize: 2, kernelOptions: options)
        expectSame(try tree.neighbors(within: 0.8, ofEach: places), around)
        expectSame(tree.nearest(3000, toEach: places), near)
      }
    }
  }

  /// Options for every instruction set that this machine has, and several numbers of threads.
  private func machines(threads: [Int] = [1, 2, 3, 5]) -> [KernelOptions] {
    KernelOptions.InstructionSet.allCases.filter(\.isSupported).flatMap { set in
      threads.map {
        KernelOptions(instructionSet: set, threadCount: $0, serialBelowNanoseconds: 0)
      }
    }
  }

  @Test func manyPointsAreFoundAsOneByOne() throws {
    try withEverySeed(1) { random in
      let points: [SIMD2<Double>] = (0..<20_000).map { _ in random.vector(in: -1...1) }
      let places: [SIMD2<Double>] = (0..<3_000).map { _ in random.vector(in: -2...2) }
      var tree = KDTree(points)
      for _ in 0..<2 {
        let near = tree.nearest(8, toEach: places)
        let around = try tree.neighbors(within: 0.02, ofEach: places)
        for (row, place) in places.enumerated() {
          #expect(near[row].map(\.index) == tree.nearest(8, to: place))
          #expect(around[row].map(\.index) == tree.indices(within: 0.02, of: place))
        }
        tree.refit(to: points.map { $0 + random.vector(in: -0.01...0.01) })
      }
    }
  }

  // MARK: Limits

  @Test func tooManyNeighborsAreRefused() throws {
    let points = [SIMD2<Double>](repeating: .one, count: 100)
    let tree = KDTree(points)
    let count = 100 * 99 / 2
    #expect(try tree.pairs(within: 0, limit: count).all.count == count)
    let error = SimulationError.tooManyNeighbors(limit: count - 1)
    #expect(throws: error) { try tree.pairs(within: 0, limit: count - 1) }
    #expect(throws: SimulationError.tooManyNeighbors(limit: 0)) {
      try tree.neighbors(within: 0, limit: 0)
    }
    #expect(throws: SimulationError.tooManyNeighbors(limit: 99)) {
      try tree.neighbors(within: 1, ofEach: [.zero, .one], limit: 99)
    }
    #expect("\(error)".contains("more than 4949 neighbours"))
    let space = KDTree([SIMD4<Float>](repeating: .one, count: 10))
    #expect(throws: SimulationError.tooManyNeighbors(limit: 44)) {
      try space.pairs(within: 0, limit: 44)
    }
  }

  @Test func pairsOfCoincidentPointsComeInBlocks() {
    // 2 million pairs, more than a block has.
    let points = [SIMD2<Float>](repeating: .one, count: 2000)
    var seen = Set<Int>()
    KDTree(points).forEachPair(within: 0) { low, high, distance2 in
      #expect(low < high && distance2 == 0)
      seen.insert(low * 2000 + high)
    }
    #expect(seen.count == 2000 * 1999 / 2)
  }

  @Test func errorsOfABodyComeThrough() {
    struct Enough: Error {}
    let tree = KDTree([SIMD3<Double>](repeating: .zero, count: 5))
    #expect(throws: Enough.self) {
      try tree.forEachPair(within: 1) { _, _, _ in throw Enough() }
    }
  }

  // MARK: Bad input

  @Test func whatCannotThrowTraps() async {
    let radius = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try KDTree([SIMD2<Double>(0, 0)]).pairs(within: -1)
    }
    #expect(says("radius is -1", radius))
    let place = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = KDTree([SIMD2<Double>(0, 0)]).nearest(1, toEach: [SIMD2(.nan, 0)])
    }
    #expect(says("places [0] is", place))
    let number = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = KDTree([SIMD2<Double>(0, 0)]).nearestOthers(-1)
    }
    #expect(says("k is -1", number))
  }

  @Test func noPointsAndNoPlaces() throws {
    let none = KDTree<SIMD2<Double>>([])
    let places = [SIMD2<Double>.zero, .one]
    #expect(none.nearest(3, toEach: places).begin == [0, 0, 0])
    #expect(try none.neighbors(within: .infinity, ofEach: places).begin == [0, 0, 0])
    #expect(try none.pairs(within: 1).isEmpty && none.nearestOthers(1).isEmpty)
    none.forEachPair(within: 1) { _, _, _ in Issue.record("there are no pairs") }
    let one = KDTree([SIMD2<Double>.one])
    #expect(one.nearest(3, toEach: []).isEmpty)
    #expect(try one.neighbors(within: 1, ofEach: []).begin == [0])
    #expect(one.nearestOthers(3).begin == [0, 0])
    #expect(one.nearest(3, toEach: places)[0].map(\.distance2) == [2])
  }
}

// MARK: Brute force

/// The squared distances between all pairs of some points.
private struct AllPairs<V: SimulationVector> {
  typealias Row = [KDTree<V>.Neighbor]

  let points: [V]

  init(_ points: [V]) { self.points = points }

  /// All points, by increasing index.
  private func all(from place: V) -> [(index: Int, distance2: V.Scalar)] {
    points.indices.map { index in
      let d = points[index] - place
      return (index, (1..<V.scalarCount).reduce(d[0] * d[0]) { $0 + d[$1] * d[$1] })
    }
  }

  func rows(within radius: V.Scalar, of places: [V]) -> Rows<V.Scalar> {
    Rows(places.map { all(from: $0).filter { $0.distance2 <= radius * radius } })
  }

  func nearest(
    _ k: Int, of places: [V], within radius: V.Scalar, others: Bool = false
  ) -> Rows<V.Scalar> {
    Rows(
      places.enumerated().map { row, place in
        let near = all(from: place).filter {
          $0.distance2 <= radius * radius && !(others && $0.index == row)
        }
        let sorted = near.sorted {
          $0.distance2 == $1.distance2 ? $0.index < $1.index : $0.distance2 < $1.distance2
        }
        return Array(sorted.prefix(k))
      })
  }

  /// Holds all batches of some trees of these points against the points.
  func expectRows(of trees: [KDTree<V>]) throws {
    var places: [V] = [.zero, V(repeating: 3)]
    for index in stride(from: 0, to: points.count, by: max(1, points.count / 10)) {
      places.append(points[index])
      places.append(points[index] / 2 + points[points.count - 1 - index] / 2)
    }
    for k in [0, 1, 7, 40, 70, points.count, points.count + 5] {
      let wanted = nearest(k, of: places, within: .infinity)
      for tree in trees { expectSame(tree.nearest(k, toEach: places), wanted) }
    }
    for k in [1, 9, 65] {
      let wanted = nearest(k, of: points, within: .infinity, others: true)
      for tree in trees { expectSame(tree.nearestOthers(k), wanted) }
    }
    let distances = points.isEmpty ? [] : all(from: points[0]).map(\.distance2).sorted()
    var radii: [V.Scalar] = [0, .infinity]
    for rank in [5, 20] where rank < distances.count { radii.append(distances[rank].squareRoot()) }
    for radius in radii { try expectRows(of: trees, within: radius, places) }
  }

  private func expectRows(of trees: [KDTree<V>], within radius: V.Scalar, _ places: [V]) throws {
    let around = rows(within: radius, of: places)
    let near = nearest(3, of: places, within: radius)
    let full = rows(within: radius, of: points)
    let others = full.filtered { row, other in row != other }
    let pairs = full.filtered { row, other in row < other }
    for tree in trees {
      expectSame(try tree.neighbors(within: radius, ofEach: places), around)
      expectSame(tree.nearest(3, toEach: places, within: radius), near)
      expectSame(try tree.neighbors(within: radius), others)
      expectSame(try tree.pairs(within: radius), pairs)
      var seen: [[(index: Int, distance2: V.Scalar)]] = Array(repeating: [], count: points.count)
      tree.forEachPair(within: radius) { seen[$0].append(($1, $2)) }
      let found = Rows(seen.map { row in row.sorted { $0.index < $1.index } })
      #expect(found == pairs)
    }
  }
}

/// Rows of results, computed by brute force.
private struct Rows<Scalar: FloatingPoint & Sendable>: Equatable {
  let rows: [[(index: Int, distance2: Scalar)]]

  init(_ rows: [[(index: Int, distance2: Scalar)]]) { self.rows = rows }

  func filtered(_ isIncluded: (Int, Int) -> Bool) -> Rows {
    Rows(rows.enumerated().map { row, all in all.filter { isIncluded(row, $0.index) } })
  }

  static func == (a: Rows, b: Rows) -> Bool {
    a.rows.elementsEqual(b.rows) { $0.elementsEqual($1, by: ==) }
  }
}

/// Expects that the tree returned these rows, bit for bit.
private func expectSame<Vector>(
  _ found: KDTree<Vector>.Neighbors, _ wanted: Rows<Vector.Scalar>,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(found.begin.last == found.all.count, sourceLocation: sourceLocation)
  let rows = Rows(found.map { row in row.map { (index: $0.index, distance2: $0.distance2) } })
  #expect(rows == wanted, sourceLocation: sourceLocation)
}
