import Testing
import _TestSupport

private let guardCount = 32

/// Numbers for C to write to, between two guard zones that show a write before or behind them.
struct Guarded<T: KernelScalar> {
  private var storage: [T]
  private let elements: Range<Int>

  /// `offset` scalars before the first one: vectors need not be aligned to registers.
  init(_ values: [T], offset: Int) {
    let zone = [T](repeating: .mark, count: guardCount)
    storage = zone + Array(repeating: .mark, count: offset) + values + zone
    elements = guardCount + offset..<guardCount + offset + values.count
  }

  mutating func withPointer<Result>(_ body: (UnsafeMutablePointer<T>) throws -> Result) rethrows
    -> Result
  {
    let first = elements.lowerBound
    return try storage.withUnsafeMutableBufferPointer { try body($0.baseAddress! + first) }
  }

  /// The numbers. All NaNs but marks are equal: the sign of a computed one depends on the processor
  /// (0 / 0 is negative on x86, positive on ARM).
  var values: [T] {
    storage[elements].map { $0.isNaN && !isMark($0) ? .nan : $0 }
  }

  /// Expects `values` to be the same bits as `expected`, and the guard zones to be as they were.
  func expect(
    _ expected: [T], _ what: String = "velocity", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let isIntact =
      storage[..<elements.lowerBound].allSatisfy(isMark)
      && storage[elements.upperBound...].allSatisfy(isMark)
    #expect(isIntact, "\(what): written outside of its memory", sourceLocation: sourceLocation)
    expectSameBits(values, expected, what, sourceLocation: sourceLocation)
  }
}

private func isMark<T: KernelScalar>(_ number: T) -> Bool {
  bitPattern(of: number) == bitPattern(of: T.mark)
}
