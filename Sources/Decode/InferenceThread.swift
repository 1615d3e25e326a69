import Foundation

/// A serial executor with one thread of its own, so that long computations never occupy a thread
/// of Swift's cooperative pool.
///
/// The thread has an 8 MiB stack, sleeps while there is nothing to do and ends after the executor
/// is released.
package final class InferenceThread: SerialExecutor, Sendable {
  private let queue: JobQueue
  private let turn: Turn

  package init(name: String = "tern.inference") {
    let queue = JobQueue()
    self.queue = queue
    turn = Turn(queue)
    let thread = Thread {
      while let job = queue.next() { job() }
    }
    thread.name = name
    thread.stackSize = 8 << 20
    thread.start()
  }

  deinit { queue.close() }

  /// How many jobs wait for what the thread does now.
  package var waitingJobs: Int { queue.count }

  /// Lets the jobs that wait run first; for code of an actor that runs on the thread.
  ///
  /// `Task.yield`, like every continuation, would go on only when a thread of the cooperative pool is
  /// free.
  package func yield(isolation: isolated (any Actor)? = #isolation) async {
    _ = await turn.take()
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = unsafe asUnownedSerialExecutor()
    queue.add { unsafe job.runSynchronously(on: executor) }
  }
}

/// Something to switch to and back: each switch puts the task behind the jobs that wait.
private actor Turn {
  private let executor: TurnExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  init(_ queue: JobQueue) { executor = TurnExecutor(queue) }

  /// How often it was switched to.
  private var count = 0

  /// Does something with the actor's state: the optimiser leaves out a switch to an actor on which nothing
  /// is done.
  @inline(never)
  func take() -> Int {
    count &+= 1
    return count
  }
}

/// Another executor on the same thread.
private final class TurnExecutor: SerialExecutor, Sendable {
  private let queue: JobQueue

  init(_ queue: JobQueue) { self.queue = queue }

  func enqueue(_ job: consuming ExecutorJob) {
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

  var count: Int { condition.withLock { jobs.count } }

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
