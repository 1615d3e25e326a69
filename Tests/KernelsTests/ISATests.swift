import Foundation
import TernKernels
import Testing

@Suite("Choice of the instruction set")
struct ISATests {
  @Test("a name lowers the choice and never raises it")
  func limits() {
    #expect(ISA.limited(.avx512, by: "avx2") == .avx2)
    #expect(ISA.limited(.avx512, by: "AVX2") == .avx2)
    #expect(ISA.limited(.avx512, by: "portable") == .portable)
    #expect(ISA.limited(.avx512, by: "avx512") == .avx512)
    #expect(ISA.limited(.avx2, by: "avx512") == .avx2)
    #expect(ISA.limited(.portable, by: "avx512") == .portable)
    #expect(ISA.limited(.neon, by: "avx2") == .neon)
    #expect(ISA.limited(.neon, by: "portable") == .portable)
    #expect(ISA.limited(.amx, by: "avx512") == .avx512)
    #expect(ISA.limited(.avx512, by: "avxvnni") == .avxvnni)
    #expect(ISA.limited(.avxvnni, by: "avx2") == .avx2)
    #expect(ISA.limited(.avx512, by: "neon") == .portable)
    #expect(ISA.limited(.avx2, by: "i8mm") == .portable)
    #expect(ISA.limited(.i8mm, by: "neon") == .neon)
    #expect(ISA.limited(.i8mm, by: "amx") == .i8mm)
    #expect(ISA.limited(.neon, by: "i8mm") == .neon)
    #expect(ISA.limited(.avx2, by: "sse9") == .avx2)
  }

  @Test("what is available is the portable one and those of the processor up to its best")
  func available() {
    let sets = ISA.available
    #expect(sets.first == .portable && sets.last == ISA.hardware())
    #expect(sets == sets.sorted())
    #if arch(x86_64)
      #expect(!sets.contains(.neon) && !sets.contains(.i8mm))
    #elseif arch(arm64)
      #expect(sets.allSatisfy { $0 <= .i8mm })
    #endif
  }

  @Test("a compute context never uses more than the processor has")
  func contexts() {
    for isa in ISA.allCases {
      let compute = Compute(threads: 1, isa: isa, useBLAS: false)
      #expect(compute.isa <= ISA.hardware())
      #expect(compute.isa <= isa)
    }
  }

  #if os(Linux)
    @Test("TERN_ISA in the environment lowers the choice")
    func environment() async {
      await #expect(processExitsWith: .success) {
        unsafe setenv("TERN_ISA", "portable", 1)
        guard ISA.detect() == .portable else { exit(1) }
        unsafe setenv("TERN_ISA", "amx", 1)
        guard ISA.detect() == ISA.hardware() else { exit(2) }
        unsafe unsetenv("TERN_ISA")
        guard ISA.detect() == ISA.hardware() else { exit(3) }
      }
    }
  #endif
}
