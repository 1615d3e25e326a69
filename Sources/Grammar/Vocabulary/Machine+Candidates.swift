extension Machine {
  /// The bytes that may be read outside of a leaf: perhaps more than can be, never fewer.
  ///
  /// For a thread in a leaf, what may follow once the leaf has ended.
  func candidates(_ thread: Thread) -> ByteSet {
    let node = node(thread.stack)
    var bytes: ByteSet
    switch node.phase {
    case .done: return .none
    case .program: return programBytes(node)
    case .objectKey: bytes = Self.colon
    case .value, .arrayComma: bytes = Self.values
    case .objectStart: bytes = Self.objectStart
    case .objectComma: bytes = Self.quote
    case .objectColon: bytes = Self.colon
    case .objectNext: bytes = Self.objectNext
    case .arrayStart: bytes = Self.arrayStart
    case .arrayNext, .arrayNextValue: bytes = Self.arrayNext
    }
    if whitespaceLimit > 0 { bytes.formUnion(.whitespace) }
    return bytes
  }

  private func programBytes(_ node: StackNode) -> ByteSet {
    var bytes = ByteSet.none
    for head in program.heads(node.state) {
      switch program[head] {
      case .end, .fork: break
      case .value: bytes.formUnion(Self.values)
      case .text(let leaf, _): if leaf >= 0 { bytes.formUnion(lexer.bytes(after: leaf)) }
      }
    }
    return bytes
  }

  private static let values = ByteSet("{[\"-0123456789tfn".utf8)
  private static let quote = ByteSet("\"".utf8)
  private static let colon = ByteSet(":".utf8)
  private static let objectStart = ByteSet("\"}".utf8)
  private static let objectNext = ByteSet(",}".utf8)
  private static let arrayStart = values.union(ByteSet("]".utf8))
  private static let arrayNext = ByteSet(",]".utf8)
}

extension ByteSet {
  /// JSON's white space.
  static let whitespace = ByteSet(" \n\r\t".utf8)
}
