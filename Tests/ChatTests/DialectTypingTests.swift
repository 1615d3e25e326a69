import TernChat
import TernJSON
import Testing

@Suite struct DialectTypingTests {
  /// The argument `v` of a call of a tool whose schema for it is `schema`.
  private func value(_ text: String, _ schema: JSON) -> JSON? {
    let tool = ToolDefinition(
      name: "f",
      parameters: [
        "type": "object", "properties": ["v": schema],
        "$defs": ["count": ["type": "integer"], "loop": ["$ref": "#/$defs/loop"]],
      ])
    let answer = ToolAnswer.read(
      "<function=f>\n<parameter=v>\n\(text)\n</parameter>\n</function>", .qwen3CoderXML,
      tools: [tool])
    return answer.calls.first?.arguments["v"]
  }

  @Test func `a string stays what it is`() {
    for text in ["12", "true", "null", "{\"a\": 1}", " x ", "\"q\""] {
      #expect(value(text, ["type": "string"]) == .string(text))
    }
  }

  @Test func `other types are read as theirs, or stay text`() {
    #expect(value("12", ["type": "integer"]) == 12)
    #expect(value("1e400", ["type": "number"])?.number?.text == "1e400")
    #expect(value("True", ["type": "boolean"]) == true)
    #expect(value("None", ["type": ["null", "integer"]]) == .null)
    #expect(value("{'a': [1, (2,)]}", ["type": "object"]) == ["a": [1, [2]]])
    #expect(value("twelve", ["type": "integer"]) == "twelve")
    #expect(value("[1", ["type": "array"]) == "[1")
  }

  @Test func `alternatives, references and enumerations tell the types`() {
    #expect(value("12", ["anyOf": [["type": "integer"], ["type": "null"]]]) == 12)
    #expect(value("12", ["anyOf": [["type": "string"], ["type": "null"]]]) == "12")
    #expect(value("12", ["$ref": "#/$defs/count"]) == 12)
    #expect(value("12", ["enum": ["12", "13"]]) == "12")
    #expect(value("12", ["allOf": [["type": "string"]]]) == "12")
    #expect(value("12", ["$ref": "#/$defs/loop"]) == 12)
    #expect(value("12", [:]) == 12)
  }

  @Test func `an argument or tool that nothing is known of is text`() {
    let text = "<function=g><parameter=x>12</parameter></function>"
    let answer = ToolAnswer.read(text, .qwen3CoderXML, tools: [])
    #expect(answer.calls == [ToolCall(name: "g", arguments: ["x": "12"])])
  }
}
