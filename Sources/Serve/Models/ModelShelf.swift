import TernJSON
import TernLocal

/// Which of a server's models are in memory, who uses them, and which leave it for others.
///
/// ```
/// away ──used──▶ present ──another needs its room, and nobody uses it──▶ leaving ──▶ away
/// ```
/// Who finds no room waits, first come first served. Models that are not used go first, the one that
/// was used longest ago before the others; where that is not enough, models in use take no new
/// requests until theirs are over. Any thread may use it.
final class ModelShelf: Sendable {
  private struct State: Sendable {
    var slots: [Slot]
    /// Those that wait, in the order of their coming.
    var waiters: [Waiter] = []
    var lastID = 0
    /// Counts uses, to tell which was the last.
    var uses = 0
  }

  private struct Slot: Sendable {
    enum Stage: Sendable { case away, present, leaving }

    var stage = Stage.away
    /// Those that use the model, or load it.
    var users = 0
    var lastUse = 0
    /// Whether it is to go as soon as nobody uses it.
    var isAwaited = false
  }

  private struct Waiter: Sendable {
    var id: Int
    var index: Int
    var continuation: CheckedContinuation<Outcome, Never>
    /// Ends the waiting when it is too long; is ended with it.
    var timer: Task<Void, Never>?

    func end(_ outcome: Outcome) {
      timer?.cancel()
      continuation.resume(returning: outcome)
    }
  }

  private enum Outcome: Sendable { case granted, tooLarge, cancelled, late }

  /// What is to be done once the lock is free.
  private struct Steps: Sendable {
    var answers: [(Waiter, Outcome)] = []
    var loads: [Int] = []
    var unloads: [Int] = []
  }

  let models: [ModelState]
  /// Bytes that the models in memory may have together; `nil`: as many as they like.
  let limit: Int?
  private let timeout: Duration
  private let state: Locked<State>

  /// - Parameter timeout: How long a request may wait for room.
  init(_ models: [ModelState], limit: Int?, timeout: Duration) {
    (self.models, self.limit, self.timeout) = (models, limit, timeout)
    state = Locked(State(slots: models.map { _ in Slot() }))
  }

  /// Loads a model where it is not in memory, and keeps it there until the use is dropped.
  func use(_ model: ModelState) async throws(ServerError) -> Use {
    let use = try await hold(model)
    do throws(LocalLanguageModelError) { try await model.load() } catch {
      switch error {
      case .cancelled: throw .cancelled
      case .outOfMemory(let text): throw .unavailable(ServerError.sentence(text))
      default: throw .failed("The model '\(model.name)' cannot be loaded: \(error).")
      }
    }
    return use
  }

  /// Waits for room; who holds a model may load it.
  func hold(_ model: ModelState) async throws(ServerError) -> Use {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation {
        join(Waiter(id: id, index: model.index, continuation: $0))
      }
    } onCancel: {
      leave(id, .cancelled)
    }
    switch outcome {
    case .granted: return Use(self, model.index)
    case .cancelled: throw .cancelled
    case .late:
      throw .unavailable("The model '\(model.name)' has waited \(timeout) for others to end.")
    case .tooLarge:
      throw .failed(
        "The model '\(model.name)' has \(model.model.weightBytes) bytes, but all that are loaded "
          + "may have \(limit ?? 0).")
    }
  }

  private func join(_ waiter: Waiter) {
    take(
      state.withLock { state -> Steps in
        // Whoever is cancelled before this is told so here, and later by ``leave``.
        if Task.isCancelled { return Steps(answers: [(waiter, .cancelled)]) }
        state.waiters.append(waiter)
        let steps = update(&state)
        if let place = state.waiters.firstIndex(where: { $0.id == waiter.id }) {
          state.waiters[place].timer = timer(of: waiter.id)
        }
        return steps
      })
  }

  private func timer(of id: Int) -> Task<Void, Never> {
    Task { [weak self, timeout] in
      guard (try? await Task.sleep(for: timeout)) != nil else { return }
      self?.leave(id, .late)
    }
  }

  /// Takes away one that waits, where it still does.
  private func leave(_ id: Int, _ outcome: Outcome) {
    change { state in
      guard let place = state.waiters.firstIndex(where: { $0.id == id }) else { return Steps() }
      return Steps(answers: [(state.waiters.remove(at: place), outcome)])
    }
  }

  /// Changes the state, and does what follows from it.
  private func change(_ body: (inout State) -> Steps) {
    take(
      state.withLock { state in
        var steps = body(&state)
        let more = update(&state)
        steps.answers += more.answers
        (steps.loads, steps.unloads) = (more.loads, more.unloads)
        return steps
      })
  }

  private func take(_ steps: Steps) {
    for (waiter, outcome) in steps.answers { waiter.end(outcome) }
    for index in steps.loads {
      // Goes on when those who asked have left: whoever asks next finds it.
      let use = Use(self, index)
      Task.detached { [model = models[index]] in
        try? await model.load()
        withExtendedLifetime(use) {}
      }
    }
    for index in steps.unloads {
      Task.detached { [self] in
        await models[index].unload()
        change { state in
          state.slots[index].stage = .away
          return Steps()
        }
      }
    }
  }

  /// A use is over.
  fileprivate func give(_ index: Int) {
    change { state in
      state.slots[index].users -= 1
      // Loading has failed.
      if state.slots[index].users == 0, !models[index].isLoaded {
        state.slots[index].stage = .away
      }
      return Steps()
    }
  }

  /// A model that must stay in memory; may go when it is dropped.
  final class Use: Sendable {
    private let shelf: ModelShelf
    private let index: Int

    fileprivate init(_ shelf: ModelShelf, _ index: Int) {
      (self.shelf, self.index) = (shelf, index)
    }

    deinit { shelf.give(index) }
  }
}

extension ModelShelf {
  /// Lets in all that can be, and finds out which models are to go.
  private func update(_ state: inout State) -> Steps {
    var steps = Steps()
    var waiting: [Waiter] = []
    var isBlocked = false
    for index in state.slots.indices { state.slots[index].isAwaited = false }
    for waiter in state.waiters {
      let slot = state.slots[waiter.index]
      var isGranted = slot.stage == .present && !slot.isAwaited
      if slot.stage == .away, !isBlocked {
        guard models[waiter.index].model.weightBytes <= limit ?? .max else {
          steps.answers.append((waiter, .tooLarge))
          continue
        }
        isGranted = makeRoom(for: waiter.index, &state, &steps)
        isBlocked = !isGranted
        if isGranted {
          state.slots[waiter.index].stage = .present
          // Loading is a use too.
          state.slots[waiter.index].users += 1
          steps.loads.append(waiter.index)
        }
      }
      guard isGranted else {
        waiting.append(waiter)
        continue
      }
      state.uses += 1
      state.slots[waiter.index].users += 1
      state.slots[waiter.index].lastUse = state.uses
      steps.answers.append((waiter, .granted))
    }
    state.waiters = waiting
    if !isBlocked { shrink(&state, &steps) }
    return steps
  }

  /// Whether there is room for a model; where there is not, others begin to leave.
  private func makeRoom(for index: Int, _ state: inout State, _ steps: inout Steps) -> Bool {
    guard let limit else { return true }
    var missing = bytes(state) + models[index].byteCount - limit
    guard missing > 0 else { return true }
    missing -= bytes(state) { $0.stage == .leaving }
    for other in candidates(state) where missing > 0 {
      missing -= models[other].byteCount
      if state.slots[other].users == 0 {
        state.slots[other].stage = .leaving
        steps.unloads.append(other)
      } else {
        state.slots[other].isAwaited = true
      }
    }
    return false
  }

  /// Takes models away that nobody uses where caches have grown beyond the limit; the one that was
  /// used last stays.
  private func shrink(_ state: inout State, _ steps: inout Steps) {
    guard let limit else { return }
    var excess = bytes(state) { $0.stage == .present } - limit
    for other in candidates(state).dropLast() where excess > 0 && state.slots[other].users == 0 {
      excess -= models[other].byteCount
      state.slots[other].stage = .leaving
      steps.unloads.append(other)
    }
  }

  /// The models in memory: those that nobody uses first, each group from the longest unused on.
  private func candidates(_ state: State) -> [Int] {
    state.slots.indices.filter { state.slots[$0].stage == .present }.sorted { a, b in
      let (a, b) = (state.slots[a], state.slots[b])
      return (a.users == 0) == (b.users == 0) ? a.lastUse < b.lastUse : a.users == 0
    }
  }

  /// Bytes of the models in memory that fulfil a condition.
  private func bytes(_ state: State, _ condition: (Slot) -> Bool = { $0.stage != .away }) -> Int {
    zip(state.slots, models).reduce(0) { condition($1.0) ? $0 + $1.1.byteCount : $0 }
  }
}
