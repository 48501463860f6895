import Synchronization

import CommandLineSupport

/// Times of something that was done many times, in milliseconds.
struct Timing: Equatable {
  /// In the order in which they were taken.
  var samples: [Double]

  /// The middle one, or the mean of the two in the middle; nil when there is none.
  var median: Double? { samples.quantile(0.5) }
  var min: Double? { samples.min() }
  /// All of them together.
  var total: Double { samples.reduce(0, +) }
  /// 95 of 100 are at most this.
  var p95: Double? { samples.isEmpty ? nil : samples.nearestRank(0.95) }
}

extension [Double] {
  /// The value below which `fraction` of the values lie, interpolated between neighbours.
  func quantile(_ fraction: Double) -> Double? {
    guard !isEmpty else { return nil }
    let sorted = sorted()
    let position = fraction * Double(count - 1)
    let below = Int(position)
    let above = Swift.min(below + 1, count - 1)
    return sorted[below] + (sorted[above] - sorted[below]) * (position - Double(below))
  }

  /// The smallest value that `fraction` of the values do not exceed. Traps when there is none.
  func nearestRank(_ fraction: Double) -> Double {
    sorted()[Swift.max(0, Int((fraction * Double(count)).rounded(.up)) - 1)]
  }
}

/// Collects the times of one force. Makes room beforehand, so that recording takes no memory while
/// the clock runs.
final class Stopwatch: Sendable {
  private let recorded = Mutex<[Duration]>([])

  init(capacity: Int) { recorded.withLock { $0.reserveCapacity(capacity) } }

  var durations: [Duration] { recorded.withLock { $0 } }

  func record(_ duration: Duration) { recorded.withLock { $0.append(duration) } }

  /// Forgets the durations, keeping the memory.
  func reset() { recorded.withLock { $0.removeAll(keepingCapacity: true) } }

  var timing: Timing { Timing(samples: durations.map(\.milliseconds)) }
}
