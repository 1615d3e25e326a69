import TernKernelsPortable

extension Compute {
  /// Writes keys and values of a batch into the cache pages.
  ///
  /// Row `i` of `keys` (`kvHeads * keyDim` columns) and `values` goes to position `positions[i]`
  /// of `views[viewOf[i]]`, whose page must exist.
  package func store(
    keys: Rows, values: Rows, at positions: [Int32], in views: [KVView], viewOf: [Int]
  ) {
    let rows = keys.count
    precondition(values.count == rows && positions.count == rows && viewOf.count == rows)
    guard rows > 0 else { return }
    let heads = views[viewOf[0]].slot(of: Int(positions[0])).page.heads
    func storeHead(_ head: Int) {
      for row in 0..<rows {
        let (page, slot) = views[viewOf[row]].slot(of: Int(positions[row]))
        precondition(page.heads == heads && keys.columns == heads * page.keyDim)
        precondition(values.columns == heads * page.valueDim)
        unsafe page.store(
          key: keys.row(row) + head * page.keyDim, value: values.row(row) + head * page.valueDim,
          head: head, slot: slot, self.vector)
      }
    }
    // By head, not by row: neighbouring positions share cache lines. Every value of a key has a line of
    // its own, which is not in the cache when a row comes.
    if rows == 1 || rows * keys.columns < 2048 || team.threads == 1 {
      for head in 0..<heads { storeHead(head) }
    } else {
      team.run(heads) { storeHead($0) }
    }
  }
}

extension KVPage {
  /// Stores one position of one head.
  ///
  /// Keys that are infinite, or become so in the page's type, are stored as NaN: a score of −∞ would
  /// count as nothing. Those of a page without values may be read as values, so they are noted.
  func store(
    key: UnsafePointer<Float>, value: UnsafePointer<Float>, head: Int, slot: Int,
    _ vector: VectorKernels
  ) {
    let all = Self.positions
    switch type {
    case .f32:
      let k = unsafe keys(head).assumingMemoryBound(to: Float.self) + slot
      let v = unsafe values(head).assumingMemoryBound(to: Float.self) + slot * valueStride
      for d in 0..<keyDim { unsafe k[d * all] = key[d].isFinite ? key[d] : .nan }
      unsafe v.update(from: value, count: valueDim)
      let (seen, count) = unsafe valueDim > 0 ? (value, valueDim) : (key, keyDim)
      if unsafe !vector.areFinite(seen, count) { noteNonFiniteValues() }
    case .f16:
      let k = unsafe keys(head).assumingMemoryBound(to: UInt16.self) + slot
      let v = unsafe values(head).assumingMemoryBound(to: UInt16.self) + slot * valueStride
      unsafe vector.halves(value, valueDim, v)
      if unsafe !areFinite(v, valueDim) { noteNonFiniteValues() }
      // Longer keys piece by piece: a larger buffer would not be on the stack.
      for start in stride(from: 0, to: keyDim, by: 256) {
        unsafe storeHalves(
          key + start, min(256, keyDim - start), at: k + start * all, vector)
      }
    case .q8_0:
      let k = unsafe keys(head).assumingMemoryBound(to: Int8.self) + slot
      let v = unsafe values(head).assumingMemoryBound(to: Int8.self) + slot * valueStride
      for block in 0..<keyDim / 32 {
        let scale = unsafe quantize(key + block * 32, into: k + block * 32 * all, step: all)
        unsafe keyScales(head)[block * all + slot] = scale
        if valueDim == 0, scale.isNaN { noteNonFiniteValues() }
      }
      for block in 0..<valueDim / 32 {
        let scale = unsafe quantize(value + block * 32, into: v + block * 32, step: 1)
        unsafe valueScales(head)[block * all + slot] = scale
        if scale.isNaN { noteNonFiniteValues() }
      }
    }
  }

  /// Stores `count` values of a key as halves.
  private func storeHalves(
    _ key: UnsafePointer<Float>, _ count: Int, at k: UnsafeMutablePointer<UInt16>,
    _ vector: VectorKernels
  ) {
    let all = Self.positions
    unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: count) { buffer in
      guard let bits = buffer.baseAddress else { return }
      unsafe vector.halves(key, count, bits)
      guard unsafe areFinite(bits, count) else {
        if valueDim == 0 { noteNonFiniteValues() }
        for d in 0..<count {
          unsafe k[d * all] = bits[d] & 0x7C00 == 0x7C00 ? 0x7E00 : bits[d]
        }
        return
      }
      for d in 0..<count { unsafe k[d * all] = bits[d] }
    }
  }

  /// Whether none of `count` halves is NaN or infinite.
  private func areFinite(_ halves: UnsafePointer<UInt16>, _ count: Int) -> Bool {
    // The highest bit of a sum is set where all bits of the exponent were.
    var special: UInt16 = 0
    for i in 0..<count { unsafe special |= (halves[i] & 0x7C00) &+ 0x0400 }
    return special & 0x8000 == 0
  }

  /// Quantizes 32 values to codes −127…127, `step` bytes apart; returns the scale.
  ///
  /// The scale is the largest magnitude / 127, so the error is at most half of it. Values of a
  /// block that holds NaN or an infinity are lost: the scale becomes NaN.
  private func quantize(
    _ x: UnsafePointer<Float>, into codes: UnsafeMutablePointer<Int8>, step: Int
  ) -> Float {
    var largest: Float = 0
    var total: Float = 0
    for i in 0..<32 {
      let size = unsafe abs(x[i])
      largest = size > largest ? size : largest
      total += size * 0
    }
    guard total == 0 else {
      for i in 0..<32 { unsafe codes[i * step] = 1 }
      return .nan
    }
    let inverse = largest > 0 ? 127 / largest : 0
    guard inverse.isFinite else {
      // So small that its inverse overflows.
      for i in 0..<32 { unsafe codes[i * step] = 0 }
      return 0
    }
    for i in 0..<32 {
      // The sum rounds to a whole number, ties to even, in its low bits.
      let rounded = unsafe x[i] * inverse + 12_582_912
      unsafe codes[i * step] = Int8(truncatingIfNeeded: rounded.bitPattern)
    }
    return largest / 127
  }
}
