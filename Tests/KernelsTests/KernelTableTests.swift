import TernKernels
import TernKernelsPortable
import Testing

@Suite("Tables of kernels")
struct KernelTableTests {
  /// The addresses in a struct of C functions.
  private func addresses<Table>(_ table: Table) -> [UInt] {
    unsafe withUnsafeBytes(of: table) { unsafe Array($0.bindMemory(to: UInt.self)) }
  }

  @Test(
    "an instruction set has all float kernels in its own instructions",
    arguments: availableISAs.filter { $0 != .portable })
  func own(isa: ISA) {
    let (own, portable) = (isa.kernels, KernelTable.portable)
    let pairs = [
      (addresses(own.vector), addresses(portable.vector)),
      (addresses(own.recurrent), addresses(portable.recurrent)),
    ]
    for (found, others) in pairs {
      #expect(found.count == others.count && found.count > 10)
      #expect(zip(found, others).allSatisfy { $0 != $1 && $0 != 0 })
      #expect(Set(found).count == found.count)
    }
  }
}
