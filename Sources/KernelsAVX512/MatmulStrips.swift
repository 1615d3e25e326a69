#if arch(x86_64)
  import TernQuant
  internal import _Builtin_intrinsics.intel

  /// The activation rows that pass over panels together: `count` tiles of eight rows one behind the
  /// other, a tile of four where there is one, and the blocks of 32 columns in a row.
  package typealias StripTiles = (
    eights: UnsafeRawPointer, count: Int, four: UnsafeRawPointer, hasFour: Bool, blocks: Int
  )

  /// Bytes of scratch that ``multiplyTrio`` takes for `rows` rows.
  package func stripScratchBytes(rows: Int) -> Int { chunkBytes + rows * 192 }

  /// `out[r][0 ..< columns] = panels · activations[r]` for up to three panels (`count`) and many
  /// rows, whose codes are biased (see `ActivationTiles`).
  ///
  /// `columns` is at most 16 for each panel: what exists of the rows of weights. The panels are
  /// unpacked some hundred columns at a time into the first-level cache, where all rows pass over
  /// them. Whether all results are finite is told here, where they are in registers.
  package func multiplyTrio(
    _ type: TensorType, panels: UnsafeRawPointer, count: Int, panelBytes: Int, tiles: StripTiles,
    out: UnsafeMutablePointer<Float>, columns: Int, stride: Int, scratch: UnsafeMutableRawPointer
  ) -> Bool {
    let sums = unsafe (scratch + chunkBytes).assumingMemoryBound(to: Float.self)
    let (eights, hasFour, blocks) = unsafe (tiles.count, tiles.hasFour, tiles.blocks)
    unsafe sums.update(repeating: 0, count: 192 &* (2 &* eights &+ (hasFour ? 1 : 0)))
    // Even chunks: a short one at the end would cost as much as a long one.
    let most = groupsPerUnit(type) == 8 ? 8 : chunkGroups
    let chunks = (blocks &+ most &- 1) / most
    let even = chunks == 0 ? 0 : (blocks &+ chunks &- 1) / chunks
    var block = 0
    var unit = unsafe panels
    var isFinite = true
    while block < blocks {
      let groups = min(even, blocks &- block)
      var index = 0
      while index < 3 {
        // A panel that is missing is computed like the last one, and left.
        let from = unsafe unit + min(index, count &- 1) &* panelBytes
        unsafe unpack(type, from, groups, index, scratch)
        index &+= 1
      }
      unsafe unit = unit + groups / groupsPerUnit(type) &* bytesPerUnit(type)
      let isLast = block &+ groups == blocks
      let pass: StripPass = unsafe (
        chunk: UnsafeRawPointer(scratch), groups: groups, block: block,
        next: isLast ? panels + 3 &* panelBytes : unit, panelBytes: panelBytes,
        out: isLast ? out : nil, columns: columns, stride: stride
      )
      isFinite = unsafe passStrips(type, pass, tiles, sums)
      block &+= groups
    }
    return isFinite
  }

  /// One chunk that all strips pass over: the first block of the activation rows, what will be
  /// unpacked next of the first of three panels, and where the sums go after the last chunk.
  typealias StripPass = (
    chunk: UnsafeRawPointer, groups: Int, block: Int, next: UnsafeRawPointer, panelBytes: Int,
    out: UnsafeMutablePointer<Float>?, columns: Int, stride: Int
  )

  @inline(never)
  func groupsPerUnit(_ type: TensorType) -> Int { unitGroups(type) }

  @inline(never)
  func bytesPerUnit(_ type: TensorType) -> Int { unitBytes(type) }

  /// All strips over one chunk; whether the results, if it is the last, are finite.
  @inline(never)
  func passStrips(
    _ type: TensorType, _ pass: StripPass, _ tiles: StripTiles, _ sums: UnsafeMutablePointer<Float>
  ) -> Bool {
    var marks = Marks()
    var tile = unsafe tiles.eights + 384 &* pass.block
    var (from, row, index) = unsafe (sums, 0, 0)
    while unsafe index < tiles.count {
      unsafe fetchNext(pass, index)
      unsafe strip(type, pass.chunk, pass.groups, tile, tile + 256, 384, from)
      unsafe copyStrip(pass, row, from, &marks)
      unsafe strip(type, pass.chunk, pass.groups, tile + 128, tile + 272, 384, from + 192)
      unsafe copyStrip(pass, row &+ 4, from + 192, &marks)
      unsafe tile = tile + 384 &* tiles.blocks
      unsafe from = from + 384
      row &+= 8
      index &+= 1
    }
    if unsafe tiles.hasFour {
      let tile = unsafe tiles.four + 192 &* pass.block
      unsafe strip(type, pass.chunk, pass.groups, tile, tile + 128, 192, from)
      unsafe copyStrip(pass, row, from, &marks)
    }
    return marks.areZero
  }

  /// Sums of results times zero: zero as long as all are finite.
  private struct Marks {
    var (a, b, c): (Lanes, Lanes, Lanes)

    @inline(__always)
    init() { (a, b, c) = (Lanes.zero, Lanes.zero, Lanes.zero) }

    @inline(__always)
    mutating func add(_ x: Lanes, _ y: Lanes, _ z: Lanes) {
      a = fma(x, Lanes.zero, a)
      b = fma(y, Lanes.zero, b)
      c = fma(z, Lanes.zero, c)
    }

    @inline(__always)
    var areZero: Bool { sum((a + b) + c) == 0 }
  }

  /// Asks for a line of each of the panels that will be unpacked next, another for every tile.
  @inline(__always)
  private func fetchNext(_ pass: StripPass, _ index: Int) {
    let line = unsafe pass.next + 64 &* index
    unsafe prefetch(line)
    unsafe prefetch(line + pass.panelBytes)
    unsafe prefetch(line + 2 &* pass.panelBytes)
  }

  /// The finished sums of a strip to where they belong.
  @inline(__always)
  private func copyStrip(
    _ pass: StripPass, _ row: Int, _ sums: UnsafePointer<Float>, _ marks: inout Marks
  ) {
    guard let out = unsafe pass.out else { return }
    let columns = unsafe pass.columns
    let (a, b, c) = (min(16, columns), max(0, min(16, columns &- 16)), max(0, columns &- 32))
    var (from, to, left) = unsafe (sums, out + row &* pass.stride, 4)
    while left > 0 {
      let (x, y, z) = unsafe (load(from), load(from + 16), load(from + 32))
      marks.add(x, y, z)
      unsafe storePart(to, x, a)
      unsafe storePart(to + 16, y, b)
      unsafe storePart(to + 32, z, c)
      unsafe from = from + 48
      unsafe to = to + pass.stride
      left &-= 1
    }
  }

  @inline(__always)
  private func strip(
    _ type: TensorType, _ chunk: UnsafeRawPointer, _ groups: Int, _ codes: UnsafeRawPointer,
    _ fields: UnsafeRawPointer, _ block: Int, _ sums: UnsafeMutablePointer<Float>
  ) {
    switch type {
    case .q4_1, .q5_1: unsafe stripMinimums(chunk, groups, codes, fields, block, sums)
    case .q4_K, .q5_K: unsafe stripWideMinimums(chunk, groups, codes, fields, block, sums)
    case .q6_K, .q3_K: unsafe stripWideHalves(chunk, groups, codes, fields, block, sums)
    case .q2_K: unsafe stripWideHalvesMinimums(chunk, groups, codes, fields, block, sums)
    case .iq4_xs: unsafe stripWide(chunk, groups, codes, fields, block, sums)
    default: unsafe stripPlain(chunk, groups, codes, fields, block, sums)
    }
  }

  @inline(never)
  func stripPlain(
    _ chunk: UnsafeRawPointer, _ groups: Int, _ codes: UnsafeRawPointer, _ fields: UnsafeRawPointer,
    _ block: Int, _ sums: UnsafeMutablePointer<Float>
  ) {
    unsafe multiplyStrip(
      wide: false, halves: false, minimums: false, chunk, groups, codes, fields, block, sums)
  }

  @inline(never)
  func stripMinimums(
    _ chunk: UnsafeRawPointer, _ groups: Int, _ codes: UnsafeRawPointer, _ fields: UnsafeRawPointer,
    _ block: Int, _ sums: UnsafeMutablePointer<Float>
  ) {
    unsafe multiplyStrip(
      wide: false, halves: false, minimums: true, chunk, groups, codes, fields, block, sums)
  }

  @inline(never)
  func stripWide(
    _ chunk: UnsafeRawPointer, _ groups: Int, _ codes: UnsafeRawPointer, _ fields: UnsafeRawPointer,
    _ block: Int, _ sums: UnsafeMutablePointer<Float>
  ) {
    unsafe multiplyStrip(
      wide: true, halves: false, minimums: false, chunk, groups, codes, fields, block, sums)
  }

  @inline(never)
  func stripWideMinimums(
    _ chunk: UnsafeRawPointer, _ groups: Int, _ codes: UnsafeRawPointer, _ fields: UnsafeRawPointer,
    _ block: Int, _ sums: UnsafeMutablePointer<Float>
  ) {
    unsafe multiplyStrip(
      wide: true, halves: false, minimums: true, chunk, groups, codes, fields, block, sums)
  }

  @inline(never)
  func stripWideHalves(
    _ chunk: UnsafeRawPointer, _ groups: Int, _ codes: UnsafeRawPointer, _ fields: UnsafeRawPointer,
    _ block: Int, _ sums: UnsafeMutablePointer<Float>
  ) {
    unsafe multiplyStrip(
      wide: true, halves: true, minimums: false, chunk, groups, codes, fields, block, sums)
  }

  @inline(never)
  func stripWideHalvesMinimums(
    _ chunk: UnsafeRawPointer, _ groups: Int, _ codes: UnsafeRawPointer, _ fields: UnsafeRawPointer,
    _ block: Int, _ sums: UnsafeMutablePointer<Float>
  ) {
    unsafe multiplyStrip(
      wide: true, halves: true, minimums: true, chunk, groups, codes, fields, block, sums)
  }

  @inline(__always)
  private func unpack(
    _ type: TensorType, _ unit: UnsafeRawPointer, _ groups: Int, _ index: Int,
    _ chunk: UnsafeMutableRawPointer
  ) {
    switch type {
    case .q8_0: unsafe unpackQ8_0(unit, groups, index, chunk)
    case .q4_0: unsafe unpackQ4_0(unit, groups, index, chunk)
    case .q4_1: unsafe unpackQ4_1(unit, groups, index, chunk)
    case .q5_0: unsafe unpackQ5_0(unit, groups, index, chunk)
    case .q5_1: unsafe unpackQ5_1(unit, groups, index, chunk)
    case .iq4_nl: unsafe unpackIQ4_NL(unit, groups, index, chunk)
    case .mxfp4: unsafe unpackMXFP4(unit, groups, index, chunk)
    case .q4_K: unsafe unpackQ4_K(unit, groups, index, chunk)
    case .q5_K: unsafe unpackQ5_K(unit, groups, index, chunk)
    case .q6_K: unsafe unpackQ6_K(unit, groups, index, chunk)
    case .q3_K: unsafe unpackQ3_K(unit, groups, index, chunk)
    case .q2_K: unsafe unpackQ2_K(unit, groups, index, chunk)
    case .iq4_xs: unsafe unpackIQ4_XS(unit, groups, index, chunk)
    default: break
    }
  }

  @inline(never)
  func unpackQ8_0(
    _ unit: UnsafeRawPointer, _ groups: Int, _ index: Int, _ chunk: UnsafeMutableRawPointer
  ) {
    unsafe unpackChunk(.q8_0, unit, groups, index, chunk)
  }

  @inline(never)
  func unpackQ4_0(
    _ unit: UnsafeRawPointer, _ groups: Int, _ index: Int, _ chunk: UnsafeMutableRawPointer
  ) {
    unsafe unpackChunk(.q4_0, unit, groups, index, chunk)
  }

  @inline(never)
  func unpackQ4_1(
    _ unit: UnsafeRawPointer, _ groups: Int, _ index: Int, _ chunk: UnsafeMutableRawPointer
  ) {
    unsafe unpackChunk(.q4_1, unit, groups, index, chunk)
  }

  @inline(never)
  func unpackQ5_0(
    _ unit: UnsafeRawPointer, _ groups: Int, _ index: Int, _ chunk: UnsafeMutableRawPointer
  ) {
    unsafe unpackChunk(.q5_0, unit, groups, index, chunk)
  }

  @inline(never)
  func unpackQ5_1(
    _ unit: UnsafeRawPointer, _ groups: Int, _ index: Int, _ chunk: UnsafeMutableRawPointer
  ) {
    unsafe unpackChunk(.q5_1, unit, groups, index, chunk)
  }

  @inline(never)
  func unpackIQ4_NL(
    _ unit: UnsafeRawPointer, _ groups: Int, _ index: Int, _ chunk: UnsafeMutableRawPointer
  ) {
    unsafe unpackChunk(.iq4_nl, unit, groups, index, chunk)
  }

  @inline(never)
  func unpackMXFP4(
    _ unit: UnsafeRawPointer, _ groups: Int, _ index: Int, _ chunk: UnsafeMutableRawPointer
  ) {
    unsafe unpackChunk(.mxfp4, unit, groups, index, chunk)
  }

  @inline(never)
  func unpackQ4_K(
    _ unit: UnsafeRawPointer, _ groups: Int, _ index: Int, _ chunk: UnsafeMutableRawPointer
  ) {
    unsafe unpackChunk(.q4_K, unit, groups, index, chunk)
  }

  @inline(never)
  func unpackQ5_K(
    _ unit: UnsafeRawPointer, _ groups: Int, _ index: Int, _ chunk: UnsafeMutableRawPointer
  ) {
    unsafe unpackChunk(.q5_K, unit, groups, index, chunk)
  }

  @inline(never)
  func unpackQ6_K(
    _ unit: UnsafeRawPointer, _ groups: Int, _ index: Int, _ chunk: UnsafeMutableRawPointer
  ) {
    unsafe unpackChunk(.q6_K, unit, groups, index, chunk)
  }

  @inline(never)
  func unpackQ3_K(
    _ unit: UnsafeRawPointer, _ groups: Int, _ index: Int, _ chunk: UnsafeMutableRawPointer
  ) {
    unsafe unpackChunk(.q3_K, unit, groups, index, chunk)
  }

  @inline(never)
  func unpackQ2_K(
    _ unit: UnsafeRawPointer, _ groups: Int, _ index: Int, _ chunk: UnsafeMutableRawPointer
  ) {
    unsafe unpackChunk(.q2_K, unit, groups, index, chunk)
  }

  @inline(never)
  func unpackIQ4_XS(
    _ unit: UnsafeRawPointer, _ groups: Int, _ index: Int, _ chunk: UnsafeMutableRawPointer
  ) {
    unsafe unpackChunk(.iq4_xs, unit, groups, index, chunk)
  }
#endif
