/// The tables of grid points as text, one extension a family.
enum GridText {}

/// The grid points of the IQ types, unpacked: a row is the magnitudes of 4 or 8 neighbouring
/// elements, one in each byte of a word, the first lowest.
///
/// Immutable; made on first use.
package enum Grids {
  /// IQ2_XXS: magnitudes 8, 25, 43.
  package static let iq2xxs = InlineArray<256, UInt64> { row(GridText.iq2xxs, $0, magnitudes2) }
  /// IQ2_XS: magnitudes 8, 25, 43.
  package static let iq2xs = InlineArray<512, UInt64> { row(GridText.iq2xs, $0, magnitudes2) }
  /// IQ2_S: magnitudes 8, 25, 43.
  package static let iq2s = InlineArray<1024, UInt64> { row(GridText.iq2s, $0, magnitudes2) }
  /// IQ1_S and IQ1_M: eight times -1, 0, +1, in two's complement.
  package static let iq1 = InlineArray<2048, UInt64> { row(GridText.iq1, $0, eighths1) }
  /// IQ3_XXS: magnitudes 4, 12, … 52, 62.
  package static let iq3xxs = InlineArray<256, UInt32> { row(GridText.iq3xxs, $0, magnitudes3) }
  /// IQ3_S: magnitudes 1, 3, … 15.
  package static let iq3s = InlineArray<512, UInt32> { row(GridText.iq3s, $0, oddMagnitudes3) }

  private static let magnitudes2: InlineArray<4, UInt8> = [8, 25, 43, 0]
  private static let eighths1: InlineArray<4, UInt8> = [0xF8, 0, 8, 0]
  private static let magnitudes3: InlineArray<8, UInt8> = [4, 12, 20, 28, 36, 44, 52, 62]
  private static let oddMagnitudes3: InlineArray<8, UInt8> = [1, 3, 5, 7, 9, 11, 13, 15]

  /// Row `index` of a table of eight coordinates of two bits, in lines of 16 rows.
  private static func row(
    _ text: StaticString, _ index: Int, _ levels: InlineArray<4, UInt8>
  ) -> UInt64 {
    let packed = number(text, at: 4 * index + index / 16, digits: 4)
    var word: UInt64 = 0
    for coordinate in 0..<8 {
      word |= UInt64(levels[packed >> (2 * coordinate) & 3]) << (8 * coordinate)
    }
    return word
  }

  /// Row `index` of a table of four coordinates of three bits, in lines of 32 rows.
  private static func row(
    _ text: StaticString, _ index: Int, _ levels: InlineArray<8, UInt8>
  ) -> UInt32 {
    let packed = number(text, at: 3 * index + index / 32, digits: 3)
    var word: UInt32 = 0
    for coordinate in 0..<4 {
      word |= UInt32(levels[packed >> (3 * coordinate) & 7]) << (8 * coordinate)
    }
    return word
  }

  /// The number that `digits` lower-case hexadecimal digits write at `offset`.
  private static func number(_ text: StaticString, at offset: Int, digits: Int) -> Int {
    precondition(offset + digits <= text.utf8CodeUnitCount, "a row beyond its table")
    var value = 0
    for index in offset..<offset + digits {
      let character = Int(unsafe text.utf8Start[index])
      value = value << 4 | (character < 0x60 ? character - 0x30 : character - 0x57)
    }
    return value
  }
}
