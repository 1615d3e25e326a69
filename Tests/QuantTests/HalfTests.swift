import TernQuant
import Testing

@Suite("Half precision, bfloat16 and one-byte scales")
struct HalfTests {
  @Test("every half-precision pattern has its value and comes back")
  func everyHalfRoundTrips() {
    for bits in UInt16.min...UInt16.max {
      let sign: Double = bits & 0x8000 == 0 ? 1 : -1
      let (exponent, fraction) = (Int(bits >> 10) & 31, Double(bits & 1023))
      let value = halfToFloat(bits)
      if exponent == 31 {
        #expect(fraction == 0 ? value == Float(sign) * .infinity : value.isNaN)
      } else {
        let expected =
          exponent == 0
          ? sign * fraction * 0x1p-24
          : sign * (1 + fraction / 1024)
            * Double(sign: .plus, exponent: exponent - 15, significand: 1)
        #expect(value.bitPattern == Float(expected).bitPattern)
      }
      let quieted = value.isNaN ? bits | 0x200 : bits
      #expect(floatToHalf(value) == quieted)
    }
  }

  @Test("numbers between two halves go to the nearer one, ties to the even one")
  func halvesRoundToNearestEven() {
    for bits in UInt16(0)..<0x7BFF {
      let (low, high) = (halfToFloat(bits), halfToFloat(bits + 1))
      let middle = low + (high - low) / 2
      #expect(floatToHalf(middle) == bits + bits % 2)
      #expect(floatToHalf(middle.nextDown) == bits)
      #expect(floatToHalf(middle.nextUp) == bits + 1)
      #expect(floatToHalf(-middle.nextUp) == (bits + 1) | 0x8000)
    }
  }

  @Test(
    "special numbers",
    arguments: [
      (Float.infinity, 0x7C00), (-.infinity, 0xFC00), (65504, 0x7BFF), (65519.996, 0x7BFF),
      (65520, 0x7C00), (1e30, 0x7C00), (-0.0, 0x8000), (0x1p-25, 0), (0x1.000002p-25, 1),
      (.leastNonzeroMagnitude, 0), (Float.nan, 0x7E00),
    ] as [(Float, UInt16)])
  func specialNumbers(value: Float, bits: UInt16) {
    #expect(floatToHalf(value) == bits)
  }

  @Test("bfloat16 keeps the upper half, rounding to nearest even")
  func bfloat16() {
    for bits in UInt16.min...UInt16.max {
      let value = bf16ToFloat(bits)
      #expect(value.bitPattern == UInt32(bits) << 16)
      #expect(floatToBF16(value) == (value.isNaN ? bits | 0x40 : bits))
    }
    #expect(floatToBF16(Float(bitPattern: 0x3F80_8000)) == 0x3F80)
    #expect(floatToBF16(Float(bitPattern: 0x3F81_8000)) == 0x3F82)
    #expect(floatToBF16(Float(bitPattern: 0x3F80_8001)) == 0x3F81)
    #expect(floatToBF16(.greatestFiniteMagnitude) == 0x7F80)
    #expect(floatToBF16(Float(bitPattern: 0x7F80_0001)) == 0x7FC0)
  }

  @Test("E8M0 scales are powers of two, down to the subnormal ones")
  func e8m0() {
    for bits in UInt8(0)..<255 {
      let power = Float(sign: .plus, exponent: Int(bits) - 127, significand: 1)
      #expect(e8m0ToFloat(bits) == power)
      #expect(e8m0HalfToFloat(bits) == power / 2)
    }
    #expect(e8m0ToFloat(255) == .infinity)
    #expect(e8m0HalfToFloat(255) == 0x1p127)
  }

  @Test(
    "unsigned E4M3 scales, halved",
    arguments: [
      (0, 0), (1, 0x1p-10), (7, 0x1.Cp-8), (8, 0x1p-7), (0x38, 0.5), (0x3C, 0.75), (0x7E, 224),
      (0x7F, 0), (0xB8, 0.5),
    ] as [(UInt8, Float)])
  func ue4m3(bits: UInt8, value: Float) {
    #expect(ue4m3HalfToFloat(bits) == value)
  }
}
