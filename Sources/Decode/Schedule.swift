import TernKernels
import TernModel

/// The requests of an engine: those that run side by side, and those that wait.
///
/// Every pass of the model takes one step of each running request: the next token of those that
/// generate, and a piece of the prompt of the others. Tokens of several requests in one pass cost
/// little more than one, because the weights are read once. Belongs to the engine's thread.
struct Schedule {
  /// Rows of prompts in a pass.
  ///
  /// Alone as many as make a pass worth its time; where a prompt is done with fewer, others add no more
  /// than up to `least`, so that its answer begins. Beside requests that generate as few as have nearly the
  /// speed of many: a long prompt does not keep the others waiting.
  static let promptRows = (alone: 512, least: 256, beside: 64)
  /// Requests that run side by side at most.
  private let width: Int
  /// How many of these may have prompts that take more than one pass: others find a place beside them.
  private var longPrompts: Int { max(1, width * 3 / 4) }
  /// Tokens in common for which a request waits until another one has computed them.
  private static let worthwhile = 32

  private(set) var running: [Run] = []
  private var waiting: [Run] = []
  /// Requests that have come so far.
  private var arrivals = 0
  private var prefixes: PrefixCache
  private let layout: CacheLayout
  /// Whether a running request had to wait for memory, and none has ended since.
  private var isShortOfMemory = false
  /// Whether the next pass has no drafts, because one with drafts has found no memory.
  var skipsDrafts = false

  init(_ prefixes: PrefixCache, layout: CacheLayout, width: Int) {
    (self.prefixes, self.layout, self.width) = (prefixes, layout, width)
  }

  var isEmpty: Bool { running.isEmpty && waiting.isEmpty }

  /// Requests that run or wait.
  var count: Int { running.count + waiting.count }

  mutating func add(_ run: Run) {
    arrivals += 1
    run.arrival = arrivals
    waiting.append(run)
  }

  /// Bytes that the cache of a sequence of so many tokens may take.
  func byteCount(of tokens: Int) -> Int {
    layout.byteCount(of: tokens, rows: Self.promptRows.alone)
  }

  /// Ends requests that nobody waits for and lets in what there is room for.
  mutating func update(makeCache: () -> KVCache) {
    for run in running where run.stop.isSet { end(run, .cancelled) }
    for run in running { run.awaitedLength = nil }
    guard !waiting.isEmpty else { return }
    let candidates = waiting
    waiting = []
    var isBlocked = isShortOfMemory && !running.isEmpty
    for run in candidates {
      if run.stop.isSet {
        run.finish(.cancelled)
      } else if isBlocked || !hasPlace(for: run) || awaits(run) {
        waiting.append(run)
      } else if !hasMemory(for: run) {
        // Smaller ones do not overtake it, or it might wait for ever.
        isBlocked = true
        waiting.append(run)
      } else {
        start(run, makeCache: makeCache)
      }
    }
  }

  private mutating func start(_ run: Run, makeCache: () -> KVCache) {
    let live = running.filter { $0.sharing == run.sharing }.compactMap { other in
      other.cache.map { (tokens: Array(other.generation.sequence.prefix($0.length)), cache: $0) }
    }
    let found = prefixes.take(
      for: run.generation.sequence, prompt: run.generation.reusableTokens, sharing: run.sharing,
      live: live, makeCache: makeCache)
    run.admit(found.cache, reused: found.reused, isShared: found.isShared)
    running.append(run)
  }

  /// Ends a running request; what is computed of it stays for prompts that begin alike.
  mutating func end(_ run: Run, _ error: EngineError? = nil) {
    running.removeAll { $0 === run }
    isShortOfMemory = false
    if let cache = run.cache {
      cache.truncateDrafts(to: cache.length)
      prefixes.keep(
        cache, tokens: Array(run.generation.sequence.prefix(cache.length)), sharing: run.sharing)
    }
    run.finish(error)
  }

  /// Ends all requests.
  mutating func endAll(_ error: EngineError) {
    for run in running + waiting { run.finish(error) }
    running = []
    waiting = []
    isShortOfMemory = false
  }
}

// MARK: Who may run.

extension Schedule {
  /// Whether fewer requests run than may, and of those with long prompts too.
  private func hasPlace(for run: Run) -> Bool {
    guard running.count < width else { return false }
    let long = running.count { $0.isPrefilling && $0.missing > Self.promptRows.alone }
    guard long >= longPrompts, run.missing > Self.promptRows.alone else { return true }
    let known = prefixes.longest(
      for: run.generation.sequence, limit: .max, sharing: run.sharing)
    return run.missing - known <= Self.promptRows.alone
  }

  /// Whether a running request is about to compute a beginning that this one shares, and so much of it
  /// that waiting for it is worthwhile; that one then hurries.
  private func awaits(_ run: Run) -> Bool {
    let prompt = run.generation.sequence
    let limit = run.generation.reusableTokens - 1
    let best = running.lazy.filter { $0.isPrefilling && $0.sharing == run.sharing }.map { other in
      (other: other, common: PrefixCache.commonPrefix(other.generation.sequence, prompt))
    }.max { $0.common < $1.common }
    guard let best else { return false }
    // Recurrent layers go on from checkpoints only.
    let interval = layout.checkpointInterval ?? 1
    let common = min(best.common, limit) / interval * interval
    let computed = min(common, best.other.cache?.length ?? 0)
    let known = max(
      computed, prefixes.longest(for: prompt, limit: limit, sharing: run.sharing))
    guard common - known >= Self.worthwhile else { return false }
    best.other.awaitedLength = min(common, best.other.awaitedLength ?? common)
    return true
  }

  /// Whether what runs leaves memory for another request; one alone always runs.
  private func hasMemory(for run: Run) -> Bool {
    guard !running.isEmpty else { return true }
    let taken = running.reduce(0) { sum, other in
      let shared = other.sharedTokens / KVPage.positions * KVPage.positions
      return sum + byteCount(of: other.generation.sequence.count) - byteCount(of: shared)
    }
    return byteCount(of: run.generation.sequence.count) <= layout.memory.limit - taken
  }

  /// Frees what the head for drafts keeps of all sequences; false where that is nothing.
  ///
  /// Those that run go on without it.
  private mutating func forgetDrafts() -> Bool {
    let drafting = running.filter { ($0.cache?.draftLength ?? 0) > 0 }
    for run in drafting { run.forgetDrafts() }
    return prefixes.forgetDrafts() || !drafting.isEmpty
  }

  /// Frees memory after a pass that found none.
  ///
  /// A kept sequence goes; where there is none, a request that has its text ends, or the one that was
  /// let in last waits until another one has ended; and one that runs alone ends with the error.
  /// Before all that, what serves drafts alone goes.
  mutating func makeRoom(after error: EngineError) {
    if forgetDrafts() || prefixes.dropOldest() { return }
    if let over = running.first(where: \.hasAll) {
      end(over)
    } else if running.count > 1 {
      let last = running.removeLast()
      last.pause()
      waiting.insert(last, at: 0)
      isShortOfMemory = true
    } else {
      for run in running { end(run, error) }
    }
  }
}

// MARK: The next pass.

extension Schedule {
  /// The rows of the next pass; the last row of a sequence wants logits, and so do those before tokens
  /// whose log-probabilities are asked for.
  ///
  /// `owners` gets, for each row of which something is wanted, the place of its request in ``running``.
  mutating func rows(
    into rows: inout [BatchRow], owners: inout [Int: Int], costs: PassCosts, head: HeadDrafter?
  ) {
    let shares = promptShares
    draft(costs, head)
    let pays = !shares.isEmpty && head?.pays(costs, rereads: rereads) == true
    for (owner, run) in running.enumerated() {
      guard let cache = run.cache else { continue }
      let count = run.isPrefilling ? shares[owner] : run.nextTokens
      let sequence = run.generation.sequence
      func add(_ token: Int32, at position: Int, wantsLogits: Bool) {
        let wantsState = run.wantsState(at: position, wantsLogits: wantsLogits, pays: pays)
        if wantsLogits || wantsState { owners[rows.count] = owner }
        rows.append(
          BatchRow(
            token: token, cache: cache, position: position, wantsLogits: wantsLogits,
            wantsState: wantsState))
      }
      for position in cache.length..<cache.length + count {
        add(
          sequence[position], at: position,
          wantsLogits: run.generation.wantsLogits(at: position))
      }
      for (place, token) in run.draft.enumerated() {
        add(token, at: sequence.count + place, wantsLogits: true)
      }
    }
  }

  /// Whether what stood of a draft is computed again where a later token of it did not.
  var rereads: Bool { layout.checkpointInterval != nil }

  /// Sets the drafts of the next pass: where no prompt is left to be computed, so many tokens that the
  /// pass gives the most for its time.
  private mutating func draft(_ costs: PassCosts, _ head: HeadDrafter?) {
    for run in running {
      run.begin(draft: [])
      run.keepPages(isShortOfMemory: skipsDrafts)
    }
    defer { skipsDrafts = false }
    var rows = running.reduce(0) { $0 + $1.nextTokens }
    guard !skipsDrafts, rows < PassCosts.most, !running.contains(where: \.isPrefilling) else {
      return
    }
    var expected = Double(running.count)
    for run in running where run.nextTokens == run.missing {
      var room = PassCosts.most - rows
      if let interval = layout.checkpointInterval, let length = run.cache?.length {
        // A pass ends where recurrent states are kept.
        room = min(room, (length / interval + 1) * interval - run.generation.sequence.count)
      }
      func choice(_ guess: Guess) -> PassCosts.Choice {
        costs.choice(guess, rows: rows, expected: expected, rereads: rereads)
      }
      var guess = run.generation.guess(room: room)
      var best = choice(guess)
      let occasion = HeadDrafter.Occasion(
        costs: costs, rows: rows, room: run.generation.draftRoom(room), expected: expected,
        rereads: rereads)
      var isHeadDraft = false
      if let found = head?.guess(for: run, occasion, insteadOf: best) {
        let found = run.generation.beforeStop(found)
        let other = choice(found)
        isHeadDraft = other.length > 0 && other.rate > best.rate
        if isHeadDraft { (guess, best) = (found, other) }
      }
      // Looking what a constraint forbids has its price.
      guard best.length > 0 else { continue }
      run.generation.cut(&guess, room: room)
      let length = choice(guess).length
      guard length > 0 else { continue }
      run.begin(draft: guess.tokens[..<length], isHeadDraft: isHeadDraft)
      rows += length
      expected += PassCosts.expected(guess, length: length)
    }
  }

  /// For each running request how many rows of its prompt the next pass takes; empty where no
  /// prompt is left to be computed.
  private var promptShares: [Int] {
    guard running.contains(where: \.isPrefilling) else { return [] }
    let claims = running.map { run in
      PromptShares.Claim(
        rows: run.isPrefilling ? run.missing : 0, urgent: run.awaitedRows, arrival: run.arrival)
    }
    let isGenerating = running.contains { !$0.isPrefilling }
    let shortest = claims.lazy.filter { $0.rows > 0 }.map(\.urgent).min() ?? 0
    let room = max(Self.promptRows.least, min(shortest, Self.promptRows.alone))
    return PromptShares.divide(isGenerating ? Self.promptRows.beside : room, among: claims)
  }
}

// MARK: What is kept.

extension Schedule {
  /// The kept sequence that shares the longest prefix with another one.
  func closest(to sequence: [Int32]) -> (tokens: [Int32], cache: KVCache)? {
    prefixes.closest(to: sequence)
  }

  /// The kept sequences of those for everyone, the least recently used first.
  var keptForEveryone: [(tokens: [Int32], cache: KVCache)] { prefixes.everyones }

  /// Tokens of the kept sequences that the head for drafts has read.
  var keptDraftTokens: Int { prefixes.draftTokens }

  /// How many sequences are kept, and their bytes.
  var kept: (count: Int, bytes: Int) { prefixes.usage }

  /// Keeps what was computed elsewhere.
  mutating func keep(_ cache: KVCache, tokens: [Int32]) { prefixes.keep(cache, tokens: tokens) }

  /// Gives up the kept sequence that was used least recently; false where none is kept.
  mutating func dropOldest() -> Bool { prefixes.dropOldest() }
}
