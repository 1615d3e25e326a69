import TernJSON
import TernTestSupport
import Testing

@testable import TernGrammar

@Suite struct WalkTests {
  /// - Parameter alternatives: how many alternatives of an object are told apart at once; 2 leaves
  ///   nearly all choices open.
  @Test(arguments: [MachineOptions().alternativesAtOnce, 2])
  func `from every state of a random walk an ending makes the text complete and valid`(
    _ alternatives: Int
  ) throws {
    var options = MachineOptions.generation
    options.alternativesAtOnce = alternatives
    for round in 0..<SharedSuites.rounds(20_000) {
      var source = RandomSchema(seed: UInt64(round) &+ 1 << 32)
      let schema = source.document()
      guard let constraint = try? Constraint(.schema(schema), options: options) else { continue }
      let slow = SlowValidator(try SchemaDocument(schema))
      let problem = try problem(constraint, slow, seed: UInt64(round))
      if let problem { Issue.record("seed \(round): \(problem) by \(schema.text())") }
    }
  }

  @Test func `with white space from every state an ending makes the text complete and valid`()
    throws
  {
    var options = MachineOptions.generation
    options.whitespace = .any
    for round in 0..<SharedSuites.rounds(5_000) {
      var source = RandomSchema(seed: UInt64(round) &+ 2 << 32)
      let schema = source.document()
      guard let constraint = try? Constraint(.schema(schema), options: options) else { continue }
      let slow = SlowValidator(try SchemaDocument(schema))
      let problem = try problem(constraint, slow, seed: UInt64(round))
      if let problem { Issue.record("seed \(round): \(problem) by \(schema.text())") }
    }
  }

  /// What is wrong with a random walk, if anything.
  private func problem(
    _ constraint: Constraint, _ slow: SlowValidator, seed: UInt64
  ) throws -> String? {
    let machine = try constraint.machine()
    var walk = RandomWalk(machine, seed: seed)
    guard constraint.isSatisfiable else {
      return walk.allowed().isEmpty ? nil : "begins what nothing satisfies"
    }
    for _ in 0..<60 {
      if let problem = problemOfEnding(walk, slow) { return problem }
      if !walk.readRandom() { break }
    }
    return machine.error.map { "\($0)" }
  }

  private func problemOfEnding(_ walk: RandomWalk, _ slow: SlowValidator) -> String? {
    var ended = walk
    let ending = walk.machine.ending(walk.threads, text: walk.text)
    for byte in ending {
      guard ended.read(byte) else {
        return "\(walk.text.shown) cannot go on with its ending \(ending.shown)"
      }
    }
    guard ended.isComplete else { return "\(walk.text.shown) + \(ending.shown) is not complete" }
    guard let value = try? JSON(parsing: ended.text) else {
      return "\(ended.text.shown) is no JSON"
    }
    return slow.accepts(value) ? nil : "\(ended.text.shown) is not valid"
  }
}

extension [UInt8] {
  /// The bytes as text, for messages.
  var shown: String { String(decoding: self, as: UTF8.self) }
}
