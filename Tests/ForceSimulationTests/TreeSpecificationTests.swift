import Foundation
import Testing
import _TestSupport

@testable import ForceSimulation

/// The kernels' many-body tree equals its specification, ReferenceMultipole: positions, velocities
/// and tree histories have the same bits after each tick.
@Suite(.traced) struct TreeSpecificationTests {
  private static let instructionSets = KernelOptions.InstructionSet.allCases.filter(\.isSupported)

  // MARK: Cases

  /// Layouts that each take another way through the method.
  private enum Layout: CaseIterable {
    case uniform, clustered, collinear, diagonal, lattice, coincident, halfCoincident, outlier
    case shell, narrow, uneven, subnormal, huge

    func points<Vector: SimulationVector>(_ count: Int) -> [Vector] {
      var random = SplitMix64(seed: 3)
      func vectors(_ side: (Int) -> Double) -> [Vector] {
        (0..<count).map { random.vector(in: -side($0)...side($0)) }
      }
      switch self {
      case .uniform: return vectors { _ in Double(count).squareRoot() * 2 }
      case .clustered: return PointSet<Vector>.clustered(count).points
      case .collinear: return PointSet<Vector>.collinear(count, axis: 0).points
      case .diagonal: return PointSet<Vector>.diagonal(count).points
      case .lattice: return PointSet<Vector>.lattice(count).points
      case .coincident: return PointSet<Vector>.coincident(count).points
      case .halfCoincident: return vectors { $0 % 2 == 0 ? 50 : 0 }
      case .outlier: return PointSet<Vector>.outlier(count).points
      case .shell:
        // One node of twenty is far out, on a sphere around the others.
        return vectors { $0 % 20 == 0 ? 1 : 90 }.enumerated().map { node, point in
          node % 20 == 0 ? point * (400 / point.lengthSquared().squareRoot()) : point
        }
      case .narrow: return vectors { $0 % 2 == 0 ? 1e-7 : 1000 }
      case .uneven: return vectors { $0 % 2 == 0 ? 1 : 30_000 }
      case .subnormal: return PointSet<Vector>.subnormal(count).points
      case .huge: return PointSet<Vector>.huge(count).points
      }
    }
  }

  private struct Law {
    var strength: @Sendable (Int) -> Float = { _ in -30 }
    var distanceMin: Float = 1
    var distanceMax = Float.infinity

    static let plain = Law()
    static let others = [
      Law(strength: { $0 % 2 == 0 ? 30 : -30 }),
      Law(strength: { [0, -7, 0.001, 900][$0 % 4] }, distanceMin: 0),
      Law(distanceMin: 40),
      Law(strength: { $0 % 3 == 0 ? 20 : -10 }, distanceMin: 300),
      Law(distanceMax: 60),
      Law(strength: { $0 % 2 == 0 ? 30 : -30 }, distanceMin: 20, distanceMax: 300),
      Law(strength: { _ in 0 }),
    ]
  }

  // MARK: The comparison

  private static func expectEqual<Vector>(
    _: Vector.Type, _ layout: Layout, _ count: Int, theta: Double? = 0.9,
    accuracy: Double = 1e-3, _ law: Law = .plain, ticks: Int,
    _ set: KernelOptions.InstructionSet? = nil
  ) throws where Vector: SimulationVector {
    typealias Force = ManyBodyForce<Vector>
    let charge = Force(
      strength: .function { Vector.Scalar(law.strength($0)) }, accuracy: Vector.Scalar(accuracy),
      theta: theta.map { Vector.Scalar($0) }, distanceMin: Vector.Scalar(law.distanceMin),
      distanceMax: Vector.Scalar(law.distanceMax))
    func simulation(_ engine: Engine) throws -> NamedSimulation<Vector> {
      let simulation = try NamedSimulation<Vector>(
        count, ["charge": charge], parameters: SimulationParameters(alphaDecay: 0),
        position: layout.points(count), engine: engine)
      #expect(charge.algorithm(nodeCount: count, engine: engine) == .multipole)
      simulation.kernelOptions = eagerThreads(1 + count % 3, set)
      return simulation
    }
    let (kernels, reference) = (try simulation(.kernels), try simulation(.reference(.parallel)))
    for tick in 1...ticks {
      kernels.advance()
      reference.advance()
      let error = theta.map { "theta \($0)" } ?? "accuracy \(accuracy)"
      let place = "\(layout), \(count) nodes, \(error), tick \(tick)"
      let isSame = withTrace("case", place) {
        let histories = (
          kernels.kinetics.histories.histories, reference.kinetics.histories.histories
        )
        #expect(histories.1.count == 1 && histories.1[0].sortCount > 0)
        #expect(histories.0 == histories.1)
        return expectSameState(kernels.kinetics, reference.kinetics)
          && histories.0 == histories.1
      }
      guard isSame else { return }
    }
  }

  private static func withEveryTreeVector(_ body: (VectorType) throws -> Void) rethrows {
    try withEvery("vector", in: everyVectorType.filter { $0.scalarCount < 4 }, body)
  }

  // MARK: Tests

  @Test func everyLayoutAndThetaEqualsTheSpecification() throws {
    try Self.withEveryTreeVector { vector in
      for (number, layout) in Layout.allCases.enumerated() {
        let set = Self.instructionSets[number % Self.instructionSets.count]
        for theta in [0.3, 0.9, 1.5] {
          try Self.expectEqual(vector, layout, 1000, theta: theta, ticks: 3, set)
        }
      }
    }
  }

  @Test func everyLawEqualsTheSpecification() throws {
    try Self.withEveryTreeVector { vector in
      try withEvery("law", in: Law.others.indices) { law in
        let set = Self.instructionSets[law % Self.instructionSets.count]
        for layout in Layout.allCases {
          try Self.expectEqual(vector, layout, 1000, Law.others[law], ticks: 2, set)
        }
      }
    }
  }

  /// Each degree in each type.
  @Test func everyAccuracyEqualsTheSpecification() throws {
    try Self.withEveryTreeVector { vector in
      for (number, layout) in Layout.allCases.enumerated() {
        let set = Self.instructionSets[number % Self.instructionSets.count]
        for accuracy in [1e-6, 5e-5, 1e-3, 0.3] {
          try Self.expectEqual(
            vector, layout, 1000, theta: nil, accuracy: accuracy, ticks: 3, set)
        }
      }
    }
  }

  @Test func everyLawWithAnAccuracyEqualsTheSpecification() throws {
    try Self.withEveryTreeVector { vector in
      try withEvery("law", in: Law.others.indices) { law in
        let set = Self.instructionSets[law % Self.instructionSets.count]
        for layout in Layout.allCases {
          try Self.expectEqual(vector, layout, 1000, theta: nil, Law.others[law], ticks: 2, set)
        }
      }
    }
  }

  @Test func manyNodesAndTicksWithAnAccuracyEqualTheSpecification() throws {
    try Self.withEveryTreeVector { vector in
      for layout in [Layout.uniform, .clustered, .coincident, .shell, .uneven] {
        try Self.expectEqual(vector, layout, 1000, theta: nil, ticks: 50)
        try Self.expectEqual(vector, layout, 10_000, theta: nil, ticks: 1)
      }
    }
  }

  /// Leaves on one level and on two, the last one full, nearly empty and with one node.
  @Test func everyShapeOfTheTreeEqualsTheSpecification() throws {
    for set in Self.instructionSets {
      try withEvery("nodes", in: [513, 519, 528, 529, 640, 1024, 1025]) { count in
        try Self.expectEqual(SIMD2<Float>.self, .uniform, count, ticks: 2, set)
        try Self.expectEqual(SIMD3<Double>.self, .uniform, count, ticks: 2, set)
      }
      try Self.expectEqual(SIMD2<Double>.self, .uniform, 385, ticks: 2, set)
    }
  }

  /// Long enough for orders to become stale and to be sorted anew, with outliers apart or not.
  @Test func fiftyTicksEqualTheSpecification() throws {
    try Self.withEveryTreeVector { vector in
      for layout in [Layout.uniform, .clustered, .coincident, .shell, .uneven] {
        try Self.expectEqual(vector, layout, 1000, ticks: 50)
      }
      try Self.expectEqual(vector, .shell, 1000, Law.others[0], ticks: 50)
    }
  }

  @Test func manyNodesEqualTheSpecification() throws {
    try Self.withEveryTreeVector { vector in
      for layout in [Layout.uniform, .clustered, .collinear, .coincident, .outlier, .uneven] {
        try Self.expectEqual(vector, layout, 10_000, ticks: 1)
      }
    }
    try Self.expectEqual(SIMD2<Double>.self, .shell, 10_000, theta: 0.3, ticks: 1)
    try Self.expectEqual(SIMD3<Float>.self, .shell, 10_000, theta: 0.3, ticks: 1)
    try Self.expectEqual(SIMD2<Double>.self, .shell, 10_000, ticks: 50)
    try Self.expectEqual(SIMD3<Float>.self, .shell, 10_000, theta: 1.5, ticks: 50)
  }

  private static let isFull =
    ProcessInfo.processInfo.environment["FORCE_SIMULATION_TREE_SPECIFICATION"] != nil

  /// The full product, hours long: set FORCE_SIMULATION_TREE_SPECIFICATION.
  @Test(.enabled(if: isFull)) func theFullProductEqualsTheSpecification() throws {
    try Self.withEveryTreeVector { vector in
      for (count, set) in [1000, 10_000].flatMap({ n in Self.instructionSets.map { (n, $0) } }) {
        for layout in Layout.allCases {
          for law in [Law.plain] + Law.others {
            for theta in [0.3, 0.9, 1.5] {
              try Self.expectEqual(vector, layout, count, theta: theta, law, ticks: 50, set)
            }
          }
        }
      }
    }
  }

  // MARK: The order of the nodes

  @Test(arguments: TreePointSet.allCases)
  func theOrderOfATreeEqualsTheSpecification(points: TreePointSet) {
    func expect<Vector: SimulationVector>(_ points: [Vector]) {
      let wide = points.map { point in
        var wide = SIMD3<Double>.zero
        for axis in 0..<Vector.scalarCount { wide[axis] = Double(point[axis]) }
        return wide
      }
      withEvery("leaf size", in: [1, 3, 16]) { leafSize in
        let order = KDTree(points, leafSize: leafSize).order
        #expect(order == ReferenceKDTree.sorted(wide, leafSize: leafSize))
      }
    }
    expect(points.points(SIMD2<Double>.self))
    expect(points.points(SIMD2<Float>.self))
    expect(points.points(SIMD3<Double>.self))
    expect(points.points(SIMD3<Float>.self))
  }
}
