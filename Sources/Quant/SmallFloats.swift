// The one-byte scales of the microscaling formats.
// Source: OCP Microscaling Formats (MX) Specification 1.0; NVFP4 uses its E4M3 without the sign.

/// The value of an E8M0 scale, `2^(bits - 127)`; 255 is not treated as NaN but as `2^128`,
/// which is infinity.
@inlinable @inline(__always)
package func e8m0ToFloat(_ bits: UInt8) -> Float {
  Float(bitPattern: bits == 0 ? 0x0040_0000 : UInt32(bits) &<< 23)
}

/// Half the value of an E8M0 scale, `2^(bits - 128)`: what the doubled E2M1 values are scaled by.
@inlinable @inline(__always)
package func e8m0HalfToFloat(_ bits: UInt8) -> Float {
  Float(bitPattern: bits < 2 ? 0x0020_0000 &<< UInt32(bits) : (UInt32(bits) &- 1) &<< 23)
}

/// Half the value of an unsigned E4M3 scale (bias 7): what the doubled E2M1 values are scaled by.
///
/// The top bit is ignored, and 127, which E4M3 reserves for NaN, gives zero.
@inlinable @inline(__always)
package func ue4m3HalfToFloat(_ bits: UInt8) -> Float {
  let exponent = UInt32(bits &>> 3) & 15
  let fraction = UInt32(bits & 7)
  let subnormal = Float(fraction) * 0x1p-10
  let normal = Float(bitPattern: (exponent &+ 119) &<< 23 | fraction &<< 20)
  return bits == 0x7F ? 0 : exponent == 0 ? subnormal : normal
}
