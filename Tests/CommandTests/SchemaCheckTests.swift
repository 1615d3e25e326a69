import Foundation
import TernJSON
import Testing

@Suite("tern schema-check")
struct SchemaCheckTests {
  private func verdicts(_ schema: String, _ data: [String]) throws -> [Bool] {
    let tests = data.map { #"{"data":\#($0)}"# }.joined(separator: ",")
    let line = #"{"id":1,"schema":\#(schema),"tests":[\#(tests)]}"#
    let run = try CommandRun("schema-check", "--jsonl", "-", input: Array(line.utf8))
    #expect(run.status == 0, "\(run.errors)")
    return try JSON(parsing: run.text)["verdicts"]?.array?.compactMap(\.bool) ?? []
  }

  @Test func `lone surrogates differ from each other and from what stands for them`() throws {
    let texts = [#""\ud800""#, #""\ufffd""#, #""\udc00""#]
    for (index, text) in texts.enumerated() {
      let equal = try verdicts(#"{"const":\#(text)}"#, texts)
      #expect(equal == texts.indices.map { $0 == index })
    }
    let pairs = texts.map { #"["\ufffd",\#($0)]"# }
    #expect(try verdicts(#"{"uniqueItems":true}"#, pairs) == [true, false, true])
    #expect(
      try verdicts(#"{"type":"string","minLength":1,"maxLength":1}"#, texts) == [true, true, true])
    #expect(
      try verdicts(#"{"properties":{"\ud800":false}}"#, [#"{"\ufffd":1}"#, #"{"\ud800":1}"#]) == [
        true, false,
      ])
  }

  @Test func `a number beyond the limits is an error that names it`() throws {
    let line = #"{"id":1,"schema":{"items":{"minimum":1e999999999}},"tests":[{"data":[1]}]}"#
    let run = try CommandRun("schema-check", "--jsonl", "-", input: Array(line.utf8))
    let answer = try JSON(parsing: run.text)
    #expect(answer["compiled"] == false)
    #expect(answer["error"]?.string?.hasPrefix("minimum at /items: ") == true)
  }
}
