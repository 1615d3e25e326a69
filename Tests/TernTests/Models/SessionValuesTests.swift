import Foundation
import TernGrammar
import TernJSON
import TernTestSupport
import Testing

@testable import TernLocal
@testable import TernSession

/// How schemas and values of sessions come to local models: by their public conformances.
@Suite struct SessionValuesTests {
  /// The documents as those of another framework come: written as text, and read again.
  private func encoded(_ schema: GenerationSchema) throws -> SchemaReceiver.Documents {
    try SchemaReceiver.Documents(encoded: Array(JSONEncoder().encode(schema)))
  }

  /// A constraint whose regular expressions are written out.
  private func exact(_ constraint: JSON) -> JSON {
    SchemaKeywords.map(constraint) { schema in
      guard let text = schema["x-swift-pattern"]?.string else { return }
      schema["x-swift-pattern"] = RegexText(text: text).map { .string($0.exact) }
    }
  }

  @Test func `a schema hands over its documents, and they are those that its text gives`() throws {
    for round in 0..<200 {
      var schemas = RandomSchemas(seed: UInt64(round))
      let schema = try schemas.whole()
      let documents = try schema.documents()
      #expect(documents.json == schema.json && documents.constraint == schema.constraint)
      let read = try encoded(schema)
      #expect(read.json.hasSameValue(as: schema.json), "seed \(round)")
      #expect(exact(read.constraint).hasSameValue(as: schema.constraint), "seed \(round)")
      #expect(
        read.json["properties"]?.object?.keys == schema.json["properties"]?.object?.keys)
    }
  }

  @Test(arguments: ["[a-c]{2,3}", "a|b\\d+", "[^x-z]+", "(?i)ab"])
  func `a pattern in an encoded schema is Swift's, and of the whole text`(_ text: String) throws {
    let regex = try Regex(text)
    let schema = GenerationSchema(
      type: Age.self, properties: [.init(name: "a", type: String.self, guides: [regex])])
    for constraint in [try schema.documents().constraint, try encoded(schema).constraint] {
      let acceptor = try Acceptor(
        Constraint(.schema(#require(constraint["properties"]?["a"]))))
      for sample in ["", "ab", "abc", "abcd", "a", "b1", "b12", "AB", "x", "q"] {
        #expect(
          try acceptor.accepts(JSON.string(sample).bytes())
            == (regex.wholeMatch(in: sample) != nil), "\(sample)")
      }
    }
  }

  @Test func `a schema in another encoder is what it was`() throws {
    let schema = Person.generationSchema
    let text = String(decoding: try JSONEncoder().encode([schema]), as: UTF8.self)
    #expect(try JSON(parsing: text).hasSameValue(as: [schema.json]))
  }

  @Test func `values keep their order, numbers and text`() throws {
    let text = #"{"b": 12345678901234567890, "a": [1.50, null, true, "é\n\"\u0000"], "c": {}}"#
    let content = try GeneratedContent(json: text)
    #expect(try content.parsedJSON() == content.json)
    #expect(try content.parsedJSON().object?.keys == ["b", "a", "c"])
  }

  struct Locker: Tool {
    let name = "locker"
    let description = "Opens a locker"

    @Generable struct Arguments {
      @Guide(/[a-c]{3}-[0-9]/) let code: String
    }

    func call(arguments: Arguments) async -> String { arguments.code }
  }

  @Test func `what tools are called with matches the patterns of their arguments`() async throws {
    let folder = try TemporaryFolder()
    try Fixtures.writeTinyLlama(
      to: folder.file("wide.gguf"), context: 2048, controls: ["<tool_call>", "</tool_call>"])
    let model = try LocalLanguageModel(contentsOf: URL(filePath: folder.file("wide.gguf")))
    var called = 0
    for seed in 0..<UInt64(4) {
      let session = LanguageModelSession(model: model, tools: [Locker()])
      session.ternOptions.maximumToolRounds = 1
      var options = GenerationOptions(
        samplingMode: .random(probabilityThreshold: 1, seed: seed), temperature: 2,
        maximumResponseTokens: 100)
      options.toolCallingMode = .required
      _ = try await session.respond(to: "x", options: options)
      for case .toolCalls(let calls) in session.transcript {
        called += calls.count
        for call in calls {
          let code = try Locker.Arguments(call.arguments).code
          #expect(code.wholeMatch(of: /[a-c]{3}-[0-9]/) != nil, "\(code)")
        }
      }
    }
    #expect(called > 0)
  }
}
