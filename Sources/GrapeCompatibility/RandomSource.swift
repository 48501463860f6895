/// A generator of numbers in 0..<1 that gives the same sequence for the same seed, everywhere.
public protocol DeterministicRandomGenerator<Scalar>: Sendable {
  /// The type of the numbers it draws.
  associatedtype Scalar: FloatingPoint & ExpressibleByFloatLiteral
  /// The type of its state; its arithmetic wraps around.
  associatedtype OverflowingInteger: FixedWidthInteger & UnsignedInteger

  /// The next number, at least 0 and less than 1.
  mutating func next() -> Scalar
  /// Starts the sequence that belongs to `seed`.
  init(seed: OverflowingInteger)
  /// Starts the sequence of the default seed, 1.
  init()
}

/// d3-force's generator: `s = (1664525 * s + 1013904223) mod 2^32`, value `s / 2^32`.
///
/// Period 2^32. The constants are those of Numerical Recipes (Press et al., 3rd edition, section
/// 7.1). Good enough to push nodes apart, not for statistics.
public struct DoubleLinearCongruentialGenerator: DeterministicRandomGenerator, Hashable {
  public typealias OverflowingInteger = UInt32
  public typealias Scalar = Double

  /// The last number of the sequence, from which the next one is computed.
  public var state: UInt32

  public init(seed: UInt32) { state = seed }

  public init() { self.init(seed: 1) }

  public mutating func next() -> Double {
    var generator = LinearCongruentialGenerator(seed: state)
    let value = generator.next()
    state = generator.state
    return value
  }
}

/// The same generator for Float. It takes the upper 24 bits, so that no value rounds up to 1.
public struct FloatLinearCongruentialGenerator: DeterministicRandomGenerator, Hashable {
  public typealias OverflowingInteger = UInt32
  public typealias Scalar = Float

  /// The last number of the sequence, from which the next one is computed.
  public var state: UInt32

  public init(seed: UInt32) { state = seed }

  public init() { self.init(seed: 1) }

  public mutating func next() -> Float {
    var generator = LinearCongruentialGenerator(seed: state)
    _ = generator.next()
    state = generator.state
    return Float(state >> 8) * 0x1p-24
  }
}

/// A floating-point type with a generator of its own: Float and Double.
public protocol HasDeterministicRandomGenerator: SimulationScalar {
  /// The generator of numbers of this type.
  associatedtype Generator: DeterministicRandomGenerator where Generator.Scalar == Self
}

extension Float: HasDeterministicRandomGenerator {
  public typealias Generator = FloatLinearCongruentialGenerator
}

extension Double: HasDeterministicRandomGenerator {
  public typealias Generator = DoubleLinearCongruentialGenerator
}
