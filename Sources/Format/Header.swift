import TernQuant

/// Everything in a GGUF file before the tensor data.
///
/// ```
/// offset  0   "GGUF"                  magic
///         4   UInt32                  version: 2 or 3
///         8   UInt64                  number of tensors
///        16   UInt64                  number of metadata entries
///        24   entries                 string key, UInt32 type, value
///             tensor infos            string name, UInt32 dimension count, UInt64 dimensions…,
///                                     UInt32 type, UInt64 offset from the start of the data
///             zeros                   up to a multiple of the alignment
///             tensor data             each tensor at a multiple of the alignment
///
/// string      UInt64 length, bytes    array   UInt32 element type, UInt64 count, elements
/// ```
///
/// Source: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md. Version 1, with its 32-bit
/// counts, is not read.
struct Header: Sendable {
  var version: UInt32
  var metadata: Metadata
  /// The tensors in the order of the file, checked against its size.
  var tensors: [TensorInfo]
  /// Bytes to which tensor data is aligned.
  var alignment: Int
  /// Bytes from the start of the file to the end of the last tensor info.
  var byteCount: Int

  static let magic = Array("GGUF".utf8)
  static let alignmentKey = "general.alignment"

  /// Reads and checks a header.
  ///
  /// Cost: one pass over it; the tensor data is not touched.
  init(_ bytes: RawSpan) throws(FormatError) {
    var reader = HeaderReader()
    let magic = try reader.skip(4, "the magic number", in: bytes)
    let found = bytes.array(of: UInt8.self, magic)
    guard found == Self.magic else { throw .notGGUF(found: found) }
    version = try reader.number(UInt32.self, "the version", in: bytes)
    guard version == 2 || version == 3 else {
      // A version in the upper half is a small number with its bytes the other way round.
      let swapped = version != 0 && version & 0xFFFF == 0
      throw swapped ? .bigEndian : .unsupportedVersion(version)
    }
    let tensorCount = try reader.count(
      "the tensor count", limit: Limits.tensorCount, bytesEach: Limits.Shortest.tensor, in: bytes)
    let metadataCount = try reader.count(
      "the metadata count", limit: Limits.metadataCount, bytesEach: Limits.Shortest.metadata,
      in: bytes)
    metadata = Metadata()
    for _ in 0..<metadataCount { try reader.entry(into: &metadata, in: bytes) }
    alignment = try Self.alignment(metadata)

    var declared: [DeclaredTensor] = []
    declared.reserveCapacity(tensorCount)
    for _ in 0..<tensorCount { declared.append(try reader.tensor(in: bytes)) }
    byteCount = reader.offset
    tensors = try Self.place(
      declared, alignment: alignment, headerSize: byteCount, fileSize: bytes.byteCount)
  }

  /// The alignment that the metadata names, or 32.
  static func alignment(_ metadata: Metadata) throws(FormatError) -> Int {
    guard let value = metadata[alignmentKey] else { return Limits.defaultAlignment }
    guard let alignment = value.int, Limits.alignments.contains(alignment),
      alignment & (alignment - 1) == 0
    else { throw .invalidAlignment(value) }
    return alignment
  }

  /// Checks the ranges of the tensors and counts their offsets from the start of the file.
  private static func place(
    _ declared: [DeclaredTensor], alignment: Int, headerSize: Int, fileSize: Int
  ) throws(FormatError) -> [TensorInfo] {
    let dataStart = headerSize.padded(to: alignment)
    var tensors: [TensorInfo] = []
    tensors.reserveCapacity(declared.count)
    for tensor in declared {
      guard tensor.offset % UInt64(alignment) == 0 else {
        throw .misalignedTensor(tensor: tensor.name, offset: tensor.offset, alignment: alignment)
      }
      let size = try TensorInfo.size(
        name: tensor.name, type: tensor.type, dimensions: tensor.dimensions)
      // Each side is below 2⁶³ before the addition, so that nothing wraps round.
      let available = max(0, fileSize - dataStart)
      guard size.bytes <= available, tensor.offset <= UInt64(available - size.bytes) else {
        throw .tensorOutsideFile(
          tensor: tensor.name, offset: tensor.offset, byteCount: size.bytes, fileSize: fileSize)
      }
      tensors.append(
        TensorInfo(
          name: tensor.name, type: tensor.type, dimensions: size.dimensions,
          offset: dataStart + Int(tensor.offset), byteCount: size.bytes,
          elementCount: size.elements))
    }
    try checkOverlaps(tensors)
    return tensors
  }

  /// Throws where two tensors share a byte.
  ///
  /// O(n log n).
  private static func checkOverlaps(_ tensors: [TensorInfo]) throws(FormatError) {
    let filled = tensors.filter { $0.byteCount > 0 }.sorted { $0.offset < $1.offset }
    for (first, second) in zip(filled, filled.dropFirst())
    where first.offset + first.byteCount > second.offset {
      throw .overlappingTensors(first.name, second.name)
    }
  }
}

/// A tensor info as it stands in the file, before its range is checked.
struct DeclaredTensor {
  var name: String
  var type: TensorType
  var dimensions: [UInt64]
  /// Bytes from the start of the tensor data.
  var offset: UInt64
}

extension HeaderReader {
  /// Reads one tensor info.
  mutating func tensor(in bytes: RawSpan) throws(FormatError) -> DeclaredTensor {
    let name = try name("a tensor name", limit: Limits.tensorNameBytes, in: bytes)
    let start = offset
    let count = try number(
      UInt32.self, "the dimension count of tensor \(name)", in: bytes)
    guard count <= Limits.dimensions else {
      throw .limit(
        what: "the dimension count of tensor \(name)", offset: start, found: UInt64(count),
        limit: Limits.dimensions)
    }
    var dimensions: [UInt64] = []
    for _ in 0..<count {
      dimensions.append(
        try number(UInt64.self, "a dimension of tensor \(name)", in: bytes))
    }
    let number = try number(UInt32.self, "the type of tensor \(name)", in: bytes)
    guard let type = TensorType(rawValue: number) else {
      throw .unknownTensorType(tensor: name, found: number)
    }
    let offset = try self.number(UInt64.self, "the offset of tensor \(name)", in: bytes)
    return DeclaredTensor(name: name, type: type, dimensions: dimensions, offset: offset)
  }
}

extension Int {
  /// The next multiple of `alignment`, a power of two, at or above this number.
  func padded(to alignment: Int) -> Int { (self + alignment - 1) & ~(alignment - 1) }
}
