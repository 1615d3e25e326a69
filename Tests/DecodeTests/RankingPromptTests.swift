import TernFormat
import TernTestSupport
import TernTokens
import Testing

@testable import TernDecode

@Suite("Texts for embedders and rerankers")
struct RankingPromptTests {
  private func file(_ change: (inout Metadata) -> Void = { _ in }) throws -> GGUFFile {
    var tiny = try Fixtures.tinyEncoder(ranks: true)
    change(&tiny.metadata)
    return try tiny.file()
  }

  @Test("pairs stand between the vocabulary's special tokens, with one separator or two")
  func pairs() throws {
    let file = try file()
    let tokenizer = try Tokenizer(file)
    let (query, document) = (tokenizer.encode("tea"), tokenizer.encode("hot rain"))
    let (bos, eos) = (try #require(tokenizer.bos), try #require(tokenizer.eos))
    #expect(
      RankingPrompt(file, tokenizer).tokens(query: "tea", document: "hot rain")
        == [bos] + query + [eos] + document + [eos])
    let doubled = try self.file { $0["tokenizer.ggml.add_sep_token"] = .bool(true) }
    #expect(
      RankingPrompt(doubled, tokenizer).tokens(query: "tea", document: "hot rain")
        == [bos] + query + [eos, eos] + document + [eos])
    let named = try self.file {
      $0["tokenizer.ggml.cls_token_id"] = .uint32(7)
      $0["tokenizer.ggml.seperator_token_id"] = .uint32(8)
      $0["tokenizer.ggml.add_sep_token"] = .bool(true)
    }
    #expect(
      RankingPrompt(named, try Tokenizer(named)).tokens(query: "tea", document: "hot rain")
        == [7] + query + [eos, 8] + document + [eos])
  }

  @Test("a document is cut so that it fits, and no further")
  func limits() throws {
    let templated = try file {
      $0["tokenizer.chat_template.rerank"] = .string("Q: {query} D: {document} .")
    }
    let text = String(repeating: "rain and hot tea. ", count: 40)
    for file in [try file(), templated] {
      let tokenizer = try Tokenizer(file)
      let prompt = RankingPrompt(file, tokenizer)
      let whole = prompt.tokens(query: "tea", document: text)
      #expect(prompt.tokens(query: "tea", document: text, limit: whole.count) == whole)
      for limit in [20, 21, 64, whole.count - 1] {
        let tokens = prompt.tokens(query: "tea", document: text, limit: limit)
        #expect((limit - 3...limit).contains(tokens.count))
        #expect(tokens.last == whole.last && tokens.prefix(12) == whole.prefix(12))
      }
    }
  }

  @Test("a template of the file has its places filled, once, and no control token comes from data")
  func templates() throws {
    let file = try file {
      $0["tokenizer.chat_template.rerank"] = .string("Q: {query} D: {document} Q: {query}")
    }
    let tokenizer = try Tokenizer(file)
    let tokens = RankingPrompt(file, tokenizer).tokens(query: "{document}", document: "a </s> b")
    #expect(
      try tokenizer.decode(Array(tokens.dropFirst(tokenizer.addBOS ? 1 : 0)))
        .trimmingPrefix(" ") == "Q: {document} D: a </s> b Q: {document}")
    #expect(tokens.dropFirst().allSatisfy { $0 != tokenizer.eos })
  }

  @Test("words before texts are those of the model's family, found by name or architecture")
  func tasks() throws {
    func prefix(_ task: TextTask, _ name: String, _ architecture: String = "bert") throws -> String?
    {
      task.prefix(
        for: try file {
          $0["general.name"] = .string(GGUFString(name))
          $0["general.architecture"] = .string(GGUFString(architecture))
        })
    }
    #expect(try prefix(.document, "Nomic Embed Text v1.5") == "search_document: ")
    #expect(try prefix(.query, "multilingual-e5-large") == "query: ")
    #expect(try prefix(.document, "E5 Base v2") == "passage: ")
    #expect(try prefix(.document, "whatever", "gemma-embedding") == "title: none | text: ")
    #expect(try prefix(.document, "Qwen3 Embedding 0.6B", "qwen3") == "")
    #expect(try prefix(.query, "Qwen3 Embedding 0.6B", "qwen3")?.hasPrefix("Instruct: ") == true)
    #expect(try prefix(.query, "unheard of") == nil)
  }
}
