import TernChat
import TernJSON
import Testing

@Suite struct DialectCostTests {
  /// Seconds to read `text` in pieces of `size` characters of ASCII.
  private func seconds(_ text: String, _ dialect: ToolDialect, size: Int) -> Double {
    let bytes = Array(text.utf8)
    let clock = ContinuousClock()
    let start = clock.now
    var parser = ToolCallParser(dialect, tools: DialectSamples.tools)
    var index = 0
    while index < bytes.count {
      let end = min(bytes.count, index + size)
      _ = parser.push(String(decoding: bytes[index..<end], as: UTF8.self))
      index = end
    }
    _ = parser.finish()
    let spent = (clock.now - start).components
    return Double(spent.seconds) + Double(spent.attoseconds) / 1e18
  }

  /// Texts that a reader which goes back over them would take quadratic time for.
  private static let hostile: [(dialect: ToolDialect, unit: String, before: String)] = [
    (.hermesJSON, "<", ""), (.hermesJSON, "<tool_call", ""), (.hermesJSON, "<tool_call>", ""),
    (.hermesJSON, "x", "<tool_call>{\"name\": \"search\", \"arguments\": {\"query\": \""),
    (.hermesJSON, "x", "<tool_call>"), (.hermesJSON, "<think><tool_call>", "<think>"),
    (.hermesJSON, " ", ""), (.hermesJSON, " ", "<tool_call>"), (.hermesJSON, " ", "<think>x"),
    (.llama3JSON, "{", ""), (.llama3JSON, "{\"name\": ", ""), (.llama3JSON, "{\"parameters\":", ""),
    (.llama3JSON, "{\"type\":\"\n\n", ""), (.llama3JSON, "```json\n{", ""),
    (.llama3JSON, "a", "<|python_tag|>"), (.llama3JSON, "{\"id\":'\n\n{\"id\":\"", ""),
    (.llamaPythonic, "[", ""), (.llamaPythonic, "[search(", ""), (.llamaPythonic, "x", "[search"),
    (.llamaPythonic, "[", "[search(query="), (.llamaPythonic, "`", ""),
    (.mistralV11Args, "[TOOL_CALLS]search[ARGS]{}", ""), (.mistralV11Args, "x", "[TOOL_CALLS]"),
    (.gemma4, "<|", "<|tool_call>call:search{query:<|\"|>"),
    (.qwen3CoderXML, "</function>", "<function=search><parameter=query>"),
    (.qwen3CoderXML, "<parameter=query>", "<function=search>"),
    (.qwen3CoderXML, "<parameter=q", "<function=search><parameter=query>"),
    (.glm45, "<tool_call>f\n", ""), (.deepSeekV3, "<｜tool▁call▁begin｜>", ""),
    (.harmony, "<|channel|>analysis<|message|>{", ""), (.functionaryV32, ">>>", ""),
    (.miniCPM5XML, "]]", "<function name=\"search\"><param name=\"query\"><![CDATA["),
  ]

  @Test func `long texts of any kind are read in linear time`() {
    for (dialect, unit, before) in Self.hostile {
      let text = before + String(repeating: unit, count: 200_000 / unit.utf8.count)
      for size in [1_000_000, 64] {
        let spent = seconds(text, dialect, size: size)
        #expect(spent < 2, "\(dialect) \(unit.debugDescription) behind \(before): \(spent) s")
      }
    }
  }

  @Test func `deep nesting is rejected, not followed`() {
    let deep = String(repeating: "[", count: 100_000)
    let answer = ToolAnswer.read(
      "<tool_call>{\"name\": \"ping\", \"arguments\": {\"a\": " + deep, .hermesJSON,
      tools: DialectSamples.tools)
    #expect(answer.calls.isEmpty)
    #expect(answer.rejected.count == 1)
    #expect(answer.content.isEmpty)
  }

  @Test func `an argument is told while it grows`() {
    var parser = ToolCallParser(.hermesJSON, tools: DialectSamples.tools)
    let first = parser.push("<tool_call>{\"name\": \"search\", \"arguments\": {\"query\": \"ab")
    #expect(
      first == [
        .callBegan(index: 0, name: "search"), .arguments(index: 0, json: "{\"query\":\"ab"),
      ])
    #expect(parser.push("c") == [.arguments(index: 0, json: "c")])
    let call = ToolCall(name: "search", arguments: ["query": "abc"])
    #expect(
      parser.push("\"}}") == [
        .arguments(index: 0, json: "\"}"), .callFinished(index: 0, call),
      ])
    #expect(parser.push("</tool_call>").isEmpty)
    #expect(parser.finish().isEmpty)
  }

  @Test func `text is told at once, but for what may be a marker`() {
    var parser = ToolCallParser(.hermesJSON, tools: [])
    #expect(parser.push("Hi <tool") == [.content("Hi ")])
    #expect(parser.push("s") == [.content("<tools")])
    #expect(parser.finish().isEmpty)
  }
}
