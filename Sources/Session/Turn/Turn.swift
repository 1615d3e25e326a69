import TernJSON

/// Names a turn of a session.
struct TurnID: Hashable, Sendable {
  var number: UInt64
}

/// A turn that a session is busy with, as a state machine.
///
/// ```
/// ┌─► preparing ──ask──► asking ──endRequest──► written ──commit──► committed
/// │                                                │
/// │                                              commit
/// │                                                ▼
/// └──────────────────takeOutputs───────────── runningTools
/// ```
///
/// Where the session returns calls, a turn is committed with them too.
///
/// In any phase ``finish(_:in:)`` ends the turn, and nothing else does. Each transition is a file,
/// `Turn+….swift`, and changes turn and transcript together. What takes time (the model, tools,
/// hooks) happens between transitions, in `LanguageModelSession.perform`. What comes in a phase that
/// does not wait for it does not count.
struct Turn: Sendable {
  enum Phase: Sendable {
    /// The next request to the model is being made.
    case preparing
    /// A request to the model is under way, and this is what it has written.
    case asking(Writing)
    /// The request is over, and what was written is being checked.
    case written(Writing)
    /// Tools run whose calls stand in the transcript.
    case runningTools
    /// The answer is complete and stands in the transcript.
    ///
    /// What is still to be done, such as hooks, no longer changes the transcript.
    case committed(TurnOutcome)
  }

  /// What the model has written in one request.
  struct Writing: Sendable {
    /// The number of the request in its turn, from 1.
    let number: Int
    /// Whether somebody wants to see the answer's value grow.
    let showsValue: Bool
    var live = EntryAssembler()
    /// The value that the answer is so far; `nil` where nobody wants it, and for what is no JSON.
    var value: PartialJSON?
  }

  let id: TurnID
  let request: TurnRequest
  /// The transcript without the turn.
  let before: Transcript
  /// Where the entries of the turn begin.
  var start: Int
  /// Who wants to see the answer grow, if anybody does.
  let feed: ResponseFeed?
  /// Whether calls of tools end the turn.
  let returnsCalls: Bool
  var phase = Phase.preparing
  /// Requests to the model so far.
  var requests = 0
  /// Tokens of the requests whose entries stand in the transcript.
  var usage = LanguageModelSession.Usage.none
  /// What a profile says of the entries of a failed request.
  var errorHandlingPolicy: TranscriptErrorHandlingPolicy?
  /// Whether somebody has tried to change the transcript.
  private(set) var isDisturbed = false
  /// Cancels the work; set once it is under way.
  private(set) var cancel: (@Sendable () -> Void)?
  /// Names the answer's value, the same in all snapshots.
  let contentID = GenerationID()

  init(
    id: TurnID, request: TurnRequest, before: Transcript, start: Int, feed: ResponseFeed?,
    returnsCalls: Bool = false
  ) {
    self.id = id
    self.request = request
    self.before = before
    self.start = start
    self.feed = feed
    self.returnsCalls = returnsCalls
  }

  /// What the model is writing, or has written and does not stand in the transcript.
  var live: EntryAssembler {
    switch phase {
    case .asking(let writing), .written(let writing): writing.live
    case .preparing, .runningTools, .committed: EntryAssembler()
    }
  }

  /// All tokens of the turn.
  var wholeUsage: LanguageModelSession.Usage { usage.adding(live.usage) }

  /// Takes what cancels the work; whether the work is to be cancelled at once.
  mutating func setCancellation(_ cancel: @escaping @Sendable () -> Void) -> Bool {
    self.cancel = cancel
    return isDisturbed
  }

  /// Notes that somebody has tried to change the transcript; gives what cancels the work.
  ///
  /// What the model writes from now on does not count.
  mutating func disturb() -> (@Sendable () -> Void)? {
    isDisturbed = true
    endRequest()
    return cancel
  }
}
