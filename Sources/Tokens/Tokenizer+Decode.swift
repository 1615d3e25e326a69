extension Tokenizer {
  /// The text of `ids`, with invalid UTF-8 repaired (U+FFFD).
  ///
  /// Nothing is cleaned up: for byte-level vocabularies the result is the encoded text. Where
  /// encoding adds a space before the text, that one space is taken off again.
  /// - Parameter special: show control tokens as they are spelled instead of leaving them out.
  package func decode(_ ids: [Int32], special: Bool = false) throws(TokenError) -> String {
    String(decoding: try decodeBytes(ids, special: special), as: UTF8.self)
  }

  /// As `decode`, without repair.
  package func decodeBytes(
    _ ids: [Int32], special: Bool = false
  ) throws(TokenError) -> [UInt8] {
    var bytes: [UInt8] = []
    var atStart = addsSpacePrefix
    for id in ids {
      try append(id, special: special, atStart: &atStart, to: &bytes)
    }
    return bytes
  }

  /// The bytes that token `id` adds to a text: empty for control and unused tokens, `nil` outside the
  /// vocabulary. A space that stands before a first word is kept.
  package func bytes(of id: Int32) -> [UInt8]? {
    guard id >= 0, id < vocabulary.count else { return nil }
    var bytes: [UInt8] = []
    vocabulary.appendText(of: Int(id), special: false, to: &bytes)
    return bytes
  }

  /// Appends the bytes of one token. `atStart` says whether the text begins with this token and a
  /// space was put before it; it falls with the first token that adds something.
  func append(
    _ id: Int32, special: Bool, atStart: inout Bool, to bytes: inout [UInt8]
  ) throws(TokenError) {
    guard id >= 0, id < vocabulary.count else {
      throw .invalidToken(id: id, count: vocabulary.count)
    }
    let mark = bytes.count
    vocabulary.appendText(of: Int(id), special: special, to: &bytes)
    if atStart, bytes.count > mark {
      atStart = false
      if bytes[mark] == 0x20 { bytes.remove(at: mark) }
    }
  }
}

extension Vocabulary {
  /// Appends what token `id` adds to a text.
  func appendText(of id: Int, special: Bool, to bytes: inout [UInt8]) {
    switch attributes[id] {
    case .normal: appendNormal(id, to: &bytes)
    case .userDefined: bytes.append(contentsOf: texts[id])
    case .control, .unknown: if special { bytes.append(contentsOf: texts[id]) }
    case .byte: bytes.append(byteValue(id))
    case .unused, .undefined: break
    }
  }

  private func appendNormal(_ id: Int, to bytes: inout [UInt8]) {
    if kind.marksSpaces {
      SpaceMark.unescape(texts.bytes, texts.range(id), into: &bytes)
    } else if keys.range(id).isEmpty {
      // Outside the byte alphabet: the spelling is all there is.
      bytes.append(contentsOf: texts[id])
    } else {
      bytes.append(contentsOf: keys[id])
    }
  }

  /// The byte that `<0xHH>` spells; other spellings of byte tokens count as 0.
  private func byteValue(_ id: Int) -> UInt8 {
    let text = texts[id]
    guard text.count == 6 else { return text.count == 1 ? text[text.startIndex] : 0 }
    let digits = text.dropFirst(3).prefix(2)
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0
  }
}
