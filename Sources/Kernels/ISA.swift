#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
#if arch(x86_64)
  internal import _Builtin_intrinsics.intel.cpuid
#endif

/// The instruction sets that have kernels of their own, weakest first.
package enum ISA: Int, Comparable, Sendable, CaseIterable {
  case portable, neon, avx2, avx512

  package static func < (a: ISA, b: ISA) -> Bool { a.rawValue < b.rawValue }

  /// The name that `TERN_ISA` and the command line use.
  package var name: String { "\(self)" }

  /// The best instruction set this processor and system support, lowered (never raised) by the
  /// environment variable `TERN_ISA=portable|avx2|avx512`.
  ///
  /// Cost: reads `/proc/cpuinfo` once; call it once per engine.
  package static func detect() -> ISA {
    let best = hardware()
    guard let text = unsafe getenv("TERN_ISA") else { return best }
    return limited(best, by: unsafe String(cString: text))
  }

  /// `best`, or the weaker instruction set called `name`; an unknown name changes nothing.
  package static func limited(_ best: ISA, by name: String) -> ISA {
    guard let wanted = allCases.first(where: { $0.name == name.lowercased() }) else { return best }
    return wanted < best ? (wanted == .neon && best != .neon ? .portable : wanted) : best
  }

  /// What the processor reports and the system has agreed to save on a thread switch.
  package static func hardware() -> ISA {
    #if arch(x86_64)
      let listed = systemFlags()
      let avx2 = ["avx2", "fma", "f16c", "bmi1", "bmi2", "movbe", "popcnt"]
      let avx512 = ["avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512_vnni"]
      guard hasAVX2, listed.map({ $0.isSuperset(of: avx2) }) ?? true else { return .portable }
      guard hasAVX512, listed.map({ $0.isSuperset(of: avx512) }) ?? true else { return .avx2 }
      return .avx512
    #else
      return .portable
    #endif
  }

  #if arch(x86_64)
    /// CPUID leaf 1 and 7 bits of x86-64-v3, and the system saves the 256-bit registers.
    private static var hasAVX2: Bool {
      let one = leaf(1)
      let seven = leaf(7)
      // ECX: FMA 12, MOVBE 22, POPCNT 23, OSXSAVE 27, AVX 28, F16C 29. EBX: BMI1 3, AVX2 5, BMI2 8.
      let bits: [UInt32] = [12, 22, 23, 27, 28, 29]
      return bits.allSatisfy { one.ecx >> $0 & 1 == 1 }
        && [3, 5, 8].allSatisfy { seven.ebx >> $0 & 1 == 1 }
    }

    /// CPUID leaf 7: AVX-512 F 16, DQ 17, CD 28, BW 30, VL 31 in EBX; VNNI 11 in ECX.
    private static var hasAVX512: Bool {
      let seven = leaf(7)
      return [16, 17, 28, 30, 31].allSatisfy { seven.ebx >> $0 & 1 == 1 }
        && seven.ecx >> 11 & 1 == 1
    }

    private static func leaf(_ number: UInt32) -> (ebx: UInt32, ecx: UInt32) {
      var (a, b, c, d): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
      guard unsafe __get_cpuid_count(number, 0, &a, &b, &c, &d) == 1 else { return (0, 0) }
      return (b, c)
    }

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
