import TernTestSupport

@testable import TernGrammar

/// Walks a machine byte by byte, choosing among the bytes that it lets through.
struct RandomWalk {
  let machine: Machine
  var random: SeededGenerator
  private(set) var threads: [Thread]
  private(set) var text: [UInt8] = []

  init(_ machine: Machine, seed: UInt64) {
    self.machine = machine
    random = SeededGenerator(seed: seed)
    threads = machine.begin()
  }

  var isComplete: Bool { threads.contains { machine.isComplete($0) } }

  /// The threads after `byte`.
  func following(_ byte: UInt8) -> [Thread] {
    var next: [Thread] = []
    machine.beginAnswer()
    machine.step(threads, byte, text: text, into: &next)
    return next
  }

  /// The bytes that may come next.
  func allowed() -> [UInt8] { (0...255).filter { !following($0).isEmpty } }

  /// Reads `byte`; false where it may not come.
  mutating func read(_ byte: UInt8) -> Bool {
    threads = following(byte)
    text.append(byte)
    return !threads.isEmpty
  }

  /// Reads a random byte that may come; false where none may.
  ///
  /// Mostly the first of some tries, which is quick and rather takes what is often allowed;
  /// otherwise one of all that may come, which finds what is rare.
  mutating func readRandom() -> Bool {
    if Int.random(in: 0..<4, using: &random) > 0 {
      for _ in 0..<8 {
        let byte = Self.usual[Int.random(in: 0..<Self.usual.count, using: &random)]
        let next = following(byte)
        if !next.isEmpty {
          text.append(byte)
          threads = next
          return true
        }
      }
    }
    guard let byte = allowed().randomElement(using: &random) else { return false }
    return read(byte)
  }

  private static let usual = Array("\"\"\",,:}]{[abx01.-".utf8)
}
