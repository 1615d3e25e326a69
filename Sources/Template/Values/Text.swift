/// A string value: Unicode scalars in UTF-8, each with where it came from.
///
/// Never changes, so that values and literals share it.
final class Text: Sendable {
  /// A stretch of bytes of one origin, to `end`.
  struct Run: Sendable, Equatable {
    var end: Int
    var isData: Bool
  }

  let bytes: [UInt8]
  let isASCII: Bool
  /// Whether the text, or its last byte where it has runs, is data.
  let isData: Bool
  /// The stretches where the text has several origins; empty where it has one.
  let runs: [Run]
  /// Whether the text is marked as safe markup (`safe`, `escape`).
  let isMarkup: Bool

  init(bytes: [UInt8], isASCII: Bool, isData: Bool, runs: [Run] = [], isMarkup: Bool = false) {
    self.bytes = bytes
    self.isASCII = isASCII
    self.isData = isData
    self.runs = runs
    self.isMarkup = isMarkup
  }

  convenience init(_ string: String, isData: Bool = false) {
    let bytes = Array(string.utf8)
    self.init(bytes: bytes, isASCII: UTF8Text.isASCII(bytes), isData: isData)
  }

  static let empty = Text("")

  var string: String { String(decoding: bytes, as: UTF8.self) }

  var isEmpty: Bool { bytes.isEmpty }

  /// The number of Unicode scalars; O(1) for ASCII.
  var count: Int { isASCII ? bytes.count : UTF8Text.count(bytes, 0..<bytes.count) }

  /// Whether any of it is data.
  var hasData: Bool { runs.isEmpty ? isData && !bytes.isEmpty : runs.contains { $0.isData } }

  /// The same text with or without the mark of markup.
  func marked(_ isMarkup: Bool) -> Text {
    guard isMarkup != self.isMarkup else { return self }
    return Text(bytes: bytes, isASCII: isASCII, isData: isData, runs: runs, isMarkup: isMarkup)
  }

  /// The bytes of `range`, which must lie between scalars.
  func slice(_ range: Range<Int>) -> Text {
    if range.count == bytes.count { return self }
    var builder = TextBuilder()
    builder.append(self, range)
    return builder.text(isMarkup: isMarkup)
  }

  /// Whether byte `index` is data.
  func isData(at index: Int) -> Bool {
    guard !runs.isEmpty else { return isData }
    return runs[runIndex(at: index)].isData
  }

  /// The run that has byte `index`; there must be runs.
  func runIndex(at index: Int) -> Int {
    var low = 0
    var high = runs.count - 1
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].end > index { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Cuts into scalars.
  var scalars: [Text] {
    if isASCII, runs.isEmpty {
      return bytes.map { isData ? Self.dataCharacters[Int($0)] : Self.characters[Int($0)] }
    }
    var result: [Text] = []
    var start = 0
    while start < bytes.count {
      let end = UTF8Text.next(bytes, start)
      result.append(slice(start..<end))
      start = end
    }
    return result
  }

  private static let characters = single(isData: false)
  private static let dataCharacters = single(isData: true)

  private static func single(isData: Bool) -> [Text] {
    (0..<128).map { Text(bytes: [UInt8($0)], isASCII: true, isData: isData) }
  }
}

extension Text {
  /// Whether both have the same scalars.
  func equals(_ other: Text) -> Bool { self === other || bytes == other.bytes }

  /// Whether the text is before `other` by scalars; UTF-8 keeps their order.
  func isBefore(_ other: Text) -> Bool { bytes.lexicographicallyPrecedes(other.bytes) }
}
