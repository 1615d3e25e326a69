import Foundation
import TernJSON
import TernLocal

/// One request on its way: what it is called, and what is found out of it.
///
/// Any thread may use it.
final class Exchange: Sendable {
  let request: ServerRequest
  /// The path without a query.
  let path: String
  let id: String
  /// Seconds since 1970 when the request came.
  let created: Int
  /// What the request holds.
  let share: RequestBudget.Share
  private let began = ContinuousClock.now
  private let server: ServerState
  private let state: Locked<State>

  private struct State: Sendable {
    var record: RequestRecord
    /// The model that is asked, and what keeps it in memory.
    var model: ModelState?
    var use: ModelShelf.Use?
    /// The generated tokens of each choice, and when the last one came.
    var tokens: [Int: Int] = [:]
    var lastToken: [Int: ContinuousClock.Instant] = [:]
    /// The reply's body, where it is recorded.
    var reply: [UInt8] = []
    var isOver = false
  }

  init(_ request: ServerRequest, server: ServerState) {
    (self.request, self.server) = (request, server)
    path = String(request.path.prefix { $0 != "?" })
    id = "req_" + Self.name()
    created = Self.now
    share = request.share ?? server.budget.share()
    state = Locked(State(record: RequestRecord(id: id, request: request, path: path)))
  }

  /// Seconds since 1970.
  static var now: Int { Int(Date().timeIntervalSince1970) }

  /// When streams that have nothing to tell say so.
  var keepAlive: (first: Duration, next: Duration) { server.options.keepAlive }

  /// Counts the request as one for a model.
  func count(for model: ModelState) {
    state.withLock { ($0.model, $0.record.model) = (model, model.name) }
  }

  /// The model that is asked; `nil` where none is.
  private var model: ModelState? { state.withLock { $0.model } }

  /// Waits until the model has use for a generation, and until it is in memory.
  func turn() async throws(ServerError) -> Turns.Turn? {
    guard let model else { return nil }
    let client = Router.keys(in: request.headers).first ?? request.client
    let turn = try await model.turns.take(for: client, retryAfter: model.admission.retryAfter)
    try await load(model)
    let seconds = (ContinuousClock.now - began).seconds
    model.metrics.waited(seconds)
    state.withLock { state in
      if state.record.secondsQueued == nil { state.record.secondsQueued = seconds }
    }
    return turn
  }

  /// Waits until a model is in memory, where it stays as long as this object: what the request asks for
  /// later does not wait behind others.
  func load(_ model: ModelState) async throws(ServerError) {
    guard state.withLock({ $0.use }) == nil else { return }
    let use = try await server.shelf?.use(model)
    state.withLock { if $0.use == nil { $0.use = use } }
  }

  /// Letters and digits that no other name has.
  static func name() -> String {
    UUID().uuidString.lowercased().replacing("-", with: "")
  }

  /// Takes note of what a model did for one of the choices.
  ///
  /// - Parameter countsPrompt: Whether the prompt is not that of another choice.
  func note(_ event: AnswerEvent, choice: Int, countsPrompt: Bool) {
    switch event {
    case .counts(let counts):
      let now = ContinuousClock.now
      let (added, gap, isFirst) = state.withLock { state -> (Int, Double?, Bool) in
        let added = counts.generated - (state.tokens[choice] ?? 0)
        if state.tokens[choice] == nil, countsPrompt {
          state.record.promptTokens += counts.prompt
        }
        state.tokens[choice] = counts.generated
        guard added > 0 else { return (0, nil, false) }
        state.record.generatedTokens += added
        let gap = state.lastToken[choice].map { (now - $0).seconds }
        state.lastToken[choice] = now
        let isFirst = state.record.secondsToFirstToken == nil
        if isFirst { state.record.secondsToFirstToken = (now - began).seconds }
        return (added, gap, isFirst)
      }
      let metrics = model?.metrics
      metrics?.generated(added, gap: gap)
      if isFirst { metrics?.firstToken(after: (now - began).seconds) }
    case .finished(let end):
      // Before the prompt is computed, the counts do not have it.
      state.withLock { state in
        if countsPrompt { state.record.cachedTokens += end.reusedTokens }
        if let figures = end.figures { state.record.add(figures, countsPrompt: countsPrompt) }
      }
    case .taken, .token, .part: break
    }
  }

  /// Takes note of why the answer ended, in the word that clients get.
  func note(finish reason: String) { state.withLock { $0.record.finishReason = reason } }

  /// Takes note of a piece of the reply, where records have bodies.
  func note(reply piece: [UInt8]) {
    guard server.options.recordsBodies else { return }
    state.withLock { $0.reply += piece }
  }

  /// Takes note of tokens that were read for something else than an answer.
  func note(promptTokens: Int) { state.withLock { $0.record.promptTokens = promptTokens } }

  /// The request is over; later calls do nothing.
  func end(status: Int, error: String? = nil) {
    let record = state.withLock { state -> RequestRecord? in
      guard !state.isOver else { return nil }
      state.isOver = true
      state.record.status = status
      state.record.error = error
      state.record.seconds = (ContinuousClock.now - began).seconds
      if server.options.recordsBodies {
        state.record.requestBody = String(decoding: request.body, as: UTF8.self)
        state.record.replyBody = String(decoding: state.reply, as: UTF8.self)
      }
      return state.record
    }
    guard let record else { return }
    model?.metrics.ended(record)
    server.options.onRequest?(record)
  }
}

extension Duration {
  /// The length in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
