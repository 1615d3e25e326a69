import Foundation
import TernJSON
import TernTestSupport
import Testing

@testable import TernGrammar

/// The number keywords of the JSON Schema Test Suite, draft 2020-12.
@Suite struct NumberSuiteTests {
  @Test(
    .enabled(if: SharedSuites.available),
    arguments: [
      "multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "type",
      "optional/float-overflow", "optional/bignum",
    ])
  func `any spelling is judged as the suite says`(file: String) throws {
    let folder = "suites/JSON-Schema-Test-Suite/draft2020-12/"
    let url = try #require(SharedSuites.url(folder + file + ".json"))
    let groups = try JSON(parsing: String(contentsOf: url, encoding: .utf8))
    var cases = 0
    for group in groups.array ?? [] {
      guard let schema = group["schema"], let constraint = try Self.constraint(schema) else {
        continue
      }
      let automaton = NumberAutomaton(constraints: [constraint], style: .any)
      for test in group["tests"]?.array ?? [] {
        guard case .number(let number)? = test["data"] else { continue }
        #expect(automaton.accepts(number.text) == test["valid"]?.bool, "\(number) of \(schema)")
        cases += 1
      }
    }
    #expect(cases > 0)
  }

  /// The numbers a schema allows, if its type has numbers at all.
  private static func constraint(_ schema: JSON) throws -> NumberConstraint? {
    func decimal(_ key: String) throws -> TernGrammar.Decimal? {
      guard case .number(let number)? = schema[key] else { return nil }
      return try TernGrammar.Decimal(number)
    }
    var result = NumberConstraint.free
    if let type = schema["type"] {
      let types = type.array?.compactMap(\.string) ?? [type.string ?? ""]
      guard types.contains("integer") || types.contains("number") else { return nil }
      if !types.contains("number") { result = .integer }
    }
    if let value = try decimal("multipleOf") { result.multiples.append(value) }
    result.minimum =
      try decimal("exclusiveMinimum").map { .init($0, isExclusive: true) }
      ?? decimal("minimum").map { .init($0) }
    result.maximum =
      try decimal("exclusiveMaximum").map { .init($0, isExclusive: true) }
      ?? decimal("maximum").map { .init($0) }
    return result
  }
}
