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

    /// OpenBLAS, or `nil` where it is not installed or cannot be used as it is.
    ///
    /// `TERN_BLAS=off` in the environment leaves it out. `isa` is the processor's.
    ///
    /// The library is asked for one thread by a call. The environment is only read: to change it
    /// while other threads read it is undefined behaviour. Two things follow:
    ///
    /// - The library starts its threads while it is opened, if nobody told it otherwise
    ///   (`OPENBLAS_NUM_THREADS=1`). They get no work and sleep.
    /// - It picks its kernels then, and older ones take new processors for much weaker ones. With
    ///   kernels that lack what the processor has it is not used; `OPENBLAS_CORETYPE` in the
    ///   environment corrects its choice (`Haswell` for AVX2).
    ///
    /// Where the program uses the library itself, with several threads, it keeps them, and Tern does
    /// without it.
    static func open(isa: ISA) -> BLAS? {
      if let text = unsafe getenv("TERN_BLAS"), unsafe String(cString: text) == "off" { return nil }
      guard let library, isa < .avx2 || library.hasAVX2 else { return nil }
      return library.blas
    }

    /// The library as it was found the first time: one for the process.
    private static let library: (blas: BLAS, hasAVX2: Bool)? = {
      for name in ["libopenblas.so.0", "libopenblas.so"] {
        let isInUse = unsafe dlopen(name, RTLD_NOW | RTLD_NOLOAD) != nil
        guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
        guard let symbol = unsafe dlsym(handle, "cblas_sgemm"),
          unsafe useOneThread(handle, isInUse: isInUse)
        else { return nil }
        let product = unsafe unsafeBitCast(symbol, to: Product.self)
        return (
          unsafe BLAS(name: "OpenBLAS", product: product), hasAVX2: unsafe hasAVX2Kernels(handle)
        )
      }
      return nil
    }()

    /// Makes the library compute on its caller's thread; false where it cannot be told so, or is in
    /// use by others with several threads.
    private static func useOneThread(_ handle: UnsafeMutableRawPointer, isInUse: Bool) -> Bool {
      typealias Count = @convention(c) () -> Int32
      typealias Set = @convention(c) (Int32) -> Void
      guard let count = unsafe dlsym(handle, "openblas_get_num_threads"),
        let set = unsafe dlsym(handle, "openblas_set_num_threads")
      else { return false }
      let threads = unsafe unsafeBitCast(count, to: Count.self)
      if threads() == 1 { return true }
      if isInUse { return false }
      unsafe unsafeBitCast(set, to: Set.self)(1)
      return threads() == 1
    }

    /// Whether the kernels that the library picked are among those that use AVX2.
    private static func hasAVX2Kernels(_ handle: UnsafeMutableRawPointer) -> Bool {
      typealias Name = @convention(c) () -> UnsafePointer<CChar>?
      guard let symbol = unsafe dlsym(handle, "openblas_get_corename"),
        let name = unsafe unsafeBitCast(symbol, to: Name.self)()
      else { return false }
      let known = ["haswell", "zen", "skylakex", "cooperlake", "sapphirerapids"]
      return known.contains(unsafe String(cString: name).lowercased())
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
