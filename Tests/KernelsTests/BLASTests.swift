import Foundation
import TernKernels
import Testing

#if os(Linux)
  /// In processes of their own: the library is opened once.
  @Suite("Opening the BLAS library")
  struct BLASTests {
    static let isInstalled = unsafe dlopen("libopenblas.so.0", RTLD_NOW) != nil

    @Test("the environment stays as it is, and the library gets one thread")
    func environment() async {
      await #expect(processExitsWith: .success) {
        for name in ["OPENBLAS_NUM_THREADS", "OPENBLAS_CORETYPE"] { unsafe unsetenv(name) }
        let compute = Compute(threads: 2, isa: .avx2)
        let name = compute.blasName
        for name in ["OPENBLAS_NUM_THREADS", "OPENBLAS_CORETYPE"] {
          guard unsafe getenv(name) == nil else { exit(1) }
        }
        if name != nil && openBLASThreads() != 1 { exit(2) }
      }
    }

    @Test("a library that others use with several threads is left alone", .enabled(if: isInstalled))
    func inUse() async {
      await #expect(processExitsWith: .success) {
        guard let library = unsafe dlopen("libopenblas.so.0", RTLD_NOW),
          let symbol = unsafe dlsym(library, "openblas_set_num_threads")
        else { exit(1) }
        unsafe unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Void).self)(2)
        // A library built without threads has one.
        guard openBLASThreads() == 2 else { exit(0) }
        guard Compute(threads: 2, isa: .avx2).blasName == nil else { exit(2) }
        guard openBLASThreads() == 2 else { exit(3) }
      }
    }

    @Test(
      "kernels that lack what the processor has are not used",
      .enabled(if: isInstalled && ISA.hardware() >= .avx2))
    func weakKernels() async {
      await #expect(processExitsWith: .success) {
        unsafe setenv("OPENBLAS_CORETYPE", "Prescott", 1)
        guard Compute(threads: 1, isa: .avx2).blasName == nil else { exit(1) }
      }
      await #expect(processExitsWith: .success) {
        unsafe setenv("OPENBLAS_CORETYPE", "Haswell", 1)
        guard Compute(threads: 1, isa: .avx2).blasName == "OpenBLAS" else { exit(1) }
      }
      await #expect(processExitsWith: .success) {
        unsafe setenv("TERN_BLAS", "off", 1)
        guard Compute(threads: 1, isa: .avx2).blasName == nil else { exit(1) }
      }
    }
  }

  /// The threads that the library computes with.
  private func openBLASThreads() -> Int32 {
    guard let library = unsafe dlopen("libopenblas.so.0", RTLD_NOW),
      let symbol = unsafe dlsym(library, "openblas_get_num_threads")
    else { return 0 }
    return unsafe unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)()
  }
#endif
