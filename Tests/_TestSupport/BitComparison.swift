import Testing

/// The bits of a number as IEEE 754 stores them. For Float the lower 32 are used.
public func bitPattern<Number: BinaryFloatingPoint>(of number: Number) -> UInt64 {
  let fraction = UInt64(truncatingIfNeeded: number.significandBitPattern)
  let exponent = UInt64(truncatingIfNeeded: number.exponentBitPattern)
  let sign: UInt64 = number.sign == .minus ? 1 : 0
  let exponentAndSign = exponent | sign << UInt64(Number.exponentBitCount)
  return fraction | exponentAndSign << UInt64(Number.significandBitCount)
}

/// Returns the number of representable numbers between two, plus one; 0 for equal numbers and for
/// the two zeros. Returns nil if either is NaN or exactly one is infinite.
public func ulpDistance<Number: BinaryFloatingPoint>(_ a: Number, _ b: Number) -> UInt64? {
  if a.isNaN || b.isNaN || a.isInfinite != b.isInfinite { return nil }
  let a = orderedBits(a)
  let b = orderedBits(b)
  return UInt64(bitPattern: max(a, b) &- min(a, b))
}

/// Returns integers in the order of the numbers; neighbouring numbers differ by 1.
private func orderedBits<Number: BinaryFloatingPoint>(_ number: Number) -> Int64 {
  let magnitude = Int64(bitPattern: bitPattern(of: number.magnitude))
  return number.sign == .minus ? -magnitude : magnitude
}

private func describe<Number: BinaryFloatingPoint>(_ number: Number) -> String {
  let digits = (1 + Number.exponentBitCount + Number.significandBitCount) / 4
  let hexadecimal = String(bitPattern(of: number), radix: 16)
  return "\(number) (0x\(String(repeating: "0", count: digits - hexadecimal.count))\(hexadecimal))"
}

private func describeDistance<Number: BinaryFloatingPoint>(_ a: Number, _ b: Number) -> String {
  guard let distance = ulpDistance(a, b) else { return "not comparable in ulps" }
  if distance == 0 { return "the two zeros" }
  return distance == 1 ? "1 ulp apart" : "\(distance) ulps apart"
}

// MARK: One comparison for numbers and vectors

/// The elements as rows of numbers: one column for numbers, one per lane for vectors.
private struct Rows<Number: BinaryFloatingPoint> {
  let count: Int
  let lanes: Int
  /// Nil for a lone number or vector, whose failure needs no index.
  let isCollection: Bool
  let number: (_ row: Int, _ lane: Int) -> Number

  init(_ numbers: some Collection<Number>, isCollection: Bool = true) {
    let numbers = Array(numbers)
    count = numbers.count
    lanes = 1
    self.isCollection = isCollection
    number = { row, _ in numbers[row] }
  }

  init<Vector: SIMD>(_ vectors: some Collection<Vector>, isCollection: Bool = true)
  where Vector.Scalar == Number {
    let vectors = Array(vectors)
    count = vectors.count
    lanes = Vector.scalarCount
    self.isCollection = isCollection
    number = { row, lane in vectors[row][lane] }
  }

  func name(row: Int, lane: Int) -> String {
    let index = isCollection ? "[\(row)]" : ""
    return lanes == 1 ? index : "\(index) lane \(lane)"
  }
}

/// Reports the first difference and the number of differences. Returns true if all agree.
private func compare<Number: BinaryFloatingPoint>(
  _ actual: Rows<Number>, _ expected: Rows<Number>, _ what: () -> String,
  rule: String, _ sourceLocation: SourceLocation, agree: (Number, Number) -> Bool
) -> Bool {
  let subject = what()
  if actual.count != expected.count {
    reportFailure(
      "\(subject): \(actual.count) elements, expected \(expected.count)",
      sourceLocation: sourceLocation)
    return false
  }
  var first: (row: Int, lane: Int)?
  var different = 0
  for row in 0..<actual.count {
    let lane = (0..<actual.lanes).first { lane in
      !agree(actual.number(row, lane), expected.number(row, lane))
    }
    guard let lane else { continue }
    different += 1
    if first == nil { first = (row, lane) }
  }
  guard let first else { return true }
  let a = actual.number(first.row, first.lane)
  let b = expected.number(first.row, first.lane)
  let share = actual.isCollection ? "; \(different) of \(actual.count) elements differ" : ""
  reportFailure(
    """
    \(subject)\(actual.name(row: first.row, lane: first.lane)) is \(describe(a)), \
    expected \(describe(b))\(rule), \(describeDistance(a, b))\(share)
    """, sourceLocation: sourceLocation)
  return false
}

// MARK: Same bits

private func sameBits<Number: BinaryFloatingPoint>(_ a: Number, _ b: Number) -> Bool {
  bitPattern(of: a) == bitPattern(of: b)
}

/// Expects the same bits: zeros of the same sign, NaNs of the same payload. `what` names the value
/// in the report. Returns true if they agree.
@discardableResult
public func expectSameBits<Number: BinaryFloatingPoint>(
  _ actual: Number, _ expected: Number, _ what: @autoclosure () -> String = "value",
  sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  compare(
    Rows(CollectionOfOne(actual), isCollection: false),
    Rows(CollectionOfOne(expected), isCollection: false),
    what, rule: "", sourceLocation, agree: sameBits)
}

/// Expects the same bits in every lane.
@discardableResult
public func expectSameBits<Vector: SIMD>(
  _ actual: Vector, _ expected: Vector, _ what: @autoclosure () -> String = "value",
  sourceLocation: SourceLocation = #_sourceLocation
) -> Bool where Vector.Scalar: BinaryFloatingPoint {
  compare(
    Rows(CollectionOfOne(actual), isCollection: false),
    Rows(CollectionOfOne(expected), isCollection: false),
    what, rule: "", sourceLocation, agree: sameBits)
}

/// Expects equally many numbers with the same bits.
@discardableResult
public func expectSameBits<Number: BinaryFloatingPoint>(
  _ actual: some Collection<Number>, _ expected: some Collection<Number>,
  _ what: @autoclosure () -> String = "value",
  sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  compare(Rows(actual), Rows(expected), what, rule: "", sourceLocation, agree: sameBits)
}

/// Expects equally many vectors with the same bits in every lane.
@discardableResult
public func expectSameBits<Vector: SIMD>(
  _ actual: some Collection<Vector>, _ expected: some Collection<Vector>,
  _ what: @autoclosure () -> String = "value",
  sourceLocation: SourceLocation = #_sourceLocation
) -> Bool where Vector.Scalar: BinaryFloatingPoint {
  compare(Rows(actual), Rows(expected), what, rule: "", sourceLocation, agree: sameBits)
}

// MARK: Close

/// The allowed difference of two numbers.
public enum Tolerance: CustomStringConvertible, Sendable {
  /// Steps between representable numbers. For results that differ by rounding only.
  case ulps(UInt64)
  /// An absolute difference, in the unit of the numbers.
  case within(Double)

  public var description: String {
    switch self {
    case .ulps(let steps): "within \(steps) ulps"
    case .within(let difference): "within \(difference)"
    }
  }

  /// NaN is close to NaN only, and an infinity to itself only.
  func accepts<Number: BinaryFloatingPoint>(_ a: Number, _ b: Number) -> Bool {
    if sameBits(a, b) || (a.isNaN && b.isNaN) { return true }
    guard let steps = ulpDistance(a, b) else { return false }
    switch self {
    case .ulps(let limit): return steps <= limit
    case .within(let limit): return abs(Double(a) - Double(b)) <= limit
    }
  }
}

/// Expects that two numbers are close. Returns true if they are.
@discardableResult
public func expectClose<Number: BinaryFloatingPoint>(
  _ actual: Number, _ expected: Number, _ tolerance: Tolerance,
  _ what: @autoclosure () -> String = "value", sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  compare(
    Rows(CollectionOfOne(actual), isCollection: false),
    Rows(CollectionOfOne(expected), isCollection: false),
    what, rule: " \(tolerance)", sourceLocation, agree: tolerance.accepts)
}

/// Expects that two vectors are close in every lane.
@discardableResult
public func expectClose<Vector: SIMD>(
  _ actual: Vector, _ expected: Vector, _ tolerance: Tolerance,
  _ what: @autoclosure () -> String = "value", sourceLocation: SourceLocation = #_sourceLocation
) -> Bool where Vector.Scalar: BinaryFloatingPoint {
  compare(
    Rows(CollectionOfOne(actual), isCollection: false),
    Rows(CollectionOfOne(expected), isCollection: false),
    what, rule: " \(tolerance)", sourceLocation, agree: tolerance.accepts)
}

/// Expects equally many numbers, close one by one.
@discardableResult
public func expectClose<Number: BinaryFloatingPoint>(
  _ actual: some Collection<Number>, _ expected: some Collection<Number>, _ tolerance: Tolerance,
  _ what: @autoclosure () -> String = "value", sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  compare(
    Rows(actual), Rows(expected), what, rule: " \(tolerance)", sourceLocation,
    agree: tolerance.accepts)
}

/// Expects equally many vectors, close one by one in every lane.
@discardableResult
public func expectClose<Vector: SIMD>(
  _ actual: some Collection<Vector>, _ expected: some Collection<Vector>, _ tolerance: Tolerance,
  _ what: @autoclosure () -> String = "value", sourceLocation: SourceLocation = #_sourceLocation
) -> Bool where Vector.Scalar: BinaryFloatingPoint {
  compare(
    Rows(actual), Rows(expected), what, rule: " \(tolerance)", sourceLocation,
    agree: tolerance.accepts)
}
