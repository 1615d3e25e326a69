import TernKernelCases
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
  @Test(
    "every entry computes what the portable one does",
    arguments: availableISAs.filter { $0 != .portable && $0 < .amx })
  func entries(isa: ISA) {
    var cases = KernelCases(isa.kernels, tilesHavePairs: isa == .i8mm)
    cases.run()
    #expect(cases.checks > 10_000)
    #expect(cases.failureCount == 0, "\(isa): \(cases.failures)")
  }

  @Test("a table whose entries are mixed up is found out")
  func mixedUp() {
    let portable = KernelTable.portable
    var vector = portable.vector
    unsafe vector.rotateHalves = portable.vector.rotateAdjacent
    var recurrent = portable.recurrent
    unsafe recurrent.scanRow = { _, _, _, _, _, _, _, _, _, _, _, _ in }
    let table = KernelTable(vector: vector, recurrent: recurrent, matrix: portable.matrix)
    var cases = KernelCases(table)
    cases.compareVectorKernels()
    cases.compareRecurrentKernels()
    #expect(cases.failures.contains { $0.hasPrefix("rotateHalves") })
    #expect(cases.failureCount > 50)
  }
}
