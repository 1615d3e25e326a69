/// How a quantized matrix lies in memory once packed: panels of 16 rows.
///
/// A panel is a sequence of *units*, each covering 16 rows × 32 columns (256 for the types whose
/// scales are shared by 256 columns):
///
/// ```
/// unit   = header | scales of group 0, 1, … | codes of group 0, 1, …
/// header = 16 half scales d [| 16 half minimums m], or 16 exponent bytes
/// scales = for each group of 32 columns 16 bytes a field:
///          signed           signed scale
///          signedHalves     signed scale of the first 16 columns | of the second
///          scaleAndMinimum  scale | minimum
///          nibbleHalves     (scale | minimum << 4) of the first 16 columns | of the second
/// codes  = for each group, by the bits of a code:
///          8: step 0 … step 7            a step is 64 bytes: 16 rows × 4 consecutive columns
///          4: 4 × 64 bytes               byte of word j = step j | step (j + 4) << 4
///          5: the 4 bits, then 64 bytes  bit s of a byte = high bit of step s
///          6: the 4 bits, then 128 bytes bits 2j of plane p = high bits of step 4p + j
///          2: 128 bytes                  as the planes above
///          3: the 2 bits, then 64 bytes  as the high bits of 5
/// ```
///
/// Codes are unsigned; a weight is `scale × (code − offset) − minimum`, with the number of a
/// codebook in place of the code where the type has one. So one 64-byte load holds four consecutive
/// weights of sixteen rows: what a dot-product instruction that adds four products per 32-bit lane
/// wants, with no sum across lanes at the end.
///
/// To give a type panels: its block layout conforms to ``PanelType``, `TensorType.withPanels` names
/// it, and `KernelsPortable/PanelPacking.swift` moves its blocks into units. That is all where these
/// fields fit; the kernels of all instruction sets are made from them. Another shape of codes, codebook
/// or kind of scales is a case here, and what the compiler then asks for. Types whose codes choose
/// groups of values out of large codebooks fit as what they decode to: codes of 8 bits, with the
/// scales of their groups.
@usableFromInline
package struct PanelFormat: Sendable, Equatable {
  /// The bits of a code.
  @usableFromInline
  package enum Codes: Sendable {
    case two, three, four, five, six, eight
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
  }

  /// What the rows of a unit have in common.
  @usableFromInline
  package enum Header: Sendable {
    case scale, scaleAndMinimum, exponent
  }

  /// What the header's fields are multiplied by in each group.
  @usableFromInline
  package enum Scales: Sendable {
    case none, signed, signedHalves, scaleAndMinimum, nibbleHalves
  }

  /// Columns of one unit: 32 or 256.
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

  @inlinable @inline(__always)
  init(
    columns: Int = 32, codes: Codes, codebook: Codebook = .none, offset: Int = 0,
    header: Header = .scale, scales: Scales = .none
  ) {
    self.columns = columns
    self.codes = codes
    self.codebook = codebook
    self.offset = offset
    self.header = header
    self.scales = scales
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

  /// Bytes before the scales of groups.
  @inlinable @inline(__always)
  package var headerBytes: Int {
    switch header {
    case .exponent: 16
    case .scale: 32
    case .scaleAndMinimum: 64
    }
  }

  /// Bytes of the scales of a group.
  @inlinable @inline(__always)
  package var scaleBytes: Int {
    switch scales {
    case .none: 0
    case .signed: 16
    case .signedHalves, .scaleAndMinimum, .nibbleHalves: 32
    }
  }

  /// Bytes of the codes of a group.
  @inlinable @inline(__always)
  package var codeBytes: Int {
    switch codes {
    case .two: 128
    case .three: 192
    case .four: 256
    case .five: 320
    case .six: 384
    case .eight: 512
    }
  }

  /// Where the codes begin in a unit.
  @inlinable @inline(__always)
  package var codesOffset: Int { headerBytes + groups * scaleBytes }

  /// Bytes of a unit.
  @inlinable @inline(__always)
  package var unitBytes: Int { codesOffset + groups * codeBytes }

  /// Whether the two halves of 32 columns have scales of their own.
  @inlinable @inline(__always)
  package var halvesDiffer: Bool {
    switch scales {
    case .none, .signed, .scaleAndMinimum: false
    case .signedHalves, .nibbleHalves: true
    }
  }

  /// Whether a minimum is subtracted.
  @inlinable @inline(__always)
  package var hasMinimums: Bool {
    switch header {
    case .scale, .exponent: false
    case .scaleAndMinimum: true
    }
  }

  /// The largest code, or number of the codebook.
  @inlinable @inline(__always)
  package var largestCode: Int {
    switch codebook {
    case .iq4: return 241
    case .e2m1: return 24
    case .none: break
    }
    switch codes {
    case .two: return 3
    case .three: return 7
    case .four: return 15
    case .five: return 31
    case .six: return 63
    case .eight: return 255
    }
  }
}
