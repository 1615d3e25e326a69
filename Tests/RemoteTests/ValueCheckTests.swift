import TernJSON
import Testing

@testable import TernRemote

@Suite("Values against schemas")
struct ValueCheckTests {
  private static let schema: JSON = [
    "type": "object", "required": ["kind"], "additionalProperties": false,
    "properties": [
      "kind": ["enum": ["a", "b"]], "count": ["type": "integer", "minimum": 1, "maximum": 3],
      "share": ["type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1],
      "code": ["type": "string", "minLength": 2, "maxLength": 3, "x-swift-pattern": "[a-z]+"],
      "list": ["type": "array", "minItems": 1, "maxItems": 2, "items": ["$ref": "#/$defs/item"]],
      "one": ["anyOf": [["type": "null"], ["const": 7]]],
    ],
    "$defs": ["item": ["type": "object", "properties": ["next": ["$ref": "#/$defs/item"]]]],
  ]

  @Test(
    "values that satisfy it",
    arguments: [
      #"{"kind": "a"}"#, #"{"kind": "b", "count": 3.0, "share": 0.5, "code": "xy"}"#,
      #"{"kind": "a", "list": [{"next": {"next": {}}}], "one": null}"#,
      #"{"kind": "a", "one": 7e0}"#,
    ])
  func fits(_ text: String) throws {
    #expect(ValueCheck(Self.schema).fault(in: try JSON(parsing: text)) == nil)
  }

  @Test(
    "values that do not",
    arguments: [
      ("[]", "the value is not of type \"object\""), ("{}", "/kind is missing"),
      (#"{"kind": "c"}"#, "/kind is none of the values that it may be"),
      (#"{"kind": "a", "more": 1}"#, "/more may not be there"),
      (#"{"kind": "a", "count": 0}"#, "/count is less than 1"),
      (#"{"kind": "a", "count": 1.5}"#, "/count is not of type \"integer\""),
      (#"{"kind": "a", "share": 1}"#, "/share is not less than 1"),
      (#"{"kind": "a", "share": 0}"#, "/share is not more than 0"),
      (#"{"kind": "a", "code": "x"}"#, "/code is shorter than 2"),
      (#"{"kind": "a", "code": "wxyz"}"#, "/code is longer than 3"),
      (#"{"kind": "a", "code": "X1"}"#, "/code does not match [a-z]+"),
      (#"{"kind": "a", "list": []}"#, "/list has fewer than 1 elements"),
      (#"{"kind": "a", "list": [{}, {}, {}]}"#, "/list has more than 2 elements"),
      (#"{"kind": "a", "list": [{"next": 1}]}"#, "/list/0/next is not of type \"object\""),
      (#"{"kind": "a", "one": 8}"#, "/one fits none of its forms"),
    ])
  func fails(_ text: String, _ expected: String) throws {
    #expect(ValueCheck(Self.schema).fault(in: try JSON(parsing: text)) == expected)
  }
}
