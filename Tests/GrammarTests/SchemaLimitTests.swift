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

  @Test("large documents load in linear time")
  func large() throws {
    let properties = (0..<100_000).map { ("property\($0)", ["type": "string"] as JSON) }
    let schema: JSON = ["type": "object", "properties": .object(JSONObject(properties))]
    let clock = ContinuousClock()
    let start = clock.now
    let document = try SchemaDocument(schema)
    let time = start.duration(to: clock.now)
    #expect(document.nodes.count == 100_001)
    #expect(time < .seconds(2))
  }
}
