import CForceKernels
import ForceSimulation
import Testing
import _TestSupport

extension KernelTests {
  @Suite("KD-tree") struct KDTree {
    private let leafSizes = [1, 2, 7, 16, 32, 256]

    @Test("Float: the specification's order and exact boxes")
    func float() {
      check(SIMD2<Float>.self)
      check(SIMD3<Float>.self)
      check(SIMD4<Float>.self)
    }

    @Test("Double: the specification's order and exact boxes")
    func double() {
      check(SIMD2<Double>.self)
      check(SIMD3<Double>.self)
      check(SIMD4<Double>.self)
    }

    private func check<V: SimulationVector>(_: V.Type) where V.Scalar: KernelScalar {
      var threads = 0
      withEvery("leafSize", in: leafSizes) { leafSize in
        let around = [0, 1, 2, leafSize - 1, leafSize, leafSize + 1, 2 * leafSize + 1, 150, 600]
        withEvery("count", in: Set(around).sorted()) { count in
          withEvery("points", in: hardSets(V.self, count: count)) { set in
            let tree = Tree(set.points, leafSize: leafSize)
            threads = threads % 8 + 1
            tree.expectSpecification(threads: [threads])
          }
        }
      }
    }

    @Test("selections by samples, level by level over threads: 2,047 to 30,000 points")
    func large() {
      withEvery("count", in: [2047, 2048, 2049, 5000, 30_000]) { count in
        withEvery("points", in: hardSets(SIMD2<Double>.self, count: count)) { set in
          Tree(set.points, leafSize: 32).expectSpecification(threads: [1, 2, 3, 5, 8])
        }
        withEvery("points", in: hardSets(SIMD3<Float>.self, count: count)) { set in
          Tree(set.points, leafSize: 16).expectSpecification(threads: [1, 5])
        }
        withEvery("points", in: hardSets(SIMD4<Float>.self, count: count)) { set in
          Tree(set.points, leafSize: 100).expectSpecification(threads: [2])
        }
      }
    }

    @Test("points that are not finite end up somewhere, once each")
    func notFinite() {
      withEvery("kind", in: [PointKind.notANumber, .infinite]) { kind in
        withEvery("count", in: [1, 2, 100, 5000]) { count in
          permutation(flat(count, dimension: 2, kind: kind, seed: 1) as [Double], 2, count)
          permutation(flat(count, dimension: 3, kind: kind, seed: 1) as [Float], 3, count)
          permutation([Double](repeating: .nan, count: 2 * count), 2, count)
          permutation((0..<4 * count).map { $0 % 3 == 0 ? Float.infinity : -1 }, 4, count)
        }
      }
    }

    private func permutation<T: KernelScalar>(_ position: [T], _ dimension: Int, _ count: Int) {
      let order = sorted(
        position, dimension: dimension, count: count, leafSize: 8, threads: 3)
      #expect(order.sorted() == Array(0..<Int32(count)))
    }

    @Test("boxes fit points that have moved since the sort")
    func moved() {
      withEverySeed(3) { random in
        var points: [SIMD3<Float>] = (0..<1000).map { _ in random.vector(in: -1...1) }
        var tree = Tree(points, leafSize: 16)
        let order = tree.sorted(threads: 1)
        points = points.map { $0 + random.vector(in: -3...3) }
        tree = Tree(points, leafSize: 16)
        tree.expectBoxes(order: order, threads: 4)
      }
    }
  }
}

/// Returns the point sets of _TestSupport, and two that a lattice over all points cannot resolve.
private func hardSets<V: SimulationVector>(_: V.Type, count: Int) -> [NamedPoints<V>]
where V.Scalar: KernelScalar {
  var random = SplitMix64(seed: UInt64(count))
  let far = V.Scalar.greatestFiniteMagnitude
  // One point at the end of all numbers, the others in the unit box.
  var outlier: [V] = (0..<count).map { _ in random.vector(in: 0...1) }
  if count > 0 { outlier[count / 3] = V(repeating: far) }
  // As many points in each binade, on both sides of zero.
  let exponents = Int(V.Scalar.leastNormalMagnitude.exponent)...Int(far.exponent)
  let spread = (0..<count).map { _ in
    var point = V()
    for axis in 0..<V.scalarCount {
      point[axis] = V.Scalar(
        sign: Bool.random(using: &random) ? .plus : .minus,
        exponent: V.Scalar.Exponent(Int.random(in: exponents, using: &random)),
        significand: V.Scalar(1 + random.unit() / 2))
    }
    return point
  }
  // A few places with many points each; both zeros.
  let few: [V] = (0..<count).map { index in
    var point = V(repeating: V.Scalar(index * 5 % 4))
    if index % 3 == 0 { point[0] = -0.0 }
    return point
  }
  return [
    NamedPoints(name: "far outlier", points: outlier),
    NamedPoints(name: "all binades", points: spread), NamedPoints(name: "few places", points: few),
  ]
    + (count == 0
      ? [] : PointSet<V>.all(count: count).map { NamedPoints(name: $0.name, points: $0.points) })
}

private struct NamedPoints<V: SimulationVector>: CustomStringConvertible {
  let name: String
  let points: [V]
  var description: String { name }
}

/// Returns the order that the kernels of every instruction set compute. Fails if they differ, or if
/// a kernel has written outside its slots.
private func sorted<T: KernelScalar>(
  _ position: [T], dimension: Int, count: Int, leafSize: Int, threads: Int
) -> [Int32] {
  let zone = [Int32](repeating: -77, count: 8)
  var input = Guarded(position, offset: 2)
  let orders = supportedSets.map { isa in
    var order = zone + [Int32](repeating: .min, count: count) + zone
    input.withPointer { position in
      order.withUnsafeMutableBufferPointer { order in
        KDTreeCall(
          dimension: dimension, count: count, leafSize: leafSize, position: position,
          order: order.baseAddress! + 8
        ).sort(settings(isa, threads: threads))
      }
    }
    let isIntact = order.prefix(8) == zone[...] && order.suffix(8) == zone[...]
    #expect(isIntact, "written beside the order")
    return Array(order[8..<8 + count])
  }
  for (isa, order) in zip(supportedSets, orders) where order != orders[0] {
    Issue.record("instruction set \(isa) has another order")
  }
  return orders[0]
}

/// Points and the tree that is expected for them, computed in the simplest way by
/// docs/determinism.md ("KD-tree order").
private struct Tree<V: SimulationVector> where V.Scalar: KernelScalar {
  let points: [V]
  let leafSize: Int
  let leafCount: Int
  let position: [V.Scalar]

  init(_ points: [V], leafSize: Int) {
    (self.points, self.leafSize) = (points, leafSize)
    leafCount = (points.count + leafSize - 1) / leafSize
    let stride = V.scalarCount == 2 ? 2 : 4
    position = points.flatMap { point in
      (0..<stride).map { $0 < V.scalarCount ? point[$0] : .mark }
    }
  }

  func sorted(threads: Int) -> [Int32] {
    CKernelsTests.sorted(
      position, dimension: V.scalarCount, count: points.count, leafSize: leafSize,
      threads: threads)
  }

  func expectSpecification(threads: [Int]) {
    let wanted = order()
    withEvery("threads", in: threads) { #expect(sorted(threads: $0) == wanted) }
    expectBoxes(order: wanted, threads: threads[0])
  }

  // MARK: Order

  private struct Lattice {
    var low: [Double]
    var exponent: Int

    init?(_ points: [[Double]]) {
      let low = points[0].indices.map { axis in points.map { $0[axis] / 2 }.min()! }
      let widths = low.indices.map { axis in points.map { $0[axis] / 2 }.max()! - low[axis] }
      guard let widest = widths.max(), widest > 0 else { return nil }
      self.low = low
      exponent = Int(widest.exponent) + 1
    }

    func key(_ point: [Double], _ axis: Int) -> Int {
      let step = point[axis] / 2 - low[axis]
      return Int(Double(sign: .plus, exponent: 30 - exponent, significand: step).rounded(.down))
    }
  }

  func order() -> [Int32] {
    let exact = points.map { point in (0..<V.scalarCount).map { Double(point[$0]) } }
    var result: [Int32] = []
    /// The leaves below a node from left to right, which is the order of slots.
    func visit(_ node: Int, _ indices: [Int], _ lattice: Lattice?) {
      if node >= leafCount - 1 {
        result += indices.sorted().map(Int32.init)
        return
      }
      var lattice = lattice
      var axis = -1
      for attempt in 0..<2 {
        guard let used = lattice else { break }
        let widths = (0..<V.scalarCount).map { axis in
          let keys = indices.map { used.key(exact[$0], axis) }
          return keys.max()! - keys.min()!
        }
        axis = widths.firstIndex(of: widths.max()!)!
        if attempt == 1 || widths[axis] >= 4096 { break }
        lattice = Lattice(indices.map { exact[$0] })
        if lattice == nil { axis = -1 }
      }
      let sorted = indices.sorted { a, b in
        if axis >= 0, exact[a][axis] != exact[b][axis] { return exact[a][axis] < exact[b][axis] }
        return a < b
      }
      let left = leaves(below: 2 * node + 1) * leafSize
      visit(2 * node + 1, Array(sorted[..<left]), lattice)
      visit(2 * node + 2, Array(sorted[left...]), lattice)
    }
    if !points.isEmpty { visit(0, Array(points.indices), Lattice(exact)) }
    return result
  }

  private func leaves(below node: Int) -> Int {
    node >= leafCount - 1 ? 1 : leaves(below: 2 * node + 1) + leaves(below: 2 * node + 2)
  }

  // MARK: Boxes

  func expectBoxes(order: [Int32], threads: Int) {
    let nodeCount = max(0, 2 * leafCount - 1)
    let stride = V.scalarCount == 2 ? 2 : 4
    let blank = [V.Scalar](repeating: 0, count: nodeCount * stride)
    var input = Guarded(position, offset: 1)
    var low = Guarded(blank, offset: 0)
    var high = Guarded(blank, offset: 3)
    var order = order
    input.withPointer { position in
      order.withUnsafeMutableBufferPointer { order in
        low.withPointer { low in
          high.withPointer { high in
            // An empty array has no address.
            let slots = order.baseAddress ?? UnsafeMutablePointer(bitPattern: 16)!
            let call = KDTreeCall(
              dimension: V.scalarCount, count: points.count, leafSize: leafSize,
              position: UnsafePointer(position), order: slots)
            call.refit(low: low, high: high, settings(ck_isa_best(), threads: threads))
          }
        }
      }
    }
    let (lows, highs) = (low.values, high.values)
    /// Checks a node and returns the points below it; `slot` is where its first one is.
    func visit(_ node: Int, _ slot: inout Int) -> [V] {
      var below: [V]
      if node >= leafCount - 1 {
        let end = min(slot + leafSize, points.count)
        below = order[slot..<end].map { points[Int($0)] }
        slot = end
      } else {
        below = visit(2 * node + 1, &slot)
        below += visit(2 * node + 2, &slot)
      }
      for axis in 0..<V.scalarCount {
        let isExact =
          lows[node * stride + axis] == below.map { $0[axis] }.min()!
          && highs[node * stride + axis] == below.map { $0[axis] }.max()!
        if !isExact { Issue.record("the box of node \(node) does not fit on axis \(axis)") }
      }
      return below
    }
    var slot = 0
    if nodeCount > 0 { _ = visit(0, &slot) }
    #expect(slot == points.count)
  }
}

/// The arguments of the passes of a KD-tree.
struct KDTreeCall<T: KernelScalar> {
  var dimension: Int
  var count: Int
  var leafSize: Int
  var position: UnsafePointer<T>
  var order: UnsafeMutablePointer<Int32>

  func sort(_ settings: ck_settings) {
    let points = ck_points(position, dimension: dimension, count: count)
    withContext(settings) { ck_kdtree_sort($0, points, Int64(leafSize), order) }
  }

  /// `low` and `high` have a vector for each node.
  func refit(low: UnsafeMutablePointer<T>, high: UnsafeMutablePointer<T>, _ settings: ck_settings) {
    let points = ck_points(position, dimension: dimension, count: count)
    withContext(settings) { ck_kdtree_refit($0, points, Int64(leafSize), order, low, high, nil) }
  }
}
