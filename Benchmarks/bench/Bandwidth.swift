import TernKernels

/// The read bandwidth of the memory, as a share of which generation is shown.
enum Bandwidth {
  /// Bytes per second that `compute`'s threads read from a buffer too large for any cache; the best
  /// of several passes.
  static func measure(_ compute: Compute) -> Double {
    let words = 64 << 20
    let parts = compute.team.threads * 8
    let buffer = [SIMD8<UInt64>](repeating: SIMD8(repeating: 1), count: words / 8)
    var sums = [UInt64](repeating: 0, count: parts)
    var best = 0.0
    for _ in 0..<4 {
      let clock = ContinuousClock()
      let began = clock.now
      unsafe buffer.withUnsafeBufferPointer { values in
        unsafe sums.withUnsafeMutableBufferPointer { sums in
          compute.team.run(parts) { part in
            let range = (values.count * part / parts)..<(values.count * (part + 1) / parts)
            unsafe sums[part] = sum(UnsafeBufferPointer(rebasing: values[range]))
          }
        }
      }
      let seconds = (clock.now - began).seconds
      // The sum is used, so that the reads cannot be left out.
      guard sums.reduce(0, &+) == UInt64(words) else { return 0 }
      best = max(best, Double(words * 8) / seconds)
    }
    return best
  }

  private static func sum(_ values: UnsafeBufferPointer<SIMD8<UInt64>>) -> UInt64 {
    var a = SIMD8<UInt64>()
    var b = SIMD8<UInt64>()
    var index = 0
    while index + 1 < values.count {
      unsafe a &+= values[index]
      unsafe b &+= values[index + 1]
      index += 2
    }
    if index < values.count { unsafe a &+= values[index] }
    return (a &+ b).wrappedSum()
  }
}
