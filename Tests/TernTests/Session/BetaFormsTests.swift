import Tern
import Testing

// The deprecated forms are used on purpose, so what uses them is deprecated as well.

@available(*, deprecated)
private struct BreadTool: Tool {
  let name = "bread"
  let description = "Finds bread."
  func call(arguments: CityArguments) async throws -> ToolOutput {
    if arguments.city.isEmpty { return ToolOutput("none") }
    return ToolOutput(GeneratedContent(properties: ["recipes": [arguments.city]]))
  }
}

@available(*, deprecated)
private enum Beta {
  static func outputs() async throws -> [String] {
    let model = ScriptedModel(
      Reply.calls(("bread", #"{"city":""}"#), ("bread", #"{"city":"rye"}"#)), Reply.text("ok"))
    let session = LanguageModelSession(model: model, tools: [BreadTool()])
    let answer = try await session.respond("Find bread.")
    var texts = [answer.content]
    for entry in session.transcript.entries {
      switch entry {
      case .toolCall(let call): texts.append(call.toolName)
      case .toolOutput(let output): texts.append(output.content)
      default: break
      }
    }
    return texts
  }

  static func sessions() -> [LanguageModelSession] {
    [
      LanguageModelSession(instructions: "i", tools: [BreadTool()]),
      LanguageModelSession(instructions: Instructions("i"), tools: [BreadTool()]),
      LanguageModelSession(
        instructions: InstructionsBuilder {
          "a"
          "b"
        }, tools: [BreadTool()]),
      LanguageModelSession(guardrails: .default, instructions: "i"),
      LanguageModelSession(guardrails: LanguageModelSession.Guardrails.default) { "i" },
    ]
  }
}

@Suite struct BetaFormsTests {
  @available(*, deprecated)
  @Test func `Forms of the betas do what they did`() async throws {
    #expect(try await Beta.outputs() == ["ok", "none", #"{"recipes": ["rye"]}"#])
    let texts = Beta.sessions().map { $0.transcript.first?.description ?? "" }
    #expect(texts[0] == "(Instructions) i\nTools: bread")
    #expect(texts[2] == "(Instructions) a\nb\nTools: bread")
    #expect(texts[3] == "(Instructions) i")
    #expect(texts[4] == texts[3])
  }
}
