import TernJSON
import Testing

@testable import TernGrammar

/// What takes too much to work out is an error that names a keyword and its place.
@Suite struct ComplexityTests {
  /// Choices of which each is about all names, so that none can wait for a member.
  private static func choices(_ wrap: (JSON) -> JSON = { $0 }) -> JSON {
    .array(
      (0..<8).map { number in
        let branches = (0..<8).map { branch in
          wrap(["patternProperties": ["^\(number)\(branch)": ["type": "integer"]]])
        }
        return ["oneOf": .array(branches)]
      })
  }

  /// Expects that reading `text` takes too much, and that the error names a `oneOf` below `place`.
  private func expectTooComplex(
    _ rule: GrammarRule, reading text: String, below place: String
  ) {
    let error = #expect(throws: GrammarError.self) {
      let constraint = try Constraint(rule, options: .acceptance)
      _ = try Acceptor(constraint).accepts(Array(text.utf8))
    }
    guard case .schema(let problem) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(problem.keyword == "oneOf")
    #expect(problem.pointer.hasPrefix(place), "\(problem.pointer)")
    #expect(problem.reason == .tooComplex)
  }

  @Test func `what is too complex is named`() {
    let schema: JSON = ["properties": ["a": ["allOf": Self.choices()]]]
    expectTooComplex(
      .schema(schema), reading: #"{"a":{"b":1}}"#, below: "/properties/a/allOf/")
  }

  /// Choices of a member's value come of choices of the object, which the error names.
  @Test func `what comes of another keyword is named by that one`() {
    let schema: JSON = [
      "allOf": Self.choices { ["properties": ["a": $0], "required": ["a"]] }
    ]
    expectTooComplex(.schema(schema), reading: #"{"a":{"b":1}}"#, below: "/allOf/")
  }

  @Test func `the same is named where there are several documents`() {
    let schema: JSON = [
      "properties": [
        "x": ["allOf": Self.choices { ["properties": ["a": $0], "required": ["a"]] }]
      ]
    ]
    let other: JSON = ["type": "array", "items": ["type": "string"]]
    expectTooComplex(
      .sequence([.schema(other), .schema(schema), .schema(other)]),
      reading: #"[]{"x":{"a":{"b":1}}}[]"#, below: "/properties/x/allOf/")
  }
}
