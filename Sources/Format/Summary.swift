import TernQuant

/// What a file holds, in a few numbers.
package struct Summary: Sendable, Equatable {
  /// The tensors of one type, together.
  package struct Share: Sendable, Equatable {
    package var type: TensorType
    package var tensorCount: Int
    package var elementCount: Int
    package var byteCount: Int
  }

  /// `general.architecture`, for example `llama`.
  package var architecture: String?
  /// `general.name`.
  package var name: String?
  /// `general.file_type` as it stands in the file; `fileType` where the number is a known one.
  package var fileTypeNumber: Int?
  package var fileType: FileType?
  /// Numbers in all tensors together: the parameters of the model.
  package var parameterCount: Int
  /// Bytes of all tensors together, without padding.
  package var tensorByteCount: Int
  /// Bytes of all files together.
  package var fileSize: Int
  /// The types in use, the one with the most bytes first.
  package var types: [Share]

  /// Bits stored for each parameter, on average; 0 without tensors.
  package var bitsPerParameter: Double {
    parameterCount == 0 ? 0 : Double(tensorByteCount) * 8 / Double(parameterCount)
  }

  package init(_ file: GGUFFile) {
    architecture = file.string("general.architecture")
    name = file.string("general.name")
    fileTypeNumber = file.int("general.file_type")
    fileType = fileTypeNumber.flatMap(FileType.init(rawValue:))
    fileSize = file.fileSize
    var shares: [TensorType: Share] = [:]
    for tensor in file.tensors {
      var share =
        shares[tensor.type]
        ?? Share(type: tensor.type, tensorCount: 0, elementCount: 0, byteCount: 0)
      share.tensorCount += 1
      share.elementCount += tensor.elementCount
      share.byteCount += tensor.byteCount
      shares[tensor.type] = share
    }
    types = shares.values.sorted {
      ($0.byteCount, $1.type.rawValue) > ($1.byteCount, $0.type.rawValue)
    }
    parameterCount = types.reduce(0) { $0 + $1.elementCount }
    tensorByteCount = types.reduce(0) { $0 + $1.byteCount }
  }
}
