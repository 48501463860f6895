import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// Returns memory used by viewers to the system, some time after they have left.
///
/// The allocator of glibc retains freed memory per thread as long as a later block is in use.
/// Messages of a large graph take many megabytes.
final class FreedMemory: Sendable {
  private let isDue = Atomic<Bool>(false)

  #if canImport(Glibc)
  /// `malloc_trim`, whose header Swift's Glibc module does not include.
  private static let trim: (@convention(c) (Int) -> Int32)? = {
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "malloc_trim") else { return nil }
    return unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
  }()
  #endif

  /// Schedules a trim after a viewer has left. Calls within a second are combined.
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
