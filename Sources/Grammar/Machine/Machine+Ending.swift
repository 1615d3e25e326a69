import TernJSON

extension Machine {
  /// A short text after which the whole is complete, for the threads of a text so far.
  ///
  /// Every part is read by the machine itself, so the whole is valid by construction. Empty where
  /// the text may end now, or where no thread can be finished within the limits. Cost: O(length of
  /// the ending), once per call.
  func ending(_ threads: [Thread], text: [UInt8]) -> [UInt8] {
    var shortest: [UInt8]?
    for thread in threads.prefix(Self.endingThreadLimit) {
      if isComplete(thread) { return [] }
      if let found = ending(thread, text: text, limit: shortest?.count ?? Self.endingLimit) {
        shortest = found
      }
    }
    return shortest ?? []
  }

  private static let endingThreadLimit = 8
  /// Bytes of an ending; more is a schema that asks for masses of elements.
  private static let endingLimit = Goals.shortTextLimit

  private func ending(_ thread: Thread, text: [UInt8], limit: Int) -> [UInt8]? {
    var text = text
    let start = text.count
    var threads = [thread]
    var next: [Thread] = []
    while !threads.contains(where: isComplete) {
      guard let thread = threads.first else { return nil }
      let bytes = nextBytes(thread, text: text)
      guard !bytes.isEmpty, text.count - start + bytes.count < limit else { return nil }
      // Of several threads the first leads; those that can follow, do.
      for byte in bytes {
        next.removeAll(keepingCapacity: true)
        for thread in threads { step(thread, byte, text: text, into: &next) }
        text.append(byte)
        swap(&threads, &next)
        guard !threads.isEmpty else { return nil }
      }
    }
    return Array(text[start...])
  }

  /// The next bytes of a way to the end.
  private func nextBytes(_ thread: Thread, text: [UInt8]) -> [UInt8] {
    if needsSpace(thread) { return [0x20] }
    guard thread.leaf >= 0 else { return nextBytes(node(thread.stack), text: text) }
    if !lexer.isFinal(thread.leaf) { return lexer.ending(thread.leaf) }
    guard let ended = endLeaf(thread, text: text).first else { return [] }
    return nextBytes(node(ended.stack), text: text)
  }

  private func nextBytes(_ node: StackNode, text: [UInt8]) -> [UInt8] {
    switch node.phase {
    case .done, .objectKey: []
    case .program: programBytes(node)
    case .value: goals.shortText(node.state)
    case .objectColon: [UInt8(ascii: ":")]
    case .objectStart, .objectComma, .objectNext: objectBytes(node)
    case .arrayStart, .arrayComma, .arrayNext: arrayBytes(node)
    case .arrayNextValue:
      element(from: node.extra, text: text).map { value in
        let state = goals.arrays.state(node.state, after: value)
        return arrayBytes(StackNode(phase: .arrayNext, state: state, parent: node.parent))
      } ?? []
    }
  }

  private func programBytes(_ node: StackNode) -> [UInt8] {
    var best: [UInt8] = []
    for head in program.heads(node.state) {
      let bytes: [UInt8] =
        switch program[head] {
        case .end, .fork: []
        case .value(let goal, _): goals.shortText(goal)
        case .text(let leaf, _): leaf >= 0 ? lexer.ending(leaf) : []
        }
      if !bytes.isEmpty, best.isEmpty || bytes.count < best.count { best = bytes }
    }
    return best
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

  private func arrayBytes(_ node: StackNode) -> [UInt8] {
    if node.phase != .arrayComma, goals.arrays.canClose(node.state) { return [UInt8(ascii: "]")] }
    guard let element = goals.shortElement(node.state) else { return [] }
    return (node.phase == .arrayNext ? goals.options.whitespace.comma : []) + element.text
  }
}
