import Synchronization

/// A string value: Unicode scalars in UTF-8, each with where it came from.
///
/// Never changes, so that values and literals share it.
final class Text: Sendable {
  /// A stretch of bytes of one origin, to `end`.
  struct Run: Sendable, Equatable {
    var end: Int
    var isData: Bool
  }

  let byteCount: Int
  let isASCII: Bool
  /// Whether the text, or its last byte where it has runs, is data.
  let isData: Bool
  /// Whether the text is marked as safe markup (`safe`, `escape`).
  let isMarkup: Bool
  /// What the text shares with others that grew out of it; `nil` where it has bytes of its own.
  let state: TextGrowth.State?

  private let ownBytes: [UInt8]
  private let ownRuns: [Run]
  /// What is found out about the text when it is first needed.
  private let details = AtomicLazyReference<Details>()

  private final class Details: Sendable {
    let bytes: [UInt8]
    let runs: [Run]
    /// Empty for ASCII.
    let places: ScalarPlaces

    init(_ bytes: [UInt8], _ runs: [Run], isASCII: Bool) {
      self.bytes = bytes
      self.runs = runs
      places = ScalarPlaces(isASCII ? [] : bytes)
    }
  }

  init(bytes: [UInt8], isASCII: Bool, isData: Bool, runs: [Run] = [], isMarkup: Bool = false) {
    byteCount = bytes.count
    ownBytes = bytes
    self.isASCII = isASCII
    self.isData = isData
    ownRuns = runs
    self.isMarkup = isMarkup
    state = nil
  }

  /// The first `byteCount` bytes of a growing text.
  init(
    byteCount: Int, isASCII: Bool, isData: Bool, isMarkup: Bool, _ state: TextGrowth.State
  ) {
    self.byteCount = byteCount
    self.isASCII = isASCII
    self.isData = isData
    self.isMarkup = isMarkup
    self.state = state
    ownBytes = []
    ownRuns = []
  }

  convenience init(_ string: String, isData: Bool = false) {
    let bytes = Array(string.utf8)
    self.init(bytes: bytes, isASCII: UTF8Text.isASCII(bytes), isData: isData)
  }

  static let empty = Text("")

  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// The UTF-8.
  var bytes: [UInt8] { state == nil ? ownBytes : detailed().bytes }

  /// The stretches where the text has several origins; empty where it has one.
  var runs: [Run] { state == nil ? ownRuns : detailed().runs }

  /// Gives the text bytes of its own.
  func flatten() { if state != nil { _ = detailed() } }

  private func detailed() -> Details {
    if let details = details.load() { return details }
    guard let state else {
      return details.storeIfNil(Details(ownBytes, ownRuns, isASCII: isASCII))
    }
    let (bytes, runs) = state.growth.prefix(byteCount, runs: state.runs, isData: isData)
    return details.storeIfNil(Details(bytes, runs, isASCII: isASCII))
  }

  var isEmpty: Bool { byteCount == 0 }

  /// Texts of so many bytes are gone through rather than indexed.
  private static let short = 48

  /// The number of Unicode scalars.
  ///
  /// O(1) like the next two functions, but for the first call for a long text that is not ASCII.
  var count: Int {
    if isASCII { return byteCount }
    return byteCount <= Self.short ? UTF8Text.count(bytes, 0..<byteCount) : detailed().places.count
  }

  /// The offset of scalar `index`; the end for all from the last one on.
  func offset(_ index: Int) -> Int {
    if isASCII { return min(index, byteCount) }
    let bytes = bytes
    if byteCount > Self.short { return detailed().places.offset(index, in: bytes) }
    var offset = 0
    var left = index
    while left > 0, offset < byteCount {
      offset = UTF8Text.next(bytes, offset)
      left -= 1
    }
    return offset
  }

  /// The number of scalars that begin before `offset`.
  func index(_ offset: Int) -> Int {
    if isASCII { return offset }
    if byteCount <= Self.short { return UTF8Text.count(bytes, 0..<offset) }
    return detailed().places.index(offset, in: bytes)
  }

  /// Whether any of it is data.
  var hasData: Bool { runs.isEmpty ? isData && !isEmpty : runs.contains { $0.isData } }

  /// The same text with or without the mark of markup.
  func marked(_ isMarkup: Bool) -> Text {
    guard isMarkup != self.isMarkup else { return self }
    if let state {
      return Text(byteCount: byteCount, isASCII: isASCII, isData: isData, isMarkup: isMarkup, state)
    }
    return Text(bytes: bytes, isASCII: isASCII, isData: isData, runs: runs, isMarkup: isMarkup)
  }

  /// The bytes of `range`, which must lie between scalars.
  func slice(_ range: Range<Int>) -> Text {
    if range.count == byteCount { return self }
    var builder = TextBuilder()
    builder.append(self, range)
    return builder.text(isMarkup: isMarkup)
  }

  /// Whether byte `index` is data.
  func isData(at index: Int) -> Bool {
    let runs = runs
    guard !runs.isEmpty else { return isData }
    return runs[Self.runIndex(at: index, runs)].isData
  }

  /// Which of `runs` has byte `index`; there must be some.
  static func runIndex(at index: Int, _ runs: [Run]) -> Int {
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
    let bytes = bytes
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
  func equals(_ other: Text) -> Bool {
    self === other || byteCount == other.byteCount && bytes == other.bytes
  }

  /// Whether the text is before `other` by scalars; UTF-8 keeps their order.
  func isBefore(_ other: Text) -> Bool { bytes.lexicographicallyPrecedes(other.bytes) }
}
