import Foundation
import TernJSON

/// JSON Schemas, and values that satisfy them.
struct MaskCorpus {
  /// One schema of the corpus.
  struct Entry {
    var id: String
    var schema: JSON
    var samples: [JSON]
  }

  var entries: [Entry]

  init(path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw BenchError.failed("cannot read \(path)")
    }
    try self.init(JSON(parsing: Array(data)), name: path)
  }

  /// An array of objects with `schema`, `samples` and perhaps `id`.
  private init(_ json: JSON, name: String) throws(BenchError) {
    guard let list = json.array else { throw .failed("\(name) is not a JSON array") }
    entries = []
    for (index, entry) in list.enumerated() {
      guard let schema = entry["schema"], let samples = entry["samples"]?.array else {
        throw .failed("entry \(index) of \(name) has no schema and samples")
      }
      entries.append(
        Entry(id: entry["id"]?.string ?? "\(index)", schema: schema, samples: samples))
    }
  }

  /// The schemas of a report: orders, calls of tools, places, rows, free JSON.
  static func standard() throws -> MaskCorpus {
    try MaskCorpus(JSON(parsing: standardText), name: "the built-in corpus")
  }
}

extension MaskCorpus {
  private static let standardText = #"""
    [
      {"id": "order", "schema": {"type": "object", "properties": {
        "drink": {"enum": ["espresso", "latte", "flat white", "tea"]},
        "size": {"enum": ["small", "medium", "large"]},
        "shots": {"type": "integer", "minimum": 1, "maximum": 4},
        "name": {"type": "string", "maxLength": 40},
        "extras": {"type": "array", "items": {"type": "string"}, "maxItems": 5}},
        "required": ["drink", "size", "shots", "name"], "additionalProperties": false},
       "samples": [
        {"drink": "flat white", "size": "large", "shots": 2, "name": "Ada"},
        {"drink": "tea", "size": "small", "shots": 1, "name": "Grace Hopper",
         "extras": ["oat milk", "honey"]}]},
      {"id": "call", "schema": {"anyOf": [
        {"type": "object", "properties": {"name": {"const": "weather"}, "arguments": {
          "type": "object", "properties": {"city": {"type": "string"},
          "unit": {"enum": ["celsius", "fahrenheit"]}}, "required": ["city"],
          "additionalProperties": false}}, "required": ["name", "arguments"],
          "additionalProperties": false},
        {"type": "object", "properties": {"name": {"const": "search"}, "arguments": {
          "type": "object", "properties": {"query": {"type": "string", "minLength": 1},
          "limit": {"type": "integer", "minimum": 1, "maximum": 100}}, "required": ["query"],
          "additionalProperties": false}}, "required": ["name", "arguments"],
          "additionalProperties": false}]},
       "samples": [
        {"name": "weather", "arguments": {"city": "Reykjavík", "unit": "celsius"}},
        {"name": "search", "arguments": {"query": "grammar of tokens", "limit": 25}}]},
      {"id": "person", "schema": {"type": "object", "properties": {
        "id": {"type": "string", "format": "uuid"}, "born": {"type": "string", "format": "date"},
        "mail": {"type": "string", "pattern": "^[a-z.]+@[a-z]+\\.[a-z]{2,3}$"},
        "address": {"$ref": "#/$defs/address"},
        "others": {"type": "array", "items": {"$ref": "#/$defs/address"}}},
        "required": ["id", "born", "address"], "additionalProperties": false,
        "$defs": {"address": {"type": "object", "properties": {"street": {"type": "string"},
        "zip": {"type": "string", "pattern": "^[0-9]{5}$"}, "country": {"type": "string"}},
        "required": ["street", "zip"], "additionalProperties": false}}},
       "samples": [
        {"id": "0b1f6f0e-3f0a-4c39-9b5e-5a5f4a1f8c11", "born": "1984-06-30",
         "mail": "jane.doe@example.org", "address": {"street": "Long Lane 7", "zip": "10115"}},
        {"id": "7d0b6c52-9a5e-4a7f-8f0b-1d2c3b4a5968", "born": "2001-12-01",
         "address": {"street": "Kirchweg 12", "zip": "80331", "country": "DE"},
         "others": [{"street": "Rue du Lac 3", "zip": "12050"}]}]},
      {"id": "rows", "schema": {"type": "array", "minItems": 1, "items": {"type": "object",
        "properties": {"time": {"type": "string", "format": "date-time"},
        "value": {"type": "number"}, "valid": {"type": "boolean"},
        "note": {"type": ["string", "null"]}}, "required": ["time", "value", "valid", "note"],
        "additionalProperties": false}},
       "samples": [[
        {"time": "2024-02-29T12:30:00Z", "value": -12.75, "valid": true, "note": null},
        {"time": "2024-03-01T00:00:00Z", "value": 3.5e-7, "valid": false, "note": "too small"},
        {"time": "2024-03-01T06:15:30Z", "value": 18, "valid": true, "note": "–"}]]},
      {"id": "settings", "schema": {"type": "object",
        "additionalProperties": {"type": ["string", "number", "boolean", "array"],
        "items": {"type": "integer"}}},
       "samples": [{"theme": "dark", "zoom": 1.25, "sidebar": true, "recent": [12, 7, 3]}]},
      {"id": "free", "schema": {"type": "object"},
       "samples": [{"a": [1, {"b": null}], "text": "Any \"JSON\" at all: 你好 🙂", "d": {}}]}
    ]
    """#
}
