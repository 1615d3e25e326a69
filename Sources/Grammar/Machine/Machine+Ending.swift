import TernJSON

extension Machine {
  /// A short text after which the whole is complete, for the threads of a text so far.
  ///
  /// Every part is read by the machine itself, so the whole is valid by construction. Empty where
  /// the text may end now, or where no thread can be finished within the limits. Cost: O(length of
  /// the ending), once per call.
  func ending(_ threads: [Thread], text: [UInt8]) -> [UInt8] {
    var shortest: [UInt8]?
    if threads.contains(where: isComplete) { return [] }
    if hasLexemes { return lexemeEnding(threads, text: text) ?? [] }
    for thread in nearest(threads) {
      if let found = ending([thread], text: text, limit: shortest?.count ?? Self.endingLimit) {
        shortest = found
      }
    }
    return shortest ?? []
  }

  private static let endingThreadLimit = 8

  /// The threads that are tried, in programs with calls those that are nearest to the end first.
  private func nearest(_ threads: [Thread]) -> [Thread] {
    guard program.hasCalls else { return Array(threads.prefix(Self.endingThreadLimit)) }
    let distances = threads.map(distance)
    let order = threads.indices.sorted { distances[$0] < distances[$1] }
    return order.prefix(Self.endingThreadLimit).map { threads[$0] }
  }

  /// Bytes of an ending; more is a schema that asks for masses of elements.
  static let endingLimit = Goals.shortTextLimit

  /// The bytes that lead threads to the end, each part that of the nearest one.
  func ending(_ threads: [Thread], text: [UInt8], limit: Int) -> [UInt8]? {
    var text = text
    let start = text.count
    var threads = threads
    while !threads.contains(where: isComplete) {
      guard let thread = leader(threads) else { return nil }
      let bytes = nextBytes(thread, text: text)
      guard !bytes.isEmpty, text.count - start + bytes.count < limit else { return nil }
      let (before, count) = (threads, text.count)
      if read(bytes, &threads, &text) { continue }
      // It would have been an element that came already.
      text.removeLast(text.count - count)
      threads = before
      guard let target = watchedTarget(thread.stack, text),
        let other = newEnding(before, text: text, target: target), !other.isEmpty,
        read(other, &threads, &text)
      else { return nil }
    }
    return Array(text[start...])
  }

  /// Reads bytes with several threads, of which one leads and those that can follow, do.
  private func read(_ bytes: [UInt8], _ threads: inout [Thread], _ text: inout [UInt8]) -> Bool {
    for byte in bytes {
      var next: [Thread] = []
      beginAnswer()
      step(threads, byte, text: text, into: &next)
      text.append(byte)
      threads = next
      if threads.isEmpty { return false }
    }
    return true
  }

  /// Of several threads the one that seems to be nearest to the end.
  private func leader(_ threads: [Thread]) -> Thread? {
    if threads.count < 2 || program.instructions.count < 3 { return threads.first }
    return threads.map { ($0, distance($0)) }.min { $0.1 < $1.1 }?.0
  }

  /// The next bytes of a way to the end.
  func nextBytes(_ thread: Thread, text: [UInt8]) -> [UInt8] {
    if needsSpace(thread) { return [0x20] }
    guard thread.leaf >= 0 else { return nextBytes(thread.stack, text: text) }
    if !lexer.isFinal(thread.leaf) { return lexer.ending(thread.leaf) }
    guard let ended = endLeaf(thread, text: text).first else { return [] }
    return nextBytes(ended.stack, text: text)
  }

  private func nextBytes(_ number: Int32, text: [UInt8]) -> [UInt8] {
    let node = node(number)
    return switch node.phase {
    case .done, .entry, .objectKey: []
    case .program, .several: programBytes(number)
    case .value: goals.shortText(node.state)
    case .objectColon: [UInt8(ascii: ":")]
    case .objectStart, .objectComma, .objectNext: objectBytes(node)
    case .arrayStart, .arrayComma, .arrayNext: arrayBytes(node, text: text)
    case .arrayNextValue:
      element(from: node.extra, text: text).flatMap { value in
        goals.arrays.state(node.state, after: value).map { state in
          arrayBytes(
            StackNode(phase: .arrayNext, state: state, parent: node.parent), text: text)
        }
      } ?? []
    }
  }

  private func programBytes(_ number: Int32) -> [UInt8] {
    let heads = place(number).heads.map { places.all[Int($0)] }
    if heads.count == 1 { return shortBytes(heads[0].instruction) }
    var best: (bytes: [UInt8], length: Int)?
    for head in heads {
      let bytes = shortBytes(head.instruction)
      guard !bytes.isEmpty, let rest = length(from: head.stack) else { continue }
      let length = bytes.count + rest
      if length < best?.length ?? .max { best = (bytes, length) }
    }
    return best?.bytes ?? []
  }

  /// Short bytes that an instruction reads; none where there are none.
  func shortBytes(_ number: Int32) -> [UInt8] {
    switch program[number] {
    case .fork, .call, .leave: []
    case .value(let goal, _): goals.shortText(goal)
    case .text(let leaf, _): leaf >= 0 ? lexer.ending(leaf) : []
    }
  }

  private func objectBytes(_ node: StackNode) -> [UInt8] {
    switch goals.objects.plan(node.state) {
    case .never: return []
    case .close: return node.phase == .objectComma ? anyMember(node) : [UInt8(ascii: "}")]
    case .member:
      guard let member = goals.shortMember(node.state) else { return [] }
      let comma = node.phase == .objectNext ? goals.options.whitespace.comma : []
      return comma + member.text
    }
  }

  /// After a comma something must come, even where the object could have ended before it.
  private func anyMember(_ node: StackNode) -> [UInt8] {
    let leaf = goals.objects.keyLeaf(node.state)
    return leaf < 0 ? [] : lexer.ending(leaf)
  }

  private func arrayBytes(_ node: StackNode, text: [UInt8]) -> [UInt8] {
    if node.phase != .arrayComma, goals.arrays.canClose(node.state) { return [UInt8(ascii: "]")] }
    if goals.arrays.keepsSeen(node.state) {
      return node.phase == .arrayNext
        ? goals.options.whitespace.comma : newElement(node.state, parent: node.parent, text: text)
    }
    guard let element = goals.shortElement(node.state) else { return [] }
    return (node.phase == .arrayNext ? goals.options.whitespace.comma : []) + element.text
  }
}
