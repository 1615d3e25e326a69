import TernJSON
import Testing

@testable import TernGrammar

@Suite("Limits of schema documents")
struct SchemaLimitTests {
  @Test("more schemas than the limit are an error")
  func count() throws {
    var options = SchemaOptions()
    options.maximumSchemas = 10
    let schema: JSON = ["allOf": .array(Array(repeating: [:], count: 9))]
    #expect(try SchemaDocument(schema, options: options).nodes.count == 10)
    options.maximumSchemas = 9
    let error = #expect(throws: SchemaError.self) { try SchemaDocument(schema, options: options) }
    #expect(error?.reason == .tooManySchemas(limit: 9))
  }

  @Test("deep documents are read without recursion, up to a limit")
  func depth() throws {
    func nested(_ levels: Int) -> JSON {
      (0..<levels).reduce(true) { inner, _ in ["items": inner] }
    }
    #expect(try SchemaDocument(nested(1_000)).nodes.count == 1_001)
    let error = #expect(throws: SchemaError.self) { try SchemaDocument(nested(1_001)) }
    #expect(error?.reason == .tooDeep(limit: 1_000))
  }

  @Test("long chains of references are followed without recursion")
  func chains() throws {
    let links = (0..<50_000).map {
      ("d\($0)", ["$ref": .string("#/$defs/d\($0 + 1)")] as JSON)
    }
    let definitions = JSONObject(links + [("d50000", ["type": "null"])])
    let schema: JSON = ["$ref": "#/$defs/d0", "$defs": .object(definitions)]
    #expect(try SchemaDocument(schema).nodes.count == 50_002)
  }

  @Test("dynamic scopes without end are an error")
  func scopes() throws {
    // Resources that each lead to all others: a scope for every subset that comes first.
    let names = (0..<16).map { "r\($0)" }
    let every = JSON.array(names.map { ["items": ["$ref": .string($0)]] })
    let resources = names.map { name in
      (
        name,
        [
          "$id": .string(name), "allOf": every, "contains": ["$dynamicRef": .string("#" + name)],
          "$defs": [name: ["$dynamicAnchor": .string(name)]],
        ] as JSON
      )
    }
    let schema: JSON = ["allOf": every, "$defs": .object(JSONObject(resources))]
    let error = #expect(throws: SchemaError.self) { try SchemaDocument(schema) }
    #expect(error?.reason == .tooManyScopes(limit: 4_096))
  }

  @Test("work that many dynamic scopes repeat is bounded")
  func repeatedWork() throws {
    // 2^11 scopes, each with all names read again: 20 million.
    let names = (0..<11).map { "r\($0)" }
    let every = JSON.array(names.map { ["items": ["$ref": .string($0)]] })
    let long: JSON = ["required": JSON((0..<10_000).map { "name\($0)" })]
    let resources = names.map { name in
      (
        name,
        [
          "$id": .string(name), "allOf": every, "contains": ["$ref": "/root#/$defs/long"],
          "not": ["$dynamicRef": .string("#" + name)],
          "$defs": ["own": ["$dynamicAnchor": .string(name)]],
        ] as JSON
      )
    }
    let definitions = JSONObject(resources + [("long", long)])
    let schema: JSON = ["$id": "/root", "allOf": every, "$defs": .object(definitions)]
    let error = #expect(throws: SchemaError.self) { try SchemaDocument(schema) }
    #expect(error?.reason == .tooManySchemas(limit: 1_000_000))
  }

  @Test("relaxed reading does not list without end")
  func relaxations() throws {
    var options = SchemaOptions()
    options.isRelaxed = true
    let schema: JSON = ["allOf": .array(Array(repeating: ["type": 5], count: 2_000))]
    #expect(throws: SchemaError.self) { try SchemaDocument(schema, options: options) }
  }

  @Test("what loading a document looks at grows as the document does", arguments: SizedDocument.all)
  func large(_ document: SizedDocument) throws {
    let small = try SchemaDocument(document.schema(5_000))
    let large = try SchemaDocument(document.schema(10_000))
    #expect(large.nodes.count > 10_000)
    #expect(small.work > 5_000)
    #expect(large.work <= 2 * small.work + 100)
  }
}

/// A document of any size.
struct SizedDocument: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var schema: @Sendable (Int) -> JSON

  static let all = [
    SizedDocument(testDescription: "properties") { count in
      let properties = (0..<count).map { ("property\($0)", ["type": "string"] as JSON) }
      return ["type": "object", "properties": .object(JSONObject(properties))]
    },
    SizedDocument(testDescription: "references by pointer") { count in
      let links = (0..<count).map { ("d\($0)", ["$ref": .string("#/$defs/d\($0 + 1)")] as JSON) }
      let definitions = JSONObject(links + [("d\(count)", ["type": "null"])])
      return ["$ref": "#/$defs/d0", "$defs": .object(definitions)]
    },
    SizedDocument(testDescription: "references by name") { count in
      let links = (0..<count).map {
        (
          "d\($0)",
          ["$anchor": .string("a\($0)"), "items": ["$ref": .string("#a\($0 / 2)")]] as JSON
        )
      }
      return ["properties": .object(JSONObject(links)), "items": ["$ref": "#a1"]]
    },
    SizedDocument(testDescription: "branches") { count in
      ["anyOf": .array((0..<count).map { ["const": JSON($0)] })]
    },
  ]
}
