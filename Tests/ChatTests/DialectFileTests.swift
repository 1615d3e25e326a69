import Foundation
import TernChat
import TernGrammar
import TernJSON
import TernTestSupport
import TernTokens
import Testing

/// Dialects that users write as JSON.
@Suite struct DialectFileTests {
  /// One dialect of each kind, as files have them.
  static let files: [String] = [
    // An object with keys of its own, between tags.
    #"""
    {"name": "tagged", "call": [{"mark": "<call>"}, {"object": [{"name": "tool"}, {"arguments":
     "input"}]}, {"mark": "</call>"}], "section": {"separator": ["\n"]},
     "reasoning": [{"open": "<reason>", "close": "</reason>", "lead": "\n"}],
     "sample": "<call>{\"tool\": \"f\", \"input\": {\"k\": \"v\", \"n\": 1}}</call>"}
    """#,
    // Names as keys, in an array.
    #"""
    {"name": "keyed", "call": [{"object": [{"name_and_arguments": true}]}],
     "section": {"open": [{"mark": "<|tools_prefix|>"}, "["], "separator": [", "],
                 "close": ["]", {"mark": "<|tools_suffix|>"}]},
     "sample": "<|tools_prefix|>[{\"f\": {\"k\": \"v\", \"n\": 1}}]<|tools_suffix|>"}
    """#,
    // A word before an object.
    #"""
    {"name": "spoken", "call": [{"word": "function call"}, {"object": [{"name": "name"},
     {"arguments": "arguments"}]}, {"mark": "<|message_sep|>"}], "section": {"parallel": false},
     "sample": "function call{\"name\": \"f\", \"arguments\": {\"k\": \"v\", \"n\": 1}}<|message_sep|>"}
    """#,
    // A name outside of the arguments, with an identifier.
    #"""
    {"name": "headed", "call": [{"mark": "[CALL]"}, {"name": true}, {"mark": "[ID]"},
     {"identifier": "[a-z]{4}"}, {"mark": "[INPUT]"}, {"arguments": "json_object"}],
     "tolerance": {"may_lack_mark": true, "others": [[{"mark": "[CALL]"}, {"name": true},
     {"mark": "[INPUT]"}, {"arguments": "json_object"}]]},
     "sample": "[CALL]f[ID]abcd[INPUT]{\"k\": \"v\", \"n\": 1}"}
    """#,
    // Calls in Python, in a list between marks.
    #"""
    {"name": "pythonic", "call": [{"name": true}, "(", {"arguments": "python_call"}, ")"],
     "section": {"open": [{"mark": "<|run|>"}, "["], "separator": [", "],
                 "close": ["]", {"mark": "<|/run|>"}], "text_after": true},
     "sample": "<|run|>[f(k=\"v\", n=1)]<|/run|>"}
    """#,
    // Elements whose values say what they are.
    #"""
    {"name": "typed", "call": [{"mark": "<use name="}, "\"", {"name": true}, "\">\n",
     {"arguments": {"elements": {"open": "<with name=", "close": "</with>", "quotes_name": true,
      "string_attribute": "string"}}}, {"mark": "</use>"}],
     "section": {"open": [{"mark": "<uses>"}, "\n"], "separator": ["\n"],
                 "close": ["\n", {"mark": "</uses>"}]},
     "sample": "<uses>\n<use name=\"f\">\n<with name=\"k\" string=\"true\">v</with>\n<with name=\"n\" string=\"false\">1</with>\n</use>\n</uses>"}
    """#,
    // Elements that are named as arguments are, in each other.
    #"""
    {"name": "grown", "call": [{"mark": "<use name="}, "\"", {"name": true}, "\">",
     {"arguments": {"elements": {"open": "<:", "close": "</:", "after": "", "tree": true}}},
     {"mark": "</use>"}], "section": {"separator": ["\n"]},
     "reasoning": [{"open": "<why>", "close": "</why>", "may_be_left_out": true}],
     "sample": "<use name=\"f\"><:k>v</:k><:n>1</:n></use>"}
    """#,
    // Elements that have types, behind text in a wrapper.
    #"""
    {"name": "framed", "call": [{"mark": "<|use|>"}, {"name": true}, {"mark": "<|of|>"},
     {"arguments": {"elements": {"open": "<|with|>", "name_end": "<|is|>", "close": "<|done|>",
      "quotes_name": true, "type_attribute": "type", "after": "", "object_open": "<|all|>",
      "object_close": "<|all done|>"}}}, {"mark": "<|used|>"}],
     "frame": {"wrapper": {"open": "<|say|>", "close": "<|said|>", "precedes_calls": true,
      "end": "<|bye|>"}}, "reasoning": [],
     "sample": "<|use|>f<|of|><|with|>\"k\" type=\"string\"<|is|>v<|done|><|with|>\"n\" type=\"number\"<|is|>1<|done|><|used|>"}
    """#,
    // Braces, and answers to the user in a wrapper.
    #"""
    {"name": "braced", "call": [{"mark": "<do>"}, "call:", {"name": true}, "{",
     {"arguments": {"braces": {"quote": "<str>"}}}, "}", {"mark": "</do>"}],
     "frame": {"wrapper": {"open": "<say>", "close": "</say>"}},
     "sample": "<do>call:f{k:<str>v<str>,n:1}</do>"}
    """#,
    // Braces, and a marker of strings that is one character.
    #"""
    {"name": "barred", "call": [{"mark": "<do>"}, "call:", {"name": true}, "{",
     {"arguments": {"braces": {"quote": "|"}}}, "}", {"mark": "</do>"}],
     "sample": "<do>call:f{k:|v|,n:1}</do>"}
    """#,
    // Messages in channels.
    #"""
    {"name": "channelled", "reasoning": [], "frame": {"channels": {"channel": "<|to|>",
     "text": "<|says|>", "start": "<|who|>", "end": "<|over|>", "call_end": "<|out|>",
     "answer_end": "<|bye|>", "reasoning": "thought", "preamble": "aside", "answer": "reply",
     "tools": "tools."}}, "call": [{"mark": "<|to|>"}, "aside to=tools.", {"name": true},
     {"mark": "<|says|>"}, {"arguments": "json_object"}],
     "section": {"separator": [{"mark": "<|out|>"}, {"mark": "<|who|>"}, "assistant"],
                 "close": [{"optional": [{"mark": "<|out|>"}]}]},
     "sample": "<|to|>aside to=tools.f<|says|>{\"k\": \"v\", \"n\": 1}<|out|>"}
    """#,
  ]

  @Test(arguments: files)
  func `a dialect of a file is written, and read however it is cut`(file: String) throws {
    let dialect = try Dialect(text: Array(file.utf8))
    let tools = try ToolGrammarSupport.tools()
    for choice in [ToolChoice.required, .automatic, .none] {
      let (rule, failures) = dialect.rule(tools, choice: choice)
      #expect(failures.isEmpty, "\(failures)")
      let constraint = try Constraint(rule, options: dialect.callOptions())
      let tables = VocabularyTables(
        try ToolGrammarSupport.tokenizer(dialect.specialTexts), markers: dialect.specialTexts)
      for seed in 0..<UInt64(8) {
        let walk = ToolGrammarSupport.Walk(seed: seed, length: 100)
        let (text, _) = try ToolGrammarSupport.answer(constraint, tables, walk)
        let count = try ToolGrammarSupport.check(text, dialect, tools, choice)
        #expect(choice != .required || count > 0, "\(text.debugDescription)")
        let whole = events([text], dialect, tools)
        #expect(events(text.unicodeScalars.map { String($0) }, dialect, tools) == whole)
        for pieces in cutsInTwo(text, step: 5) { #expect(events(pieces, dialect, tools) == whole) }
      }
    }
  }

  @Test func `the example of the documentation is a dialect`() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/Tern/Tern.docc/ToolDialects.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let listing = try #require(text.firstMatch(of: #/```json\n(?<json>(?:.|\n)*?)\n```/#))
    #expect(try Dialect(text: Array(listing.json.utf8)).name == "tagged")
  }

  @Test func `a name that is the key is read in arrays and alone`() throws {
    let dialect = try Dialect(text: Array(Self.files[1].utf8))
    let text = #"Yes.<|tools_prefix|>[{"search": {"query": "x"}}, {"ping": {}}]<|tools_suffix|>"#
    let read = ToolAnswer.read(text, dialect, tools: DialectSamples.tools)
    #expect(read.content == "Yes." && read.calls.map(\.name) == ["search", "ping"])
    #expect(read.calls.first?.arguments == ["query": "x"])
  }

  @Test func `a file that is wrong is refused, and the place is named`() throws {
    let sample = #""<call>{\"name\": \"f\", \"arguments\": {\"k\": \"v\", \"n\": 1}}</call>""#
    let object = #"{"object": [{"name": "name"}, {"arguments": "arguments"}]}"#
    func file(
      name: String = #""x""#,
      call: String = #"[{"mark": "<call>"}, OBJECT, {"mark": "</call>"}]"#,
      sample: String = sample, _ more: String = ""
    ) -> String {
      let call = call.replacing("OBJECT", with: object)
      return #"{"name": \#(name), "call": \#(call), "sample": \#(sample)\#(more)}"#
    }
    #expect(throws: Never.self) { try Dialect(text: Array(file().utf8)) }
    let expected: [(String, DialectError)] = [
      ("[]", .wrongType(pointer: "the document", expected: "an object")),
      ("{}", .missing(pointer: "/name")),
      (file(name: "7"), .wrongType(pointer: "/name", expected: "a text")),
      (file(name: "\"glm45\""), .nameIsTaken("glm45")),
      (file(", \"a/b\": 1"), .unknownMember(pointer: "/a~1b")),
      (file(call: "[7]"), .wrongType(pointer: "/call/0", expected: "an object with one member")),
      (file(call: "[{\"mork\": \"x\"}]"), .unknownMember(pointer: "/call/0/mork")),
      (
        file(call: "[{\"mark\": \"\"}]"),
        .wrongType(pointer: "/call/0/mark", expected: "a text that is not empty")
      ),
      (file(call: "[{\"name\": true}]"), .incompleteCall(pointer: "/call")),
      (file(call: "[OBJECT, OBJECT]"), .incompleteCall(pointer: "/call")),
      (
        file(call: "[{\"object\": [{\"name\": \"n\"}]}]"),
        .incompleteCall(pointer: "/call/0/object")
      ),
      (
        file(call: "[{\"name\": true}, {\"arguments\": \"yaml\"}]"),
        .unknownValue(
          pointer: "/call/1/arguments", value: "yaml",
          known: ["json_object", "python_call", "braces", "elements"])
      ),
      (
        file(", \"tolerance\": {\"objects\": \"here\"}"),
        .unknownValue(
          pointer: "/tolerance/objects", value: "here", known: ["nowhere", "at_start", "native"])
      ),
      (
        file(", \"section\": {\"open\": [{\"name\": true}]}"),
        .wrongType(pointer: "/section/open", expected: "pieces without name and arguments")
      ),
      (file(", \"frame\": {\"box\": {}}"), .unknownMember(pointer: "/frame/box")),
      (file(", \"reasoning\": [{\"open\": \"a\"}]"), .missing(pointer: "/reasoning/0/close")),
      (file(sample: "\"<call>f()\""), .sampleNotWritten(accepted: "<call>")),
    ]
    for (text, error) in expected {
      #expect(throws: error) { try Dialect(text: Array(text.utf8)) }
    }
    #expect(throws: DialectError.self) { try Dialect(text: Array("{\"name\": ".utf8)) }
    let broken = file(
      call: "[{\"mark\": \"<call>\"}, {\"identifier\": \"[\"}, OBJECT, {\"mark\": \"</call>\"}]")
    #expect(throws: DialectError.sampleNotWritten(accepted: "")) {
      try Dialect(text: Array(broken.utf8))
    }
  }
}
