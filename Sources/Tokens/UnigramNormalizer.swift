/// What a Unigram vocabulary makes of text before it looks for tokens: the file's replacements, and
/// `▁` for spaces.
///
/// Source: Kudo, Richardson, "SentencePiece" (2018); the rules of spaces as llama.cpp reads the keys.
struct UnigramNormalizer: Sendable {
  private let map: CharacterMap?
  private let kept: PrefixFinder
  private let addsPrefix: Bool
  private let mergesSpaces: Bool

  /// - Parameters:
  ///   - userDefined: tokens whose beginnings are not replaced.
  ///   - addsPrefix: put a space before a text.
  ///   - mergesSpaces: make one space of several, and leave out those at the end.
  init(_ map: CharacterMap?, userDefined: [[UInt8]], addsPrefix: Bool, mergesSpaces: Bool) {
    self.map = map
    kept = PrefixFinder(userDefined)
    self.addsPrefix = addsPrefix
    self.mergesSpaces = mergesSpaces
  }

  /// The normalised `range` of `text`, which goes on another text if `continuing`.
  func normalize(_ text: [UInt8], _ range: Range<Int>, continuing: Bool) -> [UInt8] {
    var output = Output(
      prefix: addsPrefix && !continuing, mergesSpaces: mergesSpaces, isInWord: continuing)
    output.bytes.reserveCapacity(range.count + range.count / 4 + 3)
    let pool = map?.pool ?? []
    var i = range.lowerBound
    while i < range.upperBound {
      let length = kept.match(text, i, range.upperBound)
      if length > 0 {
        output.append(text, i..<i + length)
        i += length
      } else if let found = map?.find(text, i, range.upperBound) {
        output.append(pool, found.replacement)
        i += found.length
      } else if text[i] < 0x80 {
        output.append(text[i])
        i += 1
      } else {
        let (scalar, length) = CharacterTable.decode(text, i, range.upperBound)
        if length == 1, scalar == 0xFFFD {
          output.append([0xEF, 0xBF, 0xBD], 0..<3)
        } else {
          output.append(text, i..<i + length)
        }
        i += length
      }
    }
    return output.bytes
  }

  /// Normalised text, to which bytes are added.
  private struct Output {
    var bytes: [UInt8] = []
    /// Whether a space is still to be put before the first word.
    var prefix: Bool
    let mergesSpaces: Bool
    var isInWord: Bool

    @inline(__always)
    mutating func append(_ text: [UInt8], _ range: Range<Int>) {
      for i in range { append(text[i]) }
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
      if byte == 0x20 {
        isInWord = false
        if !mergesSpaces { bytes.append(contentsOf: SpaceMark.bytes) }
        return
      }
      if !isInWord {
        isInWord = true
        if prefix || mergesSpaces {
          bytes.append(contentsOf: SpaceMark.bytes)
          prefix = false
        }
      }
      bytes.append(byte)
    }
  }
}

/// Finds how much of a text is the beginning of one of some strings.
struct PrefixFinder: Sendable {
  /// Ascending.
  private let strings: [[UInt8]]
  private var begins = [Bool](repeating: false, count: 256)

  init(_ unordered: [[UInt8]]) {
    strings = unordered.filter { !$0.isEmpty }.sorted { $0.lexicographicallyPrecedes($1) }
    for string in strings { begins[Int(string[0])] = true }
  }

  /// How many bytes from `start` begin one of the strings, in whole characters.
  @inline(__always)
  func match(_ text: [UInt8], _ start: Int, _ end: Int) -> Int {
    begins[Int(text[start])] ? search(text, start, end) : 0
  }

  private func search(_ text: [UInt8], _ start: Int, _ end: Int) -> Int {
    var range = strings.indices
    var i = start
    while i < end {
      let next = narrowed(range, at: i - start, to: text[i])
      if next.isEmpty { break }
      range = next
      i += 1
    }
    // Not half a character.
    while i < end, i > start, text[i] & 0xC0 == 0x80 { i -= 1 }
    return i - start
  }

  /// The strings of `range` that have `byte` at `depth`; they agree in all bytes before.
  private func narrowed(_ range: Range<Int>, at depth: Int, to byte: UInt8) -> Range<Int> {
    func first(_ isReached: (UInt8) -> Bool) -> Int {
      var low = range.lowerBound
      var high = range.upperBound
      while low < high {
        let middle = (low + high) / 2
        let isBefore = strings[middle].count <= depth || !isReached(strings[middle][depth])
        if isBefore { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return first { $0 >= byte }..<first { $0 > byte }
  }
}
