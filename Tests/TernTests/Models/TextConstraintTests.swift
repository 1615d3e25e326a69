import Foundation
import Tern
import TernTestSupport
import Testing

@Suite("Text constraints")
struct TextConstraintTests {
  private func model() throws -> LocalLanguageModel {
    try LocalLanguageModel(contentsOf: URL(fileURLWithPath: Fixtures.tinyLlama))
  }

  private func options(_ constraint: TextConstraint) -> LocalGenerationOptions {
    var options = LocalGenerationOptions()
    (options.temperature, options.topK, options.topP, options.minP) = (2, 0, 1, 0)
    options.seed = 9
    options.constraint = constraint
    return options
  }

  @Test("texts are what their constraint says")
  func satisfied() async throws {
    let model = try model()
    let choices = ["the cat", "the hat"]
    let chosen = try await model.complete("a", options: options(.choices(choices))).text
    #expect(choices.contains(chosen))
    let matched = try await model.complete("a", options: options(.regex("[a-c]{3}-[0-9]"))).text
    #expect(matched.wholeMatch(of: /[a-c]{3}-[0-9]/) != nil)
    let any = try await model.complete("a", options: options(.json())).text
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
    func message(_ make: () throws(LocalLanguageModelError) -> TextConstraint) -> String {
      do {
        _ = try make()
        return ""
      } catch .badConstraint(let text) {
        return text
      } catch {
        return ""
      }
    }
    #expect(
      message { () throws(LocalLanguageModelError) in try .jsonSchema("{") }.contains("not JSON"))
    let odd = #"{"properties":{"a":{"pattern":"(b)\\1"}}}"#
    #expect(
      message { () throws(LocalLanguageModelError) in try .jsonSchema(odd) }.contains(
        "/properties/a"))
    #expect(message { () throws(LocalLanguageModelError) in try .regex("(a") }.contains("(a"))
    #expect(!message { () throws(LocalLanguageModelError) in try .choices([]) }.isEmpty)
    #expect(
      message { () throws(LocalLanguageModelError) in try .jsonSchema("false") }.contains(
        "satisfies"))
    var short = options(try .choices(["the cat sat"]))
    short.maximumTokens = 1
    let model = try model()
    await #expect {
      try await model.complete("a", options: short)
    } throws: {
      guard case LocalLanguageModelError.answerTooLong(let tokens, 1) = $0 else { return false }
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
