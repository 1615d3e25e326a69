/// Tells whether texts satisfy a constraint, byte by byte, without a vocabulary.
///
/// Not thread-safe. Cost: a step of the machine for each byte and thread.
package struct Acceptor {
  private let machine: Machine

  package init(_ constraint: Constraint) throws(GrammarError) {
    machine = try constraint.machine()
  }

  /// Whether `text` satisfies the constraint as a whole.
  package func accepts(_ text: [UInt8]) throws(GrammarError) -> Bool {
    try length(accepted: text) == nil
  }

  /// How many bytes of `text` may begin an accepted text; `nil` where the whole is accepted.
  package func length(accepted text: [UInt8]) throws(GrammarError) -> Int? {
    var threads = machine.begin()
    var next: [Thread] = []
    var read: [UInt8] = []
    read.reserveCapacity(text.count)
    for byte in text {
      next.removeAll(keepingCapacity: true)
      machine.beginAnswer()
      machine.step(threads, byte, text: read, into: &next)
      if let error = machine.error { throw error }
      if next.isEmpty { return read.count }
      read.append(byte)
      swap(&threads, &next)
    }
    let isComplete = threads.contains { machine.isComplete($0) }
    if let error = machine.error { throw error }
    return isComplete ? nil : read.count
  }
}
