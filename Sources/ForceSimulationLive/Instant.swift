#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A time of the system's monotonic clock, in nanoseconds. `pthread_cond_timedwait` uses the same
/// clock, which `ContinuousClock` does not guarantee.
struct Instant: Comparable, Sendable {
  var nanoseconds: Int64

  static var now: Instant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }

  static func + (instant: Instant, nanoseconds: Int64) -> Instant {
    let (sum, overflows) = instant.nanoseconds.addingReportingOverflow(nanoseconds)
    return Instant(nanoseconds: overflows ? .max : sum)
  }

  static func - (a: Instant, b: Instant) -> Int64 { a.nanoseconds - b.nanoseconds }

  /// Returns the earlier of two times, where nil means never.
  static func earlier(_ a: Instant?, _ b: Instant?) -> Instant? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }
}

/// Periodic times. A delay of less than two intervals does not shift the later times; after a
/// longer one the grid restarts.
struct Grid: Sendable {
  /// The interval, in nanoseconds.
  var interval: Int64
  /// The next time; nil before the first one.
  private(set) var next: Instant?

  init(interval: Int64) { self.interval = interval }

  /// Returns true if the next time has come, or is less than `early` nanoseconds away.
  func isDue(_ now: Instant, early: Int64 = 0) -> Bool { next.map { now + early >= $0 } ?? true }

  /// Advances to the next time.
  mutating func advance(_ now: Instant) {
    let following = (next ?? now) + interval
    next = following + 2 * interval < now ? now : following
  }
}

extension Duration {
  /// The duration in whole nanoseconds, clamped to about 292 years.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, exceeds) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflows || exceeds ? (seconds < 0 ? .min : .max) : sum
  }
}
