import TernJSON
import TernLocal

/// `POST /v1/rerank`, by the names of Jina, Cohere and vLLM.
enum RerankEndpoint {
  static func reply(
    _ state: ModelState, _ parameters: Parameters, _ exchange: Exchange
  ) async throws(ServerError) -> ServerReply {
    let place = try state.admission.enter()
    let query = try parameters.required("query", try parameters.string("query"))
    let list = try parameters.required("documents", try parameters.array("documents"))
    // Documents may be objects with a text.
    let documents = list.compactMap { $0.string ?? $0["text"]?.string }
    guard documents.count == list.count, !documents.isEmpty else {
      throw parameters.wrong("documents", "an array of strings")
    }
    let top = try parameters.int("top_n", in: 1...Int(Int32.max))
    let returnsTexts = try parameters.bool("return_documents") ?? false
    try await exchange.load(state)
    let ranking: [LocalLanguageModel.RankedDocument]
    do {
      ranking = try await state.model.rerank(
        query: query, documents: documents, top: top, truncates: false)
    } catch {
      throw ServerError(error, .init(prompt: "documents"))
    }
    withExtendedLifetime(place) {}
    return ServerReply([
      "id": .string("rerank-" + Exchange.name()), "object": "list",
      "model": .string(state.name),
      "results": .array(
        ranking.map { ranked in
          var entry: JSONObject = [
            "index": JSON(ranked.index), "relevance_score": JSON(Double(ranked.score)) ?? 0,
          ]
          if returnsTexts { entry["document"] = ["text": .string(documents[ranked.index])] }
          return .object(entry)
        }),
    ])
  }
}
