import TernChat
import TernJSON
import TernLocal

/// A step of an answer, as clients are told it.
enum AnswerPart: Sendable, Equatable {
  /// The model has taken the prompt, and computed nothing of it yet.
  case taken(promptTokens: Int)
  /// The prompt is computed.
  case began(promptTokens: Int, cachedTokens: Int)
  /// Text, with the tokens of it where they are asked for.
  case text(String, [TokenReport])
  case reasoning(String)
  /// A call has its name; calls are numbered from 0.
  case call(index: Int, id: String, name: String)
  case arguments(index: Int, String)
  case callEnded(index: Int)
  case finished(AnswerEnd)
}

/// Turns the events of one answer into what clients are told.
struct AnswerNarrator: Sendable {
  private let bytes: @Sendable (Int32) -> [UInt8]
  /// Tokens that were told, and whose text was not yet; with the bytes of all text before them.
  private var pending: [(place: Int, report: TokenReport)] = []
  /// Tokens of the prompt that will be told before those of the answer.
  private var promptTokens: Int
  /// Bytes of the text of the answer's tokens so far.
  private var textBytes = 0
  private var hasBegun = false
  /// The calls so far: whether they have any text of arguments.
  private var calls: [Bool] = []
  /// Whether the last call is not at its end.
  private var isInCall = false

  /// - Parameters:
  ///   - bytes: The bytes of a token by itself.
  ///   - promptTokens: How many tokens of the prompt are told before those of the answer.
  init(bytes: @escaping @Sendable (Int32) -> [UInt8], promptTokens: Int = 0) {
    (self.bytes, self.promptTokens) = (bytes, promptTokens)
  }

  mutating func take(_ event: AnswerEvent) -> [AnswerPart] {
    switch event {
    case .taken(let count): return [.taken(promptTokens: count)]
    case .counts(let counts):
      return began(counts.prompt, counts.reused)
    case .token(let token):
      let report = TokenReport(token, bytes)
      if promptTokens > 0 {
        promptTokens -= 1
        pending.append((-1, report))
      } else {
        pending.append((textBytes, report))
        textBytes += token.text.utf8.count
      }
      return []
    case .part(let part): return take(part)
    case .finished(let end):
      // What a stop string has cut off is not told; tokens that constraints forced come late.
      let late = pending.filter { $0.place < end.textBytes && !$0.report.bytes.isEmpty }
      pending = []
      let rest: [AnswerPart] = late.isEmpty || isInCall ? [] : [.text("", late.map(\.report))]
      return began(end.promptTokens, end.reusedTokens) + rest + [.finished(end)]
    }
  }

  private mutating func began(_ promptTokens: Int, _ cachedTokens: Int) -> [AnswerPart] {
    guard !hasBegun else { return [] }
    hasBegun = true
    return [.began(promptTokens: promptTokens, cachedTokens: cachedTokens)]
  }

  private mutating func take(_ part: ChatEvent) -> [AnswerPart] {
    switch part {
    case .content(let text): return [.text(text, takeTokens())]
    case .reasoning(let text):
      pending = []
      return [.reasoning(text)]
    case .callBegan(let index, let name):
      pending = []
      calls.append(false)
      isInCall = true
      return [.call(index: index, id: "call_" + Exchange.name().prefix(24), name: name)]
    case .arguments(let index, let json):
      guard calls.indices.contains(index), !json.isEmpty else { return [] }
      pending = []
      calls[index] = true
      return [.arguments(index: index, json)]
    case .callFinished(let index, let call):
      guard calls.indices.contains(index) else { return [] }
      isInCall = false
      let rest = calls[index] ? [] : [AnswerPart.arguments(index: index, call.argumentsText)]
      return rest + [.callEnded(index: index)]
    case .rejected(let text, _):
      // The words of a call that has begun are its arguments so far.
      defer { isInCall = false }
      return isInCall ? [] : [.text(text, takeTokens())]
    }
  }

  private mutating func takeTokens() -> [TokenReport] {
    defer { pending = [] }
    return pending.map(\.report)
  }
}

extension ToolCall {
  fileprivate var argumentsText: String { JSON.object(arguments).text() }
}

/// A token with what the model thinks of it.
struct TokenReport: Sendable, Equatable {
  struct Entry: Sendable, Equatable {
    var bytes: [UInt8]
    var logProbability: Float?
  }

  var id: Int32
  var bytes: [UInt8]
  var logProbability: Float?
  var alternatives: [Entry]

  init(_ token: LocalLanguageModel.Token, _ bytes: (Int32) -> [UInt8]) {
    id = token.id
    self.bytes = bytes(token.id)
    logProbability = token.logProbability
    alternatives = token.alternatives.map {
      Entry(bytes: bytes($0.id), logProbability: $0.logProbability)
    }
  }
}
