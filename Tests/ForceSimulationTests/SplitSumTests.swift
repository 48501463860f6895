import ForceSimulation
import Testing
import _TestSupport

/// The error of summing few nodes of a state in Double in Float.
@Suite(.traced) struct SplitSumTests {
  private typealias Layout = ManyBodyPromiseTests.Layout
  private typealias Strengths = ManyBodyPromiseTests.Strengths

  /// The largest error, relative to the root mean square, in all layouts with all strengths.
  private static func largestError<Vector: SimulationVector>(_: Vector.Type) throws -> Double
  where Vector.Scalar == Double {
    let (count, dimension) = (Vector.scalarCount == 2 ? 380 : 440, Vector.scalarCount)
    #expect(count <= ManyBodyForce<Vector>.directSumLimit)
    var largest = 0.0
    for layout in Layout.allCases {
      let points = layout.points(count, dimension: dimension, seed: 3)
      for kind in Strengths.allCases {
        let strengths = kind.values(count, dimension: dimension, seed: 4)
        largest = max(
          largest,
          try ManyBodyPromiseTests.error(
            Vector.self, at: points, strengths, targets: count, accuracy: 1e-5))
      }
    }
    return largest
  }

  @Test func sumsOfFloatsHaveFiveDigits() throws {
    let errors = (try Self.largestError(SIMD2.self), try Self.largestError(SIMD3.self))
    // Not those of Double, which would be 1e-15; and far below any accuracy that uses them.
    #expect(errors.0 > 1e-9 && errors.0 < 5e-6)
    #expect(errors.1 > 1e-9 && errors.1 < 5e-6)
  }

  /// Two groups of nodes that are far apart: what one Float for a coordinate would lose.
  @Test func smallGroupsFarApartKeepTheirForces() throws {
    var random = SplitMix64(seed: 5)
    let points = (0..<300).map { node in
      SIMD3(random.unit(), random.unit(), 0) * 1e-2 + SIMD3(node % 2 == 0 ? -1e4 : 1e4, 0, 0)
    }
    let error = try ManyBodyPromiseTests.error(
      SIMD2<Double>.self, at: points, [Double](repeating: -30, count: 300), targets: 300,
      accuracy: 1e-3)
    #expect(error < 1e-6)
  }

  /// A theta, or an accuracy below 1e-5, is in Double.
  @Test func finerAccuraciesAreInDouble() throws {
    let points = Layout.uniform.points(300, dimension: 2, seed: 6)
    let error = try ManyBodyPromiseTests.error(
      SIMD2<Double>.self, at: points, [Double](repeating: -30, count: 300), targets: 300,
      accuracy: 1e-6)
    #expect(error < 1e-13)
  }
}
