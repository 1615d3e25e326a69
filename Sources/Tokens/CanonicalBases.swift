/// The first scalar of a scalar's canonical decomposition: the letter without its accents.
struct CanonicalBases: Sendable {
  /// The runs of scalars that share a base, ascending.
  private var firsts: [UInt32] = []
  private var lasts: [UInt32] = []
  private var bases: [UInt32] = []

  init() {
    var next: UInt32 = 0
    var reader = RunReader(CanonicalBaseRuns.text)
    while let (gap, count, base) = reader.next() {
      firsts.append(next + gap)
      next += gap + count
      lasts.append(next - 1)
      bases.append(base)
    }
  }

  /// The base of `scalar`; the scalar itself where it does not decompose.
  subscript(scalar: UInt32) -> UInt32 {
    if scalar < 0xC0 { return scalar }
    if scalar >= 0xAC00, scalar < 0xAC00 + 11_172 { return 0x1100 + (scalar - 0xAC00) / 588 }
    var low = 0
    var high = firsts.count
    while low < high {
      let middle = (low + high) / 2
      if lasts[middle] < scalar { low = middle + 1 } else { high = middle }
    }
    return low < firsts.count && firsts[low] <= scalar ? bases[low] : scalar
  }
}

/// Reads `CanonicalBaseRuns` run by run.
private struct RunReader {
  private let text: [UInt8]
  private var position = 0

  init(_ text: StaticString) { self.text = Array(text.description.utf8) }

  mutating func next() -> (gap: UInt32, count: UInt32, base: UInt32)? {
    guard position < text.count else { return nil }
    let gap = number()
    let count = skip("*") ? number() : 1
    let base = skip("=") ? number() : 0
    _ = skip(",")
    return (gap, count, base)
  }

  private mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    guard position < text.count, text[position] == UInt8(ascii: sign) else { return false }
    position += 1
    return true
  }

  /// The hexadecimal number here, 0 where there is none.
  private mutating func number() -> UInt32 {
    var value: UInt32 = 0
    while position < text.count {
      switch text[position] {
      case 0x30...0x39: value = value * 16 + UInt32(text[position] - 0x30)
      case 0x61...0x66: value = value * 16 + UInt32(text[position] - 0x57)
      default: return value
      }
      position += 1
    }
    return value
  }
}
