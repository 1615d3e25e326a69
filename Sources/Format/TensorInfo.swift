import TernQuant

/// The name, type, shape and place of one tensor.
package struct TensorInfo: Sendable, Equatable {
  package let name: String
  package let type: TensorType
  /// The shape in the file's order: `dimensions[0]` is the row length, the fastest to vary.
  ///
  /// Empty for a single number.
  package let dimensions: [Int]
  /// Where the data begins, in bytes from the start of its file.
  package let offset: Int
  /// Bytes of data, without padding.
  package let byteCount: Int
  /// Product of the dimensions.
  package let elementCount: Int
  /// Which part of a split file holds the data; 0 for files in one piece.
  package internal(set) var part = 0

  /// Elements of one row.
  package var rowLength: Int { dimensions.first ?? 1 }

  /// Number of rows: the product of all dimensions but the first.
  package var rows: Int { dimensions.dropFirst().reduce(1, *) }

  /// Bytes of one row.
  package var rowByteCount: Int { rows == 0 ? 0 : byteCount / rows }
}

extension TensorInfo {
  /// Elements and bytes of a tensor of this shape.
  ///
  /// Throws `partialBlock` where the row length is not a whole number of blocks, `tensorTooLarge`
  /// where a number does not fit an Int, and `limit` for more than four dimensions.
  static func size(
    name: String, type: TensorType, dimensions: [UInt64]
  ) throws(FormatError) -> (dimensions: [Int], elements: Int, bytes: Int) {
    let tooLarge = FormatError.tensorTooLarge(tensor: name, dimensions: dimensions)
    var sizes: [Int] = []
    var elements = 1
    var rows = 1
    for (index, dimension) in dimensions.enumerated() {
      guard let size = Int(exactly: dimension) else { throw tooLarge }
      sizes.append(size)
      let (product, overflow) = elements.multipliedReportingOverflow(by: size)
      guard !overflow else { throw tooLarge }
      elements = product
      guard index > 0 else { continue }
      // `elements` may be 0 while the rows overflow: [0, 2⁴⁰, 2⁴⁰].
      let (rowProduct, rowOverflow) = rows.multipliedReportingOverflow(by: size)
      guard !rowOverflow else { throw tooLarge }
      rows = rowProduct
    }
    let rowLength = sizes.first ?? 1
    guard rowLength % type.blockSize == 0 else {
      throw .partialBlock(tensor: name, type: type, rowLength: rowLength)
    }
    guard let bytes = type.byteCount(elements: elements) else { throw tooLarge }
    return (sizes, elements, bytes)
  }
}
