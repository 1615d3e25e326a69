/// `▁` (U+2581), which stands for a space in the spellings of some vocabularies.
enum SpaceMark {
  /// Its UTF-8.
  static let bytes: [UInt8] = [0xE2, 0x96, 0x81]

  /// Whether a mark begins at `i`.
  @inline(__always)
  static func begins(_ text: [UInt8], _ i: Int, _ end: Int) -> Bool {
    text[i] == 0xE2 && i + 2 < end && text[i + 1] == 0x96 && text[i + 2] == 0x81
  }

  /// Whether a mark that begins at or after `start` ends before `i`.
  @inline(__always)
  static func ends(_ text: [UInt8], _ start: Int, _ i: Int) -> Bool {
    i - start >= 3 && begins(text, i - 3, i)
  }

  /// `range` of `text` with each space as a mark, and one before it if `prefix`.
  static func escape(_ text: [UInt8], _ range: Range<Int>, prefix: Bool) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count + range.count / 2 + 3)
    if prefix { result.append(contentsOf: bytes) }
    for i in range {
      if text[i] == 0x20 {
        result.append(0xE2)
        result.append(0x96)
        result.append(0x81)
      } else {
        result.append(text[i])
      }
    }
    return result
  }

  /// Appends `text` with each mark as a space.
  static func unescape(_ text: [UInt8], _ range: Range<Int>, into output: inout [UInt8]) {
    var i = range.lowerBound
    while i < range.upperBound {
      if begins(text, i, range.upperBound) {
        output.append(0x20)
        i += 3
      } else {
        output.append(text[i])
        i += 1
      }
    }
  }
}
