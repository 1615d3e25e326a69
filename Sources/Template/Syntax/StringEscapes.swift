/// The escapes of Python's string literals.
enum StringEscapes {
  /// The text of a literal's body; `nil` where an escape is broken.
  ///
  /// An escape that Python does not know stays as it is written.
  static func resolved(_ body: ArraySlice<UInt8>) -> String? {
    guard body.contains(UInt8(ascii: "\\")) else { return String(decoding: body, as: UTF8.self) }
    var result = String.UnicodeScalarView()
    var scalars = Array(String(decoding: body, as: UTF8.self).unicodeScalars)[...]
    var high: UInt32?
    while let scalar = scalars.popFirst() {
      guard scalar == "\\", let letter = scalars.popFirst() else {
        result.append(scalar)
        continue
      }
      switch letter {
      case "\n": break
      case "\\", "'", "\"": result.append(letter)
      case "a": result.append("\u{7}")
      case "b": result.append("\u{8}")
      case "f": result.append("\u{C}")
      case "n": result.append("\n")
      case "r": result.append("\r")
      case "t": result.append("\t")
      case "v": result.append("\u{B}")
      case "0"..."7":
        var value = letter.value - 48
        for _ in 0..<2 {
          guard let next = scalars.first, ("0"..."7").contains(next) else { break }
          value = value * 8 + next.value - 48
          scalars.removeFirst()
        }
        result.append(Unicode.Scalar(value) ?? "\u{FFFD}")
      case "x", "u", "U":
        let count = letter == "x" ? 2 : letter == "u" ? 4 : 8
        guard scalars.count >= count,
          let value = hex(scalars.prefix(count)), value <= 0x10FFFF
        else { return nil }
        scalars.removeFirst(count)
        append(value, &high, &result)
      case "N": return nil
      default:
        result.append(scalar)
        // Python reads what is not ASCII as an escape of its own, whose backslash this one takes.
        if letter.isASCII { result.append(letter) } else { result.append(contentsOf: code(letter)) }
      }
    }
    return String(result)
  }

  private static func hex(_ digits: ArraySlice<Unicode.Scalar>) -> UInt32? {
    var value: UInt32 = 0
    for digit in digits {
      guard digit.properties.isASCIIHexDigit, let part = Character(digit).hexDigitValue else {
        return nil
      }
      value = value << 4 | UInt32(part)
    }
    return value
  }

  /// Adds a scalar; two surrogates that belong together become the one they stand for.
  private static func append(
    _ value: UInt32, _ high: inout UInt32?, _ result: inout String.UnicodeScalarView
  ) {
    if let first = high, (0xDC00..<0xE000).contains(value), result.last == "\u{FFFD}",
      let pair = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (value - 0xDC00))
    {
      result.removeLast()
      result.append(pair)
      high = nil
      return
    }
    high = (0xD800..<0xDC00).contains(value) ? value : nil
    result.append(Unicode.Scalar(value) ?? "\u{FFFD}")
  }

  private static func code(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    let digits = String(scalar.value, radix: 16)
    let (letter, count) =
      scalar.value < 0x100 ? ("x", 2) : scalar.value < 0x10000 ? ("u", 4) : ("U", 8)
    let zeros = String(repeating: "0", count: max(0, count - digits.count))
    return (letter + zeros + digits).unicodeScalars
  }
}
