/// Puts texts together and keeps the origin of each stretch.
struct TextBuilder {
  private(set) var bytes: [UInt8] = []
  /// The stretches of one origin but the last.
  private(set) var ended: [Text.Run] = []
  /// The origin of the last stretch.
  private(set) var isData = false
  private(set) var isASCII = true
  /// The most bytes it takes.
  private var limit = Int.max
  /// Whether more than the limit was added; nothing more is then.
  private(set) var isOver = false

  init(limit: Int = .max) { self.limit = limit }

  var count: Int { bytes.count }

  /// Prepares for bytes of one origin; false where they would be too many.
  @inline(__always)
  private mutating func begin(_ count: Int, isData: Bool) -> Bool {
    guard count > 0 else { return false }
    guard !isOver, count <= limit - bytes.count else {
      isOver = true
      return false
    }
    if isData != self.isData {
      if !bytes.isEmpty { ended.append(Text.Run(end: bytes.count, isData: self.isData)) }
      self.isData = isData
    }
    return true
  }

  mutating func append(_ text: Text) {
    guard text.runs.isEmpty else { return append(text, 0..<text.byteCount) }
    guard begin(text.byteCount, isData: text.isData) else { return }
    bytes.append(contentsOf: text.bytes)
    if !text.isASCII { isASCII = false }
  }

  /// Adds the bytes of `range`.
  mutating func append(_ text: Text, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    if !text.isASCII, isASCII { isASCII = UTF8Text.isASCII(text.bytes[range]) }
    let runs = text.runs
    guard !runs.isEmpty else {
      guard begin(range.count, isData: text.isData) else { return }
      return bytes.append(contentsOf: text.bytes[range])
    }
    var run = Text.runIndex(at: range.lowerBound, runs)
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(runs[run].end, range.upperBound)
      guard begin(end - start, isData: runs[run].isData) else { return }
      bytes.append(contentsOf: text.bytes[start..<end])
      start = end
      run += 1
    }
  }

  mutating func append(_ string: String, isData: Bool = false) {
    guard begin(string.utf8.count, isData: isData) else { return }
    let start = bytes.count
    bytes.append(contentsOf: string.utf8)
    if isASCII { isASCII = UTF8Text.isASCII(bytes[start...]) }
  }

  /// Adds an ASCII byte.
  @inline(__always)
  mutating func append(_ byte: UInt8, isData: Bool) {
    guard begin(1, isData: isData) else { return }
    bytes.append(byte)
  }

  mutating func append(repeating byte: UInt8, count: Int, isData: Bool = false) {
    guard begin(count, isData: isData) else { return }
    bytes.append(contentsOf: repeatElement(byte, count: count))
  }

  mutating func append(_ scalar: Unicode.Scalar, isData: Bool) {
    if scalar.value < 0x80 { return append(UInt8(scalar.value), isData: isData) }
    append(String(Character(scalar)), isData: isData)
  }

  func text(isMarkup: Bool = false) -> Text {
    var all = ended
    if !all.isEmpty { all.append(Text.Run(end: bytes.count, isData: isData)) }
    return Text(
      bytes: bytes, isASCII: isASCII, isData: isData, runs: all, isMarkup: isMarkup)
  }

  /// The text in pieces of one origin.
  var pieces: [RenderedText.Piece] {
    var result: [RenderedText.Piece] = []
    var start = 0
    for run in ended + [Text.Run(end: bytes.count, isData: isData)] where run.end > start {
      let text = String(decoding: bytes[start..<run.end], as: UTF8.self)
      result.append(RenderedText.Piece(text: text, isData: run.isData))
      start = run.end
    }
    return result
  }
}
