import Foundation
import TernJSON
import TernTemplate
import TernTestSupport
import Testing

/// Damaged templates: each gives a result or an error within the limits' steps.
@Suite(.timeLimit(.minutes(30))) struct TemplateSoakTests {
  private static let words = [
    "{{", "}}", "{%", "%}", "{#", "#}", "-%}", "{%-", "(", ")", "[", "]", "{", "}", "'", "\"", "|",
    ".", ":", ",", "=", "==", "~", "**", "//", "\\", "\n", "for", "in", "if", "else", "endfor",
    "endif", "set", "macro", "endmacro", "call", "loop", "not", "is", "defined", "recursive",
    "{% raw %}", "{% endraw %}", "messages", "é", "\u{0}", "9999999999", "1e999", "-1", "::", "*",
    "break", "generation", "tojson", "range(99999)", "namespace()", "caller()",
  ]

  private static func mutate(
    _ source: String, _ random: inout SeededGenerator
  ) -> String {
    var bytes = Array(source.utf8)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 0...12, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes.removeSubrange(place..<end)
      case 1:
        let word = words[Int.random(in: 0..<words.count, using: &random)]
        bytes.insert(contentsOf: word.utf8, at: place)
      case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 3: if place < bytes.count { bytes[place] = UInt8.random(in: 0...127, using: &random) }
      default:
        let word = words[Int.random(in: 0..<words.count, using: &random)]
        bytes.replaceSubrange(place..<end, with: word.utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func soak(_ sources: [String], _ variables: JSONObject, _ rounds: Int, seed: UInt64) {
    var limits = TemplateLimits()
    limits.steps = 200_000
    limits.stringBytes = 1 << 20
    var random = SeededGenerator(seed: seed)
    var rendered = 0
    for _ in 0..<rounds {
      let source = Self.mutate(sources[Int.random(in: 0..<sources.count, using: &random)], &random)
      do {
        let text = try render(source, variables, limits: limits)
        #expect(text.pieces.allSatisfy { !$0.text.isEmpty })
        rendered += 1
      } catch {
        #expect(error.line >= 1, "\(source.debugDescription): \(error)")
      }
    }
    #expect(rendered > 0)
  }

  @Test func `damaged small templates give a result or an error`() throws {
    let fixture = try fixture("templates.json")
    let sources = try #require(fixture["cases"]?.array).compactMap { $0["template"]?.string }
    soak(
      sources, try #require(fixture["variables"]?.object), SharedSuites.rounds(20_000), seed: 1)
  }

  @Test(.enabled(if: SharedSuites.available))
  func `damaged chat templates give a result or an error`() throws {
    let root = try #require(SharedSuites.url("suites/chat-templates"))
    let conversations = try #require(try json(root.appending(path: "conversations.json")).object)
    let conversation = try #require(conversations["tool_call_null_content_gen"])
    let files = try FileManager.default.contentsOfDirectory(
      at: root.appending(path: "templates"), includingPropertiesForKeys: nil)
    let sources = try files.sorted { $0.path < $1.path }.map {
      String(decoding: try Data(contentsOf: $0), as: UTF8.self)
    }
    let variables = TemplateSuiteTests.variables(conversation, ["bos_token": "<s>"])
    soak(sources, variables, SharedSuites.rounds(20_000), seed: 2)
  }
}
