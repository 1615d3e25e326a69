/// The spelling of bytes in RWKV vocabularies: `\n`, `\t`, `\r`, `\xHH`, and a backslash before
/// other signs.
enum EscapedText {
  /// Appends the bytes that `range` of `text` spells; what is not finished at the end spells nothing.
  static func decode(_ text: [UInt8], _ range: Range<Int>, into output: inout [UInt8]) {
    var i = range.lowerBound
    while i < range.upperBound {
      if text[i] != UInt8(ascii: "\\") {
        output.append(text[i])
        i += 1
        continue
      }
      guard i + 1 < range.upperBound else { return }
      i += 2
      switch text[i - 1] {
      case UInt8(ascii: "t"): output.append(0x09)
      case UInt8(ascii: "n"): output.append(0x0A)
      case UInt8(ascii: "r"): output.append(0x0D)
      case UInt8(ascii: "x"):
        guard i + 1 < range.upperBound else { return }
        output.append(digit(text[i]) << 4 &+ digit(text[i + 1]))
        i += 2
      default: output.append(text[i - 1])
      }
    }
  }

  private static func digit(_ sign: UInt8) -> UInt8 {
    sign >= UInt8(ascii: "a") ? sign &- UInt8(ascii: "a") &+ 10 : sign &- UInt8(ascii: "0")
  }
}
