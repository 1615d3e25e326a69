/// How many bytes complete a text, remembered for the places where that was worked out.
struct EndingLengths {
  var ofLeaves: [Int32: Int] = [:]
  var ofPlaces: [Int32: Int] = [:]
  /// From each instruction of the program to the end of its procedure; empty where nobody asked.
  var ofInstructions: [Int] = []
  /// For the entries of a component, from the end of each of its members to the end of the text.
  private(set) var ofEntries: [Int32: [Int32: Int]] = [:]
  private var entryCount = 0
  /// From stack nodes of the program to the end of the text.
  var ofNodes: [Int32: Int] = [:]
  /// Of threads in lexemes; 0 where none is known.
  var ofLexemes: [[Thread]: Int] = [:]

  /// Lengths of members that are kept before all are forgotten: some 16 MiB.
  private static let entryLimit = 1 << 19

  mutating func keep(_ lengths: [Int32: Int], within entries: Int32) {
    entryCount += lengths.count
    if entryCount > Self.entryLimit {
      ofEntries.removeAll()
      entryCount = lengths.count
    }
    ofEntries[entries] = lengths
  }
}

extension Machine {
  /// A number of bytes that suffice to complete the text; `nil` where it is not quickly known.
  ///
  /// Cost: two lookups, but for a new place in the structure the cost of an ending.
  func endingLimit(_ threads: [Thread]) -> Int? {
    if threads.contains(where: isComplete) { return 0 }
    if hasLexemes { return lexemeEndingLength(threads) }
    if let limit = programLimit(threads) { return limit }
    guard let thread = threads.first, !stack.isTextual(thread.stack) else { return nil }
    guard thread.leaf >= 0 else { return endingLength(ofPlace: thread.stack) }
    // What follows a name is known when the whole name is.
    guard node(thread.stack).phase != .objectKey,
      let rest = endingLength(ofPlace: thread.stack)
    else { return nil }
    return endingLength(ofLeaf: thread.leaf) + rest
  }

  /// The same where some thread has no JSON value around it, in a program with calls.
  private func programLimit(_ threads: [Thread]) -> Int? {
    guard program.hasCalls else { return nil }
    let least = threads.filter { node($0.stack).phase.isProgram }.map(distance).min()
    return least.flatMap { $0 < .max ? $0 : nil }
  }

  func endingLength(ofLeaf leaf: Int32) -> Int {
    if let known = endingLengths.ofLeaves[leaf] { return known }
    let length = lexer.ending(leaf).count
    endingLengths.ofLeaves[leaf] = length
    return length
  }

  private func endingLength(ofPlace place: Int32) -> Int? {
    let thread = Thread(leaf: -1, stack: place)
    if isComplete(thread) { return 0 }
    if let known = endingLengths.ofPlaces[place] { return known > 0 ? known : nil }
    let length = ending([thread], text: []).count
    endingLengths.ofPlaces[place] = length
    return length > 0 ? length : nil
  }
}
