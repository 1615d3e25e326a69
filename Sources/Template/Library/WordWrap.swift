/// Breaks a line into lines of at most a width, as Python's `textwrap` does.
struct WordWrap {
  var width: Int
  var breaksWords: Bool
  var breaksHyphens: Bool

  func lines(_ text: Text) -> [Text] {
    var chunks = Array(chunks(text).reversed())
    var lines: [Text] = []
    while !chunks.isEmpty {
      if isSpace(chunks[chunks.count - 1]), !lines.isEmpty { chunks.removeLast() }
      var line: [Text] = []
      var count = 0
      while let chunk = chunks.last, count + chunk.count <= width {
        line.append(chunks.removeLast())
        count += chunk.count
      }
      if let chunk = chunks.last, chunk.count > width { breakWord(&chunks, &line, chunk, count) }
      if let last = line.last, isSpace(last) { line.removeLast() }
      if !line.isEmpty {
        var builder = TextBuilder()
        for chunk in line { builder.append(chunk) }
        lines.append(builder.text())
      }
    }
    return lines
  }

  /// Takes what fits of a word that is longer than a line, or all of it where it must stay whole.
  private func breakWord(_ chunks: inout [Text], _ line: inout [Text], _ chunk: Text, _ count: Int)
  {
    guard breaksWords else {
      if line.isEmpty { line.append(chunks.removeLast()) }
      return
    }
    let space = max(1, width - count)
    var end = Slicing.offset(chunk, space, from: 0)
    if breaksHyphens, chunk.count > space,
      let hyphen = chunk.bytes[..<end].lastIndex(of: UInt8(ascii: "-")), hyphen > 0,
      chunk.bytes[..<hyphen].contains(where: { $0 != UInt8(ascii: "-") })
    {
      end = hyphen + 1
    }
    line.append(chunk.slice(0..<end))
    chunks[chunks.count - 1] = chunk.slice(end..<chunk.bytes.count)
  }

  private func isSpace(_ text: Text) -> Bool {
    text.string.unicodeScalars.allSatisfy { Self.isBlank($0) }
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || (9...13).contains(scalar.value)
  }

  /// Words and the white space between them; words may end behind a hyphen between letters.
  private func chunks(_ text: Text) -> [Text] {
    var result: [Text] = []
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
      if endsKind || (breaksHyphens && isBreak(text, index, start)) {
        result.append(text.slice(start..<next))
        start = next
      }
      index = next
    }
    return result
  }

  /// Whether a word may be broken behind the hyphen at `index`.
  private func isBreak(_ text: Text, _ index: Int, _ start: Int) -> Bool {
    let bytes = text.bytes
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
