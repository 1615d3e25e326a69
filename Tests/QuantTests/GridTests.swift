import TernQuant
import Testing

@Suite("Grid types and their tables")
struct GridTests {
  /// Half-precision 2 and zeros after it, up to a block.
  private func block(_ type: TensorType, _ bytes: [Int: UInt8]) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: type.blockBytes)
    for (offset, byte) in bytes { block[offset] = byte }
    return block
  }

  private func quotients(_ values: ArraySlice<Float>, _ divisor: Float) -> [Float] {
    values.map { $0 / divisor }
  }

  @Test("IQ2_XXS: row 0 is all 8, signs come from the even-parity index")
  func iq2xxs() throws {
    // d = 2; part 0: points 0, 1, 0, 0; first sign index 1 (elements 0 and 7 negative); s = 3.
    let values = try decoded(.iq2_xxs, block(.iq2_xxs, [1: 0x40, 3: 1, 6: 1, 9: 0x30]))
    let scale: Float = 2 * 3.5 / 4
    #expect(quotients(values[0..<8], scale) == [-8, 8, 8, 8, 8, 8, 8, -8])
    #expect(quotients(values[8..<16], scale) == [43, 8, 8, 8, 8, 8, 8, 8])
    #expect(values[32] == Float(2))
  }

  @Test("IQ2_XS: nine bits of point, seven of signs, four bits of scale")
  func iq2xs() throws {
    let values = try decoded(
      .iq2_xs, block(.iq2_xs, [1: 0x40, 2: 1, 3: 0x06, 4: 0xFF, 5: 1, 66: 0x21]))
    #expect(quotients(values[0..<8], 0.75) == [-43, -8, 8, 8, 8, 8, 8, 8])
    #expect(quotients(values[8..<16], 0.75) == coordinates(Grids.iq2xs[511]))
    #expect(values[16] == Float(10))
  }

  @Test("IQ2_S: ten bits of point, all eight signs")
  func iq2s() throws {
    let values = try decoded(
      .iq2_s, block(.iq2_s, [1: 0x40, 2: 0xFF, 34: 0x81, 66: 3, 74: 1]))
    var expected = coordinates(Grids.iq2s[1023])
    expected[0].negate()
    expected[7].negate()
    #expect(values[0..<8].map { $0 / 0.75 } == expected)
  }

  @Test("IQ3_XXS: two points of four, seven bits of signs")
  func iq3xxs() throws {
    let values = try decoded(
      .iq3_xxs, block(.iq3_xxs, [1: 0x40, 2: 0, 3: 1, 66: 1, 69: 0x10]))
    #expect(values[0..<8].map { $0 / 1.5 } == [-4, 4, 4, 4, 20, 4, 4, -4])
  }

  @Test("IQ3_S: two points of four with nine bits, all eight signs, odd scales")
  func iq3s() throws {
    let values = try decoded(.iq3_s, block(.iq3_s, [1: 0x40, 2: 0xFF, 66: 1, 74: 0x10, 106: 2]))
    let first = coordinates(UInt64(Grids.iq3s[511])).prefix(4)
    #expect(values[0..<4].map { $0 / 10 } == Array(first))
    #expect(values[4..<8].map { $0 / 10 } == [-1, 1, 1, 1])
  }

  @Test("IQ1_S: eleven bits of point, moved up or down by an eighth")
  func iq1s() throws {
    let values = try decoded(.iq1_s, block(.iq1_s, [1: 0x40, 35: 0x90]))
    #expect(values[0..<8].allSatisfy { $0 == 2 * 3 * -1.125 })
    #expect(values[32..<40].allSatisfy { $0 == 2 * -0.875 })
    let last = try decoded(.iq1_s, block(.iq1_s, [1: 0x40, 2: 0xFF, 34: 7]))
    #expect(last[0..<8].allSatisfy { $0 == 2 * 1.125 })
  }

  @Test("IQ1_M: a scale in four pieces, a direction for eight elements")
  func iq1m() throws {
    // The half 0x4000 is 2: its top four bits are those of the last word.
    let values = try decoded(.iq1_m, block(.iq1_m, [0: 0xFF, 32: 0x87, 48: 1, 55: 0x40]))
    #expect(values[0..<8].allSatisfy { $0 == 2 * 3 * 1.125 })
    #expect(values[8..<16].allSatisfy { $0 == 2 * 3 * -1.125 })
    #expect(values[16] == 2 * -0.875)
  }

  @Test("no table holds a row twice")
  func rowsDiffer() {
    #expect(Set((0..<256).map { Grids.iq2xxs[$0] }).count == 256)
    #expect(Set((0..<512).map { Grids.iq2xs[$0] }).count == 512)
    #expect(Set((0..<1024).map { Grids.iq2s[$0] }).count == 1024)
    #expect(Set((0..<2048).map { Grids.iq1[$0] }).count == 2048)
    #expect(Set((0..<256).map { Grids.iq3xxs[$0] }).count == 256)
    #expect(Set((0..<512).map { Grids.iq3s[$0] }).count == 512)
  }

  @Test("the codebooks as words are the codebooks")
  func wordsAreTheCodebooks() {
    for code in 0..<16 {
      let shift = UInt64(8 * (code % 8))
      let uneven = code < 8 ? Codebooks.iq4nlWords.0 : Codebooks.iq4nlWords.1
      let tiny = code < 8 ? Codebooks.e2m1Words.0 : Codebooks.e2m1Words.1
      #expect(Int8(truncatingIfNeeded: uneven >> shift) == Codebooks.iq4nl[code])
      #expect(Int8(truncatingIfNeeded: tiny >> shift) == Codebooks.e2m1[code])
    }
  }

  @Test("sign helpers agree with counting bits")
  func signs() {
    for index in UInt32(0)..<128 {
      let signs = Codebooks.evenSigns(index)
      #expect(UInt32(signs & 127) == index && signs.nonzeroBitCount.isMultiple(of: 2))
    }
    for bits in UInt8.min...UInt8.max {
      let negated = Codebooks.negate(0x7F40_3F20_1008_0201, where: bits)
      for lane in 0..<8 {
        let plain = Int8(truncatingIfNeeded: 0x7F40_3F20_1008_0201 >> UInt64(8 * lane))
        let expected = bits >> UInt8(lane) & 1 == 1 ? -plain : plain
        #expect(Int8(truncatingIfNeeded: negated >> UInt64(8 * lane)) == expected)
      }
    }
  }

  /// The coordinates of a row.
  private func coordinates(_ word: UInt64) -> [Float] {
    (0..<8).map { Float(Int8(truncatingIfNeeded: word >> UInt64(8 * $0))) }
  }
}
