import TernJSON
import TernLocal

/// The answers to one request, written side by side.
///
/// Dropping it ends the generations, as does cancelling the task that waits in ``next()``.
struct RunningChoices: Sendable {
  /// Begins one answer.
  typealias Start = @Sendable (_ choice: Int) async throws -> ModelAnswer

  private enum Step: Sendable {
    case event(choice: Int, AnswerEvent)
    /// Nothing has come for a while.
    case tick
    case failed(ServerError)
  }

  let count: Int
  private let exchange: Exchange
  private let steps: AsyncStream<Step>

  /// Answers that have begun at a time; the next one begins where one of them has ended.
  private static let together = 128

  /// - Parameter perPrompt: How many of the answers follow the same prompt.
  init(
    _ count: Int, perPrompt: Int? = nil, _ exchange: Exchange, _ sources: ServerError.Sources,
    start: @escaping Start
  ) {
    (self.count, self.exchange) = (count, exchange)
    let (steps, feed) = AsyncStream.makeStream(of: Step.self)
    self.steps = steps
    let hasBegun = Locked(false)
    let task = Task {
      let ticking = Task {
        try? await Task.sleep(for: exchange.keepAlive.first)
        while !Task.isCancelled, !hasBegun.withLock({ $0 }) {
          feed.yield(.tick)
          try? await Task.sleep(for: exchange.keepAlive.next)
        }
      }
      defer { ticking.cancel() }
      await withTaskGroup(of: Void.self) { group in
        func begin(_ choice: Int) {
          group.addTask {
            do {
              let turn = try await exchange.turn()
              defer { withExtendedLifetime(turn) {} }
              var pacer = Pacer()
              for try await event in try await start(choice) {
                if case .taken = event {} else { hasBegun.withLock { $0 = true } }
                exchange.note(
                  event, choice: choice, countsPrompt: choice % (perPrompt ?? count) == 0)
                feed.yield(.event(choice: choice, event))
                await pacer.step()
              }
              if Task.isCancelled { feed.yield(.failed(.cancelled)) }
            } catch {
              feed.yield(.failed(ServerError(error, sources)))
            }
          }
        }
        var begun = min(count, Self.together)
        for choice in 0..<begun { begin(choice) }
        while await group.next() != nil, begun < count, !Task.isCancelled {
          begin(begun)
          begun += 1
        }
      }
      feed.finish()
    }
    feed.onTermination = { _ in task.cancel() }
  }

  /// What comes next.
  enum Next: Sendable {
    case event(choice: Int, AnswerEvent)
    /// Nothing has come for a while, and nothing came before.
    case nothingYet
  }

  /// The next event of any of the answers, which is kept until all are there; `nil` after the last.
  ///
  /// - Throws: What went wrong with one of them; the others are then of no use any more.
  func next() async throws(ServerError) -> (choice: Int, event: AnswerEvent)? {
    while let next = try await nextOrNothing() {
      guard case .event(let choice, let event) = next else { continue }
      try exchange.hold(event.weight, isAnswer: true)
      return (choice, event)
    }
    return nil
  }

  /// As ``next()``, but returns from time to time while the first event is waited for.
  func nextOrNothing() async throws(ServerError) -> Next? {
    var iterator = steps.makeAsyncIterator()
    switch await iterator.next() {
    case .event(let choice, let event): return .event(choice: choice, event)
    case .tick: return .nothingYet
    case .failed(let error): throw error
    case nil:
      // The stream ends without a word where its reader is cancelled.
      if Task.isCancelled { throw .cancelled }
      return nil
    }
  }
}

extension AnswerEvent {
  /// The bytes that the event takes in an answer that is put together.
  fileprivate var weight: Int {
    switch self {
    case .taken, .counts, .finished: 0
    case .token(let token): 4 * BodyWeight.value * (1 + token.alternatives.count)
    case .part(.content(let text)), .part(.reasoning(let text)), .part(.arguments(_, let text)):
      BodyWeight.text * text.utf8.count
    case .part: 4 * BodyWeight.value
    }
  }
}
