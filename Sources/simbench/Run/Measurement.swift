import Synchronization

import CommandLineSupport

/// Repeated times of one operation, in milliseconds.
struct Timing: Equatable {
  /// The times in the sequence in which they were measured.
  var samples: [Double]

  /// The median; nil without samples.
  var median: Double? { samples.quantile(0.5) }
  var min: Double? { samples.min() }
  /// The sum of the samples.
  var total: Double { samples.reduce(0, +) }
  /// The 95th percentile by nearest rank; nil without samples.
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

/// Records the times of one force. Memory is reserved beforehand, so that recording does not
/// allocate while the clock runs.
final class Stopwatch: Sendable {
  private let recorded = Mutex<[Duration]>([])

  init(capacity: Int) { recorded.withLock { $0.reserveCapacity(capacity) } }

  var durations: [Duration] { recorded.withLock { $0 } }

  func record(_ duration: Duration) { recorded.withLock { $0.append(duration) } }

  /// Removes the durations and keeps the memory.
  func reset() { recorded.withLock { $0.removeAll(keepingCapacity: true) } }

  var timing: Timing { Timing(samples: durations.map(\.milliseconds)) }
}
