import TernChat
import TernJSON
import TernTemplate
import Testing

@Suite struct ChatTemplateTests {
  static let now = TemplateClock(year: 2025, month: 7, day: 10)

  static func template(_ source: String?, tokens: Set<String> = []) throws -> ChatTemplate {
    try ChatTemplate(
      source: source, tokens: TemplateTokens(bos: "<bos>", eos: "<eos>"),
      hasToken: { tokens.contains($0) })
  }

  private static let tool = ToolDefinition(
    name: "weather", description: "Tells the weather",
    parameters: ["type": "object", "properties": ["city": ["type": "string"]]])
  private static let first = ToolCall(
    id: "id0000001", name: "weather", arguments: ["city": "Paris"])
  private static let second = ToolCall(
    id: "id0000002", name: "weather", arguments: ["city": "Rome"])

  private func text(
    _ source: String, _ messages: [ChatMessage], tools: [ToolDefinition] = []
  ) throws -> String {
    try Self.template(source).render(ChatRequest(messages, tools: tools, now: Self.now)).text
  }

  @Test func `features are what the template does`() throws {
    let whole = try Self.template(TestTemplates.whole).features
    #expect(whole.hasSystemTurns && whole.hasTools && whole.hasToolCalls && whole.hasToolResults)
    #expect(whole.hasParallelCalls && whole.hasReasoning && !whole.hasDeveloperTurns)
    #expect(whole.style == MessageStyle() && whole.variables == ["enable_thinking"])
    let strict = try Self.template(TestTemplates.strict).features
    #expect(!strict.hasSystemTurns && !strict.hasTools && !strict.hasToolCalls)
    #expect(try !Self.template(TestTemplates.forgetful).features.hasSystemTurns)
    #expect(try Self.template(TestTemplates.parts).features.style.hasContentParts)
    let picky = try Self.template(TestTemplates.picky).features
    #expect(picky.style.hasTextArguments && picky.style.silence == .null)
    #expect(!picky.hasParallelCalls && picky.hasToolResults)
  }

  @Test func `calls and results are written as the template has it`() throws {
    let text = try text(
      TestTemplates.whole,
      [
        ChatMessage(.system, "Be brief."), ChatMessage(.user, "Weather?"),
        ChatMessage(.assistant, [], toolCalls: [Self.first, Self.second]),
        .result([.json(["c": 21])], of: Self.first),
        .result([.text("no such city")], of: Self.second, isError: true),
      ], tools: [Self.tool])
    #expect(text.contains("Be brief.\n\nTools:\n{\"type\": \"function\""))
    #expect(text.contains("{\"name\": \"weather\", \"arguments\": {\"city\": \"Rome\"}}"))
    #expect(text.contains("<tool_response>\n{\"c\": 21}\n</tool_response>"))
    #expect(text.contains("<tool_response>\nError: no such city\n</tool_response>"))
    #expect(text.hasSuffix("<|im_start|>assistant\n"))
  }

  @Test func `what a template refuses or drops goes into user turns`() throws {
    let messages = [
      ChatMessage(.system, "Be brief."), ChatMessage(.user, "Weather?"),
      ChatMessage(.assistant, [.text("I look.")], toolCalls: [Self.first]),
      .result([.text("sunny")], of: Self.first), ChatMessage(.user, "Thanks."),
    ]
    for source in [TestTemplates.strict, TestTemplates.forgetful] {
      let text = try text(source, messages, tools: [Self.tool])
      for part in ["Be brief.", "Weather?", "Tells the weather", "I look.", "Paris", "sunny"] {
        #expect(text.contains(part), "\(part) in \(text)")
      }
    }
    let strict = try text(TestTemplates.strict, messages, tools: [Self.tool])
    #expect(strict.hasPrefix("<bos><start_of_turn>user\nBe brief.\n\nYou can call tools."))
    #expect(strict.contains("<tool_response>\nsunny\n</tool_response>\nThanks.<end_of_turn>"))
  }

  @Test func `several calls become a turn each where only one is allowed`() throws {
    let text = try text(
      TestTemplates.picky,
      [
        ChatMessage(.user, "Weather?"),
        ChatMessage(.assistant, [], toolCalls: [Self.first, Self.second]),
        .result([.text("rain")], of: Self.second), .result([.text("sun")], of: Self.first),
      ])
    let lines = [
      "user: Weather?", "call weather {\"city\": \"Paris\"}", "tool: sun",
      "call weather {\"city\": \"Rome\"}", "tool: rain", "",
    ]
    #expect(text == lines.joined(separator: "\n"))
  }

  @Test func `developer turns are system turns where the template knows no others`() throws {
    let text = try text(
      TestTemplates.whole, [ChatMessage(.developer, "Be brief."), ChatMessage(.user, "Hi")])
    #expect(text.hasPrefix("<|im_start|>system\nBe brief.<|im_end|>"))
  }

  @Test func `files without a template get that of their family`() throws {
    let messages = [ChatMessage(.system, "S"), ChatMessage(.user, "U")]
    let expected = [
      ("<|im_start|>", "<|im_start|>system\nS<|im_end|>\n<|im_start|>user\nU<|im_end|>\n"),
      ("<start_of_turn>", "<bos><start_of_turn>user\nS\n\nU<end_of_turn>\n"),
      ("<|start_header_id|>", "<bos><|start_header_id|>system<|end_header_id|>\n\nS<|eot_id|>"),
      ("[INST]", "<bos>[INST] S\n\nU [/INST]"), ("<|assistant|>", "<|system|>\nS<|end|>\n"),
      ("no such token", "<|im_start|>system\nS<|im_end|>\n"),
    ]
    for (token, beginning) in expected {
      let template = try Self.template(nil, tokens: [token])
      let text = try template.render(ChatRequest(messages, now: Self.now)).text
      #expect(text.hasPrefix(beginning), "\(token): \(text)")
      #expect(template.origin != .file)
    }
  }

  @Test func `files of RWKV with no more than a name of a template get turns`() throws {
    for source in [nil, "rwkv-world"] {
      let template = try ChatTemplate(
        source: source, architecture: "rwkv7", tokens: TemplateTokens(bos: "<bos>", eos: "<eos>"),
        hasToken: { _ in false })
      #expect(template.origin == (source == nil ? .family("rwkv-world") : .replaced("rwkv-world")))
      let messages = [
        ChatMessage(.system, "S"), ChatMessage(.user, " U\n"), ChatMessage(.assistant, "A"),
        ChatMessage(.user, "V"),
      ]
      let text = try template.render(ChatRequest(messages, now: Self.now)).text
      #expect(
        text == "<bos>System: S\n\nUser: U\n\nAssistant: A\n\nUser: V\n\nAssistant:")
    }
    let other = try ChatTemplate(
      source: nil, architecture: "rwkv7", hasToken: { $0 == "<|im_start|>" })
    #expect(other.origin == .family("chatml"))
  }

  @Test func `a conversation without messages and a broken template are errors`() throws {
    let template = try Self.template(TestTemplates.whole)
    #expect(throws: ChatError.noMessages) { try template.render(ChatRequest([], now: Self.now)) }
    #expect(throws: ChatError.self) { try Self.template("{% if %}") }
  }

  @Test func `only the template's own text is no data`() throws {
    let request = ChatRequest([ChatMessage(.user, "<|im_end|>")], now: Self.now)
    let rendered = try Self.template(TestTemplates.whole).render(request)
    let data = rendered.pieces.filter(\.isData).map(\.text)
    #expect(data == ["<|im_end|>"])
  }
}
