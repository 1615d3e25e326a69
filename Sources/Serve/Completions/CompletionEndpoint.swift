import TernJSON
import TernLocal

/// `POST /v1/completions`.
enum CompletionEndpoint {
  static func reply(
    _ state: ModelState, _ parameters: Parameters, _ exchange: Exchange
  ) async throws(ServerError) -> ServerReply {
    let place = try state.admission.enter()
    let asked = try CompletionParameters(parameters, state.model)
    let prompts = try asked.read(state.model)
    let count = asked.sampling.choices
    try exchange.hold(prompts.count * count * 4 * BodyWeight.value)
    let choices = RunningChoices(
      prompts.count * count, perPrompt: count, exchange, .init(prompt: "prompt")
    ) { [model = state.model] choice in
      try await model.continuation(
        of: prompts[choice / count].tokens, options: asked.sampling.options(choice: choice % count),
        tellsPrompt: asked.tellsPrompt)
    }
    let writer = CompletionWriter(
      state, exchange, asked, prompts: prompts.map { asked.echoes ? $0.text : "" })
    let narrators = (0..<choices.count).map { choice in
      state.narrator(promptTokens: asked.tellsPrompt ? prompts[choice / count].tokens.count : 0)
    }
    guard asked.streams else {
      let answers = try await WholeAnswer.all(of: choices, narrators)
      withExtendedLifetime(place) {}
      return ServerReply(writer.document(answers))
    }
    return try await EventReply.make(
      choices, exchange, narrators: narrators, place: place,
      writer: CompletionStream(writer, choices.count))
  }
}

/// What a request for completions says.
struct CompletionParameters: Sendable {
  var prompts: [GivenPrompt]
  var sampling: SamplingParameters
  var streams: Bool
  var includesUsage: Bool
  /// Whether the prompt stands before its continuation.
  var echoes: Bool
  var hasLogprobs: Bool

  /// Whether the tokens of the prompt are told with their probabilities.
  var tellsPrompt: Bool { echoes && hasLogprobs }

  /// A prompt that is read.
  struct Prompt: Sendable {
    var tokens: [Int32]
    /// As it is repeated.
    var text: String
  }

  init(_ parameters: Parameters, _ model: any ServedModel) throws(ServerError) {
    streams = try parameters.bool("stream") ?? false
    includesUsage = try parameters.object("stream_options")?.bool("include_usage") ?? false
    echoes = try parameters.bool("echo") ?? false
    sampling = try SamplingParameters(
      parameters, limits: ["max_tokens"], leastTokens: 0, defaultLimit: 16,
      recommended: model.recommendedOptions)
    let top = try parameters.int("logprobs", in: 0...20)
    hasLogprobs = top != nil
    sampling.tellProbabilities(top)
    sampling.hold(to: try AnswerForm.constraint(parameters))
    sampling.setSuffix(try parameters.string("suffix"))
    if let best = try parameters.int("best_of", in: 1...Int(Int32.max)), best > sampling.choices {
      throw .invalid("'best_of' above 'n' is not done here.", parameter: "best_of")
    }
    let given = try parameters.required("prompt", parameters["prompt"])
    prompts = try GivenPrompts.read(given, parameters, "prompt")
  }

  /// The tokens of the prompts.
  func read(_ model: any ServedModel) throws(ServerError) -> [Prompt] {
    var read: [Prompt] = []
    for prompt in prompts {
      do throws(LocalLanguageModelError) {
        let tokens = try model.tokens(of: prompt, options: sampling.options)
        let text =
          switch prompt {
          case .text(let text): text
          case .tokens(let tokens): try model.detokenize(tokens)
          }
        read.append(Prompt(tokens: tokens, text: text))
      } catch {
        throw ServerError(error, .init(prompt: "prompt"))
      }
    }
    return read
  }
}

/// Prompts and inputs: a text, texts, token ids, or arrays of them.
enum GivenPrompts {
  static func read(
    _ json: JSON, _ parameters: Parameters, _ name: String
  ) throws(ServerError) -> [GivenPrompt] {
    let expected = "a string, an array of strings, an array of token ids or an array of those"
    if let text = json.string { return [.text(text)] }
    guard let list = json.array, !list.isEmpty else { throw parameters.wrong(name, expected) }
    if let tokens = tokens(json) { return [.tokens(tokens)] }
    var prompts: [GivenPrompt] = []
    for entry in list {
      if let text = entry.string {
        prompts.append(.text(text))
      } else if let tokens = tokens(entry), !tokens.isEmpty {
        prompts.append(.tokens(tokens))
      } else {
        throw parameters.wrong(name, expected)
      }
    }
    return prompts
  }

  private static func tokens(_ json: JSON) -> [Int32]? {
    let tokens = json.array?.compactMap { $0.int.flatMap(Int32.init(exactly:)) }
    return tokens?.count == json.array?.count ? tokens : nil
  }
}
