#if canImport(Accelerate)
  import Accelerate
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A BLAS library's single-precision matrix product, called single-threaded from our own workers.
///
/// On Linux OpenBLAS is opened at run time, so that no system package is needed to build; on Apple
/// systems Accelerate is linked. Sendable: a function pointer and a name.
@safe
struct BLAS: Sendable {
  /// What `tern inspect --system` shows.
  let name: String

  #if canImport(Accelerate)
    /// Accelerate.
    static func open(isa: ISA) -> BLAS? { BLAS(name: "Accelerate") }

    /// C[n × m] = A[n × k] · B[m × k]ᵀ, all row-major; lda, ldb, ldc are row strides in floats.
    func multiply(
      _ n: Int, _ m: Int, _ k: Int, _ a: UnsafePointer<Float>, _ lda: Int,
      _ b: UnsafePointer<Float>, _ ldb: Int, _ c: UnsafeMutablePointer<Float>, _ ldc: Int
    ) {
      unsafe cblas_sgemm(
        CblasRowMajor, CblasNoTrans, CblasTrans, Int32(n), Int32(m), Int32(k), 1, a, Int32(lda), b,
        Int32(ldb), 0, c, Int32(ldc))
    }
  #else
    private typealias Product =
      @convention(c) (
        Int32, Int32, Int32, Int32, Int32, Int32, Float, UnsafePointer<Float>, Int32,
        UnsafePointer<Float>, Int32, Float, UnsafeMutablePointer<Float>, Int32
      ) -> Void

    private let product: Product

    /// OpenBLAS, or `nil` where it is not installed.
    ///
    /// `TERN_BLAS=off` in the environment leaves it out.
    ///
    /// The library picks its kernels while it is opened, and older ones take new processors for
    /// weaker ones (half the speed), so the core is named here, whatever the environment says.
    /// `isa` is the processor's.
    static func open(isa: ISA) -> BLAS? {
      if let text = unsafe getenv("TERN_BLAS"), unsafe String(cString: text) == "off" { return nil }
      unsafe setenv("OPENBLAS_NUM_THREADS", "1", 1)
      switch isa {
      case .avx512: unsafe setenv("OPENBLAS_CORETYPE", "SkylakeX", 1)
      case .avx2: unsafe setenv("OPENBLAS_CORETYPE", "Haswell", 1)
      default: unsafe unsetenv("OPENBLAS_CORETYPE")
      }
      for library in ["libopenblas.so.0", "libopenblas.so"] {
        guard let handle = unsafe dlopen(library, RTLD_NOW | RTLD_LOCAL),
          let symbol = unsafe dlsym(handle, "cblas_sgemm")
        else { continue }
        return unsafe BLAS(name: "OpenBLAS", product: unsafeBitCast(symbol, to: Product.self))
      }
      return nil
    }

    private init(name: String, product: Product) {
      self.name = name
      unsafe self.product = product
    }

    /// C[n × m] = A[n × k] · B[m × k]ᵀ, all row-major; lda, ldb, ldc are row strides in floats.
    func multiply(
      _ n: Int, _ m: Int, _ k: Int, _ a: UnsafePointer<Float>, _ lda: Int,
      _ b: UnsafePointer<Float>, _ ldb: Int, _ c: UnsafeMutablePointer<Float>, _ ldc: Int
    ) {
      // 101 row-major, 111 as it is, 112 transposed.
      unsafe product(
        101, 111, 112, Int32(n), Int32(m), Int32(k), 1, a, Int32(lda), b, Int32(ldb), 0, c,
        Int32(ldc))
    }
  #endif
}
