// IEEE 754 half precision and bfloat16 in integer arithmetic: `Float(Float16)` is a library call
// on processors without the instruction, and these inline into code for any instruction set.

/// The value of half-precision bits (1 sign, 5 exponent, 10 fraction); exact, NaN payloads kept.
@inlinable @inline(__always)
package func halfToFloat(_ bits: UInt16) -> Float {
  let magnitude = UInt32(bits & 0x7FFF) &<< 13
  let exponent = magnitude & 0x0F80_0000
  let sign = UInt32(bits & 0x8000) &<< 16
  // The exponent bias grows from 15 to 127; infinities and NaN go on to the last exponent.
  let rebased = magnitude &+ 0x3800_0000
  let normal = exponent == 0x0F80_0000 ? rebased &+ 0x3800_0000 : rebased
  // A subnormal is the fraction of a number in [2^-14, 2^-13), less that 2^-14.
  let subnormal = (Float(bitPattern: rebased &+ 0x0080_0000) - 0x1p-14).bitPattern
  return Float(bitPattern: sign | (exponent == 0 ? subnormal : normal))
}

/// The half-precision bits nearest to `x`, ties to even; overflow gives infinity and NaN stays a
/// quiet NaN with the top of its payload.
@inlinable @inline(__always)
package func floatToHalf(_ x: Float) -> UInt16 {
  let sign = UInt16(truncatingIfNeeded: (x.bitPattern & 0x8000_0000) &>> 16)
  let magnitude = x.bitPattern & 0x7FFF_FFFF
  let special =
    magnitude > 0x7F80_0000 ? 0x7E00 | (magnitude &>> 13) & 0x1FF : 0x7C00
  // The sum's last fraction bit weighs 2^-24, as a subnormal's does: the addition rounds.
  let subnormal = (Float(bitPattern: magnitude) + 0.5).bitPattern &- 0x3F00_0000
  let odd = (magnitude &>> 13) & 1
  let normal = (magnitude &+ 0xC800_0FFF &+ odd) &>> 13
  let rounded =
    magnitude >= 0x4780_0000 ? special : magnitude < 0x3880_0000 ? subnormal : normal
  return sign | UInt16(truncatingIfNeeded: rounded)
}

/// The value of bfloat16 bits, the upper half of a float's; exact.
@inlinable @inline(__always)
package func bf16ToFloat(_ bits: UInt16) -> Float {
  Float(bitPattern: UInt32(bits) &<< 16)
}

/// The bfloat16 bits nearest to `x`, ties to even; NaN stays NaN and becomes quiet.
@inlinable @inline(__always)
package func floatToBF16(_ x: Float) -> UInt16 {
  let bits = x.bitPattern
  let rounded = (bits &+ 0x7FFF &+ (bits &>> 16) & 1) &>> 16
  let quiet = (bits &>> 16) | 0x40
  let result = bits & 0x7FFF_FFFF > 0x7F80_0000 ? quiet : rounded
  return UInt16(truncatingIfNeeded: result)
}
