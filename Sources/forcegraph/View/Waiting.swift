import FileWriting
import Synchronization

/// Runs asynchronous work to its end, and blocks the calling thread, which must be that of the
/// command.
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

private final class ResultBox<Value: Sendable>: Sendable {
  private struct Nothing: Error {}
  private let result = Mutex<Result<Value, any Error>>(.failure(Nothing()))
  var value: Result<Value, any Error> { result.withLock { $0 } }
  func set(_ new: Result<Value, any Error>) { result.withLock { $0 = new } }
}
