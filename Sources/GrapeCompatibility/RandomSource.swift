/// A generator of numbers in 0..<1 that gives the same sequence for the same seed, everywhere.
public protocol DeterministicRandomGenerator<Scalar>: Sendable {
  associatedtype Scalar: FloatingPoint & ExpressibleByFloatLiteral
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

  /// The number the next one follows from.
  public var state: UInt32

  @inlinable
  public init(seed: UInt32) { state = seed }

  @inlinable
  public init() { self.init(seed: 1) }

  @inlinable
  public mutating func next() -> Double {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Double(state) * 0x1p-32
  }
}

/// The same generator for Float: the upper 24 bits, so that no value rounds up to 1.
public struct FloatLinearCongruentialGenerator: DeterministicRandomGenerator, Hashable {
  public typealias OverflowingInteger = UInt32
  public typealias Scalar = Float

  /// The number the next one follows from.
  public var state: UInt32

  @inlinable
  public init(seed: UInt32) { state = seed }

  @inlinable
  public init() { self.init(seed: 1) }

  @inlinable
  public mutating func next() -> Float {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Float(state >> 8) * 0x1p-24
  }
}

/// A floating-point type with a generator of its own: Float and Double.
public protocol HasDeterministicRandomGenerator: BinaryFloatingPoint & ExpressibleByFloatLiteral
    & SIMDScalar & Codable & Sendable
{
  associatedtype Generator: DeterministicRandomGenerator where Generator.Scalar == Self
}

extension Float: HasDeterministicRandomGenerator {
  public typealias Generator = FloatLinearCongruentialGenerator
}

extension Double: HasDeterministicRandomGenerator {
  public typealias Generator = DoubleLinearCongruentialGenerator
}
