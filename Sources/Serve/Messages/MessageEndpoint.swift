import TernJSON
import TernLocal

/// `POST /v1/messages` and `POST /v1/messages/count_tokens`.
enum MessageEndpoint {
  static func reply(
    _ state: ModelState, _ parameters: Parameters, _ exchange: Exchange
  ) async throws(ServerError) -> ServerReply {
    let place = try state.admission.enter()
    let asked = try MessageParameters(parameters, state.model, needsLimit: true)
    let choices = RunningChoices(1, exchange, .init(prompt: "messages")) {
      [model = state.model] _ in
      try await model.answer(asked.conversation.request())
    }
    let writer = MessageWriter(state, exchange, marksCache: asked.marksCache)
    guard asked.streams else {
      let answers = try await WholeAnswer.all(of: choices, state.narrators(1))
      withExtendedLifetime(place) {}
      return ServerReply(writer.document(answers[0]))
    }
    return try await EventReply.make(
      choices, exchange, narrators: state.narrators(1), place: place,
      writer: MessageStream(writer))
  }

  static func count(
    _ state: ModelState, _ parameters: Parameters, _ exchange: Exchange
  ) async throws(ServerError) -> ServerReply {
    let asked = try MessageParameters(parameters, state.model, needsLimit: false)
    let prompt = try await exchange.prompt(of: asked.conversation, state, .init(prompt: "messages"))
    return ServerReply(["input_tokens": JSON(prompt.count)])
  }
}

/// Writes answers as Anthropic's messages.
struct MessageWriter: Sendable {
  private let id: String
  private let model: String
  private let exchange: Exchange
  private let marksCache: Bool

  /// - Parameter marksCache: Whether tokens that came from a cache are told apart from the others.
  init(_ state: ModelState, _ exchange: Exchange, marksCache: Bool) {
    id = "msg_" + Exchange.name()
    (model, self.exchange, self.marksCache) = (state.name, exchange, marksCache)
  }

  /// A whole message.
  func document(_ answer: WholeAnswer) -> JSON {
    var blocks: [JSON] = []
    if !answer.reasoning.isEmpty {
      blocks.append([
        "type": "thinking", "thinking": .string(answer.reasoning), "signature": "",
      ])
    }
    if !answer.text.isEmpty { blocks.append(["type": "text", "text": .string(answer.text)]) }
    for call in answer.calls {
      blocks.append([
        "type": "tool_use", "id": .string(call.id), "name": .string(call.name),
        "input": (try? JSON(parsing: call.arguments)) ?? [:],
      ])
    }
    let stop = stop(answer.end, hasCalls: !answer.calls.isEmpty)
    return message(blocks, stop, usage(of: answer.end))
  }

  /// The message that a stream begins with.
  func beginning(promptTokens: Int) -> JSON {
    message([], ["stop_reason": .null, "stop_sequence": .null], usage(promptTokens, 0, cached: 0))
  }

  /// Why an answer ended.
  func stop(_ end: AnswerEnd?, hasCalls: Bool) -> JSONObject {
    var reason = "end_turn"
    if end?.isCutOff == true {
      reason = "max_tokens"
    } else if hasCalls {
      reason = "tool_use"
    } else if end?.reason == .stopString {
      reason = "stop_sequence"
    }
    exchange.note(finish: end?.finishReason(hasCalls: hasCalls) ?? "stop")
    let met = reason == "stop_sequence" ? end?.stopString : nil
    return [
      "stop_reason": .string(reason), "stop_sequence": met.map { .string($0) } ?? .null,
    ]
  }

  /// The tokens of an answer that is over.
  ///
  /// Without marks for a cache, Anthropic's interface knows of none, and clients look at `input_tokens`
  /// alone: then these are all tokens of the prompt. The sum is the same.
  func usage(of end: AnswerEnd?) -> JSON {
    usage(
      end?.promptTokens ?? 0, end?.tokens ?? 0, cached: marksCache ? end?.reusedTokens ?? 0 : 0)
  }

  private func usage(_ promptTokens: Int, _ tokens: Int, cached: Int) -> JSON {
    [
      "input_tokens": JSON(promptTokens - cached), "cache_creation_input_tokens": 0,
      "cache_read_input_tokens": JSON(cached), "output_tokens": JSON(tokens),
    ]
  }

  private func message(_ blocks: [JSON], _ stop: JSONObject, _ usage: JSON) -> JSON {
    var message: JSONObject = [
      "id": .string(id), "type": "message", "role": "assistant", "model": .string(model),
      "content": .array(blocks),
    ]
    for (name, value) in stop { message[name] = value }
    message["usage"] = usage
    return .object(message)
  }
}
