/// The threads of one engine: the calling thread and `threads - 1` workers.
///
/// `run` splits its parts over all of them. Parts are claimed one by one from a shared counter, so
/// a worker that the system has descheduled holds up nothing but the part it is in: the others,
/// the caller included, take what it has not claimed. Between runs a worker spins for a few tens
/// of microseconds and then sleeps.
///
/// Sendable: the stored properties are constants, and ``TeamState`` orders every access. `run` may
/// be called from one thread at a time (checked).
package final class Team: @unchecked Sendable {
  /// Threads that take part in a run, the caller included.
  package let threads: Int
  private let state = TeamState()
  private var workers: [WorkerThread] = []

  /// Starts `threads - 1` workers; where the system refuses one, the others do its work.
  package init(threads: Int) {
    precondition(threads >= 1)
    self.threads = threads
    for worker in 1..<max(1, threads) {
      if let thread = WorkerThread(state: state, worker: worker) { workers.append(thread) }
    }
  }

  /// Ends and joins the workers.
  deinit {
    state.stop()
    for worker in workers { worker.join() }
  }

  /// Calls `body` once for every part in `0..<count`, on any thread, in any order; returns when
  /// all calls have returned.
  ///
  /// Everything written before the call is visible to `body`, everything `body` writes is visible
  /// after it. `body` must not call `run` (checked). Cost: one atomic operation for a part, about
  /// a microsecond for the fork and the join while the workers are awake.
  package func run(_ count: Int, _ body: (_ part: Int) -> Void) {
    run(count) { part, _ in body(part) }
  }

  /// As ``run(_:_:)-(_,(Int)->Void)``; `worker` in `0..<threads` names the thread, for scratch
  /// memory of its own.
  package func run(_ count: Int, _ body: (_ part: Int, _ worker: Int) -> Void) {
    guard count > 1, !workers.isEmpty else {
      state.enter()
      defer { state.leave() }
      for part in 0..<count { body(part, 0) }
      return
    }
    withoutActuallyEscaping(body) { run(count, TeamClosure(body: $0)) }
  }

  /// As for a closure; what is run often keeps a `TeamWork` of its own, since a closure has to be
  /// allocated.
  func run(_ count: Int, _ work: some TeamWork) {
    guard count > 0 else { return }
    precondition(count <= Int(UInt32.max))
    state.enter()
    defer { state.leave() }
    if count == 1 || workers.isEmpty {
      for part in 0..<count { work.perform(part, 0) }
    } else {
      state.run(count, work)
    }
  }
}

/// What a ``Team`` runs, part by part, from several threads at once.
protocol TeamWork: AnyObject {
  func perform(_ part: Int, _ worker: Int)
}

private final class TeamClosure: TeamWork {
  private let body: (Int, Int) -> Void

  init(body: @escaping (Int, Int) -> Void) { self.body = body }

  func perform(_ part: Int, _ worker: Int) { body(part, worker) }
}
