import Foundation
import Tern
import TernTestSupport
import Testing

@Suite("README")
struct ReadmeTests {
  /// The program that README shows first; the lines between the marks are the same in both.
  private func listing() async throws {
    // listing
    let model = try await TextModel(contentsOf: URL(fileURLWithPath: "model.gguf"))
    var options = TextOptions()
    options.sampling = .greedy
    options.maximumTokens = 100
    for try await piece in model.stream("Once upon a time", options: options) {
      print(piece, terminator: "")
    }
    // end
  }

  /// The program that README shows next.
  private func constrained(_ model: TextModel) async throws -> String {
    // constrained
    let schema = """
      {"type": "object", "required": ["name", "age"], "additionalProperties": false,
       "properties": {"name": {"type": "string", "maxLength": 40},
                      "age": {"type": "integer", "minimum": 0, "maximum": 120}}}
      """
    var options = TextOptions()
    options.constraint = try .jsonSchema(schema)
    let person = try await model.complete("A person, as JSON: ", options: options)
    // end
    return person
  }

  private func lines(_ text: String, from begin: String, to end: String) throws -> [String] {
    let start = try #require(text.range(of: begin))
    let stop = try #require(text.range(of: end, range: start.upperBound..<text.endIndex))
    return text[start.upperBound..<stop.lowerBound].split(separator: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  @Test("the listings are ones that compile")
  func compile() throws {
    let root = URL(fileURLWithPath: Fixtures.tinyLlama)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(
      contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let shown = try lines(readme, from: "```swift\n", to: "```").filter { !$0.hasPrefix("import ") }
    #expect(shown == (try lines(source, from: "// listing\n", to: "// end")))
    #expect(shown.count > 5)
    let next = try lines(readme, from: "```swift\nlet schema", to: "```")
    #expect(next == (try lines(source, from: "// constrained\n    let schema", to: "// end")))
    #expect(next.count > 5)
  }

  @Test("the constrained listing gives a person")
  func constrainedRuns() async throws {
    let model = try await TextModel(contentsOf: URL(fileURLWithPath: Fixtures.tinyLlama))
    let person = try await constrained(model)
    // Random text may begin with a mark that joins the quote.
    #expect(person.utf8.starts(with: #"{"name":""#.utf8) && person.utf8.last == UInt8(ascii: "}"))
  }

  @Test("an unknown file ends the listing's first line with an error that names it")
  func listingRuns() async {
    await #expect { try await listing() } throws: { "\($0)".contains("model.gguf") }
  }
}
