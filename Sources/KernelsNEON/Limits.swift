#if arch(arm64)
  internal import _Builtin_intrinsics.arm.neon

  /// As ``repeatProducts``, of SDOT.
  func repeatDotProducts(_ rounds: Int, _ codes: UnsafeRawPointer) -> Int32 {
    unsafe repeatProducts(rounds, codes) { vdotq_s32($0, $1, $2) }
  }

  /// The exclusive or of all 64-bit words of `blocks` × 256 bytes, as the processor foresees them,
  /// or with every line asked for ``prefetchDistance`` ahead.
  func combineWords(_ p: UnsafeRawPointer, blocks: Int, asked: Bool) -> UInt64 {
    var p = unsafe p
    var s0 = vdupq_n_u8(0)
    var (s1, s2, s3) = (s0, s0, s0)
    var part = 0
    while part < 4 &* blocks {
      if asked { unsafe prefetch(p + prefetchDistance) }
      s0 = unsafe veorq_u8(s0, loadBytes(p, 0))
      s1 = unsafe veorq_u8(s1, loadBytes(p, 16))
      s2 = unsafe veorq_u8(s2, loadBytes(p, 32))
      s3 = unsafe veorq_u8(s3, loadBytes(p, 48))
      unsafe p += 64
      part &+= 1
    }
    let all = vreinterpretq_u64_u8(veorq_u8(veorq_u8(s0, s1), veorq_u8(s2, s3)))
    return all[0] ^ all[1]
  }
#endif
