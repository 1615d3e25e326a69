import Foundation
import Tern
import TernCafe
import TernTestSupport
import Testing

@Suite struct SemanticSearchTests {
  private static let documents = Documents.root.appending(path: "Sources/Tern/Tern.docc")

  /// A search through the documentation with the vectors of ``WordVectors``.
  private func search() async throws -> SemanticSearch {
    let folder = try TemporaryFolder()
    try WordVectors.write(to: folder.file("words.gguf"))
    return try await SemanticSearch(
      model: try LocalLanguageModel(contentsOf: URL(filePath: folder.file("words.gguf"))),
      folder: Self.documents)
  }

  @Test func `a question finds the page that answers it`() async throws {
    let search = try await search()
    for (question, page) in [
      ("What happens when the conversation is longer than the context?", "FirstAnswer.md"),
      ("How do I test an application without a model?", "TestingYourApp.md"),
      ("A tool throws an error", "CallingTools.md"),
      ("Sort documents with a reranker", "LocalModels.md"),
      ("Instructions for AMX and AVX-512", "SupportedModels.md"),
    ] {
      let hit = try #require(try await search.best(1, for: question).first)
      #expect(hit.passage.page.hasSuffix(page), "\(question): \(hit.passage)")
    }
  }

  @Test func `nearly every passage is found by its second half`() async throws {
    let search = try await search()
    var found = 0
    for passage in search.passages {
      let words = passage.text.split(separator: " ")
      let half = words.suffix(words.count / 2).joined(separator: " ")
      if try await search.best(1, for: half).first?.passage == passage { found += 1 }
    }
    #expect(search.passages.count > 80)
    #expect(found * 10 >= search.passages.count * 8, "\(found) of \(search.passages.count)")
  }

  @Test func `a generating model finds passages by their own words`() async throws {
    let search = try await SemanticSearch(
      model: try LocalLanguageModel(contentsOf: CafeModel.fileURL()), folder: Self.documents)
    for index in stride(from: 0, to: search.passages.count, by: 9) {
      let passage = search.passages[index]
      let hit = try #require(try await search.best(1, for: passage.text).first)
      #expect(hit.passage == passage && hit.score > 0.99)
    }
  }

  @Test func `an encoder is told what is a question and what is a document`() async throws {
    let folder = try TemporaryFolder()
    try Fixtures.tinyEncoder().write(to: folder.file("encoder.gguf"))
    let text = "The cat sat on the mat and sang, and a bird sat with the cat and sang too."
    try text.write(toFile: folder.file("page.md"), atomically: true, encoding: .utf8)
    try "# A heading\n\nToo short.".write(
      toFile: folder.file("other.md"), atomically: true, encoding: .utf8)
    let model = try LocalLanguageModel(contentsOf: URL(filePath: folder.file("encoder.gguf")))
    let search = try await SemanticSearch(model: model, folder: URL(filePath: folder.path))
    #expect(search.passages == [.init(page: "page.md", text: text)])
    #expect(try await search.best(5, for: "What did the cat do?").count == 1)
  }
}
