import Synchronization
import TernModel

/// A request that an engine is working on.
///
/// Belongs to the engine's thread.
final class Run {
  var generation: Generation
  /// What is computed of the sequence; set while the request runs.
  private(set) var cache: KVCache?
  /// Tokens whose pages belong to another sequence too.
  private(set) var sharedTokens = 0
  /// Which other requests may share what is computed.
  var sharing: PrefixSharing { generation.sharing }
  let onText: @Sendable (String) -> Void
  let stop: StopFlag
  /// Whether the prompt is not yet computed.
  private(set) var isPrefilling = true
  /// The request's place in the order of coming.
  var arrival = 0
  /// How much of the prompt others wait for, which begin alike; `nil` where nobody does.
  var awaitedLength: Int?
  /// The drafted tokens of the present pass, and how long the sequence was when it began.
  var draft: [Int32] = []
  var draftStart = 0
  /// Whether the drafted tokens are the head's.
  var isHeadDraft = false
  /// What the head for drafts has yet to read; `nil` where it is not asked, or has found no memory.
  var feed: StateFeed?
  /// What it guessed last.
  var headGuess: HeadGuess?
  /// The logits after the sequence and after each drafted token, as far as the last pass gave them; the
  /// rows keep their memory.
  var rows: [[Float]] = []
  /// The end of what was computed before and may be missing again: recurrent layers went back behind it.
  var rereadEnd = 0
  var rowCount = 0
  /// How long the sequence was when its last token was chosen, and at the choice before that.
  var lastChoice = 0
  var choiceBefore = 0
  private let finished: CheckedContinuation<Result<Completion, EngineError>, Never>
  private let clock = ContinuousClock()
  private var began: ContinuousClock.Instant
  private let asked: ContinuousClock.Instant

  init(
    _ generation: Generation, stop: StopFlag, onText: @escaping @Sendable (String) -> Void,
    finished: CheckedContinuation<Result<Completion, EngineError>, Never>
  ) {
    (self.generation, self.stop, self.onText, self.finished) = (generation, stop, onText, finished)
    asked = clock.now
    began = asked
  }

  /// Tokens that the cache lacks.
  var missing: Int {
    let end = hasAll ? rereadEnd : generation.computedLength
    return max(0, end - (cache?.length ?? 0))
  }

  /// Tokens that the cache lacks of what others wait for; `nil` where nobody does.
  var awaitedRows: Int? { awaitedLength.map { max(0, $0 - (cache?.length ?? 0)) } }

  /// Whether the text has ended and is told: at most is computed again what belongs into the cache.
  var hasAll: Bool { generation.isEnded && generation.report.isComplete }

  /// Tokens that the next pass takes, where no prompt is left.
  ///
  /// Those that are computed again do not make a pass of few rows one of many.
  var nextTokens: Int {
    let again = rereadEnd - (cache?.length ?? 0)
    return missing > PassCosts.most && again > 0 ? again : missing
  }

  /// Takes the logits after a position of the sequence, or of the draft behind it.
  func take(_ values: Slice<UnsafeBufferPointer<Float>>, at position: Int) {
    let place = position - (generation.sequence.count - 1)
    guard place >= 0 else {
      unsafe generation.tell(at: position, values)
      return
    }
    if place == rows.count { rows.append([]) }
    rows[place].removeAll(keepingCapacity: true)
    unsafe rows[place].append(contentsOf: values)
    rowCount = place + 1
  }

  /// Draws the token after the sequence, once its logits are there; drafts are looked at later.
  func draw() { if rowCount == 1 { generation.draw(&rows[0]) } }

  /// Gives the request the cache that holds its first `reused` tokens, in pages that other
  /// sequences share or not.
  func admit(_ cache: KVCache, reused: Int, isShared: Bool) {
    self.cache = cache
    sharedTokens = isShared ? reused : 0
    generation.completion.reusedTokens = reused
    generation.completion.sharesReused = isShared
    began = clock.now
  }

  /// Takes the cache away: the sequence is computed again when the request is admitted again.
  func pause() {
    if !isPrefilling { generation.completion.generationSeconds += (clock.now - began).seconds }
    cache = nil
    sharedTokens = 0
    isPrefilling = true
    rows = []
    feed?.cut(to: 0)
    endDraft()
  }

  /// Notes that the prompt, and what is forced after it, is computed.
  func endPrefill() {
    isPrefilling = false
    let completion = generation.completion
    let prompt = completion.promptTokens - completion.reusedTokens
    let count = generation.sequence.count - completion.reusedTokens
    let seconds = (clock.now - began).seconds
    let share = seconds * Double(prompt) / Double(max(1, count))
    generation.completion.prefillSeconds += share
    generation.completion.generationSeconds += seconds - share
    began = clock.now
  }

  /// Notes when the first token was chosen.
  func noteToken() {
    guard generation.completion.firstTokenSeconds == 0 else { return }
    generation.completion.firstTokenSeconds = (clock.now - asked).seconds
  }

  /// Hands out the result; the request is over.
  func finish(_ error: EngineError? = nil) {
    if let error {
      finished.resume(returning: .failure(error))
      return
    }
    if !isPrefilling { generation.completion.generationSeconds += (clock.now - began).seconds }
    finished.resume(returning: .success(generation.result))
  }
}

/// Tells a request that nobody waits for it any more; any thread may set it.
final class StopFlag: Sendable {
  private let flag = Atomic(false)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}
