import Foundation
import Tern
import TernJSON
import Testing

/// Schemas read from documents of other makes.
@Suite struct SchemaDecodingTests {
  private func decode(_ text: String) throws -> GenerationSchema {
    try JSONDecoder().decode(GenerationSchema.self, from: Data(text.utf8))
  }

  @Test func `what other documents have is kept`() throws {
    let text = #"""
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
       "properties": {"mail": {"type": "string", "format": "email", "maxLength": 90},
         "n": {"oneOf": [{"type": "integer", "exclusiveMinimum": 0}, {"type": "null"}]},
         "huge": {"maximum": 123456789012345678901234567890, "minimum": -0.12345678901234567890123},
         "any": true, "old": {"$ref": "#/definitions/X"}, "far": {"enum": [18446744073709551615, 1e300]}},
       "definitions": {"X": {"items": [{"type": "string"}], "default": {"$ref": "no"}}}}
      """#
    let schema = try decode(text)
    #expect(schema.json.hasSameValue(as: try JSON(parsing: text)))
    let again = try JSON(parsing: Array(JSONEncoder().encode(schema)))
    #expect(again.hasSameValue(as: try JSON(parsing: text)))
    #expect(schema.name == "")
  }

  @Test(
    arguments: [
      #"[]"#, #""string""#, #"true"#, #"{"type": "text"}"#, #"{"type": []}"#,
      #"{"properties": []}"#,
      #"{"required": "a"}"#, #"{"x-order": [1]}"#, #"{"anyOf": {}}"#, #"{"items": 3}"#,
      ##"{"$ref": "#/$defs/Missing"}"##,
      ##"{"properties": {"a": {"$ref": "#/$defs/B"}}, "$defs": {}}"##,
      #"{"minItems": -1}"#, #"{"title": 3}"#, #"{"properties": {"a": 1}}"#, #"{"enum": 1}"#,
      #"{"minimum": "1"}"#, #"{"not": []}"#,
    ] as [String])
  func `what is no schema is an error that says where`(_ text: String) {
    do {
      _ = try decode(text)
      Issue.record("no error")
    } catch {
      guard case DecodingError.dataCorrupted(let context) = error else {
        Issue.record("another error: \(error)")
        return
      }
      #expect(context.debugDescription.contains("(at "))
    }
  }

  @Test func `properties come back in the order that the document tells`() throws {
    let keys = (0..<40).map { "key\($0 * 7 % 40)" }
    let schema = GenerationSchema(
      type: Age.self, properties: keys.map { .init(name: $0, type: Int.self) })
    let again = try decode(String(decoding: JSONEncoder().encode(schema), as: UTF8.self))
    #expect(again.json["properties"]?.object?.keys == keys)
  }

  @Test func `nesting is bounded`() throws {
    let deep =
      String(repeating: #"{"items":"#, count: 400) + "{}" + String(repeating: "}", count: 400)
    #expect(try decode(deep).json["items"] != nil)
    let deeper =
      String(repeating: #"{"items":"#, count: 5_000) + "{}" + String(repeating: "}", count: 5_000)
    #expect(throws: (any Error).self) { try decode(deeper) }
    var value: JSON = [:]
    for _ in 0..<2_000 { value = ["not": value] }
    let built = value
    #expect(throws: SchemaDocumentError.self) { try GenerationSchema(document: built) }
  }
}
