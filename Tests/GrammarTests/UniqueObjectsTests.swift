import TernJSON
import TernTestSupport
import Testing

@testable import TernGrammar

/// Arrays of different objects and arrays.
@Suite struct UniqueObjectsTests {
  private static let pairs: JSON = [
    "type": "object", "required": ["a", "b"], "additionalProperties": false,
    "properties": [
      "a": ["type": "integer"], "b": ["type": "array", "items": ["type": "string"]],
    ],
  ]

  private static func array(_ items: JSON, minimum: Int = 0) -> JSON {
    ["type": "array", "items": items, "uniqueItems": true, "minItems": JSON(minimum)]
  }

  @Test(.timeLimit(.minutes(10)), arguments: [20, 60, 100])
  func `many objects can be asked for, written and read`(_ count: Int) throws {
    let schema = Self.array(Self.pairs, minimum: count)
    let machine = try Constraint(.schema(schema)).machine()
    let ending = machine.ending(machine.begin(), text: [])
    let value = try JSON(parsing: ending)
    #expect(value.array?.count == count)
    #expect(SlowValidator(try SchemaDocument(schema)).accepts(value))
    let acceptor = try Acceptor(Constraint(.schema(schema), options: .acceptance))
    #expect(try acceptor.accepts(ending))
    let twice = JSON.array((value.array ?? []) + (value.array ?? []).suffix(1))
    #expect(try !acceptor.accepts(twice.bytes()))
    #expect(machine.error == nil)
  }

  @Test func `twice the objects are no more than twice the states`() throws {
    var counts: [Int] = []
    for count in [40, 80] {
      let machine = try Constraint(.schema(Self.array(Self.pairs, minimum: count))).machine()
      _ = machine.ending(machine.begin(), text: [])
      counts.append(machine.goals.work)
    }
    #expect(counts[1] <= 3 * counts[0])
  }

  @Test func `equal values in other words are the same`() throws {
    let schema = Self.array(["type": ["object", "array"]])
    let acceptor = try Acceptor(Constraint(.schema(schema), options: .acceptance))
    let cases: [(String, Bool)] = [
      (#"[{"a":1,"b":2},{"b":2,"a":1}]"#, false), (#"[{"a":1.0},{"a":1}]"#, false),
      (#"[{"a":10},{"a":1e1}]"#, false), (#"[{"a":"A"},{"\u0061":"\u0041"}]"#, false),
      (#"[[1,[2]],[1.0,[20e-1]]]"#, false), (#"[{"a":1},{"a":2}]"#, true),
      (#"[{},{"a":null}]"#, true), (#"[[],[[]]]"#, true), (#"[[0],[-0]]"#, false),
      (#"[{"a":1},[1]]"#, true), (#"[[1,2],[2,1]]"#, true),
    ]
    for (text, isValid) in cases { #expect(try acceptor.accepts(Array(text.utf8)) == isValid) }
  }

  /// Elements whose last part decides whether they are new, in several forms.
  private static let tight: [JSON] = [
    pairs,
    [
      "type": "object", "required": ["b", "a"], "additionalProperties": false,
      "properties": ["b": ["type": "string"], "a": ["enum": ["x", "y"]]],
    ],
    [
      "type": "object", "required": ["s"], "additionalProperties": false,
      "properties": [
        "s": ["type": "string", "pattern": "^a*$"], "t": ["const": true], "u": ["type": "boolean"],
      ],
    ],
    [
      "type": "object", "required": ["n", "k"], "additionalProperties": false,
      "properties": [
        "n": ["type": "integer"],
        "k": [
          "type": "array", "items": ["type": "integer", "minimum": 0, "maximum": 2], "maxItems": 2,
        ],
      ],
    ],
    ["type": "array", "items": ["type": "integer"], "maxItems": 2],
    ["type": "object", "additionalProperties": ["type": "null"]],
    ["anyOf": [["type": "boolean"], pairs]],
  ]

  @Test(.timeLimit(.minutes(10)), arguments: tight.indices)
  func `every beginning that is let through can be finished`(_ place: Int) throws {
    let schema = Self.array(Self.tight[place], minimum: 2)
    let validator = SlowValidator(try SchemaDocument(schema))
    for seed in 0..<(SharedSuites.soak ? 200 : 4) as Range<UInt64> {
      let machine = try Constraint(.schema(schema)).machine()
      var walk = RandomWalk(machine, seed: seed)
      for _ in 0..<120 {
        guard walk.readShort() else { break }
        var ended = walk
        let ending = machine.ending(walk.threads, text: walk.text)
        for byte in ending {
          let isRead = ended.read(byte)
          #expect(isRead)
        }
        guard ended.isComplete, validator.accepts(try JSON(parsing: ended.text)) else {
          Issue.record("\(String(decoding: ended.text, as: UTF8.self))")
          return
        }
      }
      #expect(machine.error == nil)
    }
  }
}

extension RandomWalk {
  /// Reads a byte of few, so that values often come again; any byte where none of them may.
  fileprivate mutating func readShort() -> Bool {
    for _ in 0..<30 {
      let byte = Self.few[Int.random(in: 0..<Self.few.count, using: &random)]
      if !following(byte).isEmpty { return read(byte) }
    }
    return readRandom()
  }

  private static let few = Array("\"}]},,:{[10abkntsuxy".utf8)
}
