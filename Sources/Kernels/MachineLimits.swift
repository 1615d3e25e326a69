#if arch(x86_64)
  import TernKernelsAVX2
  import TernKernelsAVX512
#endif

/// Measures what the machine can do at most: reading memory, and int8 dot products.
///
/// Speeds of the engine mean something as shares of these. The rates are those of the threads of
/// the team that is passed and of one instruction set.
@safe
package final class MachineLimits {
  private let isa: ISA
  private let memory: UnsafeMutableRawPointer
  private let byteCount: Int

  /// Takes `byteCount` bytes of memory, which have to be many times the size of the caches; a
  /// multiple of 256.
  package init(isa: ISA, byteCount: Int = 1 << 29) {
    precondition(byteCount >= 4096 && byteCount % 256 == 0)
    self.isa = isa
    self.byteCount = byteCount
    unsafe memory = allocateWeights(byteCount)
    // Pages that were never written are all the same page of zeros.
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    unsafe memory.storeBytes(of: Self.mark, as: UInt64.self)
  }

  deinit { unsafe memory.deallocate() }

  /// The only word that is not zero: what a pass over the memory has to find.
  private static var mark: UInt64 { 0x5EED }

  /// Bytes per second that the team's threads read, from start to end of the memory.
  ///
  /// The best of `passes` passes in each of two ways: with the lines that the processor foresees by
  /// itself, and with every line asked for in advance, as the engine's kernels do. Which is faster
  /// changes with what else the machine does.
  package func readRate(_ team: Team, passes: Int = 3) -> Double {
    // Small parts, so that the threads end together.
    let parts = max(team.threads, byteCount >> 20)
    let blocks = byteCount / 256
    var sums = [UInt64](repeating: 0, count: parts)
    var best = UInt64.max
    for pass in 0..<2 * passes {
      let began = monotonicNanoseconds()
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        team.run(parts) { part in
          let range = blocks * part / parts..<blocks * (part + 1) / parts
          unsafe sums[part] = combine(
            memory + range.lowerBound * 256, blocks: range.count, asked: pass % 2 == 1)
        }
      }
      best = min(best, monotonicNanoseconds() - began)
      precondition(sums.reduce(0, ^) == Self.mark, "the memory was not read")
    }
    return Double(byteCount) / max(1e-9, Double(best) / 1e9)
  }

  private func combine(_ p: UnsafeRawPointer, blocks: Int, asked: Bool) -> UInt64 {
    #if arch(x86_64)
      if isa == .avx512 {
        return unsafe TernKernelsAVX512.combineWords(p, blocks: blocks, asked: asked)
      }
      if isa == .avx2 {
        return unsafe TernKernelsAVX2.combineWords(p, blocks: blocks, asked: asked)
      }
    #endif
    return unsafe portableCombineWords(p, blocks: blocks)
  }

  /// The instructions that ``dotRate(_:seconds:)`` measures; `nil` where the instruction set has no
  /// kernel made of int8 dot products.
  package var dotInstructions: String? {
    switch isa {
    case .avx512: "vpdpbusd, 64 bytes"
    case .avx2: "vpmaddubsw and vpmaddwd, 32 bytes"
    case .portable, .neon: nil
    }
  }

  /// Operations per second (a multiplication and an addition are two) of int8 dot products on all
  /// threads of the team; `nil` where ``dotInstructions`` is.
  package func dotRate(_ team: Team, seconds: Double = 0.05) -> Double? {
    let operations: Int
    switch isa {
    case .avx512: operations = 12 * 64 * 2
    case .avx2: operations = 12 * 32 * 2
    case .portable, .neon: return nil
    }
    // Pieces of about 0.1 ms, so that the threads end together.
    let rounds = 40_000
    let parts = team.threads * 16
    let limit = UInt64(seconds * 1e9)
    let began = monotonicNanoseconds()
    var best = 0.0
    repeat {
      let start = monotonicNanoseconds()
      team.run(parts) { _ in repeatDots(rounds) }
      let taken = Double(max(1, monotonicNanoseconds() - start)) / 1e9
      best = max(best, Double(operations * rounds * parts) / taken)
    } while monotonicNanoseconds() - began < limit
    return best
  }

  private func repeatDots(_ rounds: Int) {
    #if arch(x86_64)
      // Calls into another module are not left out, though nobody wants their results.
      if isa == .avx512 {
        _ = TernKernelsAVX512.repeatDotProducts(rounds, Int32(truncatingIfNeeded: rounds))
      } else {
        _ = unsafe TernKernelsAVX2.repeatDotProducts(rounds, memory)
      }
    #endif
  }
}

/// As the instruction-set modules do, 64 bytes at a time.
func portableCombineWords(_ p: UnsafeRawPointer, blocks: Int) -> UInt64 {
  var (s0, s1) = (SIMD4<UInt64>(), SIMD4<UInt64>())
  for block in 0..<4 * blocks {
    unsafe s0 ^= (p + 64 * block).loadUnaligned(as: SIMD4<UInt64>.self)
    unsafe s1 ^= (p + (64 * block + 32)).loadUnaligned(as: SIMD4<UInt64>.self)
  }
  let all = s0 ^ s1
  return all[0] ^ all[1] ^ all[2] ^ all[3]
}
