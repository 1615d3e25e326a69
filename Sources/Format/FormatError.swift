import TernQuant

/// Why a GGUF file could not be read or written.
package indirect enum FormatError: Error, Equatable {
  /// The error happened in the file at `path`.
  case file(path: String, FormatError)

  // Files.
  /// The system refused an operation; `reason` is the system's text.
  case system(operation: String, reason: String)
  /// Not a regular file but, for example, a directory.
  case notRegularFile
  /// The file has no bytes.
  case empty

  // Header.
  /// The first four bytes are not `GGUF`.
  case notGGUF(found: [UInt8])
  /// The file was written for big-endian machines.
  case bigEndian
  /// Not version 2 or 3.
  case unsupportedVersion(UInt32)
  /// `what` at `offset` needs more bytes than there are.
  case truncated(what: String, offset: Int, needed: UInt64, available: Int)
  /// `what` at `offset` is larger than the bound in `Limits`.
  case limit(what: String, offset: Int, found: UInt64, limit: Int)
  /// A name or key at `offset` is not UTF-8.
  case invalidUTF8(what: String, offset: Int)

  // Metadata.
  /// The key of the entry at `offset` has no bytes.
  case emptyKey(offset: Int)
  /// The same key twice.
  case duplicateKey(String)
  /// A value type number that the format does not have.
  case unknownValueType(key: String, found: UInt32, offset: Int)
  /// A Bool is neither 0 nor 1.
  case invalidBool(key: String, found: UInt8, offset: Int)
  /// `general.alignment` is not a power of two within `Limits.alignments`.
  case invalidAlignment(MetadataValue)

  // Tensors.
  /// The same tensor name twice.
  case duplicateTensor(String)
  /// A tensor type number that this reader does not know.
  case unknownTensorType(tensor: String, found: UInt32)
  /// The number of elements or bytes does not fit.
  case tensorTooLarge(tensor: String, dimensions: [UInt64])
  /// The row length is not a whole number of blocks.
  case partialBlock(tensor: String, type: TensorType, rowLength: Int)
  /// The offset is not a multiple of the alignment.
  case misalignedTensor(tensor: String, offset: UInt64, alignment: Int)
  /// The data reaches past the end of the file.
  case tensorOutsideFile(tensor: String, offset: UInt64, byteCount: Int, fileSize: Int)
  /// The data of two tensors share bytes.
  case overlappingTensors(String, String)

  // Split files.
  /// A part of a split file whose name is not `…-00001-of-0000N.gguf` with its own numbers.
  case splitName(number: Int, count: Int)
  /// A split file with another number of parts than `split.count` says.
  case splitCount(expected: Int, found: Int)
  /// A part whose `split.no` or `split.count` is not that of its place.
  case splitPart(expected: Int, of: Int, found: Int?, foundOf: Int?)
  /// Another number of tensors than `split.tensors.count` says.
  case splitTensors(expected: Int, found: Int)

  // Writing.
  /// The writer was handed the data of another tensor than the next one declared.
  case unexpectedTensor(expected: String?, found: String)
  /// The data of a tensor has another size than declared.
  case wrongByteCount(tensor: String, expected: Int, found: Int)
  /// The writer was used after it had finished or failed.
  case writerClosed
}

extension FormatError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .file(let path, let error): "\(path): \(error)"
    case .system(let operation, let reason): "cannot \(operation): \(reason)"
    case .notRegularFile: "not a regular file"
    case .empty: "the file is empty"
    case .notGGUF(let found): "not a GGUF file: it begins with \(Self.quoted(found))"
    case .bigEndian: "a GGUF file for big-endian machines, which is not supported"
    case .unsupportedVersion(let version): "GGUF version \(version); versions 2 and 3 are supported"
    case .truncated(let what, let offset, let needed, let available):
      "truncated: \(what) at byte \(offset) needs \(needed) bytes, \(available) are left"
    case .limit(let what, let offset, let found, let limit):
      "\(what) at byte \(offset) is \(found), more than the limit of \(limit)"
    case .invalidUTF8(let what, let offset): "\(what) at byte \(offset) is not UTF-8"
    case .emptyKey(let offset): "empty metadata key at byte \(offset)"
    case .duplicateKey(let key): "metadata key \(key) appears twice"
    case .unknownValueType(let key, let found, let offset):
      "unknown value type \(found) at byte \(offset), for key \(key)"
    case .invalidBool(let key, let found, let offset):
      "Bool \(found) at byte \(offset) is neither 0 nor 1, for key \(key)"
    case .invalidAlignment(let value):
      "general.alignment is \(value); it must be a power of two from "
        + "\(Limits.alignments.lowerBound) to \(Limits.alignments.upperBound)"
    case .duplicateTensor(let name): "tensor \(name) appears twice"
    case .unknownTensorType(let name, let found): "tensor \(name) has the unknown type \(found)"
    case .tensorTooLarge(let name, let dimensions):
      "tensor \(name) is too large: dimensions \(dimensions)"
    case .partialBlock(let name, let type, let rowLength):
      "tensor \(name): a row of \(rowLength) elements is not a whole number of "
        + "\(type.name) blocks of \(type.blockSize)"
    case .misalignedTensor(let name, let offset, let alignment):
      "tensor \(name): offset \(offset) is not a multiple of the alignment \(alignment)"
    case .tensorOutsideFile(let name, let offset, let byteCount, let fileSize):
      "tensor \(name): \(byteCount) bytes at data offset \(offset) reach past the end of the "
        + "file of \(fileSize) bytes"
    case .overlappingTensors(let first, let second): "tensors \(first) and \(second) overlap"
    case .splitName(let number, let count):
      "part \(number + 1) of \(count) of a split file must be named "
        + "NAME\(SplitName.suffix(number: number, count: count))"
    case .splitCount(let expected, let found):
      "a split file of \(expected) parts was given in \(found)"
    case .splitPart(let expected, let of, let found, let foundOf):
      "expected part \(expected + 1) of \(of), found part "
        + "\(found.map { "\($0 + 1)" } ?? "?") of \(foundOf.map { "\($0)" } ?? "?")"
    case .splitTensors(let expected, let found):
      "the parts should hold \(expected) tensors together, they hold \(found)"
    case .unexpectedTensor(let expected, let found):
      "data of tensor \(found) written where \(expected ?? "the end") was expected"
    case .wrongByteCount(let name, let expected, let found):
      "tensor \(name) was declared with \(expected) bytes, \(found) were written"
    case .writerClosed: "the writer has already finished or failed"
    }
  }

  /// The bytes as text where they are printable ASCII, otherwise as hexadecimal numbers.
  private static func quoted(_ bytes: [UInt8]) -> String {
    if bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) {
      return "“\(String(decoding: bytes, as: UTF8.self))”"
    }
    return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
  }
}
