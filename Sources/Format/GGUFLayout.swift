import TernQuant

/// The name, type and shape of a tensor that is going to be written.
package struct TensorDeclaration: Sendable, Equatable {
  package var name: String
  package var type: TensorType
  /// The shape in the file's order: `dimensions[0]` is the row length.
  package var dimensions: [Int]

  package init(name: String, type: TensorType, dimensions: [Int]) {
    self.name = name
    self.type = type
    self.dimensions = dimensions
  }
}

/// Where everything goes in a file that is going to be written: the header's bytes, and the place
/// of each tensor.
package struct GGUFLayout: Sendable {
  /// The header in format version 3, padded up to the tensor data.
  package let header: [UInt8]
  /// The tensors in the order declared, with their offsets in the file.
  package let tensors: [TensorInfo]
  /// Bytes to which tensors are aligned: `general.alignment` of the metadata, or 32.
  package let alignment: Int
  /// Bytes of the whole file; the last tensor is padded like all others.
  package let fileSize: Int

  /// Lays out a file; throws what the reader would throw of it.
  package init(metadata: Metadata, tensors declared: [TensorDeclaration]) throws(FormatError) {
    alignment = try Header.alignment(metadata)
    try Self.check(metadata.count, "the metadata count", limit: Limits.metadataCount)
    try Self.check(declared.count, "the tensor count", limit: Limits.tensorCount)
    let (relative, dataSize) = try Self.place(declared, alignment: alignment)

    var writer = HeaderWriter()
    writer.append(raw: Header.magic)
    writer.append(UInt32(3))
    writer.append(UInt64(declared.count))
    writer.append(UInt64(metadata.count))
    try writer.append(metadata: metadata)
    for tensor in relative { writer.append(tensor: tensor, dataStart: 0) }
    writer.pad(to: alignment)

    header = writer.bytes
    let dataStart = header.count
    tensors = relative.map { $0.moved(by: dataStart) }
    fileSize = dataStart + dataSize
  }

  /// The tensors with their offsets from the start of the data, and the size of the data.
  private static func place(
    _ declared: [TensorDeclaration], alignment: Int
  ) throws(FormatError) -> ([TensorInfo], size: Int) {
    var tensors: [TensorInfo] = []
    var names: Set<String> = []
    var end = 0
    for tensor in declared {
      guard names.insert(tensor.name).inserted else { throw .duplicateTensor(tensor.name) }
      try check(tensor.name.utf8.count, "tensor name \(tensor.name)", limit: Limits.tensorNameBytes)
      try check(
        tensor.dimensions.count, "the dimension count of tensor \(tensor.name)",
        limit: Limits.dimensions)
      precondition(tensor.dimensions.allSatisfy { $0 >= 0 }, "negative dimension")
      let dimensions = tensor.dimensions.map(UInt64.init)
      let size = try TensorInfo.size(name: tensor.name, type: tensor.type, dimensions: dimensions)
      tensors.append(
        TensorInfo(
          name: tensor.name, type: tensor.type, dimensions: size.dimensions, offset: end,
          byteCount: size.bytes, elementCount: size.elements))
      // Files stay below 2⁶², which leaves room for the header and for padding.
      guard size.bytes < 1 << 62, end + size.bytes < 1 << 62 else {
        throw .tensorTooLarge(tensor: tensor.name, dimensions: dimensions)
      }
      end = (end + size.bytes).padded(to: alignment)
    }
    return (tensors, end)
  }

  private static func check(_ found: Int, _ what: String, limit: Int) throws(FormatError) {
    guard found <= limit else {
      throw .limit(what: what, offset: 0, found: UInt64(found), limit: limit)
    }
  }
}

extension TensorInfo {
  /// The same tensor `distance` bytes later in the file.
  fileprivate func moved(by distance: Int) -> TensorInfo {
    TensorInfo(
      name: name, type: type, dimensions: dimensions, offset: offset + distance,
      byteCount: byteCount, elementCount: elementCount)
  }
}
