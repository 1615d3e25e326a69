#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A feature of 64-bit Arm processors that code can be compiled for.
package struct ArmFeature: Sendable {
  /// The macro that the C compiler defines for it.
  package let macro: String
  /// Which of the words that Linux gives a process tells (`AT_HWCAP` 16, `AT_HWCAP2` 26), and the bit.
  let word: UInt
  let bit: UInt
  /// Apple's name for it among the values of `sysctl`.
  let name: String

  /// What `-march=armv8.2-a+dotprod` lets the compiler use beyond any 64-bit Arm processor.
  package static let ofNEON: [ArmFeature] = [
    ArmFeature(
      macro: "__ARM_FEATURE_CRC32", word: 16, bit: 7, name: "hw.optional.armv8_crc32"),
    ArmFeature(
      macro: "__ARM_FEATURE_ATOMICS", word: 16, bit: 8, name: "hw.optional.arm.FEAT_LSE"),
    ArmFeature(
      macro: "__ARM_FEATURE_QRDMX", word: 16, bit: 12, name: "hw.optional.arm.FEAT_RDM"),
    ArmFeature(
      macro: "__ARM_FEATURE_DOTPROD", word: 16, bit: 20, name: "hw.optional.arm.FEAT_DotProd"),
  ]

  /// What the kernels of matrix products are compiled for beyond that.
  package static let ofI8MM: [ArmFeature] = [
    ArmFeature(
      macro: "__ARM_FEATURE_MATMUL_INT8", word: 26, bit: 13, name: "hw.optional.arm.FEAT_I8MM")
  ]

  #if arch(arm64)
    /// Whether the system says that the processor has the feature.
    var isPresent: Bool {
      #if canImport(Darwin)
        var value: Int32 = 0
        var size = MemoryLayout<Int32>.size
        return unsafe sysctlbyname(name, &value, &size, nil, 0) == 0 && value != 0
      #else
        return getauxval(word) >> bit & 1 == 1
      #endif
    }
  #endif
}

#if arch(arm64) && !canImport(Darwin)
  /// A word that Linux gives a process at its start; the C library's modules do not name the function.
  @_silgen_name("getauxval")
  private func getauxval(_ kind: UInt) -> UInt
#endif
