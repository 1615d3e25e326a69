import TernQuant

// Weights that lie as in the file: float types, and types without panels.

extension Compute {
  /// Activation rows from which converting a block of weights for BLAS pays.
  static var blasRows: Int { 8 }
  /// Weight rows decoded at a time.
  private static var decodedRows: Int { 128 }

  /// All activation rows over the weight rows of `range`.
  func multiplyRows(_ job: MatmulJob, _ range: Range<Int>, _ scratch: Scratch) {
    let weight = job.weight
    let isFloat = weight.type == .f32 || weight.type == .f16 || weight.type == .bf16
    let prompt = blas != nil && job.input.count >= Self.blasRows
    if isFloat && !prompt {
      unsafe multiplyOwn(
        weight.type, weight.base + range.lowerBound * weight.stride, weight.stride, range.count,
        job, range.lowerBound)
      return
    }
    if weight.type == .f32 {
      unsafe multiplyDecoded(
        weight.base + range.lowerBound * weight.stride, range.count, job, range.lowerBound)
      return
    }
    let rowBytes = weight.columns * 4
    let step = Self.decodedRows
    let buffer = unsafe scratch.reserve(min(step, range.count) * rowBytes)
    for start in stride(from: range.lowerBound, to: range.upperBound, by: step) {
      let end = min(range.upperBound, start + step)
      for row in start..<end {
        unsafe decodeRow(
          weight, row,
          into: (buffer + (row - start) * rowBytes).assumingMemoryBound(to: Float.self))
      }
      unsafe multiplyDecoded(buffer, end - start, job, start)
    }
  }

  /// Float32 weight rows, by BLAS for many activation rows, else by our own kernels.
  private func multiplyDecoded(
    _ weights: UnsafeRawPointer, _ rows: Int, _ job: MatmulJob, _ firstRow: Int
  ) {
    let columns = job.weight.columns
    // BLAS takes pointers to floats: a file may place them at odd addresses.
    let aligned = Int(bitPattern: weights) & 3 == 0
    guard let blas, job.input.count >= Self.blasRows, columns > 0, aligned else {
      unsafe multiplyOwn(.f32, weights, columns * 4, rows, job, firstRow)
      return
    }
    unsafe blas.multiply(
      job.input.count, rows, columns, job.input.base, job.input.stride,
      weights.assumingMemoryBound(to: Float.self), columns, job.output.base + firstRow,
      job.output.stride)
  }

  private func multiplyOwn(
    _ type: TensorType, _ weights: UnsafeRawPointer, _ rowBytes: Int, _ rows: Int,
    _ job: MatmulJob, _ firstRow: Int
  ) {
    unsafe multiplyFloats(
      type, weights: weights, rowBytes: rowBytes, rows: rows, columns: job.weight.columns,
      x: job.input.base, xStride: job.input.stride, count: job.input.count,
      out: job.output.base + firstRow, stride: job.output.stride)
  }

  /// Row `row` of any matrix as float32.
  func decodeRow(_ weight: WeightMatrix, _ row: Int, into out: UnsafeMutablePointer<Float>) {
    if let layout = weight.layout {
      unsafe weight.withPanelRow(row) { panel, lane in
        unsafe readPanelRow(
          weight.type, panel, units: weight.columns / layout.columns, lane: lane, into: out)
      }
      return
    }
    let from = unsafe weight.base + row * weight.stride
    switch weight.type {
    case .f32, .f16, .bf16:
      unsafe widenFloats(weight.type, from, columns: weight.columns, into: out)
    default:
      // The sizes were checked when the matrix was made.
      try? unsafe Quant.decode(
        weight.type, UnsafeRawBufferPointer(start: from, count: weight.stride),
        into: UnsafeMutableBufferPointer(start: out, count: weight.columns))
    }
  }
}

extension Compute {
  /// `x[i] = W[indices[i]]` decoded to float32: the embedding lookup.
  ///
  /// Every index must be a row of `weight`.
  package func gatherRows(_ weight: WeightMatrix, _ indices: [Int32], into x: Rows) {
    precondition(x.count == indices.count && x.columns == weight.columns)
    for index in indices { precondition(index >= 0 && Int(index) < weight.rows, "row index") }
    let parts = indices.count * weight.columns < 32 << 10 ? 1 : min(indices.count, 4 * team.threads)
    team.run(parts) { part in
      let (from, to) = (indices.count * part / parts, indices.count * (part + 1) / parts)
      for row in from..<to { unsafe decodeRow(weight, Int(indices[row]), into: x.row(row)) }
    }
  }

  /// As above, for indices of type `Int`.
  package func gatherRows(_ weight: WeightMatrix, _ indices: [Int], into x: Rows) {
    gatherRows(weight, indices.map(Int32.init), into: x)
  }
}
