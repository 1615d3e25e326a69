extension Transcript {
  /// One entry of a transcript.
  public enum Entry: Sendable, Identifiable {
    /// The instructions at the beginning, with the tools that the model may call.
    case instructions(Instructions)
    /// A prompt.
    case prompt(Prompt)
    /// Tools that the model called in one turn.
    case toolCalls(ToolCalls)
    /// The output of one of the called tools.
    case toolOutput(ToolOutput)
    /// An answer of the model.
    case response(Response)

    // A switch over the cases of version 26 must stay exhaustive, and one over those of version 27
    // must compile too: a case that is unavailable may be matched, but need not be. It is made by a
    // property with the same name, which gives a function.
    #if FoundationModels27
      /// The reasoning of the model before its answer.
      case reasoning(Reasoning)
    #else
      /// The reasoning of the model before its answer.
      @available(*, unavailable, message: "make it by Transcript.Entry(reasoning:)")
      case reasoning(Reasoning)

      /// Makes the case of this name.
      public static var reasoning: @Sendable (Reasoning) -> Entry { { Entry(reasoning: $0) } }
    #endif

    // Of version 27.2, and so unknown to code for 27.0 too.
    /// Bytes that the model gave, of a kind that some models know.
    @available(*, unavailable, message: "make it by Transcript.Entry(data:)")
    case data(DataEntry)

    /// Makes the case of this name.
    public static var data: @Sendable (DataEntry) -> Entry { { Entry(data: $0) } }

    /// The beta's name for a single call; a session gives ``toolCalls(_:)``.
    @available(*, unavailable, renamed: "toolCalls")
    case toolCall(ToolCall)

    /// The entry of what a model thought; the same as the case, which code for version 26 does not
    /// know.
    public init(reasoning: Reasoning) { self = Self.reasoning(_:)(reasoning) }

    /// The entry of bytes that a model gave; the same as the case.
    public init(data: DataEntry) { self = Self.data(_:)(data) }

    /// The id of what the entry holds.
    public var id: String {
      switch self {
      case .instructions(let instructions): instructions.id
      case .prompt(let prompt): prompt.id
      case .toolCalls(let calls): calls.id
      case .toolOutput(let output): output.id
      case .response(let response): response.id
      case .reasoning(let reasoning): reasoning.id
      case .toolCall(let call): call.id
      case .data(let data): data.id
      }
    }
  }
}

extension Transcript.Entry: Equatable {
  /// Whether both hold the same, ids included.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.instructions(let a), .instructions(let b)): a == b
    case (.prompt(let a), .prompt(let b)): a == b
    case (.toolCalls(let a), .toolCalls(let b)): a == b
    case (.toolOutput(let a), .toolOutput(let b)): a == b
    case (.response(let a), .response(let b)): a == b
    case (.reasoning(let a), .reasoning(let b)): a == b
    case (.data(let a), .data(let b)): a == b
    default: false
    }
  }
}

extension Transcript.Entry: CustomStringConvertible {
  /// The entry for people: its kind and its text.
  public var description: String {
    switch self {
    case .instructions(let instructions): "(Instructions) \(instructions)"
    case .prompt(let prompt): "(Prompt) \(prompt)"
    case .toolCalls(let calls): "(ToolCalls) \(calls)"
    case .toolOutput(let output): "(ToolOutput) \(output)"
    case .response(let response): "(Response) \(response)"
    case .reasoning(let reasoning): "(Reasoning) \(reasoning)"
    case .toolCall(let call): "(ToolCall) \(call)"
    case .data(let data): "(Data) \(data)"
    }
  }
}

extension Transcript.Entry {
  /// The instructions, if that is what the entry holds.
  var instructions: Transcript.Instructions? {
    if case .instructions(let value) = self { value } else { nil }
  }

  /// The prompt, if that is what the entry holds.
  var prompt: Transcript.Prompt? { if case .prompt(let value) = self { value } else { nil } }

  /// The calls of tools, if that is what the entry holds.
  var toolCalls: Transcript.ToolCalls? {
    if case .toolCalls(let value) = self { value } else { nil }
  }

  /// The answer, if that is what the entry holds.
  var response: Transcript.Response? {
    if case .response(let value) = self { value } else { nil }
  }
}
