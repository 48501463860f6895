#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A moment of the system's monotonic clock, in nanoseconds. `pthread_cond_timedwait` takes the
/// same clock, which `ContinuousClock` does not promise.
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

  /// The earlier of two moments; nil is never.
  static func earlier(_ a: Instant?, _ b: Instant?) -> Instant? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }
}

/// Moments at equal distances. One that is late does not delay those after it, as long as it is
/// less than two distances late; after a longer delay the distances are counted anew.
struct Grid: Sendable {
  /// The distance, in nanoseconds.
  var interval: Int64
  /// The next moment; nil before the first one.
  private(set) var next: Instant?

  init(interval: Int64) { self.interval = interval }

  /// True when the next moment has come, or is less than `early` nanoseconds away.
  func isDue(_ now: Instant, early: Int64 = 0) -> Bool { next.map { now + early >= $0 } ?? true }

  /// Counts on to the moment after the next one.
  mutating func advance(_ now: Instant) {
    let following = (next ?? now) + interval
    next = following + 2 * interval < now ? now : following
  }
}

extension Duration {
  /// The duration in whole nanoseconds; the largest number when it is longer than 292 years.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, exceeds) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflows || exceeds ? (seconds < 0 ? .min : .max) : sum
  }
}
