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
    let writer = MessageWriter(state, exchange)
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

  init(_ state: ModelState, _ exchange: Exchange) {
    id = "msg_" + Exchange.name()
    (model, self.exchange) = (state.name, exchange)
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
    return message(
      blocks, stop,
      usage(answer.end?.promptTokens ?? 0, answer.end?.tokens ?? 0))
  }

  /// The message that a stream begins with.
  func beginning(promptTokens: Int) -> JSON {
    message([], ["stop_reason": .null, "stop_sequence": .null], usage(promptTokens, 0))
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

  /// All tokens of the prompt are told as read, because clients look nowhere else.
  func usage(_ promptTokens: Int, _ tokens: Int) -> JSON {
    [
      "input_tokens": JSON(promptTokens), "cache_creation_input_tokens": 0,
      "cache_read_input_tokens": 0, "output_tokens": JSON(tokens),
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
