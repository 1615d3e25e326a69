import Foundation

/// A serial executor with one thread of its own, so that long computations never occupy a thread
/// of Swift's cooperative pool.
///
/// The thread has an 8 MiB stack, sleeps while there is nothing to do and ends after the executor
/// is released.
package final class InferenceThread: SerialExecutor, Sendable {
  private let queue = JobQueue()

  package init() {
    let thread = Thread { [queue] in
      while let job = queue.next() { job() }
    }
    thread.name = "tern.inference"
    thread.stackSize = 8 << 20
    thread.start()
  }

  deinit { queue.close() }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = unsafe asUnownedSerialExecutor()
    queue.add { unsafe job.runSynchronously(on: executor) }
  }
}

/// The jobs waiting for the thread.
///
/// `@unchecked Sendable`: every access to `jobs` and `closed` happens under `condition`'s lock.
private final class JobQueue: @unchecked Sendable {
  private let condition = NSCondition()
  private var jobs: [@Sendable () -> Void] = []
  private var closed = false

  func add(_ job: @escaping @Sendable () -> Void) {
    condition.withLock {
      jobs.append(job)
      condition.signal()
    }
  }

  func close() {
    condition.withLock {
      closed = true
      condition.signal()
    }
  }

  /// Waits for the next job; `nil` after ``close()`` once no job is left.
  func next() -> (@Sendable () -> Void)? {
    condition.withLock {
      while jobs.isEmpty && !closed { condition.wait() }
      return jobs.isEmpty ? nil : jobs.removeFirst()
    }
  }
}
