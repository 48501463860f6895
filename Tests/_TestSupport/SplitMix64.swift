import Foundation

/// A generator of random numbers for tests: the same seed gives the same numbers everywhere.
///
/// SplitMix64, from Steele, Lea, Flood: Fast splittable pseudorandom number generators (2014),
/// doi:10.1145/2660193.2660195. Not related to the generators of the library, so that a test cannot
/// agree with the library by sharing its mistake.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in 0..<1, a multiple of 2^-53.
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A vector with every component in `range`.
  public mutating func vector<Vector: SIMD>(in range: ClosedRange<Double>) -> Vector
  where Vector.Scalar: BinaryFloatingPoint {
    var vector = Vector()
    for axis in 0..<Vector.scalarCount {
      vector[axis] = Vector.Scalar(
        range.lowerBound + (range.upperBound - range.lowerBound) * unit())
    }
    return vector
  }
}

/// The environment variable that chooses the seed of random tests.
public let testSeedVariable = "FORCE_SIMULATION_TEST_SEED"

/// The seeds that `withEverySeed` takes: the one in the environment if it is set, else 1, 2, ...
/// `count`.
///
/// A number that cannot be read stops the process: a silent default would hide that the seed one
/// asked for was not tried.
public func testSeeds(
  _ count: Int, environment: [String: String] = ProcessInfo.processInfo.environment
) -> [UInt64] {
  guard let text = environment[testSeedVariable] else {
    return (1...UInt64(max(1, count))).map { $0 }
  }
  guard let seed = UInt64(text) else {
    preconditionFailure("\(testSeedVariable)=\(text) is not a number from 0 to \(UInt64.max)")
  }
  return [seed]
}

/// Runs `body` with `count` generators of different seeds. A failure prints the seed in the form in
/// which the environment takes it, `FORCE_SIMULATION_TEST_SEED: 3`; setting it runs that seed
/// alone.
public func withEverySeed(_ count: Int, _ body: (inout SplitMix64) throws -> Void) rethrows {
  try withEvery(testSeedVariable, in: testSeeds(count)) { seed in
    var generator = SplitMix64(seed: seed)
    try body(&generator)
  }
}
