import TernKernels
import Testing

@Suite("Limits of the machine")
struct MachineLimitsTests {
  /// Every instruction set that this processor has.
  static let sets = availableISAs

  // The pass over the memory checks itself: it has to find the one word that is not zero.
  @Test("every instruction set reads all of the memory, on any number of threads", arguments: sets)
  func reading(isa: ISA) {
    let limits = MachineLimits(isa: isa, byteCount: (1 << 20) + 256)
    for threads in [1, 3] {
      #expect(limits.readRate(Team(threads: threads), passes: 2) > 0)
    }
  }

  @Test("dot products are measured where there are kernels made of them", arguments: sets)
  func dots(isa: ISA) {
    let limits = MachineLimits(isa: isa, byteCount: 4096)
    let rate = limits.dotRate(Team(threads: 1), seconds: 0.001)
    #expect((rate != nil) == (limits.dotInstructions != nil))
    // Not left out by the optimiser: no processor does 100 Tops on one thread.
    if let rate { #expect(rate > 1e8 && rate < 1e14) }
  }
}
