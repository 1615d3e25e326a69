/// What every kernel call needs: the instruction set, the thread team, BLAS where it was found.
///
/// Created once per engine and passed; used from the engine's thread only.
package final class Compute {
  package let team: Team
  /// The float kernels of the chosen instruction set.
  let vector: VectorKernels
  /// Memory of the attention kernel, one piece per thread.
  let attentionScratch: AttentionScratch

  /// The instruction set of the kernels in use.
  package let isa: ISA

  /// `isa` lowers the instruction set (for tests); it never raises it above the processor's.
  package init(threads: Int, isa: ISA? = nil) {
    team = Team(threads: threads)
    let detected = ISA.detect()
    self.isa = min(isa ?? detected, detected)
    vector = .best(for: self.isa)
    attentionScratch = AttentionScratch(workers: threads)
  }
}
