import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Packs a model's matrices behind its first products, on a thread of low priority.
///
/// Without it the first product with a matrix reads the file's bytes and the second packs them;
/// with it a model that has time before its first prompts, or cores to spare, finds its matrices
/// packed. The thread ends when all is packed, and soon after this object is gone.
package final class BackgroundPacking: Sendable {
  private let queue = PackingQueue()

  package init() {}

  deinit { queue.stop() }

  func add(_ packer: PanelPacker) { queue.add(packer) }

  /// Starts the thread, once all matrices are there.
  ///
  /// `finished` is called on it when everything is packed, by whatever thread (at once where there
  /// is nothing to pack); never where the system refuses a thread.
  package func start(finished: @escaping @Sendable () -> Void) {
    guard !queue.isEmpty else { return finished() }
    startBackgroundThread { [queue] in queue.run(finished) }
  }

  /// Whether every matrix is packed.
  package var isComplete: Bool { queue.isComplete }

  /// Packs what is not packed yet, on `team`; returns when every matrix is packed.
  package func finish(team: Team) {
    queue.packers.forEach { $0.run(team: team) }
    // What the thread had claimed.
    while !queue.isComplete { usleep(100) }
  }
}

/// What a ``BackgroundPacking`` shares with its thread.
private final class PackingQueue: Sendable {
  private let list = Mutex<[PanelPacker]>([])
  private let isStopped = Atomic<Bool>(false)

  var packers: [PanelPacker] { list.withLock { $0 } }
  var isEmpty: Bool { list.withLock { $0.isEmpty } }
  var isComplete: Bool { packers.allSatisfy { $0.isComplete } }

  func add(_ packer: PanelPacker) { list.withLock { $0.append(packer) } }

  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// The thread's life.
  func run(_ finished: () -> Void) {
    let isStopped = { self.isStopped.load(ordering: .relaxed) }
    for packer in packers where !isStopped() { packer.packAll(isStopped: isStopped) }
    // Others may still be at pieces that they claimed.
    while !isStopped() && !isComplete { usleep(1000) }
    if !isStopped() { finished() }
  }
}

/// Runs `body` on a new thread of low priority; where the system refuses one, not at all.
private func startBackgroundThread(_ body: @escaping @Sendable () -> Void) {
  let start = unsafe Unmanaged.passRetained(ThreadBody(body))
  #if canImport(Darwin)
    var thread: pthread_t?
    let status = unsafe pthread_create(&thread, nil, { unsafe enter($0) }, start.toOpaque())
    if status == 0, let thread { pthread_detach(thread) }
  #else
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, nil, { argument in unsafe argument.flatMap { unsafe enter($0) } },
      start.toOpaque())
    if status == 0 { pthread_detach(thread) }
  #endif
  if status != 0 { unsafe start.release() }
}

private final class ThreadBody {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func enter(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  let start = unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
  lowerPriority()
  start.body()
  return nil
}

/// Lets all other threads of the system go before this one.
private func lowerPriority() {
  #if canImport(Darwin)
    pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
  #else
    // On Linux threads have priorities of their own, and 0 names the one that calls.
    // The least of all would keep the memory of a model that is gone for long on a busy machine.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
  #endif
}
