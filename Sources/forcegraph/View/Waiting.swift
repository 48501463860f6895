import Foundation
import Synchronization

/// Runs asynchronous work to its end, on a thread that has nothing else to do: that of a command.
func waitFor<Value: Sendable>(
  _ body: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let done = DispatchSemaphore(value: 0)
  let result = ResultBox<Value>()
  Task.detached {
    do { result.set(.success(try await body())) } catch { result.set(.failure(error)) }
    done.signal()
  }
  done.wait()
  return try result.value.get()
}

/// Runs work that takes long on a thread of its own, and not on one of the few that tasks share.
/// `isCancelled` says whether the waiting task has been.
func onThread<Value: Sendable>(
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

private final class ResultBox<Value: Sendable>: Sendable {
  private struct Nothing: Error {}
  private let result = Mutex<Result<Value, any Error>>(.failure(Nothing()))
  var value: Result<Value, any Error> { result.withLock { $0 } }
  func set(_ new: Result<Value, any Error>) { result.withLock { $0 = new } }
}
