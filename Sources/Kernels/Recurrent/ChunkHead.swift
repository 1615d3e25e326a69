/// One head of one run of a recurrence in chunks.
@safe
struct ChunkHead {
  private let call: ChunkCall
  private let vector: VectorKernels
  private let recurrent: RecurrentKernels
  private let memory: ChunkMemory
  private let head: Int
  private let state: UnsafeMutablePointer<Float>

  /// Columns of values that are taken at a time: their part of the state stays in the nearest cache
  /// between its two uses.
  private static var block: Int { 32 }

  init(context: ChunkWork.Context, memory: ChunkMemory, head: Int, state: RecurrentState) {
    call = context.call
    vector = context.vector
    recurrent = context.recurrent
    self.memory = memory
    self.head = head
    unsafe self.state = state.values + head * call.keyDim * call.valueStride
  }

  /// Takes `rows` rows, at most 16, from row `row` of the batch on.
  func advance(_ row: Int, rows: Int) {
    let keyHead = call.keyHead(of: head)
    for t in 0..<rows {
      let at = keyHead * call.keyDim
      unsafe copy(call.k.row(row + t) + at, to: memory.a + t * 64)
      unsafe copy(call.q.row(row + t) + at, to: memory.a + (rows + t) * 64)
    }
    let decay: Float
    if call.kind == .deltaPerKey {
      decay = 1
      decayPerKey(row, rows)
    } else {
      decay = decayPerHead(row, rows)
    }
    let width = rows == 1 ? ChunkMemory.pitch : Self.block
    var column = 0
    while column < call.valueDim {
      advance(row, rows, columns: column..<min(column + width, call.valueDim), decay: decay)
      column += width
    }
  }

  /// A row of `keyDim` columns in pieces, with zeros up to whole lanes.
  private func copy(_ from: UnsafePointer<Float>, to: UnsafeMutablePointer<Float>) {
    var (done, piece) = unsafe (0, to)
    while done < call.keyDim {
      let count = min(64, call.keyDim - done)
      unsafe piece.update(from: from + done, count: count)
      for column in count..<(count + 15) & ~15 { unsafe piece[column] = 0 }
      unsafe piece += chunkPiece
      done += 64
    }
  }

  /// Sets the chunk's numbers where all keys of a head have one decay; returns that of all rows
  /// together.
  private func decayPerHead(_ row: Int, _ rows: Int) -> Float {
    unsafe recurrent.chunkProducts(memory.a, rows, call.keyDim, memory.numbers)
    let rate = call.rates?[head] ?? 1
    let decays = unsafe memory.decays
    for t in 0..<rows { unsafe decays[t] = call.decay.row(row + t)[head] * rate }
    unsafe recurrent.finiteExponentials(decays, rows, decays)
    // The decay from row s to row t, and from the chunk's start to row t: as products, since sums of
    // logarithms would lose digits where decays are strong.
    let since = unsafe memory.numbers + chunkTails
    var whole: Float = 1
    for t in 0..<rows {
      let factor = unsafe decays[t]
      whole *= factor
      for s in 0..<t { unsafe since[s] *= factor }
      unsafe since[t] = 1
      setNumbers(t, valueScale: valueScale(row + t), decay: whole)
      for s in 0...t { scale(t, s, by: unsafe since[s]) }
    }
    return whole
  }

  /// Sets the chunk's numbers, and keys and queries as the state sees them, where every key has a
  /// decay of its own.
  private func decayPerKey(_ row: Int, _ rows: Int) {
    let decays = unsafe memory.decays
    for t in 0..<rows {
      let factors = unsafe decays + t * 64
      unsafe copy(call.decay.row(row + t) + head * call.keyDim, to: factors)
      for piece in 0..<(call.keyDim + 63) / 64 {
        let part = unsafe factors + piece * chunkPiece
        unsafe recurrent.finiteExponentials(part, min(64, call.keyDim - piece * 64), part)
      }
    }
    unsafe recurrent.decayedProducts(memory.a, decays, rows, call.keyDim, memory.numbers)
    unsafe recurrent.decayRows(
      memory.a, decays, rows, call.keyDim, memory.scaled, memory.factors)
    for t in 0..<rows {
      unsafe memory.numbers[chunkTails + t] = 1
      setNumbers(t, valueScale: valueScale(row + t), decay: 1)
      for s in 0...t { scale(t, s, by: 1) }
    }
  }

  /// The factor of a row's value in its update.
  private func valueScale(_ row: Int) -> Float {
    unsafe (call.beta ?? call.decay).row(row)[head]
  }

  private func setNumbers(_ t: Int, valueScale: Float, decay: Float) {
    unsafe memory.numbers[chunkValueScales + t] = valueScale
    unsafe memory.numbers[chunkKeyScales + t] = valueScale * decay
    unsafe memory.numbers[chunkQueryScales + t] = call.scale * decay
    unsafe memory.numbers[chunkSkip] = call.skips?[head] ?? 0
  }

  /// Makes products of rows `t` and `s` factors of the update of row `s`.
  @inline(__always)
  private func scale(_ t: Int, _ s: Int, by decay: Float) {
    let at = t * rowsPerChunk + s
    unsafe memory.numbers[chunkUpdates + at] *= decay * memory.numbers[chunkValueScales + t]
    unsafe memory.numbers[chunkResults + at] *= decay * call.scale
  }

  /// Results of some columns of values, and their part of the state.
  private func advance(_ row: Int, _ rows: Int, columns: Range<Int>, decay: Float) {
    let (stride, pitch, perKey) = (call.valueStride, ChunkMemory.pitch, call.kind == .deltaPerKey)
    let state = unsafe self.state + columns.lowerBound
    let width = (columns.count + 15) & ~15
    let keys = unsafe perKey ? memory.scaled : memory.a
    let skipped = call.isDelta ? 0 : rows
    unsafe vector.tileFloats(
      memory.read, pitch, keys + skipped * 64, chunkPiece, 2 * rows - skipped, state, stride,
      call.keyDim, width, false, state)
    let at = head * call.valueDim + columns.lowerBound
    unsafe recurrent.chunkSolve(
      call.isDelta, memory.numbers, rows, columns.count, memory.read, pitch,
      call.v.row(row) + at, call.v.stride, memory.u, call.out.row(row) + at, call.out.stride)
    unsafe recurrent.updateState(
      state, stride, call.keyDim, columns.count, perKey ? memory.factors : nil, decay,
      perKey ? memory.decays + rowsPerChunk * 64 : memory.a, memory.u, pitch,
      memory.numbers + chunkTails, rows)
  }
}
