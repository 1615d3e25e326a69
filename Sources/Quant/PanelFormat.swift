/// How a quantized matrix lies in memory once packed: panels of 16 rows.
///
/// A panel is a sequence of *units*, each covering 16 rows × the columns of one block of the file, a
/// multiple of 32:
///
/// ```
/// unit   = header | scales of group 0, 1, … | codes of group 0, 1, …
/// header = 16 half scales d [| 16 half minimums m], or 16 exponent bytes, or nothing
/// scales = for each group of 32 columns 16 bytes a field:
///          signed           signed scale
///          signedHalves     signed scale of the first 16 columns | of the second
///          scaleAndMinimum  scale | minimum
///          nibbleHalves     (scale | minimum << 4) of the first 16 columns | of the second
///          floatHalves      E4M3 scale of the first 16 columns | of the second, at most 126
/// codes  = for each group, by the bits of a code:
///          8: step 0 … step 7            a step is 64 bytes: 16 rows × 4 consecutive columns
///          4: 4 × 64 bytes               byte of word j = step j | step (j + 4) << 4
///          5: the 4 bits, then 64 bytes  bit s of a byte = high bit of step s
///          6: the 4 bits, then 128 bytes bits 2j of plane p = high bits of step 4p + j
///          2: 128 bytes                  as the planes above
///          3: the 2 bits, then 64 bytes  as the high bits of 5
///          3, the third bit shared by 8 columns:
///             the 2 bits, then 16 bytes  bit k of a row's byte = third bit of steps 2k and 2k + 1
///          1: 64 bytes                   as the high bits of 5; the code is twice the bit
/// ```
///
/// Codes are unsigned; a weight is `scale × (code − offset) − minimum`, with the number of a
/// codebook in place of the code where the type has one; `scale` is the product of what header and
/// scales hold and of `factor`. So one 64-byte load holds four consecutive weights of sixteen rows:
/// what a dot-product instruction that adds four products per 32-bit lane wants, with no sum across
/// lanes at the end.
///
/// To give a type panels: its block layout conforms to ``PanelType``, `TensorType.withPanels` names
/// it, and `KernelsPortable/PanelPacking.swift` moves its blocks into units. That is all where these
/// fields fit; the kernels of all instruction sets are made from them. Another shape of codes, codebook
/// or kind of scales is a case here, and what the compiler then asks for. Types whose codes choose
/// groups of values out of large grids fit as the few values that the grids are made of: a codebook.
@usableFromInline
package struct PanelFormat: Sendable, Equatable {
  /// The bits of a code.
  @usableFromInline
  package enum Codes: Sendable {
    /// `threeShared`: three, of which eight columns share the third.
    case one, two, threeShared, three, four, five, six, eight
  }

  /// What a code stands for.
  @usableFromInline
  package enum Codebook: Sendable {
    /// Itself.
    case none
    /// A level of IQ4_NL, plus 128 (``Codebooks/iq4nl``).
    case iq4
    /// A number of four bits in halves, plus 12 (``Codebooks/e2m1``).
    case e2m1
    /// Eight times -1, 0 or 1, plus 8; with the third bit two more.
    case iq1
    /// A magnitude of IQ2 (8, 25, 43), negative with the third bit, plus 43.
    case iq2
    /// Half a magnitude of IQ3_XXS (2, 6, … 26, 31), negative with the fourth bit, plus 31.
    case iq3xxs
    /// A magnitude of IQ3_S (1, 3, … 15), negative with the fourth bit, plus 15.
    case iq3s
  }

  /// What the rows of a unit have in common.
  @usableFromInline
  package enum Header: Sendable {
    case none, scale, scaleAndMinimum, exponent
  }

  /// What the header's fields are multiplied by in each group.
  @usableFromInline
  package enum Scales: Sendable {
    case none, signed, signedHalves, scaleAndMinimum, nibbleHalves, floatHalves
  }

  /// Columns of one unit: those of a block in the file.
  @usableFromInline package let columns: Int
  /// The bits of a code.
  @usableFromInline package let codes: Codes
  /// What a code stands for.
  @usableFromInline package let codebook: Codebook
  /// What is taken from a code before it is scaled; 128 for codes of 8 bits.
  @usableFromInline package let offset: Int
  /// What the rows of a unit have in common.
  @usableFromInline package let header: Header
  /// What the header's fields are multiplied by in each group.
  @usableFromInline package let scales: Scales
  /// What every scale is multiplied by: a power of two.
  @usableFromInline package let factor: Float

  // What follows from these is stored with them: kernels use it in so many places that code which
  // derives it anew would keep the compiler from making one function of each kernel.

  /// Bytes before the scales of groups.
  @usableFromInline package let headerBytes: Int
  /// Bytes of the scales of a group.
  @usableFromInline package let scaleBytes: Int
  /// Bytes of the codes of a group.
  @usableFromInline package let codeBytes: Int
  /// Whether the two halves of 32 columns have scales of their own.
  @usableFromInline package let halvesDiffer: Bool
  /// Whether these are no integers.
  @usableFromInline package let halvesAreFloats: Bool
  /// Whether a minimum is subtracted.
  @usableFromInline package let hasMinimums: Bool
  /// Whether codes stand for numbers of a codebook.
  @usableFromInline package let hasCodebook: Bool
  /// The largest code, or number of the codebook.
  @usableFromInline package let largestCode: Int

  @inlinable @inline(__always)
  init(
    columns: Int = 32, codes: Codes, codebook: Codebook = .none, offset: Int = 0,
    header: Header = .scale, scales: Scales = .none, factor: Float = 1
  ) {
    self.columns = columns
    self.codes = codes
    self.codebook = codebook
    self.offset = offset
    self.header = header
    self.scales = scales
    self.factor = factor
    headerBytes = header.bytes
    scaleBytes = scales.bytes
    codeBytes = codes.bytes
    halvesDiffer = scales.halvesDiffer
    halvesAreFloats = scales == .floatHalves
    hasMinimums = header == .scaleAndMinimum
    hasCodebook = codebook != .none
    largestCode = codebook.largest ?? codes.largest
  }

  /// Rows of a panel.
  @inlinable @inline(__always)
  package static var rows: Int { 16 }
}

extension PanelFormat {
  /// Groups of 32 columns in a unit.
  @inlinable @inline(__always)
  package var groups: Int { columns / 32 }

  /// Whether 256 columns of an activation row share a scale too.
  @inlinable @inline(__always)
  package var isWide: Bool { columns == 256 }

  /// Where the codes begin in a unit.
  @inlinable @inline(__always)
  package var codesOffset: Int { headerBytes + groups * scaleBytes }

  /// Bytes of a unit.
  @inlinable @inline(__always)
  package var unitBytes: Int { codesOffset + groups * codeBytes }
}

extension PanelFormat.Header {
  @inlinable @inline(__always)
  var bytes: Int {
    switch self {
    case .none: 0
    case .exponent: 16
    case .scale: 32
    case .scaleAndMinimum: 64
    }
  }
}

extension PanelFormat.Scales {
  /// Bytes of a group.
  @inlinable @inline(__always)
  var bytes: Int {
    switch self {
    case .none: 0
    case .signed: 16
    case .signedHalves, .scaleAndMinimum, .nibbleHalves, .floatHalves: 32
    }
  }

  @inlinable @inline(__always)
  var halvesDiffer: Bool {
    switch self {
    case .none, .signed, .scaleAndMinimum: false
    case .signedHalves, .nibbleHalves, .floatHalves: true
    }
  }
}

extension PanelFormat.Codes {
  /// Bytes of a group.
  @inlinable @inline(__always)
  var bytes: Int {
    switch self {
    case .one: 64
    case .two: 128
    case .threeShared: 144
    case .three: 192
    case .four: 256
    case .five: 320
    case .six: 384
    case .eight: 512
    }
  }

  /// The largest code.
  @inlinable @inline(__always)
  var largest: Int {
    switch self {
    case .one: 2
    case .two: 3
    case .threeShared, .three: 7
    case .four: 15
    case .five: 31
    case .six: 63
    case .eight: 255
    }
  }
}

extension PanelFormat.Codebook {
  /// The largest number; `nil` for no codebook.
  @inlinable @inline(__always)
  var largest: Int? {
    switch self {
    case .none: nil
    case .iq4: 241
    case .e2m1: 24
    case .iq1: 18
    case .iq2: 86
    case .iq3xxs: 62
    case .iq3s: 30
    }
  }

  /// The numbers that codes stand for; of no codebook the codes themselves.
  @inlinable @inline(__always)
  package var numbers: SIMD16<UInt8> {
    switch self {
    case .none: SIMD16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    case .iq4:
      SIMD16(1, 24, 45, 63, 79, 93, 106, 118, 129, 141, 153, 166, 181, 197, 217, 241)
    case .e2m1: SIMD16(12, 13, 14, 15, 16, 18, 20, 24, 12, 11, 10, 9, 8, 6, 4, 0)
    case .iq1: SIMD16(0, 8, 16, 0, 2, 10, 18, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    case .iq2: SIMD16(51, 68, 86, 0, 35, 18, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    case .iq3xxs: SIMD16(33, 37, 41, 45, 49, 53, 57, 62, 29, 25, 21, 17, 13, 9, 5, 0)
    case .iq3s: SIMD16(16, 18, 20, 22, 24, 26, 28, 30, 14, 12, 10, 8, 6, 4, 2, 0)
    }
  }
}
