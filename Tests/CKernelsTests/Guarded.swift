import Testing
import _TestSupport

private let guardCount = 32

/// Numbers for C to write to, between two guard zones that show a write before or behind them.
struct Guarded<T: KernelScalar> {
  private var storage: [T]
  private let elements: Range<Int>

  /// `offset` scalars more before the first one: vectors need not start where a register would like them to.
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

  /// The numbers. NaNs are all alike but for marks: the sign of a computed one is the processor's choice (0 / 0 is
  /// negative on x86, positive on ARM).
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

/// Calls `body` with memory for `count` scalars, 64-byte aligned, and checks that nothing is written behind it.
func withScratch<T: KernelScalar>(_ count: Int64, _ body: (UnsafeMutablePointer<T>) -> Void) {
  let total = Int(count) + guardCount
  let memory = UnsafeMutableRawPointer.allocate(
    byteCount: total * MemoryLayout<T>.stride, alignment: 64)
  defer { memory.deallocate() }
  let scratch = memory.initializeMemory(as: T.self, repeating: .mark, count: total)
  body(scratch)
  let zone = UnsafeBufferPointer(start: scratch + Int(count), count: guardCount)
  precondition(zone.allSatisfy(isMark), "a kernel has written behind its scratch")
}
