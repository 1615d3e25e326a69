#if arch(x86_64)
  internal import _Builtin_intrinsics.intel.cpuid

  /// A feature of x86-64 processors that code can be compiled for.
  package struct ProcessorFeature: Sendable {
    /// Where CPUID tells: leaf (and what it is asked for), register and bit.
    struct Place: Sendable {
      enum Register: Sendable { case eax, ebx, ecx, edx }

      let leaf: UInt32
      let part: UInt32
      let register: Register
      let bit: UInt32
    }

    /// The macros that the C compiler defines for it.
    package let macros: [String]
    /// Linux's name for it.
    let flag: String
    let place: Place

    private init(
      _ macro: String, _ flag: String, _ leaf: UInt32, _ register: Place.Register, _ bit: UInt32,
      part: UInt32 = 0
    ) {
      self.init([macro], flag, leaf, register, bit, part: part)
    }

    private init(
      _ macros: [String], _ flag: String, _ leaf: UInt32, _ register: Place.Register, _ bit: UInt32,
      part: UInt32 = 0
    ) {
      self.macros = macros
      self.flag = flag
      place = Place(leaf: leaf, part: part, register: register, bit: bit)
    }

    /// What `-march=x86-64-v3` lets the compiler use beyond any x86-64.
    package static let ofAVX2: [ProcessorFeature] = [
      ProcessorFeature("__SSE3__", "pni", 1, .ecx, 0),
      ProcessorFeature("__SSSE3__", "ssse3", 1, .ecx, 9),
      ProcessorFeature("__FMA__", "fma", 1, .ecx, 12),
      ProcessorFeature("__GCC_HAVE_SYNC_COMPARE_AND_SWAP_16", "cx16", 1, .ecx, 13),
      ProcessorFeature("__SSE4_1__", "sse4_1", 1, .ecx, 19),
      ProcessorFeature(["__SSE4_2__", "__CRC32__"], "sse4_2", 1, .ecx, 20),
      ProcessorFeature("__MOVBE__", "movbe", 1, .ecx, 22),
      ProcessorFeature("__POPCNT__", "popcnt", 1, .ecx, 23),
      ProcessorFeature("__XSAVE__", "xsave", 1, .ecx, 26),
      ProcessorFeature("__AVX__", "avx", 1, .ecx, 28),
      ProcessorFeature("__F16C__", "f16c", 1, .ecx, 29),
      ProcessorFeature("__BMI__", "bmi1", 7, .ebx, 3),
      ProcessorFeature("__AVX2__", "avx2", 7, .ebx, 5),
      ProcessorFeature("__BMI2__", "bmi2", 7, .ebx, 8),
      ProcessorFeature("__LAHF_SAHF__", "lahf_lm", 0x8000_0001, .ecx, 0),
      ProcessorFeature("__LZCNT__", "abm", 0x8000_0001, .ecx, 5),
    ]

    /// What the kernels of AVX-VNNI are compiled for beyond that.
    package static let ofAVXVNNI: [ProcessorFeature] = [
      ProcessorFeature("__AVXVNNI__", "avx_vnni", 7, .eax, 4, part: 1)
    ]

    /// What the AVX-512 kernels are compiled for beyond those of AVX2: `-march=x86-64-v4 -mavx512vnni`.
    package static let ofAVX512: [ProcessorFeature] = [
      ProcessorFeature(["__AVX512F__", "__EVEX512__", "__EVEX256__"], "avx512f", 7, .ebx, 16),
      ProcessorFeature("__AVX512DQ__", "avx512dq", 7, .ebx, 17),
      ProcessorFeature("__AVX512CD__", "avx512cd", 7, .ebx, 28),
      ProcessorFeature("__AVX512BW__", "avx512bw", 7, .ebx, 30),
      ProcessorFeature("__AVX512VL__", "avx512vl", 7, .ebx, 31),
      ProcessorFeature("__AVX512VNNI__", "avx512_vnni", 7, .ecx, 11),
    ]

    /// What the kernels of tiles are compiled for beyond that.
    package static let ofAMX: [ProcessorFeature] = [
      ProcessorFeature("__AMX_BF16__", "amx_bf16", 7, .edx, 22),
      ProcessorFeature("__AMX_TILE__", "amx_tile", 7, .edx, 24),
    ]

    /// Whether the processor says that it has the feature.
    var isPresent: Bool {
      let found = Self.leaf(place.leaf, place.part)
      let register =
        switch place.register {
        case .eax: found.eax
        case .ebx: found.ebx
        case .ecx: found.ecx
        case .edx: found.edx
        }
      return register >> place.bit & 1 == 1
    }

    /// Whether the system saves the registers of the `components` on a thread switch.
    ///
    /// Bits of XCR0: 1 for 128-bit registers, 2 for the upper halves of 256-bit ones, 5 to 7 for
    /// what AVX-512 adds, 17 and 18 for the tiles of AMX.
    static func systemSaves(components: UInt64) -> Bool {
      // The register can be read where the system uses XSAVE.
      guard leaf(1).ecx >> 27 & 1 == 1 else { return false }
      return UInt64(bitPattern: extendedControl(0)) & components == components
    }

    private static func leaf(
      _ number: UInt32, _ part: UInt32 = 0
    ) -> (eax: UInt32, ebx: UInt32, ecx: UInt32, edx: UInt32) {
      var (a, b, c, d): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
      guard unsafe __get_cpuid_count(number, part, &a, &b, &c, &d) == 1 else {
        return (0, 0, 0, 0)
      }
      return (a, b, c, d)
    }
  }

  /// The instruction XGETBV; LLVM's name is its only one in Swift without a flag.
  @_silgen_name("llvm.x86.xgetbv")
  private func extendedControl(_ register: Int32) -> Int64
#endif
