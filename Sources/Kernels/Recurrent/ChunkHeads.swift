import TernKernelsPortable

/// Some value heads that share a key head, in one run of a recurrence in chunks.
@safe
struct ChunkHeads {
  private let call: ChunkCall
  private let vector: VectorKernels
  private let recurrent: RecurrentKernels
  private let memory: ChunkMemory
  private let run: StateRun
  private let keyHead: Int

  /// Columns of values that are taken at a time: their part of the state stays in the nearest caches
  /// between its two uses.
  private static var block: Int { 64 }

  init(context: ChunkWork.Context, memory: ChunkMemory, run: StateRun, keyHead: Int) {
    call = context.call
    vector = context.vector
    recurrent = context.recurrent
    self.memory = memory
    self.run = run
    self.keyHead = keyHead
  }

  /// Gets the keys and queries of `rows` rows, at most 16, from row `row` of the batch on.
  func prepare(_ row: Int, rows: Int) {
    let at = keyHead * call.keyDim
    for t in 0..<rows {
      unsafe copy(call.k.row(row + t) + at, to: memory.a + t * 64)
      unsafe copy(call.q.row(row + t) + at, to: memory.a + (rows + t) * 64)
    }
    for next in nextRows(row, rows) {
      unsafe prefetchRow(call.k.row(next) + at, call.keyDim)
      unsafe prefetchRow(call.q.row(next) + at, call.keyDim)
    }
    if call.kind != .deltaPerKey {
      unsafe recurrent.chunkProducts(memory.a, rows, call.keyDim, memory.products)
    }
  }

  /// Takes the rows that were prepared, for value head `head`.
  func advance(_ row: Int, rows: Int, head: Int) {
    let decay: Float
    if call.kind == .deltaPerKey {
      decay = 1
      decayPerKey(row, rows, head)
    } else {
      decay = decayPerHead(row, rows, head)
    }
    let at = head * call.valueDim
    for next in nextRows(row, rows) {
      unsafe prefetchRow(call.v.row(next) + at, call.valueDim)
      unsafe prefetchRow(call.out.row(next) + at, call.valueDim)
    }
    let width = rows == 1 ? ChunkMemory.pitch : Self.block
    for column in stride(from: 0, to: call.valueDim, by: width) {
      let columns = column..<min(column + width, call.valueDim)
      advance(row, rows, head, columns: columns, decay: decay)
    }
  }

  /// The rows of the chunk after this one.
  private func nextRows(_ row: Int, _ rows: Int) -> Range<Int> {
    row + rows..<min(row + rows + rowsPerChunk, run.rows.upperBound)
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
  private func decayPerHead(_ row: Int, _ rows: Int, _ head: Int) -> Float {
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
      whole = withoutTraces(whole * factor)
      for s in 0..<t { unsafe since[s] = withoutTraces(since[s] * factor) }
      unsafe since[t] = 1
      setNumbers(t, row + t, head, decay: whole)
      for s in 0...t { scale(t, s, by: unsafe since[s]) }
    }
    return whole
  }

  /// Sets the chunk's numbers, and keys and queries as the state sees them, where every key has a
  /// decay of its own.
  private func decayPerKey(_ row: Int, _ rows: Int, _ head: Int) {
    let decays = unsafe memory.decays
    for t in 0..<rows {
      let factors = unsafe decays + t * 64
      unsafe copy(call.decay.row(row + t) + head * call.keyDim, to: factors)
      for piece in 0..<(call.keyDim + 63) / 64 {
        let part = unsafe factors + piece * chunkPiece
        unsafe recurrent.finiteExponentials(part, min(64, call.keyDim - piece * 64), part)
      }
    }
    for next in nextRows(row, rows) {
      unsafe prefetchRow(call.decay.row(next) + head * call.keyDim, call.keyDim)
    }
    unsafe recurrent.decayedProducts(memory.a, decays, rows, call.keyDim, memory.products)
    unsafe recurrent.decayRows(
      memory.a, decays, rows, call.keyDim, memory.scaled, memory.factors)
    for t in 0..<rows {
      unsafe memory.numbers[chunkTails + t] = 1
      setNumbers(t, row + t, head, decay: 1)
      for s in 0...t { scale(t, s, by: 1) }
    }
  }

  /// The numbers of row `t` of the chunk alone; it is row `row` of the batch.
  private func setNumbers(_ t: Int, _ row: Int, _ head: Int, decay: Float) {
    let valueScale = unsafe (call.beta ?? call.decay).row(row)[head]
    unsafe memory.numbers[chunkValueScales + t] = valueScale
    unsafe memory.numbers[chunkKeyScales + t] = valueScale * decay
    unsafe memory.numbers[chunkQueryScales + t] = call.scale * decay
    unsafe memory.numbers[chunkSkip] = call.skips?[head] ?? 0
  }

  /// Makes products of rows `t` and `s` factors of the update of row `s`.
  @inline(__always)
  private func scale(_ t: Int, _ s: Int, by decay: Float) {
    let (numbers, products, at) = unsafe (memory.numbers, memory.products, t * rowsPerChunk + s)
    unsafe numbers[chunkUpdates + at] =
      products[chunkUpdates + at] * (decay * numbers[chunkValueScales + t])
    unsafe numbers[chunkResults + at] = products[chunkResults + at] * (decay * call.scale)
  }

  /// Results of some columns of values, and their part of the state.
  private func advance(
    _ row: Int, _ rows: Int, _ head: Int, columns: Range<Int>, decay: Float
  ) {
    let (stride, pitch, perKey) = (call.valueStride, ChunkMemory.pitch, call.kind == .deltaPerKey)
    let size = call.keyDim * stride
    let state = unsafe run.state.values + (head * size + columns.lowerBound)
    let width = (columns.count + 15) & ~15
    let keys = unsafe perKey ? memory.scaled : memory.a
    let skipped = call.isDelta ? 0 : rows
    // A step takes no longer than the memory: the next head's state is asked for.
    let ahead = unsafe rows == 1 ? state + size : state
    unsafe vector.multiplyTile(
      TileProduct(
        c: memory.read, cStride: pitch, a: keys + skipped * 64, aPiece: chunkPiece,
        rows: 2 * rows - skipped, b: state, bStride: stride, k: call.keyDim, width: width,
        ahead: ahead),
      .floats)
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

/// A decay, or 0 where nothing measurable is left; NaN stays.
///
/// Arithmetic with subnormal numbers is many times slower on some processors.
@inline(__always)
private func withoutTraces(_ decay: Float) -> Float { decay < 0x1p-100 ? 0 : decay }

/// Asks for the cache lines of `count` values.
@inline(__always)
func prefetchRow(_ p: UnsafePointer<Float>, _ count: Int) {
  var at = 0
  while at < count {
    unsafe prefetch(UnsafeRawPointer(p + at))
    at += 16
  }
}
