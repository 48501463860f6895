import Testing
import _TestSupport

/// Memory for C to write to, between two guard zones that show a write before or behind it.
final class GuardedArray<Scalar: KernelScalar> {
  /// The first element. 64-byte aligned, but for the offset.
  let elements: UnsafeMutablePointer<Scalar>
  let count: Int
  private let memory: UnsafeMutableRawPointer
  private let zones: [UnsafeMutableBufferPointer<Scalar>]

  private static var guardCount: Int { 64 }
  /// A NaN of its own kind: nothing computes it.
  private static var mark: Scalar {
    Scalar(
      sign: .minus, exponentBitPattern: Scalar.nan.exponentBitPattern,
      significandBitPattern: Scalar.nan.significandBitPattern | 0x2C0DE)
  }

  /// `offset`: scalars between the elements and the last multiple of 64 bytes.
  init(_ values: [Scalar], offset: Int = 0) {
    let guardCount = Self.guardCount
    count = values.count
    let total = guardCount + offset + count + guardCount
    memory = .allocate(byteCount: total * MemoryLayout<Scalar>.stride, alignment: 64)
    let start = memory.initializeMemory(as: Scalar.self, repeating: Self.mark, count: total)
    elements = start + guardCount + offset
    zones = [
      UnsafeMutableBufferPointer(start: start, count: guardCount + offset),
      UnsafeMutableBufferPointer(start: elements + count, count: guardCount),
    ]
    for (index, value) in values.enumerated() { elements[index] = value }
  }

  convenience init(count: Int, offset: Int = 0) {
    self.init(Array(repeating: Self.mark, count: count), offset: offset)
  }

  deinit { memory.deallocate() }

  var values: [Scalar] { Array(UnsafeBufferPointer(start: elements, count: count)) }

  func expectGuardsIntact(_ what: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let mark = bitPattern(of: Self.mark)
    for (zone, side) in zip(zones, ["before", "behind"]) {
      if let index = zone.firstIndex(where: { bitPattern(of: $0) != mark }) {
        reportFailure(
          "\(what): written \(side) its memory, scalar \(index) of the guard zone",
          sourceLocation: sourceLocation)
      }
    }
  }

  /// The same bits as `expected`, and nothing written around them. NaN is one value: its sign and payload are the
  /// processor's choice (the result of 0 / 0 is negative on x86, positive on ARM).
  func expect(_ expected: [Scalar], _ what: String, sourceLocation: SourceLocation = #_sourceLocation) {
    func oneNaN(_ values: [Scalar]) -> [Scalar] { values.map { $0.isNaN ? .nan : $0 } }
    expectGuardsIntact(what, sourceLocation: sourceLocation)
    var isSame = count == expected.count
    for index in 0..<min(count, expected.count) {
      let (a, b) = (elements[index], expected[index])
      isSame = isSame && ((a == b && a.sign == b.sign) || (a.isNaN && b.isNaN))
    }
    // The comparison above is quick; the one that explains the difference is not.
    if !isSame { expectSameBits(oneNaN(values), oneNaN(expected), what, sourceLocation: sourceLocation) }
  }
}
