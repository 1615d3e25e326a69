import TernJSON

/// What a session is asked.
struct TurnRequest: Sendable {
  var prompt: Transcript.Prompt
  /// What the answer must satisfy; `nil` for text.
  var schema: GenerationSchema?
  /// Tries whether an answer is a value of the type that is asked for.
  var check: @Sendable (GeneratedContent) throws -> Void

  /// A request for text.
  init(
    text prompt: Prompt, options: GenerationOptions, contextOptions: ContextOptions,
    metadata: [String: any Sendable & Codable & Equatable]
  ) {
    self.prompt = Transcript.Prompt(
      metadata: metadata, segments: prompt.segments, options: options,
      contextOptions: contextOptions)
    check = { _ in }
  }

  /// A request for a value of a schema.
  init(
    _ prompt: Prompt, schema: GenerationSchema, options: GenerationOptions,
    contextOptions: ContextOptions, metadata: [String: any Sendable & Codable & Equatable],
    check: @escaping @Sendable (GeneratedContent) throws -> Void = { _ in }
  ) {
    self.prompt = Transcript.Prompt(
      metadata: metadata, segments: prompt.segments, options: options,
      responseFormat: Transcript.ResponseFormat(schema: schema), contextOptions: contextOptions)
    self.schema = schema
    self.check = check
  }

  /// A request for a value of a type; strings are asked for as text.
  init<Content: Generable>(
    _ prompt: Prompt, generating type: Content.Type, options: GenerationOptions,
    contextOptions: ContextOptions, metadata: [String: any Sendable & Codable & Equatable]
  ) {
    if type == String.self {
      self.init(text: prompt, options: options, contextOptions: contextOptions, metadata: metadata)
    } else {
      self.init(
        prompt, schema: Content.generationSchema, options: options,
        contextOptions: contextOptions, metadata: metadata, check: { _ = try Content($0) })
    }
  }
}

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
  /// What stops the work; set once it is under way.
  var task: Task<Void, Never>?
  /// The number of requests to the model so far.
  private var requests = 0
  /// Whether the last of them is under way.
  var isListening = false
  /// What the model is writing.
  var live = EntryAssembler()
  /// The value that the answer is so far; `nil` for text and for what is no JSON.
  var value: PartialJSON?
  /// Tokens of requests to the model that are finished.
  var usage = LanguageModelSession.Usage.none
  /// What a profile says of the entries of a failed request.
  var errorHandlingPolicy: TranscriptErrorHandlingPolicy?
  /// Whether somebody has tried to change the transcript.
  var isDisturbed = false
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

  /// Begins to listen to the next request to the model; gives its number.
  mutating func beginRequest() -> Int {
    clear()
    requests += 1
    isListening = true
    return requests
  }

  /// Forgets what the model has written.
  mutating func clear() {
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
