import TernJSON
import Testing

@testable import TernGrammar

/// Idioms that choose among schemas cost what their schemas cost together, not every combination.
@Suite struct ChoiceGrowthTests {
  @Test(.timeLimit(.minutes(10)), arguments: ChoiceIdiom.all + ChoiceIdiom.discriminators)
  func `twice the choices are a few times the work, not its square`(_ idiom: ChoiceIdiom) throws {
    for options in [MachineOptions.generation, .acceptance] {
      let small = try work(idiom, idiom.count / 2, options)
      let large = try work(idiom, idiom.count, options)
      #expect(large <= idiom.growth * small, "\(small) and \(large)")
    }
  }

  @Test(.timeLimit(.minutes(10)), arguments: ChoiceIdiom.discriminators)
  func `an alternative is told once for each value that tells it`(_ idiom: ChoiceIdiom) throws {
    for options in [MachineOptions.generation, .acceptance] {
      let small = try alternatives(idiom.schema(idiom.count / 2), options)
      let large = try alternatives(idiom.schema(idiom.count), options)
      #expect(large <= 3 * small, "\(small) and \(large)")
    }
  }

  /// How many alternatives are made to compile a schema, and to begin and end a text.
  private func alternatives(_ schema: JSON, _ options: MachineOptions) throws -> Int {
    let machine = try Constraint(.schema(schema), options: options).machine()
    #expect(!machine.ending(machine.begin(), text: []).isEmpty)
    #expect(machine.error == nil)
    return machine.goals.alternativeCount
  }

  /// What is looked at to compile, to begin a text, to end it, and to read one.
  private func work(_ idiom: ChoiceIdiom, _ count: Int, _ options: MachineOptions) throws -> Int {
    let schema = idiom.schema(count)
    let machine = try Constraint(.schema(schema), options: options).machine()
    let ending = machine.ending(machine.begin(), text: [])
    #expect(!ending.isEmpty)
    let validator = SlowValidator(try SchemaDocument(schema))
    #expect(validator.accepts(try JSON(parsing: ending)))
    var walk = RandomWalk(machine, seed: 3)
    for byte in ending {
      let isRead = walk.read(byte)
      #expect(isRead)
    }
    #expect(walk.isComplete)
    if options == .acceptance {
      for value in idiom.values(count) {
        let isValid = validator.accepts(value)
        var threads = machine.begin()
        var text: [UInt8] = []
        for byte in value.bytes() {
          var next: [Thread] = []
          for thread in threads { machine.step(thread, byte, text: text, into: &next) }
          text.append(byte)
          threads = next
        }
        #expect(threads.contains { machine.isComplete($0) } == isValid, "\(value.text())")
      }
    }
    #expect(machine.error == nil)
    return machine.goals.work
  }
}

/// A schema of many choices, and values to read with it.
struct ChoiceIdiom: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var count: Int
  /// What twice the choices may cost at most.
  var growth = 5
  var schema: @Sendable (Int) -> JSON
  var values: @Sendable (Int) -> [JSON] = { _ in [] }

  private static func kind(_ number: Int) -> JSON { .string("k\(number)") }

  static let all: [ChoiceIdiom] = [
    ChoiceIdiom(testDescription: "allOf of if and then", count: 200) { count in
      [
        "type": "object", "properties": ["kind": ["type": "string"]], "required": ["kind"],
        "allOf": .array(
          (0..<count).map { number in
            [
              "if": ["properties": ["kind": ["const": kind(number)]], "required": ["kind"]],
              "then": [
                "properties": ["p\(number)": ["type": "integer"]],
                "required": [.string("p\(number)")],
              ],
            ]
          }),
      ]
    } values: { count in
      [
        ["kind": "k1", "p1": 3], ["kind": "k1", "p1": "x"], ["kind": "k1"], ["kind": "other"],
        ["p2": "x", "kind": "k3", "p3": 1], ["p2": "x", "kind": "k2"], ["p1": 1], [:],
        ["kind": kind(count - 1), "p\(count - 1)": 1],
      ]
    },
    ChoiceIdiom(testDescription: "oneOf told apart by a constant", count: 1_000) { count in
      [
        "oneOf": .array(
          (0..<count).map { number in
            [
              "type": "object", "additionalProperties": false, "required": ["kind", "value"],
              "properties": [
                "kind": ["const": kind(number)],
                "value": number % 2 == 0 ? ["type": "integer"] : ["type": "string"],
              ],
            ]
          })
      ]
    } values: { count in
      [
        ["kind": "k0", "value": 1], ["kind": "k1", "value": 1], ["value": "x", "kind": "k1"],
        ["kind": kind(count), "value": 1], ["kind": "k2", "value": 1, "more": 2],
      ]
    },
    ChoiceIdiom(testDescription: "oneOf of constants", count: 1_000) { count in
      ["oneOf": .array((0..<count).map { ["const": kind($0), "title": kind($0)] })]
    } values: {
      ["k0", kind($0), 1]
    },
    ChoiceIdiom(testDescription: "dependentSchemas", count: 100) { count in
      [
        "type": "object",
        "dependentSchemas": .object(
          JSONObject(
            (0..<count).map { number in
              (
                "a\(number)",
                [
                  "anyOf": [
                    ["properties": ["b\(number)": ["type": "integer"]]],
                    ["required": [.string("c\(number)")]],
                  ]
                ]
              )
            })),
      ]
    } values: { _ in
      [
        ["a1": 1, "b1": 1], ["a1": 1, "b1": "x"], ["b1": "x", "a1": 1, "c1": 0], ["b2": "x"],
        ["a1": 0, "a2": 0, "a3": 0, "b2": "x", "c2": 1, "b4": 1],
      ]
    },
    ChoiceIdiom(testDescription: "dependentSchemas of members", count: 100) { count in
      [
        "type": "object",
        "dependentSchemas": .object(
          JSONObject(
            (0..<count).map { number in
              (
                "a\(number)",
                [
                  "properties": ["b\(number)": ["type": "integer"], "x": ["type": "integer"]],
                  "required": [.string("b\(number)")],
                ]
              )
            })),
      ]
    } values: { _ in
      [
        ["a1": 1, "b1": 1], ["a1": 1, "b1": "x"], ["b1": "x", "a1": 1], ["x": 1, "a1": 0, "b1": 2],
        ["x": "1", "a1": 0, "b1": 2], ["x": "1", "b2": 1],
      ]
    },
    ChoiceIdiom(testDescription: "anyOf by a constant, unevaluatedProperties", count: 50, growth: 8)
    { count in
      [
        "type": "object", "required": ["kind"], "unevaluatedProperties": false,
        "anyOf": .array(
          (0..<count).map { number in
            [
              "properties": ["kind": ["const": kind(number)], "p\(number)": ["type": "integer"]],
              "required": ["kind", .string("p\(number)")],
            ]
          }),
      ]
    } values: { _ in
      [
        ["kind": "k1", "p1": 3], ["kind": "k1", "p1": 3, "p2": 3], ["p1": 3, "kind": "k1"],
        ["kind": "other", "p1": 3], ["kind": "k1", "p1": 3, "x": 1],
      ]
    },
    ChoiceIdiom(testDescription: "anyOf of names, unevaluatedProperties", count: 50, growth: 8) {
      count in
      [
        "type": "object", "unevaluatedProperties": false,
        "anyOf": .array(
          (0..<count).map { number in
            [
              "properties": ["p\(number)": ["type": "integer"]],
              "required": [.string("p\(number)")],
            ]
          }),
      ]
    } values: { _ in
      [
        ["p1": 3], ["p1": 3, "p2": 3, "p3": 3], ["p1": 3, "p2": "x"], [:], ["p1": 3, "x": 1],
      ]
    },
    ChoiceIdiom(testDescription: "allOf of oneOf by constants", count: 12) { count in
      [
        "type": "object",
        "allOf": .array(
          (0..<count).map { number in
            [
              "oneOf": .array(
                (0..<4).map { branch in
                  [
                    "properties": [
                      "k\(number)": ["const": kind(branch)],
                      "v\(number)": ["type": branch % 2 == 0 ? "string" : "integer"],
                    ], "required": [.string("k\(number)"), .string("v\(number)")],
                  ]
                })
            ]
          }),
      ]
    } values: { count in
      let members = (0..<count).flatMap {
        [("k\($0)", kind($0 % 4)), ("v\($0)", $0 % 2 == 0 ? "x" : 1 as JSON)]
      }
      return [
        .object(JSONObject(members)), .object(JSONObject(members.reversed())),
        .object(JSONObject(members.dropLast())),
        .object(JSONObject(members.map { ($0.0, $0.0 == "v2" ? 5 : $0.1) })),
      ]
    },
    ChoiceIdiom(testDescription: "allOf of oneOf by names", count: 12) { count in
      [
        "type": "object",
        "allOf": .array(
          (0..<count).map { number in
            ["oneOf": .array((0..<4).map { ["required": [.string("n\(number)x\($0)")]] })]
          }),
      ]
    } values: { count in
      let members = (0..<count).map { ("n\($0)x\($0 % 4)", 1 as JSON) }
      return [
        .object(JSONObject(members)), .object(JSONObject(members.dropFirst())),
        .object(JSONObject(members + [("n0x1", 2)])), .object(JSONObject(members + [("y", 2)])),
      ]
    },
    ChoiceIdiom(testDescription: "if, then and else of other members", count: 24) { count in
      [
        "type": "object",
        "allOf": .array(
          (0..<count).map { number in
            [
              "if": [
                "properties": ["a\(number)": ["type": "string"]],
                "required": [.string("a\(number)")],
              ],
              "then": ["required": [.string("b\(number)")]],
              "else": ["properties": ["c\(number)": ["type": "null"]]],
            ]
          }),
      ]
    } values: { _ in
      [
        ["a1": "x", "b1": 1], ["a1": "x"], ["a1": 1, "c1": 1], ["c1": .null, "a1": 1], ["c2": 1],
        ["c2": 1, "a2": "x", "b2": 0],
      ]
    },
  ]
}
