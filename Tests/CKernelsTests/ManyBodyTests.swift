import CForceKernels
import Testing
import _TestSupport

/// Node counts around whole leaves of 16 and 32 nodes.
private let leafSizes = [
  1, 2, 3, 15, 16, 17, 31, 32, 33, 47, 49, 63, 64, 65, 95, 97, 127, 128, 129, 159, 161,
]
private let plain = settings(Int32(CK_ISA_SCALAR.rawValue), threads: 1)

#if arch(x86_64)
/// MXCSR with all exceptions masked: flush-to-zero and denormals-are-zero with each direction of
/// rounding.
private let hostileControls: [UInt64] = [0, 0x2000, 0x4000, 0x6000].map { 0x1F80 | 0x8040 | $0 }
#elseif arch(arm64)
/// FPCR: flush-to-zero with each direction of rounding.
private let hostileControls: [UInt64] = [0, 1, 2, 3].map { 1 << 24 | $0 << 22 }
#endif

/// Calls `body` for both scalar types and both dimensions.
private func withEveryLayout(_ body: (any KernelScalar.Type, _ dimension: Int) throws -> Void)
  rethrows
{
  try withEvery("type", in: [Float.self, Double.self] as [any KernelScalar.Type]) { type in
    try withEvery("dimension", in: [2, 3]) { try body(type, $0) }
  }
}

extension KernelTests {
  /// docs/determinism.md, "Many-body, tree": the settings and the properties of the input that must
  /// not change results. ManyBodyAccuracyTests measures errors.
  @Suite("Many-body by tree") struct ManyBody {
    // MARK: Settings

    /// distanceMin² and distanceMax²: none, larger than the distances of neighbours, larger than
    /// the layout; and a maximum.
    private static let distances: [(near: Double, far: Double)] = [
      (0, .infinity), (400, .infinity), (1e12, .infinity), (1, 3600),
    ]

    @Test("same bits for every instruction set and number of threads, around whole leaves")
    func smallSettings() {
      func check<T: KernelScalar>(_: T.Type, dimension: Int) {
        withEvery("points", in: TreePoints.allCases) { points in
          withEvery("count", in: leafSizes) { count in
            let distances = Self.distances[count % Self.distances.count]
            let pass = ManyBodyCase<T>(count, dimension: dimension, points).with {
              $0.near = T(distances.near)
              $0.far = T(distances.far)
              $0.strengths = (0..<count).map { [-30, 30, -7, 0][$0 % 4] as T }
            }
            let wanted = pass.run(plain)
            #expect(wanted.allSatisfy { $0.isFinite || $0.isNaN && dimension == 3 })
            withEvery("isa", in: supportedSets) { isa in
              withEvery("threads", in: [1, 2 + count % 7]) { threads in
                expectSameBits(
                  pass.run(settings(isa, threads: threads), offset: threads % 4), wanted)
              }
            }
          }
        }
      }
      withEveryLayout { check($0, dimension: $1) }
    }

    @Test("same bits for every instruction set, number of threads and repeat, with many leaves")
    func largeSettings() {
      func check<T: KernelScalar>(_: T.Type, dimension: Int) {
        withEvery("points", in: TreePoints.allCases) { points in
          // All combinations of Float and Double, usual and accurate expansions.
          // A theta below 0 stands for an accuracy.
          withEvery("theta", in: [0.2, 0.5, 0.9, -1e-6, -5e-5, -1e-3, -0.2] as [T]) { theta in
            withEvery("distanceMin², distanceMax²", in: Self.distances) { near, far in
              let pass = ManyBodyCase<T>(1117, dimension: dimension, points).with {
                $0.accuracy = max(-theta, 0)
                $0.theta = max(theta, 0)
                $0.near = T(near)
                $0.far = T(far)
              }
              if near == 1 {
                expectOneResult(pass, threads: [1, 2, 3, 8])
              } else {
                expectOneResult(pass, threads: [3])
              }
            }
          }
        }
      }
      withEveryLayout { check($0, dimension: $1) }
    }

    private func expectOneResult<T: KernelScalar>(_ pass: ManyBodyCase<T>, threads: [Int]) {
      var (order, report) = (TreeOrder(pass.count), ck_many_body_report())
      let wanted = pass.run(plain, order: &order, report: &report)
      #expect(order.isPermutation)
      withEvery("isa", in: supportedSets) { isa in
        withEvery("threads", in: threads) { threads in
          var (found, work) = (TreeOrder(pass.count), ck_many_body_report())
          let velocities = pass.run(
            settings(isa, threads: threads), order: &found, offset: threads % 4, report: &work)
          expectSameBits(velocities, wanted)
          found.expectSame(as: order)
          #expect(work.near_work == report.near_work && work.far_cells == report.far_cells)
          #expect(work.computed_in_f64 == report.computed_in_f64)
        }
      }
    }

    @Test("when an order is sorted anew does not depend on threads or instruction sets")
    func staleOrders() {
      func check<T: KernelScalar>(_: T.Type, dimension: Int) {
        withEvery("count", in: [60, 130, 200, 300, 500, 700, 1000, 1500, 3000]) { count in
          let first = ManyBodyCase<T>(count, dimension: dimension)
          // A little stale, and entirely.
          let moved = first.with { $0.positions = drifted($0.positions, by: 15) }
          let other = ManyBodyCase<T>(count, dimension: dimension, seed: 2)
          var wanted: (TreeOrder, [T])?
          withEvery("isa", in: supportedSets) { isa in
            withEvery("threads", in: [1, 2, 3, 8]) { threads in
              var (order, report) = (TreeOrder(count), ck_many_body_report())
              let context = Context(plain)
              let velocities = [first, moved, moved, other, other].flatMap {
                $0.run(
                  settings(isa, threads: threads), order: &order, context: context, report: &report)
              }
              wanted = wanted ?? (order, velocities)
              order.expectSame(as: wanted!.0)
              expectSameBits(velocities, wanted!.1)
            }
          }
        }
      }
      withEveryLayout { check($0, dimension: $1) }
    }

    #if arch(x86_64) || arch(arm64)
    @Test("the caller's rounding and flushing change no bit, and are as they were afterwards")
    func settingsOfTheCaller() {
      func check<T: KernelScalar>(_: T.Type, dimension: Int) {
        // Strengths below the smallest normal number, and distances with inexact squares, which
        // depend on rounding.
        let pass = ManyBodyCase<T>(700, dimension: dimension).with {
          $0.strengths = $0.strengths.indices.map { T($0 % 9 - 4) * T.leastNormalMagnitude / 3 }
          $0.near = 1.7
          $0.far = 5000.3
          $0.start = $0.start.map { $0 * T.leastNormalMagnitude }
        }
        withEvery("isa", in: supportedSets) { isa in
          withEvery("threads", in: [1, 3]) { threads in
            var order = TreeOrder(pass.count)
            var report = ck_many_body_report()
            let wanted = pass.run(
              settings(isa, threads: threads), order: &order, report: &report)
            withEvery("control register", in: hostileControls) { control in
              var found = TreeOrder(pass.count)
              var after: UInt64 = 0
              let velocities = pass.run(
                settings(isa, threads: threads), order: &found, report: &report
              ) { after = under(control, $0) }
              expectSameBits(velocities, wanted)
              found.expectSame(as: order)
              #expect(after & control == control)
            }
          }
        }
      }
      withEveryLayout { check($0, dimension: $1) }
    }
    #endif

    // MARK: Orders and memory

    @Test("a stale order gives the forces within the bound of a fresh one")
    func staleOrdersAreAccurate() {
      func check<T: KernelScalar>(_: T.Type, dimension: Int) {
        let bound = dimension == 2 ? 1e-3 : 6e-3
        var first = ManyBodyCase<T>(3000, dimension: dimension)
        first.restAtStart()
        var (order, report) = (TreeOrder(first.count), ck_many_body_report())
        #expect(first.error(first.run(plain, order: &order, report: &report)) < bound)
        let sorted = order
        withEvery("drift", in: [0, 0.1, 1, 5, 20, 80, 1000]) { drift in
          var order = sorted
          let moved = first.with { $0.positions = drifted($0.positions, by: drift) }
          #expect(moved.error(moved.run(plain, order: &order, report: &report)) < 1.5 * bound)
          #expect(order.isPermutation)
          if drift <= 0.1 { #expect(order.state.sorts == 1) }
        }
      }
      withEveryLayout { check($0, dimension: $1) }
    }

    @Test("a fresh order depends on the positions alone, not on the order before")
    func ordersForgetTheirPast() {
      func check<T: KernelScalar>(_: T.Type, dimension: Int) {
        withEvery("points", in: TreePoints.allCases) { points in
          let pass = ManyBodyCase<T>(700, dimension: dimension, points)
          var (fresh, shuffled) = (TreeOrder(pass.count), TreeOrder(pass.count))
          var random = SplitMix64(seed: 5)
          shuffled.slots.shuffle(using: &random)
          var report = ck_many_body_report()
          let wanted = pass.run(plain, order: &fresh, report: &report)
          expectSameBits(pass.run(plain, order: &shuffled, report: &report), wanted)
          fresh.expectSame(as: shuffled)
          // Told to sort, an order of other positions is as good.
          var used = TreeOrder(pass.count)
          ManyBodyCase<T>(pass.count, dimension: dimension, seed: 9).run(
            plain, order: &used, report: &report)
          used.state.sorted = 0
          expectSameBits(pass.run(plain, order: &used, report: &report), wanted)
          #expect(used.slots == fresh.slots)
          #expect(used.state.sorts == fresh.state.sorts + 1)
        }
      }
      withEveryLayout { check($0, dimension: $1) }
    }

    @Test("what the context's memory held before does not matter")
    func usedMemory() {
      let context = Context(plain)
      func check<T: KernelScalar>(_: T.Type, dimension: Int) {
        withEvery("points", in: TreePoints.allCases) { points in
          withEvery("count", in: [3000, 40, 1, 700, 2100]) { count in
            let pass = ManyBodyCase<T>(count, dimension: dimension, points)
            withEvery("threads", in: [1, 4]) { threads in
              let fresh = pass.run(settings(ck_isa_best(), threads: threads))
              expectSameBits(
                pass.run(settings(ck_isa_best(), threads: threads), context: context), fresh)
            }
          }
        }
      }
      withEveryLayout { check($0, dimension: $1) }
    }

    // MARK: Nodes

    @Test("nothing to do, one node, and the fourth scalar of a vector of three")
    func nothingElseIsTouched() {
      func check<T: KernelScalar>(_: T.Type, dimension: Int) {
        let none = ManyBodyCase<T>(0, dimension: dimension)
        expectSameBits(none.run(plain), none.start)
        let one = ManyBodyCase<T>(1, dimension: dimension)
        expectSameBits(one.run(plain), one.start)
        let many = ManyBodyCase<T>(700, dimension: dimension)
        let found = many.run(plain)
        if dimension == 3 {
          for at in stride(from: 3, to: found.count, by: 4) {
            expectSameBits(found[at], T.mark, "padding")
          }
        }
        let weak = many.with { $0.strengths = $0.strengths.map { _ in 0 } }
        expectSameBits(weak.run(plain), weak.start)
      }
      withEveryLayout { check($0, dimension: $1) }
    }

    /// Lengths and strengths are seen relative to a power of two, so another power of two changes
    /// nothing.
    @Test("layouts and strengths of another size give the same bits in their scale")
    func scales() {
      func check<T: KernelScalar>(_: T.Type, dimension: Int) {
        withEvery("points", in: [TreePoints.uniform, .clustered, .lattice]) { points in
          var pass = ManyBodyCase<T>(900, dimension: dimension, points)
          pass.restAtStart()
          let wanted = pass.run(plain)
          withEvery("strength", in: [0x1p-90, 0x1p-30, 0x1p90] as [T]) { factor in
            let other = pass.with { $0.strengths = $0.strengths.map { $0 * factor } }
            expectSameBits(other.run(plain), wanted.map { $0.isNaN ? $0 : $0 * factor })
          }
          withEvery("length", in: [0x1p-20, 0x1p20] as [T]) { factor in
            let other = pass.with {
              $0.positions = $0.positions.map { $0.isNaN ? $0 : $0 * factor }
              $0.near *= factor * factor
            }
            expectSameBits(other.run(plain), wanted.map { $0.isNaN ? $0 : $0 / factor })
          }
        }
      }
      withEveryLayout { check($0, dimension: $1) }
    }

    @Test("strengths of 1e30 beside 1e-30, and layouts far smaller than distanceMin")
    func extremeSizes() {
      func check<T: KernelScalar>(_: T.Type, dimension: Int) {
        var pass = ManyBodyCase<T>(900, dimension: dimension)
        pass.restAtStart()
        let bound = dimension == 2 ? 1e-3 : 6e-3
        let mixed = pass.with {
          $0.strengths = $0.strengths.indices.map { $0 % 3 == 0 ? -1e30 : 1e-30 }
        }
        // A third of the nodes makes all of the force: fewer, and so worse, leaves.
        #expect(mixed.error(mixed.run(plain)) < 4 * bound)
        withEvery("size", in: [1, 0.1, 1e-2, 1e-4, 1e-8, 1e-12, 1e-16]) { size in
          let small = pass.with { $0.positions = $0.positions.map { $0.isNaN ? $0 : $0 * T(size) } }
          let found = small.run(plain)
          #expect(found.allSatisfy { $0.isFinite || $0.isNaN && dimension == 3 })
          #expect(small.error(found) < bound)
        }
      }
      withEveryLayout { check($0, dimension: $1) }
    }

    /// In coordinates relative to the layout, ten thousand times its size is as far as any
    /// distance.
    @Test("one node far away leaves the others' forces as they are")
    func outlier() {
      func check<T: KernelScalar>(_: T.Type, dimension: Int) {
        var pass = ManyBodyCase<T>(900, dimension: dimension, .outlier)
        pass.restAtStart()
        let node = pass.count / 2 * (dimension == 2 ? 2 : 4)
        let bound = dimension == 2 ? 1e-3 : 6e-3
        let sizes = [1e3, 1e6, 1e9, 1e12, 1e15, 1e18, 1e30, 1e60, 1e100].filter {
          $0 < Double(T.greatestFiniteMagnitude).squareRoot() || T.self == Float.self && $0 < 1e31
        }
        withEvery("distance", in: sizes) { distance in
          let far = pass.with { $0.positions[node] = T(distance) }
          #expect(far.error(far.run(plain)) < bound)
        }
        // Not more than finite where squares of coordinates vanish beside it.
        let found = pass.run(plain)
        #expect(found.allSatisfy { $0.isFinite || $0.isNaN && dimension == 3 })
      }
      withEveryLayout { check($0, dimension: $1) }
    }

    @Test("nodes on one point are pushed apart, each elsewhere, and equal ones keep their momentum")
    func coincident() {
      func check<T: KernelScalar>(_: T.Type, dimension: Int) {
        withEvery("count", in: [2, 33, 700, 3000]) { count in
          withEvery("distanceMin²", in: [0, 1] as [T]) { near in
            var pass = ManyBodyCase<T>(count, dimension: dimension, .coincident)
            pass.restAtStart()
            let found = pass.with { $0.near = near }.run(plain)
            let stride = dimension == 2 ? 2 : 4
            for axis in 0..<dimension {
              let pushes: [Double] = (0..<count).map { Double(found[$0 * stride + axis]) }
              #expect(pushes.allSatisfy { $0.isFinite && $0 != 0 })
              #expect(Set(pushes).count == count)
              let sum: Double = pushes.reduce(0, +)
              let size: Double = pushes.reduce(0) { $0 + abs($1) }
              #expect(abs(sum) < 1e-4 * size)
            }
          }
        }
      }
      withEveryLayout { check($0, dimension: $1) }
    }

    /// Opposite sources in pairs on one point, and observers without strength among them.
    @Test("opposite sources on one point cancel for all others")
    func cancellation() {
      func check<T: KernelScalar>(_: T.Type, dimension: Int) {
        var pass = ManyBodyCase<T>(1500, dimension: dimension)
        pass.restAtStart()
        let stride = dimension == 2 ? 2 : 4
        for i in Swift.stride(from: 0, to: 1500, by: 3) {
          (pass.strengths[i], pass.strengths[i + 1], pass.strengths[i + 2]) = (30, -30, 0)
          for axis in 0..<dimension {
            pass.positions[(i + 1) * stride + axis] = pass.positions[i * stride + axis]
          }
        }
        // Two of a pair may be in different leaves, and their expansions then end differently.
        let alone = pass.with { $0.strengths = $0.strengths.map { abs($0) } }.run(plain)
        let sizes = alone.filter { !$0.isNaN }.map { Double($0) * Double($0) }
        let size = (sizes.reduce(0, +) / Double(sizes.count)).squareRoot()
        let found = pass.run(plain)
        for i in Swift.stride(from: 2, to: 1500, by: 3) {
          for axis in 0..<dimension {
            #expect(abs(Double(found[i * stride + axis])) < (dimension == 2 ? 3e-3 : 2e-2) * size)
          }
        }
      }
      withEveryLayout { check($0, dimension: $1) }
    }
  }
}

/// Returns the positions, each coordinate moved by at most `distance`.
private func drifted<T: KernelScalar>(_ positions: [T], by distance: Double) -> [T] {
  var random = SplitMix64(seed: 77)
  return positions.map { $0.isNaN ? $0 : $0 + T((random.unit() * 2 - 1) * distance) }
}
