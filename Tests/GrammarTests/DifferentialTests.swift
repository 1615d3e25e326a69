import TernJSON
import TernTestSupport
import Testing

@testable import TernGrammar

@Suite struct DifferentialTests {
  /// - Parameter alternatives: how many alternatives of an object are told apart at once; 2 leaves
  ///   nearly all choices open.
  @Test(arguments: [MachineOptions().alternativesAtOnce, 2])
  func `random schemas accept the values that a slow validator accepts`(_ alternatives: Int) throws
  {
    var agreed = Count()
    var options = MachineOptions.acceptance
    options.alternativesAtOnce = alternatives
    for round in 0..<SharedSuites.rounds(30_000) {
      var source = RandomSchema(seed: UInt64(round))
      let schema = source.document()
      guard let constraint = try constraint(schema, options) else { continue }
      let slow = SlowValidator(try SchemaDocument(schema))
      for value in values(constraint, &source) {
        let expected = slow.accepts(value)
        agreed.add(expected)
        let isAccepted = try Acceptor(constraint).accepts(value.bytes())
        guard isAccepted != expected else { continue }
        Issue.record("seed \(round): \(value.text()) by \(schema.text()): \(isAccepted)")
      }
    }
    // Neither side is rare.
    #expect(agreed.valid * 5 > agreed.invalid)
    #expect(agreed.invalid * 5 > agreed.valid)
  }

  @Test func `what random schemas refuse is named`() throws {
    var refused = 0
    for round in 0..<SharedSuites.rounds(30_000) {
      var source = RandomSchema(seed: UInt64(round))
      if try constraint(source.document(), .acceptance) == nil { refused += 1 }
    }
    #expect(refused * 8 < SharedSuites.rounds(30_000))
  }

  /// `nil` where the schema refers to itself at the same value, which is an error.
  private func constraint(_ schema: JSON, _ options: MachineOptions) throws -> Constraint? {
    do {
      return try Constraint(.schema(schema), options: options)
    } catch GrammarError.schema(let error) where error.reason == .circular {
      return nil
    } catch {
      Issue.record("\(schema.text()): \(error)")
      return nil
    }
  }

  /// Values: random ones, and valid ones with and without a change.
  private func values(_ constraint: Constraint, _ source: inout RandomSchema) -> [JSON] {
    var values = (0..<4).map { _ in source.value() }
    for seed in 0..<4 {
      guard let machine = try? constraint.machine() else { return values }
      var walk = RandomWalk(machine, seed: UInt64(seed))
      for _ in 0..<(seed * 4) where !walk.isComplete { if !walk.readRandom() { break } }
      let text = walk.text + machine.ending(walk.threads, text: walk.text)
      guard let value = try? JSON(parsing: text) else { continue }
      let changed = source.mutated(value)
      values += [value, changed, source.mutated(changed)]
    }
    return values
  }

  private struct Count {
    var valid = 0
    var invalid = 0
    mutating func add(_ isValid: Bool) { if isValid { valid += 1 } else { invalid += 1 } }
  }
}
