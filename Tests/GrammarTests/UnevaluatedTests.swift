import TernJSON
import Testing

@testable import TernGrammar

/// What no other keyword has looked at, where a schema with a word on it must not hold.
@Suite struct UnevaluatedTests {
  @Test(arguments: [
    (
      #"{"oneOf":[{"type":"array","items":{"type":"integer"},"unevaluatedItems":false},"#
        + #"{"type":"array","items":{"type":"number"},"unevaluatedItems":false}]}"#, "[1]", false
    ),
    (#"{"not":{"unevaluatedProperties":{},"additionalProperties":{}}}"#, "{}", false),
    (#"{"not":{"unevaluatedProperties":{},"additionalProperties":{}}}"#, #"{"a":1}"#, false),
    (#"{"not":{"unevaluatedProperties":{},"additionalProperties":{}}}"#, "1", false),
    (
      #"{"if":{"unevaluatedProperties":false,"additionalProperties":true},"then":{"required":["z"]}}"#,
      #"{"a":1}"#, false
    ),
    (#"{"not":{"unevaluatedItems":false,"items":true}}"#, "[1]", false),
    (#"{"not":{"allOf":[{"items":true}],"unevaluatedItems":false}}"#, "[1]", false),
    (#"{"not":{"anyOf":[{"items":{"const":1}},{}],"unevaluatedItems":false}}"#, "[1]", false),
    (#"{"not":{"anyOf":[{"items":{"const":1}},{}],"unevaluatedItems":false}}"#, "[2]", true),
  ])
  func `a keyword that has nothing left to speak of holds`(
    schema: String, text: String, isValid: Bool
  ) throws { try expect(schema, text, isValid) }

  /// A schema that is not applied has not looked at anything, though the value would satisfy it.
  @Test(arguments: [
    (
      #"{"not":{"dependentSchemas":{"a":{"properties":{"b":true}}},"unevaluatedProperties":false}}"#,
      #"{"b":1}"#, true
    ),
    (
      #"{"dependentSchemas":{"a":{"properties":{"b":true}}},"properties":{"a":true},"#
        + ##""allOf":[{"$ref":"#/dependentSchemas/a"}],"unevaluatedProperties":false}"##,
      #"{"b":1}"#, true
    ),
    (
      ##"{"anyOf":[{"$ref":"#/$defs/c"},{}],"allOf":[{"dependentSchemas":{"a":{"$ref":"#/$defs/c"}},"##
        + #""unevaluatedProperties":false}],"$defs":{"c":{"properties":{"b":true}}}}"#,
      #"{"b":1}"#, false
    ),
    (
      ##"{"allOf":[{"$ref":"#/$defs/c"},{"if":{"required":["z"]},"then":{"$ref":"#/$defs/c"},"##
        + #""unevaluatedProperties":false}],"$defs":{"c":{"properties":{"b":true}}}}"#,
      #"{"b":1}"#, false
    ),
    (
      #"{"not":{"if":{"required":["z"]},"then":{"properties":{"z":true,"b":true}},"#
        + #""else":{"properties":{"c":true}},"unevaluatedProperties":false}}"#,
      #"{"b":1}"#, true
    ),
    (
      #"{"not":{"if":{"required":["z"]},"then":{"properties":{"z":true,"b":true}},"#
        + #""else":{"properties":{"c":true}},"unevaluatedProperties":false}}"#,
      #"{"c":1}"#, false
    ),
  ])
  func `only a schema that is applied has looked`(
    schema: String, text: String, isValid: Bool
  ) throws { try expect(schema, text, isValid) }

  @Test func `a required member that may not be there leaves nothing`() throws {
    let schema = try JSON(
      parsing: #"{"type":"object","properties":{"a":{"type":"object","required":["b"],"#
        + #""unevaluatedProperties":false}},"additionalProperties":false}"#)
    let machine = try Constraint(.schema(schema)).machine()
    var walk = RandomWalk(machine, seed: 1)
    let begins = walk.read(UInt8(ascii: "{"))
    let hasName = walk.read(UInt8(ascii: "\""))
    #expect(begins && !hasName)
  }

  /// Who looks at a member that must be there is told by choices that have nothing to do with others.
  @Test(arguments: [
    (#"{"kind":"a"}"#, true), (#"{"kind":"b"}"#, true), (#"{"kind":"c"}"#, false),
    (#"{"kind":"a","x":1}"#, false), (#"{"kind":"a","x":"s"}"#, true), (#"{"x":"s"}"#, false),
  ])
  func `only a choice looks at a member that must be there`(
    text: String, isValid: Bool
  ) throws {
    let schema =
      #"{"type":"object","required":["kind"],"unevaluatedProperties":false,"allOf":["#
      + #"{"anyOf":[{"properties":{"kind":{"const":"a"}}},{"properties":{"kind":{"const":"b"}}}]},"#
      + #"{"if":{"required":["x"]},"then":{"properties":{"x":{"type":"string"}}}},"#
      + #"{"if":{"required":["y"]},"then":{"properties":{"y":{"type":"string"}}}}]}"#
    for alternatives in [MachineOptions().alternativesAtOnce, 2] {
      var options = MachineOptions.acceptance
      options.alternativesAtOnce = alternatives
      try expect(schema, text, isValid, options)
    }
  }

  private func expect(
    _ schema: String, _ text: String, _ isValid: Bool, _ options: MachineOptions = .acceptance
  ) throws {
    let schema = try JSON(parsing: schema)
    let constraint = try Constraint(.schema(schema), options: options)
    #expect(try Acceptor(constraint).accepts(Array(text.utf8)) == isValid)
    let slow = SlowValidator(try SchemaDocument(schema))
    #expect(slow.accepts(try JSON(parsing: text)) == isValid)
  }
}
