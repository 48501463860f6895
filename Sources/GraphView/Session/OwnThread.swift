import Foundation
import Synchronization

/// Runs work that takes long on a thread of its own, and not on one of the few that tasks share.
/// `isCancelled` says whether the waiting task has been.
package func onThread<Value: Sendable>(
  _ body: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) throws -> Value
) async throws -> Value {
  let isCancelled = Flag()
  return try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try body { isCancelled.isSet } })
      }
    }
  } onCancel: {
    isCancelled.set()
  }
}

private final class Flag: Sendable {
  private let flag = Atomic<Bool>(false)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}
