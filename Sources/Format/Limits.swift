/// The bounds that a GGUF file must keep, each with its reason.
///
/// A count or length from a file is first checked against these bounds, then against the bytes
/// that are left in the file; only then is memory reserved for it. So no file can make the reader
/// reserve more than a small multiple of the file's own size.
package enum Limits {
  /// Key and value pairs in one file.
  ///
  /// Real files have 20 to 100; the bound keeps the dictionary of an absurd file small.
  package static let metadataCount = 1 << 16

  /// Tensors in one file.
  ///
  /// The largest models have some thousands; one tensor for each of 400 experts, 3 matrices and 100
  /// layers is 120,000.
  package static let tensorCount = 1 << 18

  /// Bytes of a metadata key: the format's page says 2¹⁶ − 1.
  package static let keyBytes = (1 << 16) - 1

  /// Bytes of a tensor name.
  ///
  /// The format's page says 64; some writers are built with 128.
  package static let tensorNameBytes = 128

  /// Bytes of one metadata string: 1 GiB.
  ///
  /// A chat template has some ten thousand; the bound is that of the reference reader, so that the
  /// same files open.
  package static let stringBytes = 1 << 30

  /// Elements of one metadata array: 2³⁰, the bound of the reference reader.
  ///
  /// Vocabularies have up to 300,000 tokens, merge lists twice that.
  package static let arrayCount = 1 << 30

  /// Arrays within arrays: the parser calls itself once for each level, so the bound keeps a
  /// crafted file from overflowing the stack.
  ///
  /// No known writer nests deeper than two.
  package static let arrayDepth = 8

  /// Dimensions of a tensor: no known writer uses more than four.
  package static let dimensions = 4

  /// The alignment of files that do not name one in `general.alignment`.
  package static let defaultAlignment = 32

  /// Bytes to which tensor data may be aligned: a power of two, at least 8 (the format's page
  /// asks for a multiple of 8, and a Float64 needs it), at most one 64 KiB page, so that padding
  /// cannot dominate a file.
  package static let alignments = 8...(1 << 16)

  /// Parts of a split file: file names have five digits and `split.count` is 16 bits wide.
  package static let splitCount = (1 << 16) - 1

  /// The bytes that the shortest possible entry takes in a file.
  ///
  /// `count` entries need at least `count` times that many bytes, which bounds every count by the
  /// size of the file.
  enum Shortest {
    /// Key length (8), one byte of key, value type (4), one byte of value.
    static let metadata = 14
    /// Name length (8), dimension count (4), type (4), offset (8).
    static let tensor = 24
    /// String length (8).
    static let string = 8
    /// Element type (4), element count (8).
    static let array = 12
  }
}
