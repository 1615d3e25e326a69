/// Sixteen codes: the elements that share one scale and one offset.
package typealias Codes16 = SIMD16<Int8>

/// Sixteen stored bytes.
typealias Bytes16 = SIMD16<UInt8>

/// The bytes of one stored block, read at the offsets its layout draws.
///
/// Numbers are little endian, at any alignment. Safe because it is made only by `BlockLayout`'s
/// drivers over a whole block, and layouts read below their `blockBytes`.
@safe
struct BlockBytes {
  private let start: UnsafeRawPointer

  @inline(__always)
  init(_ start: UnsafeRawPointer) { unsafe self.start = start }

  /// The byte at `offset`.
  @inline(__always)
  subscript(_ offset: Int) -> UInt8 {
    unsafe start.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// The two bytes at `offset`.
  @inline(__always)
  func u16(_ offset: Int) -> UInt16 {
    unsafe UInt16(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }

  /// The four bytes at `offset`.
  @inline(__always)
  func u32(_ offset: Int) -> UInt32 {
    unsafe UInt32(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// The half-precision number at `offset`.
  @inline(__always)
  func half(_ offset: Int) -> Float { halfToFloat(u16(offset)) }

  /// The single-precision number at `offset`.
  @inline(__always)
  func float(_ offset: Int) -> Float { Float(bitPattern: u32(offset)) }

  /// The sixteen bytes at `offset`.
  @inline(__always)
  func bytes16(_ offset: Int) -> Bytes16 {
    unsafe start.loadUnaligned(fromByteOffset: offset, as: Bytes16.self)
  }
}

/// Where the codes, scales and offsets of one block go.
///
/// Safe for the same reason as `BlockBytes`: layouts write groups below `blockSize / 16`.
@safe
struct CodeSink {
  private let codes: UnsafeMutablePointer<Int8>
  private let scales: UnsafeMutablePointer<Float>
  private let offsets: UnsafeMutablePointer<Float>

  @inline(__always)
  init(
    _ codes: UnsafeMutablePointer<Int8>, _ scales: UnsafeMutablePointer<Float>,
    _ offsets: UnsafeMutablePointer<Float>
  ) {
    unsafe self.codes = codes
    unsafe self.scales = scales
    unsafe self.offsets = offsets
  }

  /// Stores the codes of group `group`.
  @inline(__always)
  func codes(_ group: Int, _ values: Codes16) {
    unsafe UnsafeMutableRawPointer(codes).storeBytes(
      of: values, toByteOffset: 16 &* group, as: Codes16.self)
  }

  /// Stores the codes of group `group` from bytes whose bits are theirs.
  @inline(__always)
  func codes(_ group: Int, _ values: Bytes16) {
    unsafe UnsafeMutableRawPointer(codes).storeBytes(
      of: values, toByteOffset: 16 &* group, as: Bytes16.self)
  }

  /// Stores half the codes of a group: the eight bytes of a word, the first one lowest.
  @inline(__always)
  func eight(_ index: Int, _ word: UInt64) {
    unsafe UnsafeMutableRawPointer(codes).storeBytes(
      of: word.littleEndian, toByteOffset: 8 &* index, as: UInt64.self)
  }

  /// Stores one code.
  @inline(__always)
  func code(_ index: Int, _ value: Int8) { unsafe codes[index] = value }

  /// Stores the scale of group `group`, and its offset.
  ///
  /// The offset of types without one is -0, the number that leaves every number as it is, so that
  /// the signs of their zeros are kept.
  @inline(__always)
  func scale(_ group: Int, _ scale: Float, offset: Float = -0.0) {
    unsafe scales[group] = scale
    unsafe offsets[group] = offset
  }
}

/// The bytes of one block to be stored, written at the offsets its layout draws.
///
/// Numbers are little endian, at any alignment. Safe for the same reason as `BlockBytes`.
@safe
struct BlockWriter {
  private let start: UnsafeMutableRawPointer

  @inline(__always)
  init(_ start: UnsafeMutableRawPointer) { unsafe self.start = start }

  /// Stores a byte.
  @inline(__always)
  func byte(_ offset: Int, _ value: UInt8) {
    unsafe start.storeBytes(of: value, toByteOffset: offset, as: UInt8.self)
  }

  /// Stores two bytes, for example those of a half-precision number.
  @inline(__always)
  func u16(_ offset: Int, _ value: UInt16) {
    unsafe start.storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt16.self)
  }

  /// Stores four bytes.
  @inline(__always)
  func u32(_ offset: Int, _ value: UInt32) {
    unsafe start.storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt32.self)
  }

  /// Stores sixteen bytes.
  @inline(__always)
  func bytes16(_ offset: Int, _ value: Bytes16) {
    unsafe start.storeBytes(of: value, toByteOffset: offset, as: Bytes16.self)
  }
}

/// Sixteen bytes from two words, the lowest byte of `low` first.
@inline(__always)
func bytes16(_ low: UInt64, _ high: UInt64) -> Bytes16 {
  unsafe unsafeBitCast(SIMD2<UInt64>(low.littleEndian, high.littleEndian), to: Bytes16.self)
}
