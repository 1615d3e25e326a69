import TernJSON
import TernLocal

/// `POST /tokenize` and `POST /detokenize`, by the names of vLLM and of llama.cpp.
enum TokenEndpoint {
  static func tokenize(
    _ state: ModelState, _ parameters: Parameters, _ exchange: Exchange
  ) async throws(ServerError) -> ServerReply {
    let tokens: [Int32]
    if let messages = parameters["messages"] {
      let conversation = try ConversationParameters(
        messages: messages, source: "messages", tools: try ToolParameters(chat: parameters),
        sampling: try SamplingParameters(Parameters([:]), limits: []))
      tokens = try await exchange.prompt(of: conversation, state, .init(prompt: "messages"))
    } else {
      let (prompt, content) = (
        try parameters.string("prompt"), try parameters.string("content")
      )
      guard let text = prompt ?? content else {
        throw .invalid("'prompt' is missing; 'messages' will do too.", parameter: "prompt")
      }
      let adds = (
        try parameters.bool("add_special_tokens"), try parameters.bool("add_special")
      )
      tokens = state.model.tokenize(
        text, addsSpecialTokens: adds.0 ?? adds.1 ?? true,
        parsesSpecialTokens: try parameters.bool("parse_special") ?? true)
    }
    exchange.note(promptTokens: tokens.count)
    try exchange.hold(tokens.count * BodyWeight.value)
    return ServerReply([
      "tokens": .array(tokens.map { JSON(Int($0)) }), "count": JSON(tokens.count),
      "max_model_len": JSON(state.model.contextSize),
    ])
  }

  static func detokenize(
    _ state: ModelState, _ parameters: Parameters, _ exchange: Exchange
  ) async throws(ServerError) -> ServerReply {
    let list = try parameters.required("tokens", try parameters.array("tokens"))
    let tokens = list.compactMap { $0.int.flatMap(Int32.init(exactly:)) }
    guard tokens.count == list.count else {
      throw parameters.wrong("tokens", "an array of token ids")
    }
    try exchange.hold(tokens.count * BodyWeight.value)
    let text: String
    do { text = try state.model.detokenize(tokens) } catch {
      throw .invalid(ServerError.sentence(error.description), parameter: "tokens")
    }
    return ServerReply(["prompt": .string(text), "content": .string(text)])
  }
}

extension Exchange {
  /// The tokens of the prompt that a model would answer.
  func prompt(
    of conversation: ConversationParameters, _ state: ModelState, _ sources: ServerError.Sources
  ) async throws(ServerError) -> [Int32] {
    try await load(state)
    do { return try await state.model.prompt(of: conversation.request()) } catch {
      throw ServerError(error, sources)
    }
  }
}
