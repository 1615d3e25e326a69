/// The worker threads of one engine.
///
/// `run` splits `count` parts over the calling thread and the workers and returns when all are
/// done.
package final class Team: @unchecked Sendable {
  /// Threads that take part in a run, the caller included.
  package let threads: Int

  package init(threads: Int) {
    precondition(threads >= 1)
    self.threads = threads
  }

  /// Calls `body` once for every part in `0..<count`, on any thread, in any order; returns when
  /// all calls have returned.
  package func run(_ count: Int, _ body: (_ part: Int) -> Void) {
    for part in 0..<count { body(part) }
  }
}
