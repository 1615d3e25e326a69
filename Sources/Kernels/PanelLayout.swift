import TernQuant

/// How a quantized matrix lies in memory once packed: panels of 16 rows.
///
/// A panel is a sequence of *units*, each covering 16 rows × 32 columns (256 for the types whose
/// scales are shared by 256 columns):
///
/// ```
/// unit   = header | scales of sub-block 0, 1, … | codes of sub-block 0, 1, …
/// header = 16 half scales d [| 16 half minimums m]          (MXFP4: 16 exponent bytes)
/// scales = K-types, for each 32 columns 16 bytes a field:
///          Q4_K, Q5_K: scale | minimum      IQ4_XS: signed scale
///          Q6_K, Q3_K: signed scale of the first 16 columns | of the second
///          Q2_K: (scale | minimum << 4) of the first 16 columns | of the second
/// codes  = for each 32 columns, by the bits of a code:
///          8: step 0 … step 7            a step is 64 bytes: 16 rows × 4 consecutive columns
///          4: 4 × 64 bytes               byte of word j = step j | step (j + 4) << 4
///          5: the 4 bits, then 64 bytes  bit s of a byte = high bit of step s
///          6: the 4 bits, then 128 bytes bits 2j of plane p = high bits of step 4p + j
///          2: 128 bytes                  as the planes above
///          3: the 2 bits, then 64 bytes  as the high bits of 5
/// ```
///
/// Codes are unsigned; a weight is `scale × (code − offset)` or `scale × code − minimum`, or
/// `scale × table[code]`. So one 64-byte load holds four consecutive weights of sixteen rows: what
/// a dot-product instruction that adds four products per 32-bit lane wants, with no sum across
/// lanes at the end.
package struct PanelLayout: Sendable, Equatable {
  /// Columns of one unit: 32 or 256.
  package let columns: Int
  /// Bytes before the sub-block scales.
  package let headerBytes: Int
  /// Bytes of scales for 32 columns of 16 rows.
  package let scaleBytes: Int
  /// Bytes of codes for 32 columns of 16 rows.
  package let codeBytes: Int

  /// Rows of a panel.
  package static let rows = 16

  /// Groups of 32 columns in a unit.
  package var groups: Int { columns / 32 }
  /// Where the codes begin in a unit.
  package var codesOffset: Int { headerBytes + groups * scaleBytes }
  /// Bytes of one unit.
  package var unitBytes: Int { codesOffset + groups * codeBytes }

  /// The layout of `type`, or `nil` for a type whose rows stay as they are in the file.
  package init?(_ type: TensorType) {
    switch type {
    case .q8_0: self.init(32, 32, 0, 512)
    case .q4_0, .iq4_nl: self.init(32, 32, 0, 256)
    case .q4_1: self.init(32, 64, 0, 256)
    case .q5_0: self.init(32, 32, 0, 320)
    case .q5_1: self.init(32, 64, 0, 320)
    case .mxfp4: self.init(32, 16, 0, 256)
    case .q4_K: self.init(256, 64, 32, 256)
    case .q5_K: self.init(256, 64, 32, 320)
    case .q6_K: self.init(256, 32, 32, 384)
    case .q3_K: self.init(256, 32, 32, 192)
    case .q2_K: self.init(256, 64, 32, 128)
    case .iq4_xs: self.init(256, 32, 16, 256)
    default: return nil
    }
  }

  private init(_ columns: Int, _ header: Int, _ scales: Int, _ codes: Int) {
    self.columns = columns
    headerBytes = header
    scaleBytes = scales
    codeBytes = codes
  }
}

/// The codes of 32 columns of one row: 8 words of 4 consecutive unsigned codes.
typealias CodeWords = (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)

/// What is taken from a code before it is multiplied by the scale; 0 for types with minimums.
@inline(__always)
func codeOffset(_ type: TensorType) -> Int32 {
  switch type {
  case .q8_0, .iq4_nl, .iq4_xs: 128
  case .q4_0: 8
  case .q5_0: 16
  case .q6_K: 32
  case .q3_K: 4
  case .mxfp4: 12
  default: 0
  }
}

/// The 16 values of IQ4_NL and IQ4_XS, plus 128.
let iq4Table: InlineArray<16, UInt8> = [
  1, 24, 45, 63, 79, 93, 106, 118, 129, 141, 153, 166, 181, 197, 217, 241,
]

/// The 16 values of MXFP4 in halves (E2M1: 0, ½, 1, 1½, 2, 3, 4, 6 and negatives), plus 12.
let mxfp4Table: InlineArray<16, UInt8> = [
  12, 13, 14, 15, 16, 18, 20, 24, 12, 11, 10, 9, 8, 6, 4, 0,
]
