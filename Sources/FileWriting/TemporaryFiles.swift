import Foundation
import Synchronization

/// The temporary files of this process, so that a signal handler can remove them.
///
/// The names are in memory that stays where it is: a signal handler must neither allocate nor take
/// a lock. Files beyond the first 64 at a time are not registered.
package enum TemporaryFiles {
  private static let slotCount = 64
  private static let bytesPerSlot = 4096
  /// A bit for each slot that has an owner, and for each whose name is complete.
  private static let owned = Atomic<UInt64>(0)
  private static let complete = Atomic<UInt64>(0)
  nonisolated(unsafe) private static let names = UnsafeMutablePointer<CChar>.allocate(
    capacity: slotCount * bytesPerSlot)

  /// Makes the table. A signal handler must not be the first to use it.
  package static func prepare() {
    _ = (owned.load(ordering: .relaxed), complete.load(ordering: .relaxed), names)
  }

  /// Removes the files. Safe in a signal handler after `prepare`.
  package static func removeAll() {
    let complete = complete.load(ordering: .acquiring)
    var slot = 0
    while slot < slotCount {
      if complete & (1 << UInt64(slot)) != 0 { unlink(names + slot * bytesPerSlot) }
      slot += 1
    }
  }

  /// Registers a file. Returns its slot, or nil when there is no room for it.
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

  /// Gives the slot back.
  static func forget(_ slot: Int?) {
    guard let slot else { return }
    let bit: UInt64 = 1 << UInt64(slot)
    complete.bitwiseAnd(~bit, ordering: .releasing)
    owned.bitwiseAnd(~bit, ordering: .releasing)
  }
}
