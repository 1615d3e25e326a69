import TernLocal

/// `POST /v1/responses`.
enum ResponseEndpoint {
  static func reply(
    _ state: ModelState, _ parameters: Parameters, _ exchange: Exchange
  ) async throws(ServerError) -> ServerReply {
    let place = try state.admission.enter()
    let asked = try ResponseParameters(parameters, state.model, state.responses)
    let choices = RunningChoices(
      1, exchange, .init(prompt: "input", limit: "max_output_tokens")
    ) { [model = state.model] _ in
      try await model.answer(asked.conversation.request())
    }
    var writer = ResponseWriter(state, exchange, asked)
    guard asked.streams else {
      var narrator = state.narrator(promptTokens: 0)
      while let (_, event) = try await choices.next() {
        for part in narrator.take(event) { _ = writer.take(part, choice: 0) }
      }
      withExtendedLifetime(place) {}
      return ServerReply(writer.finished())
    }
    return try await EventReply.make(
      choices, exchange, narrators: state.narrators(1), place: place, writer: writer)
  }
}
