import TernJSON
import TernTestSupport
import Testing

@testable import TernGrammar

@Suite struct PropertyOrderTests {
  private static let names = ["a", "b", "c", "d", "e"]

  @Test func `x-order is kept of the names that it has, in acceptance as in generation`() throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<SharedSuites.rounds(10_000) {
      let order = Array(
        Self.names.shuffled(using: &random).prefix(.random(in: 1...5, using: &random)))
      let schema = schema(&random, order: order)
      let acceptor = try Acceptor(Constraint(.schema(schema), options: .acceptance))
      let slow = SlowValidator(try SchemaDocument(schema))
      for _ in 0..<6 {
        let count = Int.random(in: 0...5, using: &random)
        let present = Self.names.shuffled(using: &random).prefix(count)
        let value = JSON.object(JSONObject(present.map { ($0, 1) }))
        let expected = slow.accepts(value) && isOrdered(Array(present), order)
        let accepted = try acceptor.accepts(value.bytes())
        #expect(accepted == expected, "\(value.text()) by \(schema.text())")
      }
    }
  }

  @Test func `generation keeps the order that properties are declared in`() throws {
    var random = SeededGenerator(seed: 5)
    for seed in 0..<SharedSuites.rounds(10_000) {
      let schema = schema(&random, order: nil)
      let declared = schema["properties"]?.object?.keys ?? []
      let machine = try Constraint(.schema(schema)).machine()
      var walk = RandomWalk(machine, seed: UInt64(seed))
      for _ in 0..<80 where !walk.isComplete { _ = walk.readRandom() }
      let text = walk.text + machine.ending(walk.threads, text: walk.text)
      let value = try JSON(parsing: text)
      let keys = value.object?.keys ?? []
      #expect(isOrdered(keys, declared), "\(text.shown) by \(schema.text())")
      #expect(SlowValidator(try SchemaDocument(schema)).accepts(value))
    }
  }

  /// Choices that are settled one by one leave the names where they were.
  @Test func `members of many choices come in the order of the choices`() throws {
    let dependents = (0..<40).map { number -> (String, JSON) in
      let choice: JSON = [
        ["properties": ["b\(number)": ["type": "integer"]]], ["required": ["c\(number)"]],
      ]
      return ("a\(number)", ["anyOf": choice])
    }
    let schema: JSON = ["type": "object", "dependentSchemas": .object(JSONObject(dependents))]
    let machine = try Constraint(.schema(schema)).machine()
    for text in [#"{"a1":1,"b1":2,"a7":3,"b7":1}"#, #"{"a1":1,"a7":3,"b7":1,"a39":true}"#] {
      var walk = RandomWalk(machine, seed: 1)
      #expect(text.utf8.allSatisfy { walk.read($0) } && walk.isComplete, "\(text)")
    }
  }

  /// What must be there because of a member is only known when that one is there.
  @Test func `a member that another one asks for may come late`() throws {
    let choices = (0..<40).map { number -> JSON in
      let member = JSON.string("b\(number)")
      return ["if": ["required": [.string("a\(number)")]], "then": ["required": [member]]]
    }
    let schema: JSON = ["type": "object", "allOf": .array(choices)]
    let machine = try Constraint(.schema(schema)).machine()
    for text in [#"{"a1":1,"b1":2}"#, #"{"a1":1,"a7":3,"b1":1,"b7":2}"#, #"{"b1":1,"a1":2}"#] {
      var walk = RandomWalk(machine, seed: 1)
      #expect(text.utf8.allSatisfy { walk.read($0) } && walk.isComplete, "\(text)")
    }
  }

  /// A member that must be there is planned before others that come in front of it.
  @Test func `choices about members in front of a required one can be settled`() throws {
    let schema = try JSON(
      parsing: #"{"type":"object","properties":{"p1":{"enum":["k0","k1"]}},"required":["kind"],"#
        + #""allOf":[{"if":{"properties":{"a":{"const":"k2"}},"type":"object"},"#
        + #""else":{"properties":{"p2":false}}},{"if":{"oneOf":[{"properties":{"a":{"const":"k2"},"#
        + #""p2":{"properties":{"kind":{"const":"k1"}}}},"required":["a"]},{"required":["p1"]},"#
        + #"{"properties":{"kind":{"type":"object","properties":{"kind":{"const":"k1"}},"#
        + #""required":["kind"]}},"required":["kind"]}]},"then":{"required":["p0"]}},"#
        + #"{"if":{"properties":{"kind":{"const":"k0"},"p2":{"type":["string","integer"]}}},"#
        + #""then":{"properties":{"p0":true},"required":["p0"]}},{"if":{"not":{"properties":"#
        + #"{"kind":{"const":"k0"},"sub":{"type":"integer","minimum":3}},"required":["kind"]}},"#
        + #""then":{"required":["a"]}}]}"#)
    let machine = try Constraint(.schema(schema)).machine()
    let text = machine.ending(machine.begin(), text: [])
    let value = try JSON(parsing: text)
    #expect(SlowValidator(try SchemaDocument(schema)).accepts(value), "\(value.text())")
  }

  private func schema(_ random: inout SeededGenerator, order: [String]?) -> JSON {
    let declared = Self.names.shuffled(using: &random).prefix(.random(in: 0...5, using: &random))
    let required = Self.names.shuffled(using: &random).prefix(.random(in: 0...3, using: &random))
    var schema: JSONObject = [
      "type": "object", "required": JSON(required),
      "properties": .object(JSONObject(declared.map { ($0, ["type": "integer"]) })),
    ]
    if Bool.random(using: &random) { schema["minProperties"] = 2 }
    if let order { schema["x-order"] = JSON(order) }
    return .object(schema)
  }

  private func isOrdered(_ keys: [String], _ order: [String]) -> Bool {
    let places = keys.compactMap { order.firstIndex(of: $0) }
    return zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
  }
}
