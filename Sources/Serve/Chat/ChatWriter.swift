import TernJSON
import TernLocal

/// Writes chat completions.
struct ChatWriter: Sendable {
  private let id: String
  private let created: Int
  private let model: String
  private let exchange: Exchange
  let includesUsage: Bool

  init(_ state: ModelState, _ exchange: Exchange, includesUsage: Bool = false) {
    id = "chatcmpl-" + Exchange.name()
    (created, model) = (exchange.created, state.name)
    (self.exchange, self.includesUsage) = (exchange, includesUsage)
  }

  /// A completion with all its choices.
  func document(_ answers: [WholeAnswer], hasLogprobs: Bool) -> JSON {
    var usage = AnswerUsage()
    var choices: [JSON] = []
    for (index, answer) in answers.enumerated() {
      var reason = "stop"
      if let end = answer.end {
        usage.add(end)
        reason = end.finishReason(hasCalls: !answer.calls.isEmpty)
      }
      exchange.note(finish: reason)
      choices.append([
        "index": JSON(index), "message": Self.message(answer),
        "logprobs": hasLogprobs ? ChatLogprobs.json(answer.tokens) : .null,
        "finish_reason": .string(reason),
      ])
    }
    return [
      "id": .string(id), "object": "chat.completion", "created": JSON(created),
      "model": .string(model), "choices": .array(choices), "usage": usage.chat,
    ]
  }

  private static func message(_ answer: WholeAnswer) -> JSON {
    var message: JSONObject = ["role": "assistant"]
    message["content"] =
      answer.text.isEmpty && !answer.calls.isEmpty ? .null : .string(answer.text)
    message["refusal"] = .null
    if !answer.reasoning.isEmpty { message["reasoning_content"] = .string(answer.reasoning) }
    if !answer.calls.isEmpty {
      message["tool_calls"] = .array(
        answer.calls.map { call in
          [
            "id": .string(call.id), "type": "function",
            "function": ["name": .string(call.name), "arguments": .string(call.arguments)],
          ]
        })
    }
    return .object(message)
  }

  /// A chunk with a delta of one choice.
  func chunk(
    _ choice: Int, _ delta: JSON, tokens: [TokenReport] = [], finish: String? = nil
  ) -> [UInt8] {
    if let finish { exchange.note(finish: finish) }
    return chunk(choices: [
      [
        "index": JSON(choice), "delta": delta,
        "logprobs": tokens.isEmpty ? .null : ChatLogprobs.json(tokens),
        "finish_reason": finish.map { .string($0) } ?? .null,
      ]
    ])
  }

  /// The last chunk, which has the usage.
  func chunk(usage: AnswerUsage) -> [UInt8] { chunk(choices: [], usage: usage) }

  private func chunk(choices: [JSON], usage: AnswerUsage? = nil) -> [UInt8] {
    var chunk: JSONObject = [
      "id": .string(id), "object": "chat.completion.chunk", "created": JSON(created),
      "model": .string(model), "choices": .array(choices),
    ]
    if includesUsage { chunk["usage"] = usage?.chat ?? .null }
    return EventText.event(.object(chunk))
  }
}

/// The tokens of an answer in the words of chat completions.
enum ChatLogprobs {
  static func json(_ tokens: [TokenReport]) -> JSON {
    [
      "content": .array(
        tokens.map { token in
          var entry = entry(token.bytes, token.logProbability)
          entry["top_logprobs"] = .array(
            token.alternatives.map { .object(Self.entry($0.bytes, $0.logProbability)) })
          return .object(entry)
        }), "refusal": .null,
    ]
  }

  private static func entry(_ bytes: [UInt8], _ logProbability: Float?) -> JSONObject {
    [
      "token": .string(String(decoding: bytes, as: UTF8.self)),
      "logprob": Self.number(logProbability), "bytes": .array(bytes.map { JSON(Int($0)) }),
    ]
  }

  /// A logarithm; that of 0 as the least that OpenAI tells.
  static func number(_ value: Float?) -> JSON {
    guard let value else { return .null }
    return JSON(Double(max(value, -9999))) ?? .null
  }
}
