import Foundation
import Testing
import _TestSupport

@testable import ForceSimulation

/// The start positions, against the formulas of d3-force and the sine and cosine of the system.
@Suite(.traced) struct StartPositionsTests {
  private static let samples =
    Array(0..<300) + Array(stride(from: 331, through: 1_000_000, by: 997))

  private func turn(_ index: Int, _ step: UInt64) -> Double {
    Double(UInt64(index) &* step) * 0x1p-64 * 2 * Double.pi
  }

  // MARK: The constants

  /// Both steps are roots of a polynomial with small coefficients: at the nearest multiple of
  /// 2^-64, what is left of it is at most half such a multiple times the slope.
  @Test func stepsAreTheGoldenAngleAndD3sYaw() {
    func remainder(_ a: Int128, _ b: Int128, _ step: UInt64) -> Int128 {
      // (a x^2 + b x) modulo 1, in units of 2^-128.
      let x = Int128(truncatingIfNeeded: step)
      return a &* x &* x &+ (b &* x) << 64
    }
    // (3 - sqrt 5) / 2 turns: x^2 - 3 x + 1 = 0, slope 2 x - 3 = -2.236.
    let golden = remainder(1, -3, 0x61C8_8646_80B5_83EA)
    #expect(golden.magnitude <= UInt128(1.12 * 0x1p64))
    // 10 / (9 + sqrt 221) turns: 7 x^2 + 9 x - 5 = 0, slope 14 x + 9 = 14.87.
    let yaw = remainder(7, 9, 0x6B43_E7E3_8F01_AB1E)
    #expect(yaw.magnitude <= UInt128(7.44 * 0x1p64))
  }

  // MARK: Sine, cosine, cube root

  @Test func quarterTurnsAreExact() {
    let quarter: UInt64 = 1 << 62
    let expected: [(Double, Double)] = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    for (number, (sine, cosine)) in expected.enumerated() {
      let result = StartPositions.sineAndCosine(turn: UInt64(number) * quarter)
      #expect(result.sine == sine && result.cosine == cosine, "quarter \(number)")
    }
  }

  /// Where a quarter begins and ends and where the series change, and one unit to either side.
  @Test func sineAndCosineAgreeWithTheSystemAtTheEdges() {
    withEvery("eighth", in: 0..<8) { (eighth: UInt64) in
      withEvery("offset", in: [-2, -1, 0, 1, 2, 1 << 20, -(1 << 40)]) { (offset: Int64) in
        expectSystemSine(eighth << 61 &+ UInt64(bitPattern: offset))
      }
    }
  }

  @Test func sineAndCosineAgreeWithTheSystemEverywhere() {
    withEverySeed(4) { random in
      for _ in 0..<5000 { expectSystemSine(random.next()) }
    }
  }

  /// Compared after an exact reduction to an eighth of a turn, so that the argument is as exact as
  /// the result.
  private func expectSystemSine(
    _ turn: UInt64, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let quarter = (turn &+ 1 << 61) >> 62
    let angle = Double(Int64(bitPattern: turn &- quarter << 62)) * 0x1p-63 * Double.pi
    let (s, c) = (sin(angle), cos(angle))
    let expected = [(s, c), (c, -s), (-s, -c), (-c, s)][Int(quarter & 3)]
    let result = StartPositions.sineAndCosine(turn: turn)
    expectClose(
      result.sine, expected.0, .ulps(2), "sine of \(turn)", sourceLocation: sourceLocation)
    expectClose(
      result.cosine, expected.1, .ulps(2), "cosine of \(turn)", sourceLocation: sourceLocation)
  }

  @Test func cubeRootsAgreeWithTheSystem() {
    for index in Self.samples {
      expectClose(
        StartPositions.cubeRoot(0.5 + Double(index)), cbrt(0.5 + Double(index)), .ulps(2), "root")
    }
    for root in 1...1000 {
      expectClose(StartPositions.cubeRoot(Double(root * root * root)), Double(root), .ulps(1))
    }
  }

  // MARK: Positions

  @Test func thePlaneStartsOnAPhyllotaxis() {
    for index in Self.samples {
      let angle = turn(index, 0x61C8_8646_80B5_83EA)
      let radius = 10 * (0.5 + Double(index)).squareRoot()
      // The angle here has been rounded at up to 2 pi: 2^-51.
      expectClose(
        StartPositions.position(of: index, as: SIMD2<Double>.self),
        SIMD2(radius * cos(angle), radius * sin(angle)), .within(2e-15 * radius), "\(index)")
      // d3 itself multiplies the index by an angle, and loses digits as it grows.
      let d3Angle = Double(index) * (Double.pi * (3 - 5.0.squareRoot()))
      expectClose(
        StartPositions.position(of: index, as: SIMD2<Double>.self),
        SIMD2(radius * cos(d3Angle), radius * sin(d3Angle)),
        .within(radius * (2e-15 + 2e-15 * Double(index))), "d3's \(index)")
    }
  }

  @Test func spaceStartsOnD3sSpiral() {
    for index in Self.samples {
      let roll = turn(index, 0x61C8_8646_80B5_83EA)
      let yaw = turn(index, 0x6B43_E7E3_8F01_AB1E)
      let radius = 10 * cbrt(0.5 + Double(index))
      expectClose(
        StartPositions.position(of: index, as: SIMD3<Double>.self),
        SIMD3(
          radius * sin(roll) * cos(yaw), radius * cos(roll), radius * sin(roll) * sin(yaw)),
        .within(4e-15 * radius), "\(index)")
    }
  }

  @Test func theFirstNodesStartWhereD3sDo() throws {
    expectClose(
      try Kinetics2D(nodeCount: 3).position,
      [
        SIMD2(7.0710678118654755, 0), SIMD2(-9.03088751750192, 8.27303273571596),
        SIMD2(1.3823220809823638, -15.750847141167634),
      ], .within(1e-6), "position")
    // d3-force-3d's first node is straight up: 10 * cbrt(0.5).
    expectClose(
      try Kinetics<SIMD3<Float>>(nodeCount: 1).position[0], SIMD3(0, 7.937005, 0), .within(1e-6),
      "position")
  }

  @Test func fourDimensionsStartOnGrowingSpheres() throws {
    let positions = try Kinetics<SIMD4<Double>>(nodeCount: 20_000).position
    #expect(Set(positions).count == 20_000)
    for (index, position) in positions.enumerated() {
      let radius = 10 * (0.5 + Double(index)).squareRoot().squareRoot()
      expectClose(position.length(), radius, .ulps(8), "radius of \(index)")
    }
    // Evenly around the origin.
    let mean = positions.reduce(.zero, +) / 20_000
    #expect(mean.length() < 0.01 * positions[19_999].length())
  }

  @Test func floatsAreRoundedDoubles() throws {
    let (wide, narrow) = (
      try Kinetics<SIMD3<Double>>(nodeCount: 1000).position,
      try Kinetics<SIMD3<Float>>(nodeCount: 1000).position
    )
    expectSameBits(narrow, wide.map { SIMD3<Float>($0) }, "position")
  }

  @Test func nodesStartApart() throws {
    let plane = try Kinetics2D(nodeCount: 3000).position
    let nearest = (0..<2999).map { a in
      (a + 1..<3000).map { plane[a].distanceSquared(to: plane[$0]) }.min()!
    }.min()!
    #expect(nearest.squareRoot() > 8)
    #expect(Set(try Kinetics<SIMD3<Float>>(nodeCount: 20_000).position).count == 20_000)
  }

  @Test func theCallersRoundingModeChangesNothing() throws {
    let usual = try Kinetics2D(nodeCount: 500).position
    let other: NodeArray<Vector2>
    do {
      let saved = fegetround()
      fesetround(FE_UPWARD)
      defer { fesetround(saved) }
      other = try Kinetics2D(nodeCount: 500).position
    }
    expectSameBits(other, usual, "position")
  }
}
