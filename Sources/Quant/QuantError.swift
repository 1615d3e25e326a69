/// What can be wrong with a request to decode or encode.
package enum QuantError: Error, Equatable, Sendable {
  /// The bytes, or the elements, are not as many as the other side needs.
  case lengthMismatch(type: TensorType, bytes: Int, elements: Int)
  /// This type cannot be written.
  case cannotEncode(TensorType)
}

extension QuantError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .lengthMismatch(let type, let bytes, let elements):
      "\(bytes) bytes are not \(elements) elements of \(type.name), which stores "
        + "\(type.blockSize) in \(type.blockBytes) bytes"
    case .cannotEncode(let type):
      "\(type.name) can be read but not written"
    }
  }
}
