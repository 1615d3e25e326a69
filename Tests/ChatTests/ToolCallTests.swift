import TernChat
import Testing

@Suite struct ToolCallTests {
  @Test func `calls are equal by name and arguments`() {
    #expect(
      ToolCall(name: "f", arguments: ["a": 1]) == ToolCall(name: "f", arguments: ["a": 1]))
  }
}
