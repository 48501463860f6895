import FileWriting
import Synchronization

/// Runs long work on a separate thread, to keep the cooperative thread pool free. `isCancelled`
/// returns true if the waiting task has been cancelled.
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
