import TernJSON
import Testing

@testable import TernGrammar

/// What large schemas take grows as they do.
@Suite struct HostileGrowthTests {
  @Test(.timeLimit(.minutes(10)), arguments: SizedSchema.all)
  func `twice the schema is about twice the work`(_ sized: SizedSchema) throws {
    for options in [MachineOptions.generation, .acceptance] {
      let small = try work(sized.schema(sized.count / 2), options)
      let large = try work(sized.schema(sized.count), options)
      #expect(large <= sized.growth * small + 1_000, "\(small) and \(large)")
    }
  }

  /// What is looked at and made to compile a schema, to write a shortest text and to read it.
  private func work(_ schema: JSON, _ options: MachineOptions) throws -> Int {
    let machine = try Constraint(.schema(schema), options: options).machine()
    let ending = machine.ending(machine.begin(), text: [])
    var walk = RandomWalk(machine, seed: 1)
    for byte in ending.prefix(20_000) {
      let isRead = walk.read(byte)
      #expect(isRead)
    }
    #expect(machine.error == nil)
    return machine.goals.work + machine.lexer.states.count + machine.lexer.languages.nodes.count
  }
}

/// A schema of any size.
struct SizedSchema: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var count: Int
  /// What twice the size may cost at most.
  var growth = 3
  var schema: @Sendable (Int) -> JSON

  private static func words(_ count: Int) -> [String] { (0..<count).map { "word \($0) of many" } }

  static let all = [
    SizedSchema(testDescription: "required properties", count: 1_000) { count in
      [
        "type": "object", "required": JSON(words(count)), "additionalProperties": false,
        "properties": .object(JSONObject(words(count).map { ($0, ["type": "integer"]) })),
      ]
    },
    SizedSchema(testDescription: "a large constant", count: 2_000) { count in
      ["const": .array((0..<count).map { ["number": JSON($0), "text": "some text"] })]
    },
    SizedSchema(testDescription: "elements that must be there", count: 2_000) { count in
      ["type": "array", "minItems": JSON(count)]
    },
    SizedSchema(testDescription: "a billion elements", count: 1_000_000_000) { count in
      ["type": "array", "minItems": JSON(count)]
    },
    SizedSchema(testDescription: "an enum of strings", count: 20_000) { ["enum": JSON(words($0))] },
    SizedSchema(testDescription: "levels of required properties", count: 100) { count in
      (0..<count).reduce(["type": "integer"]) { inner, _ in
        ["type": "object", "properties": ["a": inner], "required": ["a"]]
      }
    },
  ]
}
