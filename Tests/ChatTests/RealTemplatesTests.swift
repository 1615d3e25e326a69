import Foundation
import TernChat
import TernJSON
import TernTemplate
import TernTestSupport
import Testing

/// Whole conversations through the templates of real models.
@Suite(.enabled(if: SharedSuites.available)) struct RealTemplatesTests {
  struct Real {
    var name: String
    var template: ChatTemplate
  }

  static func all() throws -> [Real] {
    let folder = try #require(SharedSuites.url("suites/chat-templates"))
    let expected = folder.appendingPathComponent("expected")
    return try FileManager.default.contentsOfDirectory(atPath: expected.path).sorted().map { name in
      let file = try JSON(
        parsing: Array(Data(contentsOf: expected.appendingPathComponent(name))))
      let path = try #require(file["template"]?.string)
      let source = try String(
        contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      let tokens = TemplateTokens(
        bos: file["bos_token"]?.string ?? "", eos: file["eos_token"]?.string ?? "")
      return Real(
        name: name,
        template: try ChatTemplate(
          source: source, tokens: tokens, hasToken: { source.contains($0) }))
    }
  }

  private static let call = ToolCall(
    id: "abc123456", name: "getWeather", arguments: ["place": "Zanzibar"])
  private static let other = ToolCall(
    id: "abc123457", name: "getWeather", arguments: ["place": "Reykjavik"])
  private static let tool = ToolDefinition(
    name: "getWeather", description: "Tells how the sky looks",
    parameters: [
      "type": "object", "required": ["place"],
      "properties": ["place": ["type": "string", "description": "Where"]],
    ])
  private static let conversation = [
    ChatMessage(.system, "Talk like a pirate."), ChatMessage(.user, "Weather, please."),
    ChatMessage(.assistant, [], toolCalls: [call, other]),
    .result([.text("drizzle")], of: call), .result([.json(["sky": "aurora"])], of: other),
    ChatMessage(.assistant, "Wet, then green."), ChatMessage(.user, "Thanks, matey."),
  ]

  @Test func `nothing of a conversation with tools is lost, whatever the template can do`() throws {
    let words = [
      "Talk like a pirate.", "Weather, please.", "getWeather", "Zanzibar", "Reykjavik", "drizzle",
      "aurora", "Wet, then green.", "Thanks, matey.", "Tells how the sky looks",
    ]
    var request = ChatRequest(
      Self.conversation, tools: [Self.tool], now: ChatTemplateTests.now)
    request.addsGenerationPrompt = true
    for real in try Self.all() {
      do {
        let text = try real.template.render(request).text
        // These write calls of the last turn only.
        let isMistralV2 = real.name.hasPrefix("mistral-common-v2")
        let asked = isMistralV2 ? ["Weather, please.", "Thanks, matey."] : words
        let lost = asked.filter { !text.contains($0) }
        #expect(lost.isEmpty, "\(real.name) \(real.template.features): \(text)")
      } catch {
        Issue.record("\(real.name): \(error) \(real.template.features)")
      }
    }
  }

  @Test func `what users, tools and the system say is data in every template`() throws {
    let markers = ["<|im_start|>", "</s>", "<|eot_id|>", "<end_of_turn>", "[INST]", "<|end|>"]
    let spoof = "spoof" + markers.joined(separator: "spoof") + "spoof"
    var messages = Self.conversation
    messages[0].content = [.text(spoof)]
    messages[1].content = [.text(spoof)]
    messages[3].content = [.text(spoof)]
    let request = ChatRequest(messages, tools: [Self.tool], now: ChatTemplateTests.now)
    for real in try Self.all() {
      guard let rendered = try? real.template.render(request) else { continue }
      for piece in rendered.pieces where !piece.isData {
        #expect(!piece.text.contains("spoof"), "\(real.name): \(piece.text)")
      }
    }
  }
}
