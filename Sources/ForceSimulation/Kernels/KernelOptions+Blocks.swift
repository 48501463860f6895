import CForceKernels

extension KernelOptions {
  /// Calls `body` for blocks of `0..<count`, on as many threads as passes of simulations use.
  ///
  /// Several calls run at the same time, so `body` must write only to what belongs to its own items.
  /// Blocks depend on the arguments alone; where items do not depend on each other, results have the
  /// same bits for any number of threads. It returns after all blocks.
  ///
  /// - Parameters:
  ///   - size: the items of a block; the last one has what is left.
  ///   - nanoseconds: the estimated work of all items. Little work stays on the calling thread.
  package func forEachBlock(
    of count: Int, size: Int, nanoseconds: Double, _ body: (Range<Int>) -> Void
  ) {
    withoutActuallyEscaping(body) { body in
      withUnsafePointer(to: body) { pointer in
        ck_parallel_blocks(
          settings, nanoseconds, Int64(count), Int64(max(size, 1)),
          { shared, begin, end in
            shared?.assumingMemoryBound(to: ((Range<Int>) -> Void).self).pointee(
              Int(begin)..<Int(end))
          }, UnsafeMutableRawPointer(mutating: pointer))
      }
    }
  }
}
