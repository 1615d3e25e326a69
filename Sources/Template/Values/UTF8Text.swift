/// Steps through UTF-8 that is known to be whole.
enum UTF8Text {
  static func isASCII(_ bytes: [UInt8]) -> Bool {
    bytes.reduce(0 as UInt8) { $0 | $1 } < 0x80
  }

  static func isASCII(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.reduce(0 as UInt8) { $0 | $1 } < 0x80
  }

  /// The offset behind the scalar at `index`.
  @inline(__always)
  static func next(_ bytes: [UInt8], _ index: Int) -> Int {
    let byte = bytes[index]
    let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    return min(index + length, bytes.count)
  }

  /// The offset of the scalar before `index`.
  @inline(__always)
  static func previous(_ bytes: [UInt8], _ index: Int) -> Int {
    var result = index - 1
    while result > 0, bytes[result] & 0xC0 == 0x80 { result -= 1 }
    return max(result, 0)
  }

  /// The number of scalars of `range`.
  static func count(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    var result = 0
    for index in range where bytes[index] & 0xC0 != 0x80 { result += 1 }
    return result
  }

  /// The scalar at `index`.
  static func scalar(_ bytes: [UInt8], _ index: Int) -> Unicode.Scalar {
    let first = UInt32(bytes[index])
    if first < 0x80 { return Unicode.Scalar(UInt8(first)) }
    let end = next(bytes, index)
    var value = first < 0xE0 ? first & 0x1F : first < 0xF0 ? first & 0x0F : first & 0x07
    for byte in bytes[(index + 1)..<end] { value = value << 6 | UInt32(byte & 0x3F) }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  /// The offset of the first `pattern` in `range`; linear but for patterns that repeat themselves.
  static func find(_ pattern: [UInt8], in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    guard let first = pattern.first else { return range.lowerBound }
    var index = range.lowerBound
    let last = range.upperBound - pattern.count
    while index <= last {
      if bytes[index] == first, matches(pattern, bytes, index) { return index }
      index += 1
    }
    return nil
  }

  /// The offset of the last `pattern` in `range`.
  static func findLast(_ pattern: [UInt8], in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    guard let first = pattern.first else { return range.upperBound }
    var index = range.upperBound - pattern.count
    while index >= range.lowerBound {
      if bytes[index] == first, matches(pattern, bytes, index) { return index }
      index -= 1
    }
    return nil
  }

  @inline(__always)
  private static func matches(_ pattern: [UInt8], _ bytes: [UInt8], _ start: Int) -> Bool {
    var offset = 1
    while offset < pattern.count {
      if bytes[start + offset] != pattern[offset] { return false }
      offset += 1
    }
    return true
  }
}

extension Unicode.Scalar {
  /// Whether Python's `str.isspace` takes it for white space.
  var isPythonSpace: Bool {
    switch value {
    case 9...13, 28...32: true
    case 0..<128: false
    case 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  /// Whether Python's `str.splitlines` ends a line at it.
  var isLineEnd: Bool {
    switch value {
    case 10...13, 28...30, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
