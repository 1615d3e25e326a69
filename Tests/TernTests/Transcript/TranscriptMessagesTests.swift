import Foundation
import TernChat
import TernJSON
import TernTestSupport
import Testing

@testable import Tern

/// Transcripts as chat messages and back.
@Suite struct TranscriptMessagesTests {
  private func transcript(_ messages: String, tools: String? = nil) throws -> Transcript {
    try Transcript(
      messages: Data(messages.utf8), tools: tools.map { Data($0.utf8) })
  }

  private func written(_ transcript: Transcript) throws -> JSON {
    try JSON(parsing: Array(transcript.messages))
  }

  /// A conversation with everything that both can say.
  private static let whole = #"""
    [{"role":"system","content":"Be kind."},
     {"role":"user","content":[{"type":"text","text":"What is this?"},
       {"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]},
     {"role":"assistant","content":"A cat.","reasoning_content":"Ears."},
     {"role":"user","content":"And the weather?"},
     {"role":"assistant","content":"I look.","reasoning_content":"A tool.","tool_calls":[
       {"id":"a","type":"function","function":{"name":"f","arguments":"{\"z\":1,\"a\":[null]}"}},
       {"id":"b","type":"function","function":{"name":"g","arguments":"{}"}}]},
     {"role":"tool","tool_call_id":"b","content":"two"},
     {"role":"tool","tool_call_id":"a","content":[{"type":"text","text":"one"},
       {"type":"text","text":"more"}]},
     {"role":"assistant","content":null,"tool_calls":[
       {"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]},
     {"role":"tool","tool_call_id":"c","content":""},
     {"role":"assistant","content":"Sun."}]
    """#

  @Test func `what both can say comes back as it was`() throws {
    let transcript = try transcript(Self.whole)
    #expect(
      transcript.kinds == [
        "instructions", "prompt", "reasoning", "response", "prompt", "reasoning", "response",
        "calls", "output", "output", "calls", "output", "response",
      ])
    #expect(try written(transcript).hasSameValue(as: JSON(parsing: Self.whole)))
    guard case .toolOutput(let output) = transcript[8] else {
      Issue.record("no output")
      return
    }
    #expect(output.id == "b" && output.toolName == "g")
  }

  @Test func `tools stand in the instructions and come back`() throws {
    let tools = #"""
      [{"type":"function","function":{"name":"f","description":"F","parameters":
        {"type":"object","properties":{"b":{"type":"string"},"a":{}},"required":["b"]}}},
       {"type":"function","function":{"name":"g","description":"","parameters":
        {"type":"object","properties":{}}}}]
      """#
    for messages in [#"[{"role":"user","content":"x"}]"#, Self.whole] {
      let transcript = try transcript(messages, tools: tools)
      guard case .instructions(let instructions)? = transcript.first else {
        Issue.record("no instructions")
        return
      }
      #expect(instructions.toolDefinitions.map(\.name) == ["f", "g"])
      #expect(
        try JSON(parsing: Array(transcript.messageTools)).hasSameValue(as: JSON(parsing: tools)))
      #expect(try written(transcript).hasSameValue(as: JSON(parsing: messages)))
    }
    #expect(Transcript().messageTools == Data("[]".utf8))
    #expect(Transcript().messages == Data("[]".utf8))
  }

  @Test func `other spellings mean the same`() throws {
    let transcript = try transcript(
      #"""
      [{"role":"developer","content":"D"},{"role":"user","content":["a",{"type":"input_text","text":"b"}]},
       {"role":"assistant","reasoning":"R","tool_calls":[{"name":"f","arguments":{"x":1}},
         {"function":{"name":"g"}}]},
       {"role":"tool","content":"1"},{"role":"tool","content":"2"},{"role":"tool","name":"h","content":"3"},
       {"role":"assistant"}]
      """#)
    let messages = try #require(try written(transcript).array)
    #expect(
      messages.map { $0["role"]?.string ?? "" }.joined(separator: " ")
        == "system user assistant tool tool tool assistant")
    #expect(messages[1]["content"]?.array?.count == 2)
    #expect(messages[2]["reasoning_content"] == "R")
    #expect(messages[2]["tool_calls"]?[0]?["function"]?["arguments"] == #"{"x":1}"#)
    #expect(messages[2]["tool_calls"]?[1]?["function"]?["arguments"] == "{}")
    #expect(messages[3]["tool_call_id"] == messages[2]["tool_calls"]?[0]?["id"])
    #expect(messages[4]["tool_call_id"] == messages[2]["tool_calls"]?[1]?["id"])
    #expect(messages[5]["name"] == "h" && messages[6]["content"] == "")
  }

  @Test func `a reply of a session is a message`() throws {
    let content = GeneratedContent(properties: ["a": 1, "b": "x"])
    let transcript = Transcript(entries: [
      .prompt(.init(segments: [.text(.init(content: "p"))])),
      Transcript.Entry(reasoning: .init(segments: [.text(.init(content: "r"))])),
      .response(
        .init(
          assetIDs: [],
          segments: [.structure(.init(schemaName: "S", content: content))])),
      Transcript.Entry(reasoning: .init(segments: [.text(.init(content: "late"))])),
    ])
    let messages = try written(transcript)
    #expect(messages[1]?["content"] == #"{"a":1,"b":"x"}"#)
    #expect(messages[1]?["reasoning_content"] == "r")
    #expect(messages[2] == ["role": "assistant", "content": .null, "reasoning_content": "late"])
    #expect(try Transcript(messages: transcript.messages).kinds.last == "reasoning")
  }

  @Test(arguments: [
    ("{", "", "notJSON"), ("{}", "", "notAnArray"), ("[1]", "/0", "notAnObject"),
    (
      #"[{"role":"user","content":"x"},{"role":"wizard"}]"#, "/1/role",
      #"unknownRole(Optional("wizard"))"#
    ),
    (#"[{"content":"x"}]"#, "/0/role", "unknownRole(nil)"),
    (#"[{"role":"user","content":1}]"#, "/0/content", "unreadableContent"),
    (#"[{"role":"user","content":[{"type":"text"}]}]"#, "/0/content/0", "unreadableContent"),
    (
      #"[{"role":"user","content":["a",{"type":"input_audio"}]}]"#, "/0/content/1/type",
      #"unsupportedPart(Optional("input_audio"))"#
    ),
    (
      #"[{"role":"user","content":[{"type":"image_url","image_url":{}}]}]"#,
      "/0/content/0/image_url", "unreadableImage"
    ),
    (#"[{"role":"assistant","tool_calls":{}}]"#, "/0/tool_calls", "notAnArray"),
    (#"[{"role":"assistant","tool_calls":[1]}]"#, "/0/tool_calls/0", "notAnObject"),
    (
      #"[{"role":"assistant","tool_calls":[{"function":{"arguments":"{}"}}]}]"#,
      "/0/tool_calls/0/function/name", "noName"
    ),
    (
      #"[{"role":"assistant","tool_calls":[{"name":"f","arguments":"[1]"}]}]"#,
      "/0/tool_calls/0/arguments", "unreadableArguments"
    ),
  ])
  func `what cannot be read is told with its place`(
    messages: String, place: String, reason: String
  ) throws {
    let error = try #require(throws: TranscriptMessageError.self) { try transcript(messages) }
    #expect(error.place == place && "\(error.reason)".hasPrefix(reason), "\(error)")
    #expect(error.errorDescription?.hasPrefix("messages\(place): ") == true)
  }

  @Test(arguments: [
    ("{}", "/tools", "notAnArray"), ("[1]", "/tools/0", "notAnObject"),
    (#"[{"function":{"name":""}}]"#, "/tools/0", "noName"),
    (#"[{"name":"f"},{"name":"f"}]"#, "/tools/1", "repeatedName"),
    (#"[{"name":"f","parameters":{"type":"odd"}}]"#, "/tools/0/parameters", "unreadableParameters"),
  ])
  func `tools that cannot be read are told with their place`(
    tools: String, place: String, reason: String
  ) throws {
    let error = try #require(throws: TranscriptMessageError.self) {
      try transcript("[]", tools: tools)
    }
    #expect(error.place == place && "\(error.reason)".hasPrefix(reason), "\(error)")
  }

  @Test(.enabled(if: SharedSuites.available))
  func `conversations of real templates come back`() throws {
    let url = try #require(SharedSuites.url("suites/chat-templates/conversations.json"))
    let suite = try #require(try JSON(parsing: Array(Data(contentsOf: url))).object)
    #expect(suite.count > 10)
    for (name, conversation) in suite {
      let messages = conversation["messages"] ?? []
      let first = try Transcript(messages: messages, tools: conversation["tools"] ?? .null)
      let second = try Transcript(messages: first.messages, tools: first.messageTools)
      #expect(first.kinds == second.kinds, "\(name)")
      #expect(first.messages == second.messages && first.messageTools == second.messageTools)
      let back = first.messageList.array ?? []
      #expect(back.count == messages.array?.count ?? 0, "\(name)")
      for (written, given) in zip(back, messages.array ?? []) {
        for key in ["role", "reasoning_content", "tool_call_id"] {
          #expect(written[key] == given[key], "\(name) \(key)")
        }
        #expect(Self.text(written) == Self.text(given), "\(name)")
        #expect(Self.calls(written) == Self.calls(given), "\(name)")
      }
    }
  }

  /// The parts of a message's content.
  private static func text(_ message: JSON) -> [String] {
    switch message["content"] ?? .null {
    case .string(let text): text.isEmpty ? [] : [text]
    case .array(let parts): parts.map { $0["text"]?.string ?? "?" }
    default: []
    }
  }

  /// The calls of a message: name, id, and arguments as a value.
  private static func calls(_ message: JSON) -> [JSON] {
    (message["tool_calls"]?.array ?? []).map { call in
      let arguments = call["function"]?["arguments"] ?? .null
      let value = arguments.string.flatMap { try? JSON(parsing: $0) } ?? arguments
      return [call["id"] ?? .null, call["function"]?["name"] ?? .null, value]
    }
  }
}
