import TernJSON
import Testing

/// A schema that is made to exhaust time, memory or stack, and texts to read with it.
struct HostileSchema: CustomTestStringConvertible, Sendable {
  var name: String
  /// Made when it is needed, because some are large.
  var schema: @Sendable () -> JSON
  /// Texts to read besides those of random walks, and whether they are valid, where that is sure.
  var texts: @Sendable () -> [(text: String, isValid: Bool)] = { [] }

  var testDescription: String { name }
}

extension HostileSchema {
  static let all: [HostileSchema] = nested + choices + patterns + references + counts + large
}

// MARK: nesting

extension HostileSchema {
  private static func nested(_ levels: Int, _ wrap: (JSON) -> JSON) -> JSON {
    (0..<levels).reduce(["type": "integer"]) { inner, _ in wrap(inner) }
  }

  fileprivate static let nested: [HostileSchema] = [
    HostileSchema(name: "10,000 levels of items") { nested(10_000) { ["items": $0] } },
    HostileSchema(name: "10,000 levels of not") { nested(10_000) { ["not": $0] } },
    HostileSchema(name: "900 levels of not") { nested(900) { ["not": $0] } },
    HostileSchema(name: "900 levels of allOf") { nested(900) { ["allOf": [$0]] } },
    HostileSchema(name: "900 levels of if") {
      nested(900) { ["if": $0, "then": ["type": "string"], "else": ["type": "integer"]] }
    },
    HostileSchema(
      name: "150 levels of required properties",
      schema: {
        nested(150) { ["type": "object", "properties": ["a": $0], "required": ["a"]] }
      }
    ) {
      [
        (String(repeating: "{\"a\":", count: 150) + "1" + String(repeating: "}", count: 150), true),
        (String(repeating: "{\"a\":", count: 150) + "x", false),
      ]
    },
    HostileSchema(name: "400 levels of items that must be there") {
      nested(400) { ["type": "array", "items": $0, "minItems": 2, "uniqueItems": true] }
    },
    HostileSchema(name: "a constant 2,000 levels deep") {
      ["const": (0..<2_000).reduce(1) { inner, _ in [inner] }]
    },
    HostileSchema(name: "a constant object 2,000 levels deep, or not") {
      let deep = (0..<2_000).reduce(1) { inner, _ in ["a": inner] as JSON }
      return ["anyOf": [["const": deep], ["not": ["enum": [deep, 1]]]]]
    },
  ]
}

// MARK: choices

extension HostileSchema {
  private static func object(_ name: String, _ type: String) -> JSON {
    ["type": "object", "properties": [name: ["type": .string(type)]], "required": [.string(name)]]
  }

  fileprivate static let choices: [HostileSchema] = [
    HostileSchema(name: "20 anyOf of two under allOf") {
      [
        "allOf": .array(
          (0..<20).map { ["anyOf": [object("a\($0)", "string"), object("b\($0)", "null")]] })
      ]
    },
    HostileSchema(name: "20 nested anyOf of two") {
      (0..<20).reduce(object("x", "null")) { inner, level in
        [
          "anyOf": [
            object("a\(level)", "string"), ["allOf": [inner, object("b\(level)", "null")]],
          ]
        ]
      }
    },
    HostileSchema(name: "15 overlapping branches of oneOf") {
      ["oneOf": .array((0..<15).map { object("a\($0)", "string") })]
    },
    HostileSchema(name: "12 numbers that divide in oneOf") {
      ["oneOf": .array((2..<14).map { ["type": "integer", "multipleOf": JSON($0)] })]
    },
    HostileSchema(name: "anyOf of 200 objects with a common beginning") {
      [
        "anyOf": .array(
          (0..<200).map { number in
            [
              "properties": [
                "kind": ["type": "string"], "size": ["type": "integer"],
                "p\(number)": ["type": "string"],
              ],
              "required": ["kind", "size", .string("p\(number)")], "additionalProperties": false,
              "type": "object",
            ]
          })
      ]
    },
    HostileSchema(name: "30 negated objects") {
      ["allOf": .array((0..<30).map { ["not": object("a\($0)", "string")] }), "type": "object"]
    },
    HostileSchema(name: "12 negated arrays that contain") {
      [
        "type": "array",
        "allOf": .array((0..<12).map { ["not": ["contains": ["const": JSON($0)]]] }),
      ]
    },
    HostileSchema(name: "12 arrays that contain, of unique items") {
      [
        "type": "array", "uniqueItems": true,
        "allOf": .array((0..<12).map { ["contains": ["minimum": JSON($0)], "minContains": 3] }),
      ]
    },
    HostileSchema(name: "25 ifs") {
      [
        "allOf": .array(
          (0..<25).map {
            [
              "if": object("a\($0)", "string"), "then": object("b\($0)", "null"),
              "else": object("c\($0)", "null"),
            ]
          })
      ]
    },
    HostileSchema(name: "30 dependent schemas") {
      [
        "type": "object",
        "dependentSchemas": .object(
          JSONObject((0..<30).map { ("a\($0)", ["required": [.string("a\(($0 + 1) % 30)")]]) })),
      ]
    },
  ]
}

// MARK: patterns

extension HostileSchema {
  private static let hardPatterns = [
    "(a+)+$", "(a|a)*b", "(x+x+)+y", "^((a{1,50}){1,50}){1,50}$", "^(a{0,1000}){0,1000}b$",
    ".*.*.*=.*", "(.*)(.*)(.*)(.*)(.*)[^a]", "^(a?){500}a{500}$",
    "^(?=.*a)(?=.*b)(?=.*c)(?=.*d).*$",
    "[ab]*a[ab]{200}$", "^(([a-z])+.)+[A-Z]([a-z])+$", "^(?!.*(a|b|c){20}d).*$",
    "^.{1000000000}$", "(((((((((((a*)*)*)*)*)*)*)*)*)*)*)*b",
  ]

  fileprivate static let patterns: [HostileSchema] =
    hardPatterns.map { pattern in
      HostileSchema(
        name: "the pattern \(pattern)",
        schema: { ["type": "string", "pattern": .string(pattern)] }
      ) {
        [
          (
            "\"" + String(repeating: "a", count: 5_000) + "!\"",
            pattern.contains(".*.*.*=") ? false : nil
          )
        ]
        .compactMap { text, isValid in isValid.map { (text, $0) } }
      }
    } + [
      HostileSchema(name: "hard patterns together") {
        ["allOf": .array([0, 2, 5, 8, 9].map { ["pattern": .string(hardPatterns[$0])] })]
      },
      HostileSchema(name: "a pattern of 1,000 groups") {
        [
          "pattern": .string(
            String(repeating: "(", count: 1_000) + String(repeating: ")", count: 1_000))
        ]
      },
      HostileSchema(name: "a pattern of 100,000 groups") {
        [
          "pattern": .string(
            String(repeating: "(", count: 100_000) + String(repeating: ")", count: 100_000))
        ]
      },
      HostileSchema(name: "a pattern of 100,000 letters") {
        ["pattern": .string(String(repeating: "ab?", count: 33_333))]
      },
      HostileSchema(name: "100 patterns of properties") {
        [
          "patternProperties": .object(
            JSONObject(
              (0..<100).map { ("\($0)", ["type": $0 % 2 == 0 ? "string" : "integer"]) }))
        ]
      },
      HostileSchema(name: "100 patterns of properties that count") {
        [
          "minProperties": 3,
          "maxProperties": 5, "additionalProperties": false,
          "patternProperties": .object(
            JSONObject((0..<100).map { ("^a.*\($0)$", ["type": "string", "minLength": JSON($0)]) })),
        ]
      },
    ]
}

// MARK: references

extension HostileSchema {
  fileprivate static let references: [HostileSchema] = [
    HostileSchema(name: "a reference to itself") { ["$ref": "#"] },
    HostileSchema(name: "two references to each other") {
      ["$ref": "#/$defs/a", "$defs": ["a": ["$ref": "#/$defs/b"], "b": ["$ref": "#/$defs/a"]]]
    },
    HostileSchema(name: "an object that must hold itself") {
      ["type": "object", "properties": ["a": ["$ref": "#"]], "required": ["a"]]
    },
    HostileSchema(
      name: "a list without end",
      schema: {
        [
          "type": "object", "properties": ["next": ["anyOf": [["$ref": "#"], ["type": "null"]]]],
          "required": ["next"],
        ]
      }
    ) {
      let open = String(repeating: "{\"next\":", count: 500)
      return [(open + "null" + String(repeating: "}", count: 500), true), (open + "1", false)]
    },
    HostileSchema(name: "a chain of 5,000 references") {
      let links: [(String, JSON)] = (0..<5_000).map {
        ("d\($0)", ["$ref": .string("#/$defs/d\($0 + 1)")])
      }
      return [
        "$ref": "#/$defs/d0", "$defs": .object(JSONObject(links + [("d5000", ["type": "null"])])),
      ]
    },
    HostileSchema(name: "300 values that each hold the next twice") {
      let links: [(String, JSON)] = (0..<300).map {
        let next: JSON = ["$ref": .string("#/$defs/d\($0 + 1)")]
        return ("d\($0)", ["type": "array", "prefixItems": [next, next], "minItems": 2])
      }
      return [
        "$ref": "#/$defs/d0", "$defs": .object(JSONObject(links + [("d300", ["type": "null"])])),
      ]
    },
    HostileSchema(name: "60 values that each may hold all others") {
      let all: [JSON] = (0..<60).map { ["$ref": .string("#/$defs/d\($0)")] }
      let links: [(String, JSON)] = (0..<60).map { number in
        (
          "d\(number)",
          [
            "type": "object", "properties": ["a\(number)": ["anyOf": .array(all)]],
            "required": [.string("a\(number)")],
          ]
        )
      }
      return ["$ref": "#/$defs/d0", "$defs": .object(JSONObject(links))]
    },
  ]
}

// MARK: counts and sizes

extension HostileSchema {
  fileprivate static let counts: [HostileSchema] = [
    HostileSchema(name: "a billion elements") { ["type": "array", "minItems": 1_000_000_000] },
    HostileSchema(name: "a billion different elements") {
      [
        "type": "array", "minItems": 1_000_000_000, "uniqueItems": true,
        "items": ["type": "integer"],
      ]
    },
    HostileSchema(name: "a billion elements that are contained") {
      ["type": "array", "contains": ["const": 1], "minContains": 1_000_000_000]
    },
    HostileSchema(name: "a billion characters at most") {
      ["type": "string", "maxLength": 1_000_000_000]
    },
    HostileSchema(name: "a billion characters at least") {
      ["type": "string", "minLength": 1_000_000_000]
    },
    HostileSchema(name: "a billion members") {
      ["type": "object", "minProperties": 1_000_000_000]
    },
    HostileSchema(name: "a thousand members") { ["type": "object", "minProperties": 1_000] },
    HostileSchema(name: "not a billion members") {
      ["type": "object", "not": ["maxProperties": 1_000_000_000]]
    },
    HostileSchema(name: "not a thousand elements") {
      ["type": "array", "not": ["maxItems": 1_000]]
    },
    HostileSchema(name: "counts beyond integers") {
      [
        "minItems": .number(number("1e400")), "maxLength": .number(number("1e30")),
        "minProperties": 0,
      ]
    },
    HostileSchema(name: "bounds with huge exponents") {
      [
        "type": "number", "minimum": .number(number("1e400")),
        "maximum": .number(number("1e999999999")),
      ]
    },
    HostileSchema(name: "an integer of a billion digits") {
      ["type": "integer", "minimum": .number(number("1e1000000000"))]
    },
    HostileSchema(name: "a multiple of a tiny number") {
      ["type": "number", "multipleOf": .number(number("1e-400")), "minimum": 1, "maximum": 2]
    },
    HostileSchema(name: "multiples of great primes") {
      [
        "allOf": [["multipleOf": 1_000_003], ["multipleOf": 1_000_033], ["multipleOf": 999_983]],
        "type": "integer",
      ]
    },
    HostileSchema(name: "a constant number of 100,000 digits") {
      ["const": .number(number(String(repeating: "7", count: 100_000)))]
    },
  ]

  private static func number(_ text: String) -> JSONNumber { JSONNumber(text: text) ?? 0 }
}

// MARK: large documents

extension HostileSchema {
  fileprivate static let large: [HostileSchema] = [
    HostileSchema(name: "an enum of 100,000 strings", schema: { ["enum": JSON(words(100_000))] }) {
      [("\"word 77777 of many\"", true), ("\"word 100001 of many\"", false)]
    },
    HostileSchema(name: "not an enum of 100,000 strings") {
      ["not": ["enum": JSON(words(100_000))]]
    },
    HostileSchema(name: "an enum of 20,000 objects") {
      ["enum": .array((0..<20_000).map { ["id": JSON($0), "name": .string("item \($0)")] })]
    },
    HostileSchema(name: "an enum of 20,000 numbers") {
      ["enum": JSON((0..<20_000).map { $0 * 7 })]
    },
    HostileSchema(
      name: "10,000 properties",
      schema: {
        [
          "type": "object",
          "properties": .object(JSONObject(words(10_000).map { ($0, ["type": "integer"]) })),
        ]
      }
    ) {
      let names = words(10_000)
      let members = stride(from: 0, to: 10_000, by: 50).map { "\"\(names[$0])\":1" }
      return [("{" + members.joined(separator: ",") + "}", true)]
    },
    HostileSchema(name: "10,000 required properties") {
      [
        "type": "object", "required": JSON(words(10_000)), "additionalProperties": false,
        "properties": .object(JSONObject(words(10_000).map { ($0, ["type": "integer"]) })),
      ]
    },
    HostileSchema(name: "a document of 10 MB") {
      [
        "type": "object",
        "properties": .object(
          JSONObject(
            (0..<50_000).map {
              (
                "property \($0)",
                ["type": "string", "description": .string(String(repeating: "long ", count: 32))]
              )
            })),
      ]
    },
    HostileSchema(name: "a constant of 10 MB") {
      [
        "const": .array(
          (0..<200_000).map { ["number": JSON($0), "text": "some text that is long"] })
      ]
    },
  ]

  private static func words(_ count: Int) -> [String] { (0..<count).map { "word \($0) of many" } }
}
