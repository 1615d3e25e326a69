import Synchronization

/// What the threads of a ``Team`` share: one job at a time, and two places to sleep.
///
/// The proof of order. `ticket` is `epoch << 32 | parts not claimed`. A part is claimed by a
/// compare-and-swap that lowers it by one, so a claim succeeds only in the epoch it was read in,
/// and a thread that slept through a run cannot take a part of the next one with an old job.
/// `job` and `parts` are written before `ticket` is stored (release) and read only after a claim
/// (acquire). They are next written after `done` has reached the number of parts, and every
/// claimed part adds to `done` (release) after its last use of `job`; so no access overlaps a
/// write. Sleepers announce themselves, then look again at what they wait for; wakers change it,
/// then look for sleepers; both sequentially consistent, so one of the two sees the other.
final class TeamState: @unchecked Sendable {
  private let ticket = Atomic<UInt64>(0)
  private let space0 = InlineArray<16, UInt64>(repeating: 0)
  private let done = Atomic<Int>(0)
  private let space1 = InlineArray<16, UInt64>(repeating: 0)
  private let sleepers = Atomic<Int>(0)
  private let callerSleeps = Atomic<Bool>(false)
  private let stopped = Atomic<Bool>(false)
  private let busy = Atomic<Bool>(false)
  private var job: (any TeamWork)?
  private var parts = 0
  private let wake = Condition()
  private let finished = Condition()

  /// How long a thread spins before it sleeps, in nanoseconds.
  private static let spin: UInt64 = 50_000
  /// How long it spins without offering the core to others.
  private static let greedySpin: UInt64 = 10_000

  func enter() {
    let nested = busy.exchange(true, ordering: .acquiring)
    precondition(!nested, "a team runs one job at a time, and a job must not run another")
  }

  func leave() { busy.store(false, ordering: .releasing) }

  /// The caller's side of a run.
  func run(_ count: Int, _ newJob: any TeamWork) {
    job = newJob
    parts = count
    done.store(0, ordering: .relaxed)
    let epoch = (ticket.load(ordering: .relaxed) >> 32) &+ 1
    ticket.store(epoch << 32 | UInt64(count), ordering: .sequentiallyConsistent)
    if sleepers.load(ordering: .sequentiallyConsistent) > 0 { wake.broadcast() }
    work(worker: 0)
    waitForClaimedParts(count)
    job = nil
  }

  /// A worker's life: work, spin, sleep, until the team ends.
  func serve(worker: Int) {
    while !stopped.load(ordering: .acquiring) {
      work(worker: worker)
      if !spin(until: { self.isWorkOrEnd }) { sleep() }
    }
  }

  func stop() {
    stopped.store(true, ordering: .sequentiallyConsistent)
    wake.broadcast()
  }

  /// Claims and does parts until there are none.
  private func work(worker: Int) {
    var seen = ticket.load(ordering: .relaxed)
    while UInt32(truncatingIfNeeded: seen) > 0 {
      let (claimed, now) = ticket.weakCompareExchange(
        expected: seen, desired: seen - 1, successOrdering: .acquiring, failureOrdering: .relaxed)
      guard claimed else {
        seen = now
        continue
      }
      let count = parts
      perform(count - Int(UInt32(truncatingIfNeeded: seen)), worker)
      let finishedParts = done.add(1, ordering: .sequentiallyConsistent).newValue
      if worker != 0 && finishedParts == count
        && callerSleeps.load(ordering: .sequentiallyConsistent)
      {
        finished.broadcast()
      }
      seen = ticket.load(ordering: .relaxed)
    }
  }

  /// A function of its own, so that the reference to `job` that the call takes is given back
  /// before the part counts as done.
  @inline(never)
  private func perform(_ part: Int, _ worker: Int) { job?.perform(part, worker) }

  private func waitForClaimedParts(_ count: Int) {
    let isDone = { self.done.load(ordering: .acquiring) == count }
    if isDone() || spin(until: isDone) { return }
    finished.locked { condition in
      callerSleeps.store(true, ordering: .sequentiallyConsistent)
      while done.load(ordering: .sequentiallyConsistent) != count { condition.wait() }
      callerSleeps.store(false, ordering: .relaxed)
    }
  }

  private var isWorkOrEnd: Bool {
    UInt32(truncatingIfNeeded: ticket.load(ordering: .sequentiallyConsistent)) > 0
      || stopped.load(ordering: .sequentiallyConsistent)
  }

  private func sleep() {
    wake.locked { condition in
      sleepers.add(1, ordering: .sequentiallyConsistent)
      while !isWorkOrEnd { condition.wait() }
      sleepers.subtract(1, ordering: .relaxed)
    }
  }

  /// Spins until `ready`, or until the time is up; says whether it was ready.
  ///
  /// After a while it offers the core between looks, so that on a busy machine the thread it waits
  /// for gets to run.
  @inline(__always)
  private func spin(until ready: () -> Bool) -> Bool {
    let start = monotonicNanoseconds()
    while true {
      for _ in 0..<64 where ready() { return true }
      let waited = monotonicNanoseconds() &- start
      if waited > Self.spin { return false }
      if waited > Self.greedySpin { yieldCore() }
    }
  }
}
