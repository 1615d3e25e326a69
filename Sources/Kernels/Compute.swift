/// What every kernel call needs: the instruction set, the thread team, BLAS where it was found.
///
/// Created once per engine and passed; used from the engine's thread only.
package final class Compute {
  package let team: Team
  /// The float kernels of the chosen instruction set.
  let vector: VectorKernels
  /// Memory of the attention kernel, one piece per thread.
  let attentionScratch: AttentionScratch

  package init(threads: Int) {
    team = Team(threads: threads)
    vector = VectorKernels()
    attentionScratch = AttentionScratch(workers: threads)
  }
}
