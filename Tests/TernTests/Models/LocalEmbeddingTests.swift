import Foundation
import Tern
import TernTestSupport
import Testing

/// Vectors and rankings, of decoders and of encoders.
@Suite struct LocalEmbeddingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func encoder(ranks: Bool = false) throws -> LocalLanguageModel {
    let path = folder.file("encoder-\(ranks).gguf")
    try Fixtures.tinyEncoder(ranks: ranks).write(to: path)
    return try LocalLanguageModel(contentsOf: URL(filePath: path))
  }

  private func length(_ vector: [Float]) -> Float {
    vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
  }

  @Test func `several texts give the vectors that each gives alone`() async throws {
    let texts = ["the cat", "a bird sat on the mat and sang", "tea", "the cat"]
    for model in [
      try encoder(), try LocalLanguageModel(contentsOf: .init(filePath: Fixtures.tinyLlama)),
    ] {
      let vectors = try await model.embeddings(of: texts)
      #expect(vectors.count == 4)
      for (text, vector) in zip(texts, vectors) {
        let alone = try await model.embedding(of: text)
        #expect(abs(length(vector) - 1) < 1e-5)
        for (a, b) in zip(alone, vector) { #expect(abs(a - b) < 1e-3) }
      }
      #expect(try await model.embeddings(of: []).isEmpty)
    }
  }

  @Test func `pooling, dimensions and words before texts are as asked for`() async throws {
    let model = try encoder()
    var options = LocalLanguageModel.EmbeddingOptions()
    var seen: [[Float]] = []
    for pooling in [LocalLanguageModel.EmbeddingOptions.Pooling.mean, .first, .last] {
      options.pooling = pooling
      seen.append(try await model.embedding(of: "the cat", options: options))
    }
    #expect(Set(seen).count == 3)
    // The file says the first.
    #expect(try await model.embedding(of: "the cat") == seen[1])
    options = .init()
    options.dimensions = 8
    let cut = try await model.embedding(of: "the cat", options: options)
    #expect(cut.count == 8 && abs(length(cut) - 1) < 1e-5)
    #expect(abs(cut[0] / cut[1] - seen[1][0] / seen[1][1]) < 1e-2)
    options = .init()
    options.task = .query
    let query = try await model.embedding(of: "tea", options: options)
    #expect(try await model.embedding(of: "search_query: tea") == query)
    options.task = .similarity
    await #expect(throws: LocalLanguageModelError.self) {
      try await model.embedding(of: "tea", options: options)
    }
    options = .init()
    options.dimensions = 33
    await #expect(throws: LocalLanguageModelError.badOption("dimensions 33 is not allowed")) {
      try await model.embedding(of: "tea", options: options)
    }
  }

  @Test func `a reranker sorts documents, another model says that it is none`() async throws {
    let documents = ["a bird", "hot tea", "cats purr", "rain"]
    let ranking = try await encoder(ranks: true).rerank(query: "tea", documents: documents)
    #expect(Set(ranking.map(\.index)) == [0, 1, 2, 3])
    #expect(ranking.map(\.score) == ranking.map(\.score).sorted(by: >))
    let best = try await encoder(ranks: true).rerank(query: "tea", documents: documents, top: 2)
    #expect(best.map(\.index) == ranking.prefix(2).map(\.index))
    await #expect { try await encoder().rerank(query: "tea", documents: documents) } throws: {
      guard case LocalLanguageModelError.unusableModel(let text)? = $0 as? LocalLanguageModelError
      else { return false }
      return text.contains("ranking head")
    }
  }

  @Test func `a session with an encoder says that it generates none`() async throws {
    #expect(try !encoder().capabilities.contains(.guidedGeneration))
    let session = LanguageModelSession(model: try encoder())
    await #expect { try await session.respond(to: "Hello") } throws: {
      "\($0)".contains("generates none")
    }
  }
}
