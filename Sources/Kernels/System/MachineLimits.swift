import TernKernelsPortable

/// Measures what the machine can do at most: reading memory, and int8 dot products.
///
/// Speeds of the engine mean something as shares of these. The rates are those of the threads of
/// the team that is passed and of one instruction set.
@safe
package final class MachineLimits {
  private let kernels: MatrixKernels
  private let memory: UnsafeMutableRawPointer
  private let byteCount: Int

  /// Takes `byteCount` bytes of memory, which have to be many times the size of the caches; a
  /// multiple of 256.
  package init(isa: ISA, byteCount: Int = 1 << 29) {
    precondition(byteCount >= 4096 && byteCount % 256 == 0)
    kernels = isa.kernels.matrix
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
          unsafe sums[part] = kernels.combineWords(
            memory + range.lowerBound * 256, range.count, pass % 2 == 1)
        }
      }
      best = min(best, monotonicNanoseconds() - began)
      precondition(sums.reduce(0, ^) == Self.mark, "the memory was not read")
    }
    return Double(byteCount) / max(1e-9, Double(best) / 1e9)
  }

  /// The instructions that ``dotRate(_:seconds:)`` measures; `nil` where the instruction set has no
  /// kernel made of int8 dot products.
  package var dotInstructions: String? { kernels.dots?.instructions }

  /// Operations per second (a multiplication and an addition are two) of int8 dot products on all
  /// threads of the team; `nil` where ``dotInstructions`` is.
  package func dotRate(_ team: Team, seconds: Double = 0.05) -> Double? {
    guard let dots = kernels.dots else { return nil }
    // Pieces of about 0.1 ms, so that the threads end together.
    let rounds = 40_000
    let parts = team.threads * 16
    let limit = UInt64(seconds * 1e9)
    let began = monotonicNanoseconds()
    var best = 0.0
    repeat {
      let start = monotonicNanoseconds()
      team.run(parts) { _ in _ = unsafe dots.run(rounds, memory) }
      let taken = Double(max(1, monotonicNanoseconds() - start)) / 1e9
      best = max(best, Double(dots.operations * rounds * parts) / taken)
    } while monotonicNanoseconds() - began < limit
    return best
  }
}
