import Synchronization

/// The temporary files of this process, so that a signal handler can remove them.
///
/// The names are stored at fixed addresses, since a signal handler must neither allocate nor lock.
/// At most 64 files are registered at a time.
package enum TemporaryFiles {
  private static let slotCount = 64
  private static let bytesPerSlot = 4096
  /// Bitmaps of the slots in use, and of those whose name is complete.
  private static let owned = Atomic<UInt64>(0)
  private static let complete = Atomic<UInt64>(0)
  nonisolated(unsafe) private static let names = UnsafeMutablePointer<CChar>.allocate(
    capacity: slotCount * bytesPerSlot)

  /// Allocates the table, which a signal handler must not do.
  package static func prepare() {
    _ = (owned.load(ordering: .relaxed), complete.load(ordering: .relaxed), names)
  }

  /// Removes the files. After `prepare`, it is safe in a signal handler.
  package static func removeAll() {
    let complete = complete.load(ordering: .acquiring)
    var slot = 0
    while slot < slotCount {
      if complete & (1 << UInt64(slot)) != 0 { unlink(names + slot * bytesPerSlot) }
      slot += 1
    }
  }

  /// Registers a file. Returns its slot, or nil if there is no space.
  static func register(_ path: String) -> Int? {
    let name = path.utf8CString
    guard name.count <= bytesPerSlot else { return nil }
    var old = owned.load(ordering: .relaxed)
    while old != .max {
      let slot = (~old).trailingZeroBitCount
      let bit: UInt64 = 1 << UInt64(slot)
      let result = owned.compareExchange(expected: old, desired: old | bit, ordering: .acquiring)
      guard result.exchanged else {
        old = result.original
        continue
      }
      for (index, byte) in name.enumerated() { names[slot * bytesPerSlot + index] = byte }
      complete.bitwiseOr(bit, ordering: .releasing)
      return slot
    }
    return nil
  }

  /// Releases the slot.
  static func forget(_ slot: Int?) {
    guard let slot else { return }
    let bit: UInt64 = 1 << UInt64(slot)
    complete.bitwiseAnd(~bit, ordering: .releasing)
    owned.bitwiseAnd(~bit, ordering: .releasing)
  }
}
