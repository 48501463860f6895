import Synchronization
import Testing

/// One round of a `withEvery` loop. Frames are linked from the innermost loop outwards, so entering
/// a round costs one small object and no string.
private final class TraceFrame: Sendable {
  let label: String
  let value: @Sendable () -> String
  let parent: TraceFrame?
  /// Failures seen inside the outermost loop.
  let failures: FailureCount

  init(
    label: String, value: @escaping @Sendable () -> String, parent: TraceFrame?,
    failures: FailureCount
  ) {
    self.label = label
    self.value = value
    self.parent = parent
    self.failures = failures
  }
}

private final class FailureCount: Sendable {
  /// A loop over ten thousand cases that fails in each says nothing more than its first few
  /// failures.
  static let limit = 10
  let count = Atomic(0)

  /// Counts one more failure and says whether it is worth showing.
  func admit() -> Bool { count.add(1, ordering: .relaxed).newValue <= Self.limit }
}

/// The value behind a label, which is read on failure only. It never leaves the task that created
/// it.
private struct TracedValue: @unchecked Sendable {
  let value: Any
}

private enum CurrentTrace {
  @TaskLocal static var frame: TraceFrame?
  @TaskLocal static var collector: FailureCollector?
}

/// The labels of the loops around this point, outermost first: `at n: 3, isa: avx2`. Empty outside
/// of `withEvery`.
public func currentTrace() -> String { trace(to: CurrentTrace.frame) }

private func trace(to frame: TraceFrame?) -> String {
  var labels: [String] = []
  var frame = frame
  while let current = frame {
    labels.append("\(current.label): \(current.value())")
    frame = current.parent
  }
  return labels.isEmpty ? "" : "at " + labels.reversed().joined(separator: ", ")
}

/// An error that was thrown through a `withEvery`, with the labels of the place where it was
/// thrown.
public struct TracedError: Error, CustomStringConvertible {
  public let underlying: any Error
  public let trace: String
  public var description: String { "\(underlying) (\(trace))" }
}

/// Runs `body` with a label on the trace, so that failures inside print it.
public func withTrace<Result>(
  _ label: String, _ value: Any, _ body: () throws -> Result
) rethrows -> Result {
  let failures = CurrentTrace.frame?.failures ?? FailureCount()
  return try withTrace(label, value, failures: failures, body)
}

private func withTrace<Result>(
  _ label: String, _ value: Any, failures: FailureCount, _ body: () throws -> Result
) rethrows -> Result {
  let traced = TracedValue(value: value)
  let frame = TraceFrame(
    label: label, value: { "\(traced.value)" }, parent: CurrentTrace.frame, failures: failures)
  do {
    return try CurrentTrace.$frame.withValue(frame) { try body() }
  } catch let error where error is TracedError || error is ExpectationFailedError {
    throw error
  } catch {
    throw TracedError(underlying: error, trace: trace(to: frame))
  }
}

/// Runs `body` for every value. Loops nest; failures inside print the values of all loops around
/// them, and of each outermost loop only the first ten are shown.
///
/// The functions of this module print the trace by themselves. For `#expect` and `#require`, give
/// the test or its suite the trait `.traced`.
public func withEvery<Values: Sequence>(
  _ label: String, in values: Values, _ body: (Values.Element) throws -> Void
) rethrows {
  let failures = CurrentTrace.frame?.failures ?? FailureCount()
  for value in values { try withTrace(label, value, failures: failures) { try body(value) } }
}

/// Runs `body` for every permutation of `values`, n! times, in lexicographic order of their
/// indices.
public func withEveryPermutation<Element>(
  _ label: String, of values: [Element], _ body: ([Element]) throws -> Void
) rethrows {
  let failures = CurrentTrace.frame?.failures ?? FailureCount()
  var order = Array(values.indices)
  repeat {
    let permuted = order.map { values[$0] }
    try withTrace(label, permuted, failures: failures) { try body(permuted) }
  } while nextPermutation(&order)
}

/// Steps to the next permutation of distinct numbers; returns false after the last one.
private func nextPermutation(_ order: inout [Int]) -> Bool {
  guard let pivot = order.indices.dropLast().last(where: { order[$0] < order[$0 + 1] }),
    let successor = order.lastIndex(where: { $0 > order[pivot] })
  else { return false }
  order.swapAt(pivot, successor)
  order[(pivot + 1)...].reverse()
  return true
}

/// Records a failure at the caller's line, with the trace.
public func reportFailure(_ message: String, sourceLocation: SourceLocation) {
  // What is dropped here is dropped before `.traced` sees it, so that it is counted once only.
  if let frame = CurrentTrace.frame, !frame.failures.admit() { return }
  let trace = currentTrace()
  let text = trace.isEmpty ? message : "\(message)\n\(trace)"
  if let collector = CurrentTrace.collector {
    collector.messages.withLock { $0.append(text) }
  } else {
    Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
  }
}

/// Runs `body` and returns the failures that the functions of this module report in it, instead of
/// failing the test. It is how the helpers are tested.
public func collectFailures(_ body: () throws -> Void) rethrows -> [String] {
  let collector = FailureCollector()
  try CurrentTrace.$collector.withValue(collector) { try body() }
  return collector.messages.withLock { $0 }
}

private final class FailureCollector: Sendable {
  let messages = Mutex<[String]>([])
}

extension Trait where Self == IssueHandlingTrait {
  /// Adds the labels of the `withEvery` loops to what `#expect` and `#require` report, and shows
  /// only the first ten failures of each outermost loop.
  public static var traced: Self {
    .compactMapIssues { issue in
      guard let frame = CurrentTrace.frame else { return issue }
      let trace = currentTrace()
      if issue.comments.contains(where: { $0.rawValue.hasSuffix(trace) }) { return issue }
      guard frame.failures.admit() else { return nil }
      var traced = issue
      traced.comments.append(Comment(rawValue: trace))
      return traced
    }
  }
}
