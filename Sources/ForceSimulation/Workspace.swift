/// Scratch memory of a simulation's forces: grows to what they need during the first ticks, then stays.
///
/// One simulation owns it and lends it to its `Kinetics` for the length of a tick, so forces can be plain values and copies
/// of them never share scratch.
///
/// `@unchecked Sendable`: `Kinetics` hands out its memory only after making sure that it is the only owner, as
/// Swift's arrays do with their buffers.
final class Workspace: @unchecked Sendable {
  /// What a block is for. Blocks in use at the same time need different purposes.
  enum Purpose: Int, CaseIterable { case predicted, directSum, collide }

  /// The tree that many-body forces use, one after the other.
  private(set) lazy var manyBodyTree = ManyBodyTree()

  private var blocks = [UnsafeMutableRawBufferPointer](
    repeating: UnsafeMutableRawBufferPointer(start: nil, count: 0), count: Purpose.allCases.count)

  /// Uninitialised memory for `count` values, 64-byte aligned. Valid until the next call for the same purpose.
  func block<T: BitwiseCopyable>(
    for purpose: Purpose, of: T.Type, count: Int
  ) -> UnsafeMutablePointer<T> {
    let bytes = max(count, 1) * MemoryLayout<T>.stride
    if blocks[purpose.rawValue].count < bytes {
      blocks[purpose.rawValue].deallocate()
      blocks[purpose.rawValue] = .allocate(byteCount: bytes, alignment: 64)
    }
    return blocks[purpose.rawValue].baseAddress!.assumingMemoryBound(to: T.self)
  }

  deinit {
    for block in blocks { block.deallocate() }
  }
}
