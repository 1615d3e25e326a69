import Synchronization
import TernModel

/// How many requests an engine has, as of its last pass.
///
/// The engine's thread writes it; any thread may read it, without waiting for a pass.
package final class EngineLoad: Sendable {
  private let runningCount = Atomic(0)
  private let waitingCount = Atomic(0)

  /// Requests that are being answered.
  package var running: Int { runningCount.load(ordering: .relaxed) }

  /// Requests that wait.
  package var waiting: Int { waitingCount.load(ordering: .relaxed) }

  func note(_ schedule: Schedule) {
    let running = schedule.running.count
    runningCount.store(running, ordering: .relaxed)
    waitingCount.store(schedule.count - running, ordering: .relaxed)
  }
}
