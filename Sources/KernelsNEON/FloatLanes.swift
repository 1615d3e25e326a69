#if arch(arm64)
  internal import _Builtin_intrinsics.arm.neon

  // What the products of floats are made of (`KernelsShared/EightLanes`).

  /// EightLanes values: two registers, because each sum waits for the one before.
  struct EightLanes {
    let low: Lanes
    let high: Lanes
  }

  @inline(__always) var eightZeros: EightLanes { EightLanes(low: splat(0), high: splat(0)) }

  @inline(__always) func loadEight(_ p: UnsafePointer<Float>) -> EightLanes {
    unsafe EightLanes(low: load(p), high: load(p + 4))
  }

  @inline(__always) func storeEight(_ p: UnsafeMutablePointer<Float>, _ x: EightLanes) {
    unsafe store(p, x.low)
    unsafe store(p + 4, x.high)
  }

  /// EightLanes float16 numbers.
  @inline(__always) func eightHalves(_ p: UnsafeRawPointer) -> EightLanes {
    let halves = unsafe p.assumingMemoryBound(to: UInt16.self)
    return unsafe EightLanes(low: loadHalves(halves), high: loadHalves(halves + 4))
  }

  /// EightLanes bfloat16 numbers: the upper halves of float32.
  @inline(__always) func eightShortFloats(_ p: UnsafeRawPointer) -> EightLanes {
    let zero = vdupq_n_u16(0)
    let halves = vreinterpretq_u16_u8(unsafe loadBytes(p, 0))
    return EightLanes(
      low: vreinterpretq_f32_u16(vzip1q_u16(zero, halves)),
      high: vreinterpretq_f32_u16(vzip2q_u16(zero, halves)))
  }

  /// One float16 number.
  @inline(__always) func oneHalf(_ bits: UInt16) -> Float { Float(Float16(bitPattern: bits)) }

  /// `a * b + c`, rounded once.
  @inline(__always) func fma(_ a: EightLanes, _ b: EightLanes, _ c: EightLanes) -> EightLanes {
    EightLanes(low: fma(a.low, b.low, c.low), high: fma(a.high, b.high, c.high))
  }

  @inline(__always) func + (_ a: EightLanes, _ b: EightLanes) -> EightLanes {
    EightLanes(low: a.low + b.low, high: a.high + b.high)
  }

  /// The sum of eight values.
  @inline(__always) func total(_ x: EightLanes) -> Float { sum(x.low + x.high) }
#endif
