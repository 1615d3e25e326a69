/// What every kernel call needs: the instruction set, the thread team, BLAS where it was found.
///
/// Created once per engine and passed; used from the engine's thread only.
package final class Compute {
  package let team: Team

  package init(threads: Int) {
    team = Team(threads: threads)
  }
}
