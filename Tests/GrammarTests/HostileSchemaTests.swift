import Foundation
import TernJSON
import TernTestSupport
import Testing

@testable import TernGrammar

/// Schemas made to do harm give an error or a result, within 500 MB each.
@Suite(.serialized)
struct HostileSchemaTests {
  #if os(Linux)
    @Test(.timeLimit(.minutes(10)), arguments: HostileSchema.all)
    func `a hostile schema gives an error or a result`(_ hostile: HostileSchema) async {
      // In a process of its own: nothing else may take memory meanwhile.
      await #expect(processExitsWith: .success) { [name = hostile.name as String] in
        let hostile = try #require(HostileSchema.all.first { $0.name == name })
        let schema = hostile.schema()
        for options in [MachineOptions.generation, .acceptance] {
          let bytes = try PeakMemory.growth { examine(hostile, schema, options) }
          #expect(bytes < 500 << 20)
        }
      }
    }
  #endif
}

/// Walks through texts of a schema and reads the texts that are given with it.
private func examine(_ hostile: HostileSchema, _ schema: JSON, _ options: MachineOptions) {
  let texts = hostile.texts()
  do {
    try walk(schema, options)
    try read(schema, texts, options)
  } catch {
    #expect(texts.isEmpty, "\(error)")
  }
}

private func walk(_ schema: JSON, _ options: MachineOptions) throws(GrammarError) {
  let machine = try Constraint(.schema(schema), options: options).machine()
  var walk = RandomWalk(machine, seed: 1)
  for step in 0..<40 {
    if step % 8 == 0 {
      let ending = machine.ending(walk.threads, text: walk.text)
      var ended = walk
      let isRead = ending.allSatisfy { ended.read($0) }
      if let error = machine.error { throw error }
      #expect(isRead, "the ending is let through")
      // Too long an ending is not given.
      #expect(ending.isEmpty || ended.isComplete)
    }
    if !walk.readRandom() { break }
  }
  if let error = machine.error { throw error }
}

private func read(
  _ schema: JSON, _ texts: [(text: String, isValid: Bool)], _ options: MachineOptions
) throws(GrammarError) {
  let acceptor = try Acceptor(Constraint(.schema(schema), options: options))
  for (text, isValid) in texts {
    let isAccepted = try acceptor.accepts(Array(text.utf8))
    #expect(isAccepted == isValid)
  }
}
