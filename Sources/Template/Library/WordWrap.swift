/// Breaks a line into lines of at most a width, as Python's `textwrap` does.
struct WordWrap {
  var width: Int
  var breaksWords: Bool
  var breaksHyphens: Bool

  /// At most `most` lines and one more.
  func lines(_ text: Text, most: Int) -> [Text] {
    // Stretches of the text: what is left of a long word is never copied.
    var chunks = Array(chunks(text).reversed())
    var lines: [Text] = []
    while let first = chunks.last, lines.count <= most {
      if isSpace(text, first), !lines.isEmpty { chunks.removeLast() }
      var line: [Range<Int>] = []
      var left = width
      while let chunk = chunks.last, count(text, chunk) <= left {
        line.append(chunks.removeLast())
        left -= count(text, chunk)
      }
      if let chunk = chunks.last, count(text, chunk) > width {
        breakWord(text, &chunks, &line, chunk, left)
      }
      if let last = line.last, isSpace(text, last) { line.removeLast() }
      if !line.isEmpty {
        var builder = TextBuilder()
        for chunk in line { builder.append(text, chunk) }
        lines.append(builder.text())
      }
    }
    return lines
  }

  private func count(_ text: Text, _ chunk: Range<Int>) -> Int {
    text.index(chunk.upperBound) - text.index(chunk.lowerBound)
  }

  /// Takes what fits of a word that is longer than a line, or all of it where it must stay whole.
  private func breakWord(
    _ text: Text, _ chunks: inout [Range<Int>], _ line: inout [Range<Int>], _ chunk: Range<Int>,
    _ left: Int
  ) {
    guard breaksWords else {
      if line.isEmpty { line.append(chunks.removeLast()) }
      return
    }
    var end = text.offset(text.index(chunk.lowerBound) + max(1, left))
    let bytes = text.bytes
    if breaksHyphens, end < chunk.upperBound,
      let hyphen = bytes[chunk.lowerBound..<end].lastIndex(of: UInt8(ascii: "-")),
      hyphen > chunk.lowerBound,
      bytes[chunk.lowerBound..<hyphen].contains(where: { $0 != UInt8(ascii: "-") })
    {
      end = hyphen + 1
    }
    line.append(chunk.lowerBound..<end)
    chunks[chunks.count - 1] = end..<chunk.upperBound
  }

  private func isSpace(_ text: Text, _ chunk: Range<Int>) -> Bool {
    text.bytes[chunk].allSatisfy { $0 == 0x20 || (9...13).contains($0) }
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || (9...13).contains(scalar.value)
  }

  /// Words and the white space between them; words may end behind a hyphen between letters.
  private func chunks(_ text: Text) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    let bytes = text.bytes
    func scalar(_ index: Int) -> Unicode.Scalar? {
      index < bytes.count ? UTF8Text.scalar(bytes, index) : nil
    }
    var index = 0
    while index < bytes.count {
      let next = UTF8Text.next(bytes, index)
      let isBlank = Self.isBlank(UTF8Text.scalar(bytes, index))
      let endsKind = scalar(next).map { Self.isBlank($0) != isBlank } ?? true
      if endsKind || (breaksHyphens && isBreak(bytes, index, start)) {
        result.append(start..<next)
        start = next
      }
      index = next
    }
    return result
  }

  /// Whether a word may be broken behind the hyphen at `index`.
  private func isBreak(_ bytes: [UInt8], _ index: Int, _ start: Int) -> Bool {
    guard bytes[index] == UInt8(ascii: "-"), index > start, index + 1 < bytes.count else {
      return false
    }
    func isLetter(_ offset: Int) -> Bool {
      guard offset >= start, offset < bytes.count else { return false }
      let scalar = UTF8Text.scalar(bytes, offset)
      return scalar == "_" || scalar.isPythonLetter
    }
    let before = UTF8Text.previous(bytes, index)
    guard isLetter(before), before > start, isLetter(UTF8Text.previous(bytes, before)) else {
      return false
    }
    return isLetter(index + 1) && isLetter(UTF8Text.next(bytes, index + 1))
  }
}
