import CForceKernels
import Testing
import _TestSupport

private let plain = settings(Int32(CK_ISA_SCALAR.rawValue), threads: 1)

extension KernelTests {
  /// Nodes far from all others are sorted apart (CKernels/many_body_outliers.c). ManyBody tests
  /// with all other layouts that threads, instruction sets and earlier permutations change nothing
  /// of it.
  @Suite("Many-body by tree: outliers") struct ManyBodyOutliers {
    private static func order<T: KernelScalar>(
      of pass: ManyBodyCase<T>
    ) -> (TreeOrder, ck_many_body_report) {
      var (order, report) = (TreeOrder(pass.count), ck_many_body_report())
      pass.run(plain, order: &order, report: &report)
      #expect(order.isPermutation)
      return (order, report)
    }

    /// The share of the nodes on the shell that is in as many of the last slots.
    private static func shareAtEnd(_ order: TreeOrder) -> Double {
      let shell = (0..<Int32(order.slots.count)).filter { TreePoints.isOnShell(Int($0)) }
      let found = Set(order.slots.suffix(shell.count)).intersection(shell)
      return Double(found.count) / Double(shell.count)
    }

    /// Some shell nodes are in the middle of their leaf, so a few others may be taken for outliers
    /// in their place.
    @Test("a shell around a layout comes last in the order, and is moved back in when it is gone")
    func shell() {
      func check<T: KernelScalar>(_: T.Type, dimension: Int) {
        let shell = ManyBodyCase<T>(4000, dimension: dimension, .shell)
        var (order, report) = Self.order(of: shell)
        #expect(order.state.divided == 1)
        #expect(Self.shareAtEnd(order) > 0.75)
        // Sorted anew, from the divided order itself.
        order.state.excess = .infinity
        shell.run(plain, order: &order, report: &report)
        #expect(order.state.sorts == 2 && order.state.divided == 1)
        #expect(Self.shareAtEnd(order) > 0.75)
        // The same nodes, among all others now: seen at the next trial.
        while order.state.divided == 1, order.state.sorts < 20 {
          order.state.excess = .infinity
          ManyBodyCase<T>(4000, dimension: dimension).run(plain, order: &order, report: &report)
        }
        #expect(order.state.divided == 0)
        #expect(Self.shareAtEnd(order) < 0.5)
      }
      for dimension in [2, 3] {
        check(Float.self, dimension: dimension)
        check(Double.self, dimension: dimension)
      }
    }

    @Test("layouts without outliers, and those that are sparse in large parts, keep one order")
    func others() {
      withEvery("points", in: [TreePoints.uniform, .lattice, .line, .coincident, .clustered]) {
        points in
        for dimension in [2, 3] {
          let (order, _) = Self.order(of: ManyBodyCase<Float>(3000, dimension: dimension, points))
          #expect(order.state.divided == 0)
        }
      }
    }

    /// Without the division nearly every leaf at the surface meets a large part of all leaves.
    @Test("a shell adds little to what a pass takes, and nothing to its error")
    func work() {
      for dimension in [2, 3] {
        let (_, uniform) = Self.order(of: ManyBodyCase<Double>(8000, dimension: dimension))
        var shell = ManyBodyCase<Double>(8000, dimension: dimension, .shell)
        shell.restAtStart()
        let (_, report) = Self.order(of: shell)
        #expect(report.near_work < uniform.near_work * 3 / 2)
        #expect(shell.error(shell.run(plain)) < (dimension == 2 ? 1e-3 : 6e-3))
      }
    }
  }
}
