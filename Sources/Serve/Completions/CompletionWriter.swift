import TernJSON

/// Writes completions of texts.
struct CompletionWriter: Sendable {
  private let id: String
  private let created: Int
  private let model: String
  private let exchange: Exchange
  private let hasLogprobs: Bool
  let includesUsage: Bool
  /// Answers to each prompt.
  let choices: Int
  /// What stands before the text, for each prompt.
  let echoes: [String]

  init(
    _ state: ModelState, _ exchange: Exchange, _ asked: CompletionParameters, prompts: [String]
  ) {
    id = "cmpl-" + Exchange.name()
    (created, model) = (exchange.created, state.name)
    (self.exchange, echoes) = (exchange, prompts)
    (hasLogprobs, includesUsage) = (asked.hasLogprobs, asked.includesUsage)
    choices = asked.sampling.choices
  }

  /// A completion with all its choices.
  func document(_ answers: [WholeAnswer]) -> JSON {
    var usages = echoes.map { _ in AnswerUsage() }
    var list: [JSON] = []
    for (index, answer) in answers.enumerated() {
      var logprobs = CompletionLogprobs()
      var reason = "stop"
      if let end = answer.end {
        usages[index / choices].add(end)
        reason = end.finishReason(hasCalls: false)
      }
      exchange.note(finish: reason)
      list.append([
        "index": JSON(index), "text": .string(echoes[index / choices] + answer.text),
        "logprobs": hasLogprobs ? logprobs.json(answer.tokens) : .null,
        "finish_reason": .string(reason),
      ])
    }
    return .object(head(list, Self.sum(usages)))
  }

  /// A chunk with more text of a choice.
  func chunk(_ choice: Int, _ text: String, logprobs: JSON?, finish: String? = nil) -> [UInt8] {
    if let finish { exchange.note(finish: finish) }
    return chunk([
      [
        "index": JSON(choice), "text": .string(text),
        "logprobs": hasLogprobs ? logprobs ?? .null : .null,
        "finish_reason": finish.map { .string($0) } ?? .null,
      ]
    ])
  }

  /// The last chunk, which has the usage.
  func chunk(usages: [AnswerUsage]) -> [UInt8] { chunk([], Self.sum(usages)) }

  private func chunk(_ choices: [JSON], _ usage: AnswerUsage? = nil) -> [UInt8] {
    var chunk = head(choices, usage)
    if includesUsage, usage == nil { chunk["usage"] = .null }
    return EventText.event(.object(chunk))
  }

  private func head(_ choices: [JSON], _ usage: AnswerUsage?) -> JSONObject {
    var head: JSONObject = [
      "id": .string(id), "object": "text_completion", "created": JSON(created),
      "model": .string(model), "choices": .array(choices),
    ]
    if let usage { head["usage"] = usage.chat }
    return head
  }

  private static func sum(_ usages: [AnswerUsage]) -> AnswerUsage {
    usages.reduce(into: AnswerUsage()) { $0.add($1) }
  }
}

/// Writes completions as a stream of chunks.
struct CompletionStream: EventWriter {
  private let writer: CompletionWriter
  private var logprobs: [CompletionLogprobs]
  private var usages: [AnswerUsage]

  init(_ writer: CompletionWriter, _ count: Int) {
    self.writer = writer
    logprobs = (0..<count).map { _ in CompletionLogprobs() }
    usages = writer.echoes.map { _ in AnswerUsage() }
  }

  mutating func take(_ part: AnswerPart, choice: Int) -> [[UInt8]] {
    switch part {
    case .began:
      let echo = writer.echoes[choice / writer.choices]
      return echo.isEmpty ? [] : [writer.chunk(choice, echo, logprobs: nil)]
    case .text(let text, let tokens):
      let logprobs = tokens.isEmpty ? nil : logprobs[choice].json(tokens)
      return [writer.chunk(choice, text, logprobs: logprobs)]
    case .finished(let end):
      usages[choice / writer.choices].add(end)
      return [
        writer.chunk(choice, "", logprobs: nil, finish: end.finishReason(hasCalls: false))
      ]
    case .taken, .reasoning, .call, .arguments, .callEnded: return []
    }
  }

  mutating func finish() -> [[UInt8]] {
    (writer.includesUsage ? [writer.chunk(usages: usages)] : []) + [EventText.done]
  }

  mutating func fail(_ error: ServerError) -> [[UInt8]] { [EventText.event(error.json(.openAI))] }
}

/// Tokens with their probabilities in the older form: lists of one length.
struct CompletionLogprobs: Sendable {
  /// Characters of the tokens so far.
  private var offset = 0

  mutating func json(_ tokens: [TokenReport]) -> JSON {
    var offsets: [JSON] = []
    for token in tokens {
      offsets.append(JSON(offset))
      offset += Self.text(token.bytes).unicodeScalars.count
    }
    return [
      "tokens": .array(tokens.map { .string(Self.text($0.bytes)) }),
      "token_logprobs": .array(tokens.map { ChatLogprobs.number($0.logProbability) }),
      "top_logprobs": .array(tokens.map { Self.top($0) }),
      "text_offset": .array(offsets),
    ]
  }

  /// The likeliest tokens, and the one that came.
  private static func top(_ token: TokenReport) -> JSON {
    guard let logProbability = token.logProbability else { return .null }
    var top = JSONObject()
    for entry in token.alternatives {
      let text = text(entry.bytes)
      if top[text] == nil { top[text] = ChatLogprobs.number(entry.logProbability) }
    }
    let text = text(token.bytes)
    if top[text] == nil { top[text] = ChatLogprobs.number(logProbability) }
    return .object(top)
  }

  /// A token as text; bytes that are none are written as such.
  private static func text(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return "bytes:"
      + bytes.map { byte in
        "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
  }
}
