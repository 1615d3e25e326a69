/// Text between tags, comments and raw blocks.
extension Lexer {
  enum TagKind { case raw, block, variable, comment }

  /// The beginning of a tag.
  struct Tag {
    var kind: TagKind
    var start: Int
    var end: Int
    /// `-`, `+`, or 0.
    var sign: UInt8
  }

  /// The next beginning of a tag from `index`.
  func nextTag() -> Tag? {
    var start = index
    while start + 1 < source.count {
      if source[start] == UInt8(ascii: "{") {
        let kind: TagKind? =
          switch source[start + 1] {
          case UInt8(ascii: "%"): .block
          case UInt8(ascii: "{"): .variable
          case UInt8(ascii: "#"): .comment
          default: nil
          }
        if let kind {
          let sign = sign(at: start + 2)
          let end = start + 2 + (sign == 0 ? 0 : 1)
          if kind == .block, let raw = rawEnd(end) {
            return Tag(kind: .raw, start: start, end: raw, sign: sign)
          }
          return Tag(kind: kind, start: start, end: end, sign: sign)
        }
      }
      start += 1
    }
    return nil
  }

  private func sign(at offset: Int) -> UInt8 {
    guard offset < source.count else { return 0 }
    let byte = source[offset]
    return byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") ? byte : 0
  }

  /// The end of a tag of which only the word `raw` is left to read.
  private func rawEnd(_ offset: Int) -> Int? {
    var index = skipSpace(offset)
    guard has("raw", at: index) else { return nil }
    index = skipSpace(index + 3)
    if has("-%}", at: index) { return skipSpace(index + 3) }
    return has("%}", at: index) ? index + 2 : nil
  }

  /// Adds the text up to a tag, less the white space that the tag takes.
  mutating func addData(before tag: Tag) {
    let end = textEnd(index..<tag.start, sign: tag.sign, isVariable: tag.kind == .variable)
    if end > index { add(.data, string(index..<end), at: index) }
  }

  /// Where a text ends once a tag behind it has taken its white space.
  private func textEnd(_ range: Range<Int>, sign: UInt8, isVariable: Bool) -> Int {
    if sign == UInt8(ascii: "-") { return stripped(range) }
    guard sign != UInt8(ascii: "+"), !isVariable else { return range.upperBound }
    let lineEnd = source[range].lastIndex(of: UInt8(ascii: "\n"))
    guard lineEnd != nil || isLineStart else { return range.upperBound }
    let start = lineEnd.map { $0 + 1 } ?? range.lowerBound
    return stripped(start..<range.upperBound) == start ? start : range.upperBound
  }

  /// Where a text ends without the white space at its end.
  private func stripped(_ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound {
      let previous = UTF8Text.previous(source, end)
      guard previous >= range.lowerBound, UTF8Text.scalar(source, previous).isPythonSpace else {
        break
      }
      end = previous
    }
    return end
  }

  /// Skips the end of a tag, with what it takes of the text behind; `nil` where there is none.
  func tagEnd(_ offset: Int, _ mark: String, takesLineEnd: Bool) -> Int? {
    if has(mark, at: offset) {
      let end = offset + 2
      return takesLineEnd && has("\n", at: end) ? end + 1 : end
    }
    guard offset < source.count, has(mark, at: offset + 1) else { return nil }
    if source[offset] == UInt8(ascii: "-") { return skipSpace(offset + 3) }
    return takesLineEnd && source[offset] == UInt8(ascii: "+") ? offset + 3 : nil
  }

  mutating func readComment() throws(TemplateError) {
    // An opening mark that ends the source is no comment that lacks its end.
    guard index < source.count else { return }
    var offset = index
    while offset < source.count {
      if let end = tagEnd(offset, "#}", takesLineEnd: true) { return finish(end) }
      offset += 1
    }
    throw failure("Missing end of comment tag", at: index)
  }

  mutating func readRaw(_ tag: Tag) throws(TemplateError) {
    guard index < source.count else { return }
    isLineStart = source[index - 1] == UInt8(ascii: "\n")
    var offset = index
    while offset + 1 < source.count {
      if has("{%", at: offset) {
        let sign = sign(at: offset + 2)
        var inner = skipSpace(offset + 2 + (sign == 0 ? 0 : 1))
        if has("endraw", at: inner) {
          inner = skipSpace(inner + 6)
          if let end = tagEnd(inner, "%}", takesLineEnd: true) {
            let textEnd = textEnd(index..<offset, sign: sign, isVariable: false)
            if textEnd > index { add(.data, string(index..<textEnd), at: index) }
            return finish(end)
          }
        }
      }
      offset += 1
    }
    throw failure("Missing end of raw directive", at: index)
  }

  /// Goes on behind a tag.
  mutating func finish(_ end: Int) {
    isLineStart = end > 0 && source[end - 1] == UInt8(ascii: "\n")
    index = end
  }
}
