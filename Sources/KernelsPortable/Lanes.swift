/// The values one step of the portable kernels works on: one register of any SIMD processor.
///
/// The files in `Vector` are compiled once for each instruction set, with that target's `Lanes`.
typealias Lanes = SIMD4<Float>

/// Values in ``Lanes``.
@inline(__always) var laneCount: Int { 4 }

/// Registers that hold ``Lanes``: at least so many.
@inline(__always) var registerCount: Int { 16 }

@inline(__always) func splat(_ x: Float) -> Lanes { Lanes(repeating: x) }

@inline(__always) func load(_ p: UnsafePointer<Float>) -> Lanes {
  unsafe UnsafeRawPointer(p).loadUnaligned(as: Lanes.self)
}

@inline(__always) func store(_ p: UnsafeMutablePointer<Float>, _ x: Lanes) {
  unsafe UnsafeMutableRawPointer(p).storeBytes(of: x, as: Lanes.self)
}

/// The first `n` lanes from memory, zero in the others; `n` in `0...laneCount`.
@inline(__always) func loadPart(_ p: UnsafePointer<Float>, _ n: Int) -> Lanes {
  var x = Lanes.zero
  for i in 0..<min(n, 4) { unsafe x[i] = p[i] }
  return x
}

/// The first `n` lanes to memory.
@inline(__always) func storePart(_ p: UnsafeMutablePointer<Float>, _ x: Lanes, _ n: Int) {
  for i in 0..<min(n, 4) { unsafe p[i] = x[i] }
}

@inline(__always) private func bits(_ x: Lanes) -> SIMD4<UInt32> {
  unsafe unsafeBitCast(x, to: SIMD4<UInt32>.self)
}

@inline(__always) private func lanes(_ bits: SIMD4<UInt32>) -> Lanes {
  unsafe unsafeBitCast(bits, to: Lanes.self)
}

/// 4 halves, by integer arithmetic: baseline x86-64 has no conversion.
@inline(__always) func loadHalves(_ p: UnsafePointer<UInt16>) -> Lanes {
  let h = unsafe SIMD4<UInt32>(UInt32(p[0]), UInt32(p[1]), UInt32(p[2]), UInt32(p[3]))
  let field = (h & 0x7FFF) &<< 13
  // Subnormal halves become subnormal floats, which the product makes normal.
  let value = lanes(field) * splat(0x1p112)
  let special = SIMD4<UInt32>.zero.replacing(with: 0x7F80_0000, where: field .>= 0x0F80_0000)
  return lanes(bits(value) | special | ((h & 0x8000) &<< 16))
}

/// 4 halves, rounded to nearest even.
@inline(__always) func storeHalves(_ p: UnsafeMutablePointer<UInt16>, _ x: Lanes) {
  unsafe storeHalvesPart(p, x, 4)
}

/// The first `n` lanes as halves.
@inline(__always)
func storeHalvesPart(_ p: UnsafeMutablePointer<UInt16>, _ x: Lanes, _ n: Int) {
  let all = bits(x)
  let size = all & 0x7FFF_FFFF
  let normal = (size &+ 0xFFF &+ ((size &>> 13) & 1) &- 0x3800_0000) &>> 13
  // The unit of the last place of 0.5 is that of a subnormal half, so the sum rounds.
  let subnormal = bits(lanes(size) + splat(0.5)) &- 0x3F00_0000
  var half = normal.replacing(with: subnormal, where: size .< 0x3880_0000)
  half.replace(with: 0x7C00, where: size .>= 0x4780_0000)
  half.replace(with: 0x7E00, where: size .> 0x7F80_0000)
  half |= (all &>> 16) & 0x8000
  for i in 0..<min(n, 4) { unsafe p[i] = UInt16(truncatingIfNeeded: half[i]) }
}

/// 4 signed bytes.
@inline(__always) func loadCodes(_ p: UnsafePointer<Int8>) -> Lanes {
  unsafe Lanes(Float(p[0]), Float(p[1]), Float(p[2]), Float(p[3]))
}

/// `a * b + c`; may be rounded twice.
@inline(__always) func fma(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes { a * b + c }

/// `a > b ? a : b`: `b` where either is NaN.
@inline(__always) func larger(_ a: Lanes, _ b: Lanes) -> Lanes {
  b.replacing(with: a, where: a .> b)
}

/// `a < b ? a : b`: `b` where either is NaN.
@inline(__always) func smaller(_ a: Lanes, _ b: Lanes) -> Lanes {
  b.replacing(with: a, where: a .< b)
}

@inline(__always) func magnitude(_ x: Lanes) -> Lanes {
  lanes(bits(x) & 0x7FFF_FFFF)
}

@inline(__always) func sum(_ x: Lanes) -> Float { (x[0] + x[2]) + (x[1] + x[3]) }

@inline(__always) func largest(_ x: Lanes) -> Float {
  let a = x[0] > x[1] ? x[0] : x[1]
  let b = x[2] > x[3] ? x[2] : x[3]
  return a > b ? a : b
}

/// `a < b ? x : y`.
@inline(__always)
func select(_ a: Lanes, less b: Lanes, _ x: Lanes, _ y: Lanes) -> Lanes {
  y.replacing(with: x, where: a .< b)
}

/// Whether a lane of `a` is less than that of `b`; lanes with NaN are not.
@inline(__always)
func anyLess(_ a: Lanes, than b: Lanes) -> Bool { any(a .< b) }

/// The first `n` lanes of `x`, the others of `y`.
@inline(__always) func first(_ n: Int, of x: Lanes, else y: Lanes) -> Lanes {
  y.replacing(with: x, where: SIMD4<Int32>(0, 1, 2, 3) .< Int32(truncatingIfNeeded: n))
}

/// `x * 2^n` for whole `n` in −160…130; `shifted` is `n + 1.5 * 2^23`.
@inline(__always) func scaled(_ x: Lanes, byPower n: Lanes, shifted: Lanes) -> Lanes {
  // The low bits of `shifted` are n. Two steps, because 2^n itself may be outside the normal range.
  let whole = SIMD4<Int32>(truncatingIfNeeded: bits(shifted)) &- 0x4B40_0000
  let half = whole &>> 1
  return x * power(half) * power(whole &- half)
}

@inline(__always) private func power(_ n: SIMD4<Int32>) -> Lanes {
  lanes(SIMD4<UInt32>(truncatingIfNeeded: (n &+ 127) &<< 23))
}

/// Rotates the pairs `(x0, x1), (x2, x3)` by the cosines and sines of two pairs.
@inline(__always)
func rotatedPairs(_ x: Lanes, _ c: UnsafePointer<Float>, _ s: UnsafePointer<Float>) -> Lanes {
  let cosines = unsafe Lanes(c[0], c[0], c[1], c[1])
  let sines = unsafe Lanes(-s[0], s[0], -s[1], s[1])
  return x * cosines + Lanes(x[1], x[0], x[3], x[2]) * sines
}
