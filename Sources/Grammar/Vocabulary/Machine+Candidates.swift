extension Machine {
  /// The bytes that can be read outside of a leaf.
  ///
  /// For a thread in a leaf, what may follow once the leaf has ended. Behind an element whose value
  /// matters there may be bytes that its value rules out, see ``isExact(_:)``.
  func candidates(_ thread: Thread) -> ByteSet {
    if needsSpace(thread) { return Self.space }
    let node = steps(at: thread.stack)
    if whitespaceLimit > 0, node.allowsSpace(thread, whitespaceLimit) {
      return node.bytes.union(.whitespace)
    }
    return node.bytes
  }

  /// The bytes that can be read at a stack node, without white space.
  func findBytes(_ number: Int32) -> ByteSet {
    let node = node(number)
    var bytes = ByteSet.none
    switch node.phase {
    case .done, .entry: return .none
    case .program, .several: return programBytes(number)
    case .objectKey, .objectColon: bytes = Self.colon
    case .value: bytes = valueBytes(node.state)
    case .objectStart:
      if objects.canClose(node.state) { bytes = Self.closingBrace }
      if objects.keyLeaf(node.state) >= 0 { bytes.formUnion(Self.quote) }
    case .objectComma:
      if objects.keyLeaf(node.state) >= 0 { bytes = Self.quote }
    case .objectNext:
      if objects.canClose(node.state) { bytes = Self.closingBrace }
      if objects.keyLeaf(node.state) >= 0 { bytes.formUnion(Self.comma) }
    case .arrayStart:
      bytes = elementBytes(node)
      if arrays.canClose(node.state) { bytes.formUnion(Self.closingBracket) }
    case .arrayComma: bytes = elementBytes(node)
    case .arrayNext:
      if arrays.canClose(node.state) { bytes = Self.closingBracket }
      if !arrays.elements(node.state).isEmpty { bytes.formUnion(Self.comma) }
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
      && objects.treatsOthersAlike(node.state) && !stack.isTextual(thread.stack)
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
    for element in arrays.elements(node.state) {
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

  private static var space: ByteSet { ByteSet(ascii: " ") }
  private static var brace: ByteSet { ByteSet(ascii: "{") }
  private static var bracket: ByteSet { ByteSet(ascii: "[") }
  private static let quote = ByteSet("\"".utf8)
  private static var colon: ByteSet { ByteSet(ascii: ":") }
  private static var comma: ByteSet { ByteSet(ascii: ",") }
  private static var closingBrace: ByteSet { ByteSet(ascii: "}") }
  private static var closingBracket: ByteSet { ByteSet(ascii: "]") }
}

extension ByteSet {
  /// JSON's white space.
  @inline(__always)
  static var whitespace: ByteSet {
    var bytes = ByteSet(ascii: " ")
    bytes.insert(0x0A)
    bytes.insert(0x0D)
    bytes.insert(0x09)
    return bytes
  }
}
