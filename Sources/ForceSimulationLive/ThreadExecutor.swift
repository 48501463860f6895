#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Runs the jobs of one actor on a dedicated thread, and a turn of work between them.
///
/// With an OpenMP library, the kernels have a team of threads per calling thread, and a tick may
/// take longer than a thread of Swift's pool should be blocked. So an actor that ticks has its own
/// thread.
///
/// The thread runs the waiting jobs, then the turn, then sleeps until a job arrives, `wake()` is
/// called, or the time comes that the turn has returned. Without such a time it sleeps without a
/// timer. It ends after `finish()`.
///
/// The conformance is unchecked, as the compiler cannot see that `mutex` guards the state: a
/// condition variable needs a POSIX mutex, and `Synchronization.Mutex` has no condition variable.
final class ThreadExecutor: SerialExecutor, @unchecked Sendable {
  /// The work between jobs. Returns the time of its next call; nil for never.
  typealias Turn = @Sendable () -> Instant?

  // These are allocated, as their addresses must not change.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  // The following properties are guarded by `mutex`.
  private var jobs: [UnownedJob] = []
  private var isAwake = false
  private var isFinished = false
  private var turn: Turn?
  private var thread: pthread_t?

  /// Starts the thread. Throws the system's error number if it cannot be created.
  init() throws(LiveError) {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    #if !canImport(Darwin)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    #endif
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
    let code = startThread()
    guard code == 0 else { throw .noThread(code: code) }
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  private func startThread() -> Int32 {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // Forces of users may need as much stack as on a main thread.
    pthread_attr_setstacksize(&attributes, 8 << 20)
    // The thread retains the executor until it ends.
    let argument = Unmanaged.passRetained(self)
    #if canImport(Darwin)
    var id: pthread_t?
    let code = pthread_create(&id, &attributes, { threadMain($0) }, argument.toOpaque())
    #else
    var id = pthread_t()
    let code = pthread_create(&id, &attributes, { threadMain($0!) }, argument.toOpaque())
    #endif
    if code != 0 { argument.release() }
    return code
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  // MARK: From any thread

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // As soon as the job is in the queue, it may run and release the actor and the executor, while
    // this thread still holds the mutex.
    let kept = Unmanaged.passRetained(self)
    locked {
      jobs.append(job)
      pthread_cond_signal(condition)
    }
    kept.release()
  }

  /// Makes the thread perform a turn soon.
  func wake() {
    locked {
      isAwake = true
      pthread_cond_signal(condition)
    }
  }

  /// Sets the work between jobs, and performs the first turn.
  func run(_ turn: @escaping Turn) {
    locked {
      self.turn = turn
      isAwake = true
      pthread_cond_signal(condition)
    }
  }

  /// Ends the thread after the waiting jobs.
  func finish() {
    locked {
      isFinished = true
      turn = nil
      pthread_cond_signal(condition)
    }
  }

  /// Called by the runtime if code outside a job, the turn, assumes that it is on this executor.
  func checkIsolated() {
    let isHere = locked { thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
    // `precondition` would drop the message in optimised builds.
    if !isHere { fatalError("ForceSimulationLive: not on the thread of the simulation") }
  }

  // MARK: The thread

  fileprivate func main() {
    locked { thread = pthread_self() }
    var deadline: Instant?
    while let (jobs, turn) = waitForWork(until: deadline) {
      for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
      deadline = turn?()
    }
  }

  /// Waits for jobs or a turn; nil at the end.
  private func waitForWork(until deadline: Instant?) -> ([UnownedJob], Turn?)? {
    locked {
      while jobs.isEmpty, !isAwake {
        if isFinished { return nil }
        guard let deadline else {
          pthread_cond_wait(condition, mutex)
          continue
        }
        let now = Instant.now
        if now >= deadline { break }
        wait(deadline - now, until: deadline)
      }
      isAwake = false
      defer { jobs = [] }
      return (jobs, turn)
    }
  }

  private func wait(_ rest: Int64, until deadline: Instant) {
    #if canImport(Darwin)
    var time = timespec(tv_sec: Int(rest / 1_000_000_000), tv_nsec: Int(rest % 1_000_000_000))
    pthread_cond_timedwait_relative_np(condition, mutex, &time)
    #else
    var time = timespec(
      tv_sec: Int(deadline.nanoseconds / 1_000_000_000),
      tv_nsec: Int(deadline.nanoseconds % 1_000_000_000))
    pthread_cond_timedwait(condition, mutex, &time)
    #endif
  }
}

private func threadMain(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  Unmanaged<ThreadExecutor>.fromOpaque(argument).takeRetainedValue().main()
  return nil
}
