import TernChat
import TernJSON
import Testing

/// Conversations as JSON.
@Suite struct ChatMessageReadingTests {
  private func read(_ text: String) throws -> [ChatMessage] {
    try ChatMessage.read(JSON(parsing: text))
  }

  @Test func `roles, texts, calls and results are read as OpenAI's interface writes them`() throws {
    let messages = try read(
      #"""
      [{"role": "system", "content": "Be brief."},
       {"role": "user", "content": [{"type": "text", "text": "a"}, {"text": "b"}]},
       {"role": "assistant", "content": null, "reasoning_content": "hm", "tool_calls": [
         {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{\"x\": 1}"}},
         {"name": "g", "arguments": {"y": [2]}}, {"name": "h"}]},
       {"role": "tool", "tool_call_id": "c1", "name": "f", "content": "{}"}]
      """#)
    #expect(messages.map(\.role) == [.system, .user, .assistant, .tool])
    #expect(messages.map(\.text) == ["Be brief.", "ab", "", "{}"])
    #expect(
      messages[2].toolCalls == [
        ToolCall(id: "c1", name: "f", arguments: ["x": 1]),
        ToolCall(name: "g", arguments: ["y": [2]]), ToolCall(name: "h", arguments: [:]),
      ])
    #expect(messages[2].reasoning == "hm")
    #expect(messages[3].toolCallID == "c1" && messages[3].name == "f")
  }

  @Test(
    arguments: [
      (#"{}"#, ChatMessageError.notAnArray), (#"[1]"#, .notAnObject(index: 0)),
      (#"[{"role":"user"},{"content":"x"}]"#, .role(index: 1, found: nil)),
      (#"[{"role":"wizard"}]"#, .role(index: 0, found: "wizard")),
      (#"[{"role":"user","content":3}]"#, .content(index: 0)),
      (#"[{"role":"user","content":[{"type":"image"}]}]"#, .content(index: 0)),
      (#"[{"role":"assistant","tool_calls":[{"arguments":{}}]}]"#, .toolCall(index: 0)),
      (#"[{"role":"assistant","tool_calls":[{"name":"f","arguments":"{"}]}]"#, .toolCall(index: 0)),
    ])
  func `what is no conversation is an error that names the place`(
    text: String, error: ChatMessageError
  ) throws {
    #expect(throws: error) { try read(text) }
  }
}
