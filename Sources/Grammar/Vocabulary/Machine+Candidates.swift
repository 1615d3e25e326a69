extension Machine {
  /// The bytes that can be read outside of a leaf.
  ///
  /// For a thread in a leaf, what may follow once the leaf has ended. Behind an element whose value
  /// matters there may be bytes that its value rules out, see ``isExact(_:)``.
  func candidates(_ thread: Thread) -> ByteSet {
    if needsSpace(thread) { return Self.space }
    var bytes = structureBytes(thread.stack)
    if whitespaceLimit > 0, thread.leaf >= 0 || thread.space < whitespaceLimit,
      node(thread.stack).phase.allowsSpace || node(thread.stack).phase == .objectKey
    {
      bytes.formUnion(.whitespace)
    }
    return bytes
  }

  /// The same without white space, kept for each stack node.
  private func structureBytes(_ number: Int32) -> ByteSet {
    if let known = knownBytes(number) { return known }
    let bytes = findBytes(number)
    if error == nil { keep(bytes, number) }
    return bytes
  }

  private func findBytes(_ number: Int32) -> ByteSet {
    let node = node(number)
    var bytes = ByteSet.none
    switch node.phase {
    case .done, .entry: return .none
    case .program, .several: return programBytes(number)
    case .objectKey, .objectColon: bytes = Self.colon
    case .value: bytes = valueBytes(node.state)
    case .objectStart:
      if goals.objects.canClose(node.state) { bytes = Self.closingBrace }
      if goals.objects.keyLeaf(node.state) >= 0 { bytes.formUnion(Self.quote) }
    case .objectComma:
      if goals.objects.keyLeaf(node.state) >= 0 { bytes = Self.quote }
    case .objectNext:
      if goals.objects.canClose(node.state) { bytes = Self.closingBrace }
      if goals.objects.keyLeaf(node.state) >= 0 { bytes.formUnion(Self.comma) }
    case .arrayStart:
      bytes = elementBytes(node)
      if goals.arrays.canClose(node.state) { bytes.formUnion(Self.closingBracket) }
    case .arrayComma: bytes = elementBytes(node)
    case .arrayNext:
      if goals.arrays.canClose(node.state) { bytes = Self.closingBracket }
      if !goals.arrays.elements(node.state).isEmpty { bytes.formUnion(Self.comma) }
    case .arrayNextValue: bytes = Self.comma.union(Self.closingBracket)
    }
    return bytes
  }

  /// Whether each of the candidate bytes can be read for certain.
  func isExact(_ thread: Thread) -> Bool {
    node(thread.stack).phase != .arrayNextValue
      && !(watchesSeen && stack.isTextual(thread.stack))
  }

  /// For a thread in a name whose steps depend on the text: whether all names that it may still become
  /// have the same consequences, as far as the next name.
  func treatsTextAlike(_ thread: Thread) -> Bool {
    let node = node(thread.stack)
    guard node.phase == .objectKey, let body = lexer.freeBody(thread.leaf) else { return false }
    return body.minimum == 0 && body.maximum == nil
      && goals.objects.treatsOthersAlike(node.state) && !stack.isTextual(thread.stack)
  }

  private func programBytes(_ number: Int32) -> ByteSet {
    var bytes = ByteSet.none
    for place in place(number).heads {
      switch program[places.all[Int(place)].instruction] {
      case .value(let goal, _): bytes.formUnion(valueBytes(goal))
      case .text(let leaf, _): if leaf >= 0 { bytes.formUnion(lexer.bytes(after: leaf)) }
      case .fork, .call, .leave: break
      }
    }
    return bytes
  }

  private func elementBytes(_ node: StackNode) -> ByteSet {
    var bytes = ByteSet.none
    for element in goals.arrays.elements(node.state) {
      bytes.formUnion(valueBytes(element.goal))
    }
    return bytes
  }

  private func valueBytes(_ goal: Goal) -> ByteSet {
    let leaf = goals.leaf(of: goal)
    var bytes = leaf >= 0 ? lexer.bytes(after: leaf) : .none
    if !goals.objects(of: goal).isEmpty { bytes.formUnion(Self.brace) }
    if !goals.arrays(of: goal).isEmpty { bytes.formUnion(Self.bracket) }
    return bytes
  }

  private static let space = ByteSet(" ".utf8)
  private static let brace = ByteSet("{".utf8)
  private static let bracket = ByteSet("[".utf8)
  private static let quote = ByteSet("\"".utf8)
  private static let colon = ByteSet(":".utf8)
  private static let comma = ByteSet(",".utf8)
  private static let closingBrace = ByteSet("}".utf8)
  private static let closingBracket = ByteSet("]".utf8)
}

extension ByteSet {
  /// JSON's white space.
  static let whitespace = ByteSet(" \n\r\t".utf8)
}
