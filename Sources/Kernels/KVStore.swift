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
    let storeHead = { (head: Int) in
      for row in 0..<rows {
        let (page, slot) = views[viewOf[row]].slot(of: Int(positions[row]))
        precondition(page.heads == heads && keys.columns == heads * page.keyDim)
        precondition(values.columns == heads * page.valueDim)
        unsafe page.store(
          key: keys.row(row) + head * page.keyDim, value: values.row(row) + head * page.valueDim,
          head: head, slot: slot)
      }
    }
    if rows * keys.columns < 16384 || team.threads == 1 {
      for head in 0..<heads { storeHead(head) }
    } else {
      team.run(heads, storeHead)
    }
  }
}

extension KVPage {
  /// Stores one position of one head.
  func store(key: UnsafePointer<Float>, value: UnsafePointer<Float>, head: Int, slot: Int) {
    let all = Self.positions
    switch type {
    case .f32:
      let k = unsafe keys(head).assumingMemoryBound(to: Float.self)
      let v = unsafe values(head).assumingMemoryBound(to: Float.self)
      for d in 0..<keyDim { unsafe k[d * all + slot] = key[d] }
      for d in 0..<valueDim { unsafe v[slot * valueStride + d] = value[d] }
    case .f16:
      let k = unsafe keys(head).assumingMemoryBound(to: UInt16.self)
      let v = unsafe values(head).assumingMemoryBound(to: UInt16.self)
      for d in 0..<keyDim { unsafe k[d * all + slot] = Float16(key[d]).bitPattern }
      for d in 0..<valueDim { unsafe v[slot * valueStride + d] = Float16(value[d]).bitPattern }
    case .q8_0:
      let k = unsafe keys(head).assumingMemoryBound(to: Int8.self)
      let v = unsafe values(head).assumingMemoryBound(to: Int8.self)
      for block in 0..<keyDim / 32 {
        unsafe keyScales(head)[block * all + slot] = quantize(
          key + block * 32, into: k + block * 32 * all + slot, step: all)
      }
      for block in 0..<valueDim / 32 {
        unsafe valueScales(head)[block * all + slot] = quantize(
          value + block * 32, into: v + slot * valueStride + block * 32, step: 1)
      }
    }
  }

  /// Quantizes 32 values to codes −127…127, `step` bytes apart; returns the scale.
  private func quantize(
    _ x: UnsafePointer<Float>, into codes: UnsafeMutablePointer<Int8>, step: Int
  ) -> Float {
    var largest: Float = 0
    for i in 0..<32 { unsafe largest = max(largest, abs(x[i])) }
    let scale = largest / 127
    let inverse = scale > 0 && scale.isFinite ? 1 / scale : 0
    for i in 0..<32 {
      let code = unsafe (x[i] * inverse).rounded(.toNearestOrEven)
      unsafe codes[i * step] = Int8(exactly: code) ?? 0
    }
    return scale
  }
}
