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

  #if canImport(Glibc)
  /// `malloc_trim`, whose header is not among those that Swift knows.
  private static let trim: (@convention(c) (Int) -> Int32)? = {
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "malloc_trim") else { return nil }
    return unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
  }()
  #endif

  /// A viewer has left. Several within a second are one.
  func giveBack() {
    #if canImport(Glibc)
    guard !isDue.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Task.detached(priority: .utility) { [self] in
      try? await Task.sleep(for: .seconds(1))
      isDue.store(false, ordering: .releasing)
      _ = Self.trim?(0)
    }
    #endif
  }
}
