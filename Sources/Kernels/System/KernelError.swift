import TernQuant

/// Why a weight matrix could not be made.
package enum KernelError: Error, Equatable, CustomStringConvertible {
  /// The bytes are not as many as the shape and the type ask for.
  case byteCount(expected: Int, found: Int)
  /// A row is not a whole number of blocks, or a dimension is negative or too large.
  case shape(rows: Int, columns: Int, type: TensorType)
  /// The type holds no weights (integer tables).
  case unsupported(TensorType)

  package var description: String {
    switch self {
    case .byteCount(let expected, let found):
      "weights have \(found) bytes where their shape needs \(expected)"
    case .shape(let rows, let columns, let type):
      "a \(type.name) matrix cannot have \(rows) rows of \(columns) columns"
    case .unsupported(let type): "\(type.name) is no type for weights"
    }
  }
}
