#if arch(x86_64)
  internal import Builtin

  // The instructions of AMX by the names that LLVM has for them. Those that take an address are
  // declared here: LLVM selects them for every constant tile. The others want the tile's number as
  // an immediate, which only the compiler's own declarations say.
  //
  // Every function names its tiles itself, so that the numbers are constants in builds without
  // optimisation too.
  //
  //   tile 0  1    sums: of rows 0–15 with panel 0, with panel 1
  //        2  3          of rows 16–31 likewise
  //        4  5    activations of rows 0–15, 16–31
  //        6  7    weights of panel 0, 1

  @_silgen_name("llvm.x86.ldtilecfg")
  private func llvmLoadConfiguration(_ p: UnsafeRawPointer)
  @_silgen_name("llvm.x86.tilerelease")
  private func llvmRelease()
  @_silgen_name("llvm.x86.tileloadd64")
  private func llvmLoad(_ tile: Int8, _ p: UnsafeRawPointer, _ stride: Int)
  @_silgen_name("llvm.x86.tilestored64")
  private func llvmStore(_ tile: Int8, _ p: UnsafeMutableRawPointer, _ stride: Int)

  /// Gives all eight tiles 16 rows of 64 bytes on this thread, until ``releaseTiles()``.
  @inline(__always)
  func configureTiles() {
    // Byte 0: the palette; from byte 16 the bytes of a row (UInt16), from byte 48 the rows (UInt8).
    let row = SIMD8<UInt16>(repeating: 64)
    let rows = SIMD8<UInt8>(repeating: 16)
    unsafe withUnsafeTemporaryAllocation(byteCount: 64, alignment: 64) { bytes in
      guard let p = bytes.baseAddress else { return }
      unsafe p.initializeMemory(as: UInt8.self, repeating: 0, count: 64)
      unsafe p.storeBytes(of: 1, as: UInt8.self)
      unsafe p.storeBytes(of: row, toByteOffset: 16, as: SIMD8<UInt16>.self)
      unsafe p.storeBytes(of: rows, toByteOffset: 48, as: SIMD8<UInt8>.self)
      unsafe llvmLoadConfiguration(p)
    }
  }

  /// Ends the use of tiles: a thread switch then saves none.
  @inline(__always) func releaseTiles() { llvmRelease() }

  @inline(__always)
  func clearSums() {
    Builtin.int_x86_tilezero((0 as Int8)._value)
    Builtin.int_x86_tilezero((1 as Int8)._value)
    Builtin.int_x86_tilezero((2 as Int8)._value)
    Builtin.int_x86_tilezero((3 as Int8)._value)
  }

  /// The sums from four tiles of 1024 bytes.
  @inline(__always)
  func loadSums(_ p: UnsafeRawPointer) {
    unsafe llvmLoad(0, p, 64)
    unsafe llvmLoad(1, p + 1024, 64)
    unsafe llvmLoad(2, p + 2048, 64)
    unsafe llvmLoad(3, p + 3072, 64)
  }

  /// The sums to four tiles of 1024 bytes.
  @inline(__always)
  func storeSums(_ p: UnsafeMutableRawPointer) {
    unsafe llvmStore(0, p, 64)
    unsafe llvmStore(1, p + 1024, 64)
    unsafe llvmStore(2, p + 2048, 64)
    unsafe llvmStore(3, p + 3072, 64)
  }

  /// The sums to 32 rows of 32 floats that are `stride` bytes apart.
  @inline(__always)
  func storeSums(_ p: UnsafeMutableRawPointer, _ stride: Int) {
    unsafe llvmStore(0, p, stride)
    unsafe llvmStore(1, p + 64, stride)
    unsafe llvmStore(2, p + 16 &* stride, stride)
    unsafe llvmStore(3, p + (16 &* stride &+ 64), stride)
  }

  /// Adds the products of 32 columns: activations of 32 rows at `a`, weights of two panels at `w`,
  /// each two tiles of 1024 bytes.
  @inline(__always)
  func addProducts(_ a: UnsafeRawPointer, _ w: UnsafeRawPointer) {
    unsafe llvmLoad(6, w, 64)
    unsafe llvmLoad(4, a, 64)
    Builtin.int_x86_tdpbf16ps((0 as Int8)._value, (4 as Int8)._value, (6 as Int8)._value)
    unsafe llvmLoad(7, w + 1024, 64)
    Builtin.int_x86_tdpbf16ps((1 as Int8)._value, (4 as Int8)._value, (7 as Int8)._value)
    unsafe llvmLoad(5, a + 1024, 64)
    Builtin.int_x86_tdpbf16ps((2 as Int8)._value, (5 as Int8)._value, (6 as Int8)._value)
    Builtin.int_x86_tdpbf16ps((3 as Int8)._value, (5 as Int8)._value, (7 as Int8)._value)
  }
#endif
