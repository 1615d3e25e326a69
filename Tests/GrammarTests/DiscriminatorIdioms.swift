import TernJSON

@testable import TernGrammar

extension ChoiceIdiom {
  private static func kind(_ number: Int) -> JSON { .string("k\(number)") }

  /// An object whose member `kind` says which others must be there.
  private static func conditions(
    _ count: Int, _ members: JSON = ["kind": ["type": "string"]], required: JSON = ["kind"],
    condition: (Int) -> JSON
  ) -> JSON {
    [
      "type": "object", "properties": members, "required": required,
      "allOf": .array(
        (0..<count).map { number in
          [
            "if": condition(number),
            "then": [
              "properties": ["p\(number)": ["type": "integer"]],
              "required": [.string("p\(number)")],
            ],
          ]
        }),
    ]
  }

  private static func values(_ count: Int) -> [JSON] {
    [
      ["kind": "k1", "p1": 3], ["kind": "k1", "p1": "x"], ["kind": "k1"], ["kind": "other"],
      ["p2": "x", "kind": "k3", "p3": 1], ["p1": 1, "kind": "k1"], ["p1": 1], [:],
      ["kind": 5], ["kind": kind(count - 1), "p\(count - 1)": 1],
    ]
  }

  /// Ways to tell by one member what else must be there.
  static let discriminators: [ChoiceIdiom] = [
    ChoiceIdiom(testDescription: "if of several constants", count: 100) { count in
      conditions(count) { number in
        let names: [JSON] = [kind(number), .string("l\(number)")]
        return ["properties": ["kind": ["enum": .array(names)]], "required": ["kind"]]
      }
    } values: {
      values($0) + [["kind": "l2", "p2": 1], ["kind": "l2"]]
    },
    ChoiceIdiom(testDescription: "if of anyOf of constants", count: 100) { count in
      conditions(count) { number in
        let names: [JSON] = [kind(number), .string("l\(number)")]
        return ["anyOf": .array(names.map { ["properties": ["kind": ["const": $0]]] })]
      }
    } values: {
      values($0) + [["kind": "l2", "p2": 1], ["kind": "l2"]]
    },
    ChoiceIdiom(testDescription: "if of a schema that must not hold", count: 80) { count in
      conditions(count) { number in
        ["not": ["not": ["properties": ["kind": ["const": kind(number)]]]]]
      }
    } values: {
      values($0)
    },
    ChoiceIdiom(testDescription: "if of a value that is not a constant", count: 80) { count in
      [
        "type": "object", "required": ["kind"], "properties": ["kind": ["type": "string"]],
        "allOf": .array(
          (0..<count).map { number in
            [
              "if": ["properties": ["kind": ["not": ["const": kind(number)]]]],
              "else": ["required": [.string("p\(number)")]],
            ]
          }),
      ]
    } values: {
      values($0)
    },
    ChoiceIdiom(testDescription: "if of an inner constant", count: 80) { count in
      let meta: JSON = [
        "type": "object", "properties": ["kind": ["type": "string"]], "required": ["kind"],
      ]
      return conditions(count, ["meta": meta], required: ["meta"]) { number in
        let inner: JSON = ["properties": ["kind": ["const": kind(number)]], "required": ["kind"]]
        return ["properties": ["meta": inner], "required": ["meta"]]
      }
    } values: { _ in
      [
        ["meta": ["kind": "k1"], "p1": 1], ["meta": ["kind": "k1"]], ["meta": ["kind": "x"]],
        ["p2": "x", "meta": ["kind": "k3"], "p3": 1], ["meta": [:]], ["meta": "k1"],
      ]
    },
    ChoiceIdiom(testDescription: "if of a range", count: 80) { count in
      conditions(count, ["kind": ["type": "integer", "minimum": 0]]) { number in
        ["properties": ["kind": ["minimum": JSON(10 * number), "maximum": JSON(10 * number + 9)]]]
      }
    } values: { _ in
      [
        ["kind": 12, "p1": 1], ["kind": 12], ["kind": 12, "p1": "x"], ["kind": 5_000],
        ["kind": -1], ["kind": "x"], ["p2": "x", "kind": 12, "p1": 0],
      ]
    },
    ChoiceIdiom(testDescription: "oneOf by an inner constant", count: 100) { count in
      [
        "oneOf": .array(
          (0..<count).map { number in
            [
              "type": "object", "required": ["meta", "value"],
              "properties": [
                "meta": [
                  "type": "object", "properties": ["kind": ["const": kind(number)]],
                  "required": ["kind"],
                ],
                "value": number % 2 == 0 ? ["type": "integer"] : ["type": "string"],
              ],
            ]
          })
      ]
    } values: { _ in
      [
        ["meta": ["kind": "k2"], "value": 1], ["meta": ["kind": "k2"], "value": "x"],
        ["value": "x", "meta": ["kind": "k1"]], ["meta": ["kind": "k1"]], ["meta": [:]],
      ]
    },
    ChoiceIdiom(testDescription: "oneOf of references that share a base", count: 100) { count in
      var definitions = JSONObject()
      definitions["base"] = [
        "type": "object", "required": ["kind"], "properties": ["kind": ["type": "string"]],
      ]
      for number in 0..<count {
        definitions["t\(number)"] = [
          "allOf": [
            ["$ref": "#/$defs/base"],
            [
              "type": "object", "required": [.string("p\(number)")],
              "properties": ["kind": ["const": kind(number)], "p\(number)": ["type": "integer"]],
            ],
          ]
        ]
      }
      return [
        "$defs": .object(definitions),
        "oneOf": .array((0..<count).map { ["$ref": .string("#/$defs/t\($0)")] }),
      ]
    } values: {
      values($0)
    },
    ChoiceIdiom(testDescription: "choices of one member", count: 12) { count in
      [
        "type": "object",
        "allOf": .array(
          (0..<count).map { number in
            [
              "oneOf": .array(
                (0..<4).map { branch in
                  let inner: JSON = [
                    "properties": ["y\(number)": ["const": kind(branch)]],
                    "required": [.string("y\(number)")],
                  ]
                  return ["properties": ["x": inner], "required": ["x"]]
                })
            ]
          }),
      ]
    } values: { count in
      let inner = (0..<count).map { ("y\($0)", kind($0 % 4)) }
      return [
        ["x": .object(JSONObject(inner))], ["x": .object(JSONObject(inner.dropLast()))],
        ["x": .object(JSONObject(inner + [("y0", "k9")]))], ["x": 1], [:],
      ]
    },
  ]
}
