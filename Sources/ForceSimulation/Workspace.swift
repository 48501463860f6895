/// Scratch memory of a simulation's passes: grows to what they need during the first ticks, then
/// stays.
///
/// One simulation owns it and lends it to each tick, so forces can be plain values and copies of them
/// never share scratch.
final class Workspace {
  /// The tree that many-body forces use, one after the other.
  private(set) lazy var manyBodyTree = ManyBodyTree()

  private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// Uninitialised memory for `count` values, 64-byte aligned. One pass runs at a time, so all of them
  /// use the same memory: it is valid until the next call.
  func scratch<T: BitwiseCopyable>(of: T.Type, count: Int) -> UnsafeMutablePointer<T> {
    let bytes = max(count, 1) * MemoryLayout<T>.stride
    if memory.count < bytes {
      memory.deallocate()
      memory = .allocate(byteCount: bytes, alignment: 64)
    }
    return memory.baseAddress!.assumingMemoryBound(to: T.self)
  }

  deinit { memory.deallocate() }
}
