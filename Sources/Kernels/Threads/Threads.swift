#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Offers the core to another thread.
func yieldCore() { sched_yield() }

/// Nanoseconds of a clock that never goes back.
func monotonicNanoseconds() -> UInt64 {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
}

/// One worker of a ``Team``.
struct WorkerThread {
  private let thread: pthread_t

  /// Starts a thread that serves `state`, or `nil` where the system refuses.
  init?(state: TeamState, worker: Int) {
    let start = unsafe Unmanaged.passRetained(WorkerStart(state: state, worker: worker))
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = unsafe pthread_create(&thread, nil, { unsafe serve($0) }, start.toOpaque())
    #else
      var thread = pthread_t()
      let status = unsafe pthread_create(
        &thread, nil, { argument in unsafe argument.flatMap { unsafe serve($0) } },
        start.toOpaque())
    #endif
    #if canImport(Darwin)
      guard status == 0, let thread else {
        unsafe start.release()
        return nil
      }
    #else
      guard status == 0 else {
        unsafe start.release()
        return nil
      }
    #endif
    self.thread = thread
  }

  /// Waits until the thread has ended.
  func join() { pthread_join(thread, nil) }
}

private final class WorkerStart {
  let state: TeamState
  let worker: Int

  init(state: TeamState, worker: Int) {
    self.state = state
    self.worker = worker
  }
}

private func serve(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  let start = unsafe Unmanaged<WorkerStart>.fromOpaque(argument).takeRetainedValue()
  start.state.serve(worker: start.worker)
  return nil
}

/// A mutex with a condition variable.
///
/// Sendable: the memory is written in `init` and afterwards only by the pthread functions.
@safe
final class Condition: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe condition = .allocate(capacity: 1)
    unsafe condition.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  func locked(_ body: (Condition) -> Void) {
    unsafe pthread_mutex_lock(mutex)
    body(self)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Only within `locked`: lets go of the mutex, sleeps, takes it again.
  func wait() { unsafe _ = pthread_cond_wait(condition, mutex) }

  /// Wakes every thread that waits, or is about to wait, on a condition that has been changed.
  func broadcast() {
    unsafe pthread_mutex_lock(mutex)
    unsafe pthread_mutex_unlock(mutex)
    unsafe pthread_cond_broadcast(condition)
  }
}
