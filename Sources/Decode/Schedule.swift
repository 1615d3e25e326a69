import TernModel

/// The requests of an engine: those that run side by side, and those that wait.
///
/// Every pass of the model takes one step of each running request: the next token of those that
/// generate, and a piece of the prompt of the others. Tokens of several requests in one pass cost
/// little more than one, because the weights are read once. Belongs to the engine's thread.
struct Schedule {
  /// Rows of prompts in a pass, alone and beside requests that generate: a long prompt does not
  /// keep the others waiting.
  static let promptRows = (alone: 512, beside: 64)
  /// Requests that run side by side at most.
  static let width = 16
  /// Tokens in common for which a request waits until another one has computed them.
  private static let worthwhile = 32

  private(set) var running: [Run] = []
  private var waiting: [Run] = []
  private var prefixes: PrefixCache

  init(_ prefixes: PrefixCache) { self.prefixes = prefixes }

  var isEmpty: Bool { running.isEmpty && waiting.isEmpty }

  mutating func add(_ run: Run) { waiting.append(run) }

  /// Ends requests that nobody waits for and lets in what there is room for.
  mutating func update(makeCache: () -> KVCache) {
    for run in running where run.stop.isSet { end(run, .cancelled) }
    let candidates = waiting
    waiting = []
    for run in candidates {
      if run.stop.isSet {
        run.finish(.cancelled)
      } else if running.count >= Self.width || isWorthWaiting(run) {
        waiting.append(run)
      } else {
        let live = running.compactMap { other in
          other.cache.map { (Array(other.generation.sequence.prefix($0.length)), $0) }
        }
        let found = prefixes.take(
          for: run.generation.sequence, prompt: run.generation.completion.promptTokens, live: live,
          makeCache: makeCache)
        run.admit(found.cache, reused: found.reused)
        running.append(run)
      }
    }
  }

  /// Whether a running request is about to compute a beginning that this one shares.
  private func isWorthWaiting(_ run: Run) -> Bool {
    let prompt = run.generation.sequence
    let limit = run.generation.completion.promptTokens - 1
    let best = running.lazy.filter(\.isPrefilling).map { other in
      (common: PrefixCache.commonPrefix(other.generation.sequence, prompt), cache: other.cache)
    }.max { $0.common < $1.common }
    guard let best else { return false }
    let common = min(best.common, limit)
    let computed = min(common, best.cache?.length ?? 0)
    return common - max(computed, prefixes.longest(for: prompt, limit: limit)) >= Self.worthwhile
  }

  /// The rows of the next pass; the last row of a sequence wants logits.
  ///
  /// `owners` gets, for each row that wants logits, the place of its request in ``running``.
  func rows(into rows: inout [BatchRow], owners: inout [Int: Int]) {
    let isGenerating = running.contains { !$0.isPrefilling }
    var room = isGenerating ? Self.promptRows.beside : Self.promptRows.alone
    for (place, run) in running.enumerated() {
      guard let cache = run.cache else { continue }
      let count = run.isPrefilling ? min(run.missing, room) : run.missing
      if run.isPrefilling { room -= count }
      let sequence = run.generation.sequence
      for position in cache.length..<cache.length + count {
        let isLast = position == sequence.count - 1
        if isLast { owners[rows.count] = place }
        rows.append(
          BatchRow(
            token: sequence[position], cache: cache, position: position, wantsLogits: isLast))
      }
    }
  }

  /// Ends a running request; what is computed of it stays for prompts that begin alike.
  mutating func end(_ run: Run, _ error: EngineError? = nil) {
    running.removeAll { $0 === run }
    if let cache = run.cache {
      prefixes.keep(cache, tokens: Array(run.generation.sequence.prefix(cache.length)))
    }
    run.finish(error)
  }

  /// The kept sequence that shares the longest prefix with another one.
  func closest(to sequence: [Int32]) -> (tokens: [Int32], cache: KVCache)? {
    prefixes.closest(to: sequence)
  }

  /// Keeps what was computed elsewhere.
  mutating func keep(_ cache: KVCache, tokens: [Int32]) { prefixes.keep(cache, tokens: tokens) }

  /// Ends all requests.
  mutating func endAll(_ error: EngineError) {
    for run in running + waiting { run.finish(error) }
    running = []
    waiting = []
  }
}
