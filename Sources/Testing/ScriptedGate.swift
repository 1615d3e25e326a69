import TernJSON
import TernSession

/// A place in a script where the model waits for the test, so that checks in between do not depend
/// on time.
///
/// ```swift
/// let gate = ScriptedGate()
/// let model = ScriptedLanguageModel([[.text("Half "), .wait(for: gate), .text("done.")]])
/// async let answer = session.respond(to: "Go on.")
/// await gate.reached()
/// #expect(session.isResponding)
/// gate.open()
/// ```
public final class ScriptedGate: Sendable {
  private enum Event: Hashable { case reached, opened }

  private struct State {
    var happened: Set<Event> = []
    var waiting: [(id: Int, event: Event, continuation: CheckedContinuation<Void, Never>)] = []
    var cancelled: Set<Int> = []
    var nextID = 0
  }

  private let state = Locked(State())

  /// A closed gate.
  public init() {}

  /// Opens the gate for good: the model goes on, now and later.
  public func open() { tell(.opened) }

  /// Waits until a model has reached the gate; returns at once if one has, or if the task is
  /// cancelled.
  public func reached() async { await wait(for: .reached) }

  /// What the model does at the gate.
  func pass() async throws {
    tell(.reached)
    await wait(for: .opened)
    try Task.checkCancellation()
  }

  private func tell(_ event: Event) {
    let waiting = state.withLock { state in
      state.happened.insert(event)
      defer { state.waiting.removeAll { $0.event == event } }
      return state.waiting.filter { $0.event == event }.map(\.continuation)
    }
    for continuation in waiting { continuation.resume() }
  }

  private func wait(for event: Event) async {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.happened.contains(event) || state.cancelled.remove(id) != nil { return true }
          state.waiting.append((id, event, continuation))
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        guard let place = state.waiting.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil as CheckedContinuation<Void, Never>?
        }
        return state.waiting.remove(at: place).continuation
      }
      waiting?.resume()
    }
    state.withLock { _ = $0.cancelled.remove(id) }
  }
}
