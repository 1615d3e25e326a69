import TernJSON
import Testing

@testable import TernGrammar

/// Names and texts that Unicode takes for the same, but whose scalars differ: "é" as one scalar, and
/// as a letter with an accent.
@Suite struct ExactNameTests {
  private static let one = "\u{E9}"
  private static let two = "e\u{301}"

  private func accepts(_ schema: String, _ texts: [String]) throws -> [Bool] {
    let constraint = try Constraint(
      .schema(JSON(parsing: spelled(schema))), options: .acceptance)
    return try texts.map { try Acceptor(constraint).accepts(Array(spelled($0).utf8)) }
  }

  /// What is accepted of the four objects of either name with an integer or a text.
  private func verdicts(_ schema: String) throws -> [Bool] {
    try accepts(
      schema, [#"{"ONE":1}"#, #"{"ONE":"s"}"#, #"{"TWO":1}"#, #"{"TWO":"s"}"#])
  }

  private func spelled(_ text: String) -> String {
    text.replacing("ONE", with: Self.one).replacing("TWO", with: Self.two)
  }

  @Test(arguments: [
    (
      #"{"properties":{"ONE":{"type":"integer"},"TWO":{"type":"string"}}}"#,
      [true, false, false, true]
    ),
    (#"{"required":["ONE"]}"#, [true, true, false, false]),
    (#"{"dependentRequired":{"ONE":["z"]}}"#, [false, false, true, true]),
    (#"{"dependentSchemas":{"TWO":{"required":["ONE"]}}}"#, [true, true, false, false]),
    (
      #"{"patternProperties":{"^ONE":{"type":"integer"},"^TWO":{"type":"string"}}}"#,
      [true, false, false, true]
    ),
    (#"{"anyOf":[{"const":{"ONE":1}},{"const":{"TWO":"s"}}]}"#, [true, false, false, true]),
    (#"{"not":{"required":["TWO"]}}"#, [true, true, false, false]),
    (
      ##"{"additionalProperties":{"$ref":"#/$defs/ONE"},"$defs":{"ONE":{"type":"integer"},"TWO":true}}"##,
      [true, false, true, false]
    ),
  ])
  func `names with other scalars are other names`(schema: String, expected: [Bool]) throws {
    #expect(try verdicts(schema) == expected)
  }

  @Test func `patterns with other scalars are other patterns`() throws {
    let schema = #"{"properties":{"p":{"pattern":"^ONE$"},"q":{"pattern":"^TWO$"}}}"#
    let texts = [#"{"p":"ONE"}"#, #"{"p":"TWO"}"#, #"{"q":"ONE"}"#, #"{"q":"TWO"}"#]
    #expect(try accepts(schema, texts) == [true, false, false, true])
  }

  @Test func `objects whose names have other scalars are different elements`() throws {
    let texts = [#"[{"ONE":1},{"TWO":1}]"#, #"[{"ONE":1},{"ONE":1}]"#]
    #expect(try accepts(#"{"uniqueItems":true}"#, texts) == [true, false])
  }
}
