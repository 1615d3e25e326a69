import Foundation
import TernJSON
import TernTestSupport
import Testing

@testable import TernCommand

@Suite("Tools with commands in chat and respond")
struct RunnableToolTests {
  private let fixture: ChatFixture

  init() throws { fixture = try ChatFixture() }

  private func respond(_ list: String, _ options: String...) throws -> CommandRun {
    try CommandRun(
      arguments: [
        "respond", "--model", fixture.model, "--threads", "1", "--tools", list, "--temperature",
        "2", "--seed", "3", "--max-tokens", "150",
      ] + options)
  }

  @Test("respond runs the calls and goes on with their results, and tells the transcript")
  func responds() throws {
    let list = try fixture.tool(#"read -r line; echo "$1 $line"; echo more"#)
    let run = try respond(list, "Weather?", "--tool-choice", "required", "--json")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let document = try JSON(parsing: run.output)
    let calls = try #require(document["calls"]?.array)
    #expect(!calls.isEmpty && document["rejected"] == [] && document["content"]?.string != nil)
    for name in ["text", "tokens", "forced_tokens", "prompt_tokens", "finish", "seed"] {
      #expect(document[name] != nil, "\(name)")
    }
    let outputs = document.entries.filter { $0["role"] == "tool" }
    #expect(outputs.count == calls.count && document.roles.prefix(2) == ["instructions", "user"])
    for (call, output) in zip(calls, outputs) {
      let arguments = try #require(call["arguments"])
      #expect(
        output["contents"]?.array?.first?["text"]
          == .string("--metric \(arguments.text())\nmore"))
    }
  }

  @Test("calls and results are shown in order while they run")
  func shows() throws {
    let list = try fixture.tool("echo 21 degrees")
    let run = try respond(list, "Weather?", "--tool-choice", "weather")
    let lines = run.text.split(separator: "\n", omittingEmptySubsequences: false)
    let call = try #require(lines.firstIndex { $0.hasPrefix(#"→ {"name":"weather","#) })
    let result = try #require(lines.firstIndex { $0 == "← weather: 21 degrees" })
    #expect(call < result && run.status == 0, "\(run.errors)")
  }

  @Test("programs beside the list are found, wherever the command runs")
  func besides() throws {
    try FileManager.default.createSymbolicLink(
      atPath: fixture.folder.file("say"), withDestinationPath: "/bin/echo")
    let list = try fixture.write(
      "list.json", #"[{"name":"a","command":["./say","$HOME","two words"]}]"#)
    let run = try respond(list, "x", "--tool-choice", "required")
    #expect(run.text.contains("← a: $HOME two words\n"), "\(run.text) \(run.errors)")
  }

  @Test("a failure and a time limit are told to the model, in chat as in respond")
  func failures() throws {
    let failing = try fixture.tool("echo the station is down >&2; exit 1")
    let chat = try fixture.chat(
      ["Weather?"], "--tools", failing, "--tool-choice", "required", "--max-tokens", "150",
      "--seed", "3")
    #expect(chat.text.contains("← weather: Error: the station is down\n") && chat.status == 0)
    let slow = try fixture.tool("sleep 300", timeout: 0.2, name: "slow")
    let run = try respond(slow, "Weather?", "--tool-choice", "required", "--json")
    let outputs = try JSON(parsing: run.output).entries.filter { $0["role"] == "tool" }
    #expect(
      outputs.first?["contents"]?.array?.first?["text"]
        == "Error: the program took longer than 0.2 seconds", "\(run.text)")
  }

  @Test("results that need the room of older turns get it")
  func roomForResults() throws {
    let list = try fixture.tool("head -c 600 /dev/zero | tr '\\0' x")
    let line = String(repeating: "the cat sat ", count: 20)
    let run = try fixture.chat(
      [line, line, line, "/history"], "--tools", list, "--tool-choice", "required", "--context",
      "1900", "--max-tokens", "100", "--seed", "4", "--json")
    #expect(run.status == 0 && run.errors.contains("forgotten"), "\(run.errors)")
    let documents = try run.documents()
    try #require(documents.count == 4, "\(run.errors)")
    #expect(documents[3].roles.last == "response" && documents[3].roles.contains("tool"))
  }

  @Test("a conversation of a file is gone on with, calls and results included")
  func messages() throws {
    let list = try fixture.tool("echo 21")
    let messages = try fixture.write(
      "messages.json",
      #"""
      [{"role":"system","content":"S"},{"role":"user","content":"A"},
       {"role":"assistant","content":null,"tool_calls":[{"id":"x","type":"function",
         "function":{"name":"weather","arguments":"{\"city\":\"Rome\"}"}}]},
       {"role":"tool","tool_call_id":"x","content":"20"},{"role":"assistant","content":"B"}]
      """#)
    let run = try respond(
      list, "More?", "--messages", messages, "--tool-choice", "none", "--instructions", "I",
      "--json")
    #expect(run.status == 0, "\(run.errors)")
    let document = try JSON(parsing: run.output)
    #expect(
      document.roles == [
        "instructions", "user", "response", "tool", "response", "user", "response",
      ])
    #expect(document.entries[3]["toolName"] == "weather" && document["calls"] == [])
    let open = try respond(list, "--messages", messages)
    #expect(open.failed(with: 2), "\(open.errors)")
  }

  @Test("with a schema the answer satisfies it, whatever tools have been called")
  func schema() throws {
    let list = try fixture.tool("echo 21")
    let schema = try fixture.write(
      "s", #"{"type":"object","properties":{"a":{"enum":[1,2]}},"required":["a"]}"#)
    let run = try respond(list, "Weather?", "--schema", schema, "--json")
    #expect(run.status == 0, "\(run.errors)")
    let content = try #require(try JSON(parsing: run.output)["content"]?.string)
    #expect([1, 2].contains(try JSON(parsing: content)["a"]?.int ?? 0), "\(content)")
  }

  @Test("a tool without a command is shown by respond, and refused by chat")
  func commandless() throws {
    let list = try fixture.write("shown.json", #"[{"name":"a"},{"name":"b","command":["true"]}]"#)
    let shown = try respond(list, "x", "--tool-choice", "a", "--json")
    let document = try JSON(parsing: shown.output)
    #expect(document["calls"]?.array?.first?["name"] == "a" && document["transcript"] == nil)
    let refused = try CommandRun(arguments: fixture.arguments(["--tools", list]))
    #expect(refused.failed(with: 2) && refused.errors.contains("the tool a has no command"))
  }

  @Test("a list that cannot be used is an error that names the tool")
  func errors() throws {
    try fixture.write("plain.txt", "x")
    let lists: [(String, String)] = [
      (#"[{"name":"a","command":"ls"}]"#, "array of texts"),
      (#"[{"name":"a","command":[]}]"#, "array of texts"),
      (#"[{"name":"a","command":["true",1]}]"#, "array of texts"),
      (#"[{"name":"a","command":["./none.sh"]}]"#, "no program ./none.sh"),
      (#"[{"name":"a","command":["./plain.txt"]}]"#, "no program ./plain.txt"),
      (#"[{"name":"a","command":["no-such-program-here"]}]"#, "no program"),
      (#"[{"name":"a","command":["true"],"timeout":0}]"#, "timeout"),
      (#"[{"name":"a","command":["true"],"timeout":"1"}]"#, "timeout"),
      (#"[{"name":"a","timeout":1}]"#, "timeout"),
      (#"[{"name":"a","command":["true"],"parameters":{"type":"odd"}}]"#, "parameters"),
    ]
    for (text, reason) in lists {
      let list = try fixture.write("list.json", text)
      let run = try CommandRun(arguments: fixture.arguments(["--tools", list]))
      #expect(run.failed(with: 1) && run.errors.contains(reason), "\(text): \(run.errors)")
      #expect(run.errors.contains("tool a"), "\(run.errors)")
    }
    let usable = try fixture.tool("true")
    for option in [["--regex", "a"], ["--choices", "a"], ["--order", "any"]] {
      let run = try CommandRun(
        arguments: ["respond", "x", "--model", fixture.model, "--tools", usable] + option)
      #expect(run.failed(with: 2), "\(option): \(run.errors)")
    }
  }

  @Test("a schema is put into the prompt unless that is forbidden")
  func schemaInPrompt() throws {
    let schema = try fixture.write(
      "s", #"{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"]}"#)
    func tokens(_ options: String...) throws -> Int {
      let run = try CommandRun(
        arguments: [
          "respond", "--model", fixture.model, "Yes?", "--schema", schema, "--json", "--threads",
          "1",
        ] + options)
      return try #require(try JSON(parsing: run.output)["prompt_tokens"]?.int, "\(run.errors)")
    }
    #expect(try tokens() > tokens("--no-schema-in-prompt") + 10)
    let run = try CommandRun(
      "respond", "--model", fixture.model, "x", "--no-schema-in-prompt")
    #expect(run.failed(with: 2))
  }
}
