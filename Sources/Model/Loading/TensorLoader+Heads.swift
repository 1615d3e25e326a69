import TernFormat
import TernKernels
import TernQuant

extension TensorLoader {
  /// The matrices of a tensor that holds, head after head, `keyRows` rows and then `valueRows` rows
  /// of `columns` values: the former transposed, the latter as they are.
  ///
  /// Transposed weights are decoded: to float32 where the tensor is float32, else to float16, whose
  /// rounding is small beside that of the stored type.
  func keyAndValueMatrices(
    _ name: String, heads: Int, keyRows: Int, valueRows: Int, columns: Int
  ) throws(ModelError) -> (keys: [WeightMatrix], values: [WeightMatrix]) {
    let perHead = keyRows + valueRows
    if let survey {
      let all = try survey.matrices(name, [columns, heads * perHead], count: heads)
      return (all, all)
    }
    let tensor = try find(name, shape: [columns, heads * perHead])
    let rowBytes = tensor.byteCount / (heads * perHead)
    var keys: [WeightMatrix] = []
    var values: [WeightMatrix] = []
    for head in 0..<heads {
      let first = head * perHead
      let middle = (first + keyRows) * rowBytes
      keys.append(
        try transposed(tensor, first * rowBytes..<middle, rows: keyRows, columns: columns))
      values.append(
        try weight(
          tensor, slice: middle..<(first + perHead) * rowBytes, rows: valueRows, columns: columns))
    }
    try loaded(tensor, staysInPlace: values.allSatisfy { $0.residentBytes == 0 })
    return (keys, values)
  }

  /// The transpose of `rows` rows that lie in `range` of a tensor.
  private func transposed(
    _ tensor: TensorInfo, _ range: Range<Int>, rows: Int, columns: Int
  ) throws(ModelError) -> WeightMatrix {
    var decoded = [Float](repeating: 0, count: rows * columns)
    do throws(QuantError) {
      try unsafe file.withBytes(of: tensor) { (bytes) throws(QuantError) in
        try unsafe Self.decode(
          tensor.type, UnsafeRawBufferPointer(rebasing: bytes[range]), into: &decoded)
      }
    } catch {
      throw .badTensor(tensor.name, reason: "\(error)")
    }
    var turned = [Float](repeating: 0, count: rows * columns)
    for row in 0..<rows {
      for column in 0..<columns { turned[column * rows + row] = decoded[row * columns + column] }
    }
    return WeightMatrix(
      floats: turned, rows: columns, columns: rows, isHalf: tensor.type != .f32)
  }

  private static func decode(
    _ type: TensorType, _ bytes: UnsafeRawBufferPointer, into values: inout [Float]
  ) throws(QuantError) {
    var error: QuantError?
    unsafe values.withUnsafeMutableBufferPointer { buffer in
      do throws(QuantError) {
        try unsafe Quant.decode(type, bytes, into: buffer)
      } catch let thrown { error = thrown }
    }
    if let error { throw error }
  }
}
