/// Where a reader stands within a number.
///
/// ```
///          ┌─ 0 ──▶ zero ──────┐                           ┌─ +- ─▶ sign ──┐
/// start ─ - ─▶ minus           ├─ . ─▶ point ─▶ fraction ─ eE ─▶ exponent ─┴─▶ power
///          └─ 1-9 ─▶ integer ──┘                   └ from zero and integer too
/// ```
package enum NumberState: UInt8, Sendable {
  case start, minus, zero, integer, point, fraction, exponent, sign, power

  /// Whether the number may end here.
  package var isComplete: Bool {
    switch self {
    case .zero, .integer, .fraction, .power: true
    case .start, .minus, .point, .exponent, .sign: false
    }
  }

  /// The state after `byte`; `nil` where the number cannot go on with it.
  @inline(__always)
  package func next(_ byte: UInt8) -> NumberState? {
    let isDigit = byte &- UInt8(ascii: "0") < 10
    switch self {
    case .start where byte == UInt8(ascii: "-"): return .minus
    case .start, .minus: return isDigit ? (byte == UInt8(ascii: "0") ? .zero : .integer) : nil
    case .integer where isDigit: return .integer
    case .zero, .integer:
      if byte == UInt8(ascii: ".") { return .point }
      return byte | 0x20 == UInt8(ascii: "e") ? .exponent : nil
    case .point: return isDigit ? .fraction : nil
    case .fraction:
      if isDigit { return .fraction }
      return byte | 0x20 == UInt8(ascii: "e") ? .exponent : nil
    case .exponent where byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"): return .sign
    case .exponent, .sign, .power: return isDigit ? .power : nil
    }
  }
}
