import TernJSON

/// Names a turn of a session.
struct TurnID: Hashable, Sendable {
  var number: UInt64
}

/// A turn that a session is busy with.
struct ActiveTurn: Sendable {
  let id: TurnID
  let request: TurnRequest
  /// The transcript without the turn.
  let before: Transcript
  /// Where the entries of the turn begin.
  var start: Int
  /// Who wants to see the answer grow, if anybody does.
  let feed: ResponseFeed?
  /// Cancels the work; set once it is under way.
  private(set) var cancel: (@Sendable () -> Void)?
  /// The number of requests to the model so far.
  private var requests = 0
  /// Whether the last of them is under way.
  private var isListening = false
  /// What the model is writing.
  var live = EntryAssembler()
  /// The value that the answer is so far; `nil` for text and for what is no JSON.
  var value: PartialJSON?
  /// Tokens of requests to the model that are finished.
  var usage = LanguageModelSession.Usage.none
  /// What a profile says of the entries of a failed request.
  var errorHandlingPolicy: TranscriptErrorHandlingPolicy?
  /// Whether somebody has tried to change the transcript.
  private(set) var isDisturbed = false
  /// The end of the turn, once the answer is complete and stands in the transcript.
  ///
  /// What is still to be done after that, such as hooks, no longer changes the transcript.
  private(set) var outcome: TurnOutcome?
  /// Names the answer's value, the same in all snapshots.
  let contentID = GenerationID()

  init(
    id: TurnID, request: TurnRequest, before: Transcript, start: Int, feed: ResponseFeed?
  ) {
    self.id = id
    self.request = request
    self.before = before
    self.start = start
    self.feed = feed
  }

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
    isListening = false
    return cancel
  }

  /// Begins to listen to the next request to the model; gives its number, or `nil` where the turn is
  /// disturbed.
  mutating func beginRequest() -> Int? {
    guard !isDisturbed else { return nil }
    clear()
    requests += 1
    isListening = true
    return requests
  }

  /// Ends the request to the model that is under way.
  mutating func endRequest() { isListening = false }

  /// Takes over the tokens of what the model has written, which stands in the transcript now.
  mutating func commit() {
    usage = usage.adding(live.usage)
    clear()
  }

  /// Notes that the answer is complete, and shows it to who reads the stream: the end of a number is
  /// known only now.
  mutating func complete(_ outcome: TurnOutcome) {
    self.outcome = outcome
    guard let feed, request.schema != nil else { return }
    feed.append(
      ResponseState(
        content: outcome.content, finished: outcome.entries, live: EntryAssembler(),
        earlierUsage: outcome.usage))
  }

  /// Forgets what the model has written.
  private mutating func clear() {
    live = EntryAssembler()
    value = request.schema != nil && feed != nil ? PartialJSON() : nil
  }

  /// Takes an event of a request; tells whether the answer has grown.
  ///
  /// What comes after the end of its request does not count.
  mutating func apply(
    _ event: LanguageModelExecutorGenerationChannel.Event, of number: Int
  ) -> Bool {
    guard isListening, number == requests, let change = live.apply(event) else { return false }
    guard feed != nil, request.schema != nil else { return true }
    do {
      switch change {
      case .appended(let text): try value?.push(text)
      case .replaced(let bytes):
        value = PartialJSON()
        try value?.push(bytes.array.span)
      }
    } catch {
      value = nil
    }
    return true
  }

  /// The answer so far; `nil` before anything of it is known.
  var content: GeneratedContent? {
    guard request.schema == nil else {
      return value?.value.map { GeneratedContent(partial: $0, id: contentID) }
    }
    return (live.response?.text).map { GeneratedContent(partial: .string($0), id: contentID) }
  }
}
