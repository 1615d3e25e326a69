/// A thread for work that waits for disks, so that it occupies none of the cooperative pool's.
///
/// The thread ends with the object.
package actor FileThread {
  private let thread = InferenceThread(name: "tern.files")
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread.asUnownedSerialExecutor()
  }

  package init() {}

  /// Does the work on the thread; the task's cancellation can be seen there.
  package func run<R: Sendable, E: Error>(
    _ work: @Sendable () throws(E) -> R
  ) throws(E) -> R { try work() }
}
