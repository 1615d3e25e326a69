#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The instruction sets that have kernels of their own, weakest first.
package enum ISA: Int, Comparable, Sendable, CaseIterable {
  case portable, neon, i8mm, avx2, avxvnni, avx512, amx

  package static func < (a: ISA, b: ISA) -> Bool { a.rawValue < b.rawValue }

  /// The name that `TERN_ISA` and the command line use.
  package var name: String {
    switch self {
    case .portable: "portable"
    case .neon: "neon"
    case .i8mm: "i8mm"
    case .avx2: "avx2"
    case .avxvnni: "avxvnni"
    case .avx512: "avx512"
    case .amx: "amx"
    }
  }

  /// Whether it is one of 64-bit Arm processors.
  private var isArm: Bool { self == .neon || self == .i8mm }

  /// The instruction sets whose kernels run here, from the portable one to ``hardware()``.
  package static var available: [ISA] {
    allCases.filter { limited(hardware(), to: $0) == $0 && $0.orWeaker == $0 }
  }

  /// The best instruction set this processor and system support, lowered (never raised) by the
  /// environment variable `TERN_ISA=portable|neon|i8mm|avx2|avxvnni|avx512|amx`.
  ///
  /// Cost: reads the environment, and once in a process `/proc/cpuinfo`.
  package static func detect() -> ISA {
    let best = hardware()
    guard let text = unsafe getenv("TERN_ISA") else { return best }
    return limited(best, by: unsafe String(cString: text)).orWeaker
  }

  /// `best`, or the weaker instruction set called `name`; an unknown name changes nothing.
  package static func limited(_ best: ISA, by name: String) -> ISA {
    guard let wanted = allCases.first(where: { $0.name == name.lowercased() }) else { return best }
    return limited(best, to: wanted)
  }

  /// `best`, or `wanted` where that is weaker; the portable one where it is another processor's.
  package static func limited(_ best: ISA, to wanted: ISA) -> ISA {
    if wanted >= best { return best }
    return wanted.isArm == best.isArm ? wanted : .portable
  }

  /// This instruction set, or the next weaker one where the processor has stronger ones alone: many
  /// with AVX-512 lack AVX-VNNI.
  package var orWeaker: ISA { self == .avxvnni && !Self.hasAVXVNNI ? .avx2 : self }

  private static let hasAVXVNNI: Bool = {
    #if arch(x86_64)
      let listed = systemFlags()
      return ProcessorFeature.ofAVXVNNI.allSatisfy {
        $0.isPresent && listed?.contains($0.flag) ?? true
      }
    #else
      return false
    #endif
  }()

  /// What the processor reports and the system has agreed to save on a thread switch.
  package static func hardware() -> ISA { found }

  private static let found: ISA = {
    #if arch(x86_64)
      let listed = systemFlags()
      func has(_ features: [ProcessorFeature]) -> Bool {
        features.allSatisfy { $0.isPresent && listed?.contains($0.flag) ?? true }
      }
      guard has(ProcessorFeature.ofAVX2), ProcessorFeature.systemSaves(components: 0x06) else {
        return .portable
      }
      let isWide = ProcessorFeature.systemSaves(components: 0xE6)
      guard isWide && has(ProcessorFeature.ofAVX512) else {
        return hasAVXVNNI ? .avxvnni : .avx2
      }
      let hasTiles = ProcessorFeature.systemSaves(components: 0x600E6)
      return hasTiles && has(ProcessorFeature.ofAMX) ? .amx : .avx512
    #elseif arch(arm64)
      guard ArmFeature.ofNEON.allSatisfy({ $0.isPresent }) else { return .portable }
      return ArmFeature.ofI8MM.allSatisfy({ $0.isPresent }) ? .i8mm : .neon
    #else
      return .portable
    #endif
  }()

  #if arch(x86_64)
    /// The processor flags the system lists; `nil` where there is no `/proc/cpuinfo`.
    ///
    /// Never trusted alone: emulators show the host's file.
    private static func systemFlags() -> Set<String>? {
      guard let file = unsafe fopen("/proc/cpuinfo", "r") else { return nil }
      defer { unsafe fclose(file) }
      var buffer = [CChar](repeating: 0, count: 16384)
      while unsafe fgets(&buffer, Int32(buffer.count), file) != nil {
        let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        let line = String(decoding: bytes, as: UTF8.self)
        guard line.hasPrefix("flags") else { continue }
        return Set(line.split(whereSeparator: \.isWhitespace).map(String.init))
      }
      return nil
    }
  #endif
}
