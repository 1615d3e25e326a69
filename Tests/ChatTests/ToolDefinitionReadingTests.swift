import TernChat
import TernJSON
import Testing

@Suite struct ToolDefinitionReadingTests {
  @Test func `tools are read bare and as functions`() throws {
    let json = try JSON(
      parsing: """
        [{"name": "a", "description": "d", "parameters": {"type": "object"}},
         {"type": "function", "function": {"name": "b", "parameters": {"type": "object"}}},
         {"name": "c"}]
        """)
    let tools = try ToolDefinition.read(json)
    #expect(tools.map(\.name) == ["a", "b", "c"])
    #expect(tools[0].description == "d")
    #expect(tools[1].parameters == ["type": "object"])
    #expect(tools[2].parameters["type"] == "object")
  }

  @Test(arguments: [
    ("{}", ToolDefinitionError.notAnArray), ("[1]", .notAnObject(index: 0)),
    ("[{\"name\": \"a\"}, {}]", .noName(index: 1)), ("[{\"name\": \"\"}]", .noName(index: 0)),
    ("[{\"function\": 1}]", .notAnObject(index: 0)),
    ("[{\"name\": \"a\", \"parameters\": 1}]", .invalidParameters(name: "a")),
    ("[{\"name\": \"a\"}, {\"name\": \"a\"}]", .repeatedName("a")),
  ])
  func `what is no list of tools is an error`(_ text: String, _ error: ToolDefinitionError) throws {
    let json = try JSON(parsing: text)
    #expect(throws: error) { try ToolDefinition.read(json) }
  }
}
