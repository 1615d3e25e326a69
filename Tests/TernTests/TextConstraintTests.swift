import Foundation
import Tern
import TernTestSupport
import Testing

@Suite("Text constraints")
struct TextConstraintTests {
  private func model() async throws -> TextModel {
    try await TextModel(contentsOf: URL(fileURLWithPath: Fixtures.tinyLlama))
  }

  private func options(_ constraint: TextConstraint) -> TextOptions {
    var options = TextOptions()
    options.sampling = .random(temperature: 2, topK: 0, topP: 1, minP: 0)
    options.seed = 9
    options.constraint = constraint
    return options
  }

  @Test("texts are what their constraint says")
  func satisfied() async throws {
    let model = try await model()
    let choices = ["the cat", "the hat"]
    let chosen = try await model.complete("a", options: options(.choices(choices)))
    #expect(choices.contains(chosen))
    let matched = try await model.complete("a", options: options(.regex("[a-c]{3}-[0-9]")))
    #expect(matched.wholeMatch(of: /[a-c]{3}-[0-9]/) != nil)
    let any = try await model.complete("a", options: options(.json()))
    _ = try JSONSerialization.jsonObject(with: Data(any.utf8), options: .fragmentsAllowed)
    let schema = #"{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}"#
    var text = ""
    for try await piece in model.stream("a", options: options(try .jsonSchema(schema))) {
      text += piece
    }
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect(object?["n"] is Int || object?["n"] is Double)
  }

  @Test("constraints that cannot be used are errors that say why")
  func errors() async throws {
    func message(_ make: () throws(TextModelError) -> TextConstraint) -> String {
      do {
        _ = try make()
        return ""
      } catch .badConstraint(let text) {
        return text
      } catch {
        return ""
      }
    }
    #expect(message { () throws(TextModelError) in try .jsonSchema("{") }.contains("not JSON"))
    let odd = #"{"properties":{"a":{"pattern":"(b)\\1"}}}"#
    #expect(
      message { () throws(TextModelError) in try .jsonSchema(odd) }.contains("/properties/a"))
    #expect(message { () throws(TextModelError) in try .regex("(a") }.contains("(a"))
    #expect(!message { () throws(TextModelError) in try .choices([]) }.isEmpty)
    #expect(
      message { () throws(TextModelError) in try .jsonSchema("false") }.contains("satisfies"))
    var short = options(try .choices(["the cat sat"]))
    short.maximumTokens = 1
    let model = try await model()
    await #expect {
      try await model.complete("a", options: short)
    } throws: {
      guard case TextModelError.answerTooLong(let tokens, 1) = $0 else { return false }
      return tokens > 1
    }
  }

  @Test("constraints of equal source are equal")
  func equal() throws {
    #expect(try TextConstraint.json() == .json())
    #expect(try TextConstraint.choices(["a"]) != .choices(["b"]))
    #expect(try TextConstraint.regex("a") != .choices(["a"]))
  }
}
