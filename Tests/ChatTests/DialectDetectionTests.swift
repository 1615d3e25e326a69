import Foundation
import TernChat
import TernTestSupport
import Testing

@Suite struct DialectDetectionTests {
  @Test(.enabled(if: SharedSuites.available))
  func `each template of the suite is of its family`() throws {
    let folder = try #require(SharedSuites.url("suites/chat-templates/templates"))
    var expected: [String: Dialect] = [:]
    for (dialect, templates) in DialectTable.families {
      for name in templates.split(whereSeparator: \.isWhitespace) {
        expected[String(name)] = dialect
      }
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.count >= expected.count)
    for file in files where file.hasSuffix(".jinja") {
      let template = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      let found = Dialect.detect(template: template, architecture: nil) { _ in false }
      #expect(found == expected[String(file.dropLast(".jinja".count))], "\(file)")
    }
  }

  @Test func `without a template the vocabulary tells the family`() {
    func found(_ tokens: Set<String>, _ architecture: String? = nil) -> Dialect? {
      Dialect.detect(template: nil, architecture: architecture) { tokens.contains($0) }
    }
    #expect(found(["<tool_call>"]) == .hermesJSON)
    #expect(found(["[TOOL_CALLS]", "[ARGS]"]) == .mistralV11Args)
    #expect(found(["[TOOL_CALLS]"]) == .mistralV3JSON)
    #expect(found(["<|tool_call|>"], "granite") == .granite3)
    #expect(found(["｜DSML｜"], "deepseek32") == .deepSeekV32DSML)
    #expect(found(["｜DSML｜"], "deepseek4") == .deepSeekV4DSML)
    #expect(found(["｜DSML｜"], "deepseek41") == .deepSeekV41DSML)
    #expect(found(["<|role_sep|>\n", "<|message_sep|>\n\n"]) == .gigaChat3)
    #expect(found(["<|role_sep|>\n", "<|function_call|>"]) == .gigaChat31)
    #expect(found(["<|role_sep|>\n", "｜GCML｜"]) == .gigaChat35)
    #expect(found(["<|tools_prefix|>"]) == .apertus)
    #expect(found(["<|open|>", "<|sep|>", "<|close|>"]) == .kimiK3)
    #expect(found(["]<]minimax[>["]) == .miniMaxM3)
    #expect(found(["<tool_sep:opensource>"]) == .hy3)
    #expect(found(["<|tool_call:begin|>"]) == .solarOpen)
    #expect(found([], "gemma3") == .gemma3ToolCode)
    #expect(found([]) == nil)
  }

  @Test func `families whose formats are alike are told apart`() {
    func found(_ template: String) -> Dialect? {
      Dialect.detect(template: template, architecture: nil) { _ in false }
    }
    let dsml = "{% set d = '｜DSML｜' %}{{ '<' + d + '"
    #expect(found(dsml + "function_calls>' }}") == .deepSeekV32DSML)
    #expect(found(dsml + "tool_calls>' }}") == .deepSeekV4DSML)
    #expect(found(dsml + " calls>' }}") == .deepSeekV41DSML)
    let roles = "{{ '<|role_sep|>' }}{{ 'function call' }}"
    #expect(found(roles) == .gigaChat3)
    #expect(found(roles + "{{ '<|function_call|>' }}") == .gigaChat31)
    #expect(found(roles + "{{ '<｜GCML｜tool_calls>' }}") == .gigaChat35)
    #expect(found("{{ ']<]minimax[>[' ~ '<tool_call>' }}{{ '<invoke name=' }}") == .miniMaxM3)
    #expect(found("<minimax:tool_call><invoke name=") == .miniMaxM2)
    #expect(found("'<|open|>' + tag + '<|sep|>' + '<|close|>' + tag") == .kimiK3)
  }

  @Test func `a template that shows a format decides, one without tools has none`() {
    let hermes = "{% if tools %}<tool_call>{% endif %}"
    let tokens: Set = ["[TOOL_CALLS]", "<tool_call>"]
    #expect(
      Dialect.detect(template: hermes, architecture: "llama") { tokens.contains($0) }
        == .hermesJSON)
    #expect(
      Dialect.detect(template: "{{ messages }}", architecture: nil) { tokens.contains($0) }
        == nil)
  }
}
