import TernLocal

/// `POST /v1/chat/completions`.
enum ChatEndpoint {
  static func reply(
    _ state: ModelState, _ parameters: Parameters, _ exchange: Exchange
  ) async throws(ServerError) -> ServerReply {
    let place = try state.admission.enter()
    let chat = try ChatParameters(parameters, state.model)
    let choices = RunningChoices(
      chat.conversation.sampling.choices, exchange, .init(prompt: "messages")
    ) { [model = state.model] choice in
      try await model.answer(chat.conversation.request(choice: choice))
    }
    let writer = ChatWriter(state, exchange, includesUsage: chat.includesUsage)
    guard chat.streams else {
      let answers = try await WholeAnswer.all(of: choices, state.narrators(choices.count))
      withExtendedLifetime(place) {}
      return ServerReply(writer.document(answers, hasLogprobs: chat.hasLogprobs))
    }
    return try await EventReply.make(
      choices, exchange, narrators: state.narrators(choices.count), place: place,
      writer: ChatStream(writer, choices.count))
  }
}

/// What a request for a chat completion says.
struct ChatParameters: Sendable {
  var conversation: ConversationParameters
  var streams: Bool
  /// Whether a stream tells the tokens at its end.
  var includesUsage: Bool
  var hasLogprobs: Bool

  init(_ parameters: Parameters, _ model: any ServedModel) throws(ServerError) {
    streams = try parameters.bool("stream") ?? false
    includesUsage =
      try parameters.object("stream_options")?.bool("include_usage") ?? false
    hasLogprobs = try parameters.bool("logprobs") ?? false
    var sampling = try SamplingParameters(
      parameters, limits: ["max_completion_tokens", "max_tokens"],
      recommended: model.recommendedOptions)
    let top = try parameters.int("top_logprobs", in: 0...20)
    if hasLogprobs { sampling.tellProbabilities(top ?? 0) }
    sampling.hold(to: try AnswerForm.constraint(parameters))
    conversation = try ConversationParameters(
      messages: parameters["messages"], source: "messages",
      tools: try ToolParameters(chat: parameters), sampling: sampling)
    if let variables = try parameters.object("chat_template_kwargs") {
      conversation.templateVariables = variables.object
    }
    try readEffort(parameters)
    try readContinuation(parameters)
  }

  /// Reads, by vLLM's names, whether the last message is gone on with.
  private mutating func readContinuation(_ parameters: Parameters) throws(ServerError) {
    let begins = try parameters.bool("add_generation_prompt")
    guard try parameters.bool("continue_final_message") ?? false else { return }
    let name = "continue_final_message"
    guard begins != true else {
      throw .invalid(
        "'\(name)' and 'add_generation_prompt' exclude each other.", parameter: name)
    }
    let last = parameters["messages"]?.array?.last
    guard last?["role"]?.string == "assistant", last?["tool_calls"] ?? .null == .null else {
      throw .invalid("The last message is not an assistant's text.", parameter: name)
    }
    conversation.continuesLast = true
  }

  private mutating func readEffort(_ parameters: Parameters) throws(ServerError) {
    guard let effort = try parameters.string("reasoning_effort") else { return }
    conversation.setEffort(effort)
  }
}

extension ConversationParameters {
  /// Takes a word of OpenAI's for how much the model reasons.
  mutating func setEffort(_ word: String) {
    guard word != "none" else { return reasoning = .disabled }
    // With a form there is no reasoning unless it is asked for: a word asks for it only where the
    // template has words.
    reasoning?.effort = word
  }
}
