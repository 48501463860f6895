import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// Gives memory that viewers have had back to the system, some time after they have left.
///
/// The allocator of glibc keeps freed memory of a thread, for that thread, for as long as anything
/// behind it is in use. Messages of a large graph are many megabytes.
final class FreedMemory: Sendable {
  private let isDue = Atomic<Bool>(false)

  /// A viewer has left. Several within a second are one.
  func giveBack() {
    #if canImport(Glibc)
    guard !isDue.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Task.detached(priority: .utility) { [self] in
      try? await Task.sleep(for: .seconds(1))
      isDue.store(false, ordering: .releasing)
      malloc_trim(0)
    }
    #endif
  }
}
