#if arch(x86_64)
  import TernKernelsPortable
  import TernQuant
  internal import _Builtin_intrinsics.intel

  /// Activation rows from which strips are faster than tiles: codes that are whole bytes cost tiles
  /// nothing to unpack.
  func leastStripRows(_ format: PanelFormat) -> Int {
    if case .eight = format.codes { return 40 }
    return 28
  }

  /// Bytes of scratch that ``multiplyTrio(_:_:)`` takes for `rows` rows.
  func stripScratchBytes(rows: Int) -> Int { chunkBytes + rows * 192 }

  /// Up to three panels times many rows, whose codes are biased; whether the results are finite.
  ///
  /// The panels are unpacked some hundred columns at a time into the first-level cache, where all
  /// rows pass over them. Whether all results are finite is told here, where they are in registers.
  func multiplyTrio(_ type: TensorType, _ product: TrioProduct) -> Bool {
    type.withPanels(TrioVisitor(product: product)) ?? true
  }

  private struct TrioVisitor: PanelVisitor {
    let product: TrioProduct

    @inline(never)
    func visit<Layout: PanelType>(_ layout: Layout.Type) -> Bool {
      let (format, rows, scratch) = unsafe (Layout.panel, product.rows, product.scratch)
      let sums = unsafe (scratch + chunkBytes).assumingMemoryBound(to: Float.self)
      let strips = unsafe 2 &* rows.count &+ (rows.four == nil ? 0 : 1)
      unsafe sums.update(repeating: 0, count: 192 &* strips)
      // Even chunks of whole units: a short one at the end would cost as much as a long one.
      let (blocks, units) = (rows.blocks, rows.blocks / format.groups)
      let most = chunkGroups(format) / format.groups
      let chunks = max(1, (units &+ most &- 1) / most)
      let even = (units &+ chunks &- 1) / chunks &* format.groups
      let tiles = max(1, rows.count)
      var (block, unit, isFinite) = unsafe (0, product.panels, true)
      while block < blocks {
        let groups = min(even, blocks &- block)
        var index = 0
        while index < 3 {
          // A panel that is missing is computed like the last one, and left.
          let from = unsafe unit + min(index, product.count &- 1) &* product.panelBytes
          unsafe unpack(layout, from, groups, index, scratch)
          index &+= 1
        }
        unsafe unit = unit + groups / format.groups &* format.unitBytes
        let isLast = block &+ groups == blocks
        let lines = (groups / format.groups &* format.unitBytes &+ 63) / 64
        let pass = unsafe StripPass(
          chunk: UnsafeRawPointer(scratch), groups: groups, block: block,
          next: isLast ? product.panels + 3 &* product.panelBytes : unit,
          panelBytes: product.panelBytes, lines: (lines &+ tiles &- 1) / tiles,
          out: isLast ? product.out : nil,
          columns: product.columns, stride: product.stride)
        isFinite = unsafe passStrips(format.strip, pass, rows, sums)
        block &+= groups
      }
      return isFinite
    }

    @inline(never)
    private func unpack<Layout: PanelType>(
      _ layout: Layout.Type, _ unit: UnsafeRawPointer, _ groups: Int, _ index: Int,
      _ chunk: UnsafeMutableRawPointer
    ) {
      unsafe unpackChunk(Layout.panel, unit, groups, index, chunk)
    }
  }

  /// The kernels of strips.
  private enum StripKind {
    case plain, minimums, halves, wide, wideMinimums, wideHalves, wideHalvesMinimums
  }

  extension PanelFormat {
    /// The kernel of strips for panels that lie in this way.
    @inline(__always)
    fileprivate var strip: StripKind {
      switch (isWide, hasMinimums) {
      case (false, false): halvesDiffer ? .halves : .plain
      case (false, true): .minimums
      case (true, false): halvesDiffer ? .wideHalves : .wide
      case (true, true): halvesDiffer ? .wideHalvesMinimums : .wideMinimums
      }
    }
  }

  /// One chunk that all strips pass over.
  @safe
  private struct StripPass {
    let chunk: UnsafeRawPointer
    let groups: Int
    /// The chunk's first block of the activation rows.
    let block: Int
    /// What will be unpacked next of the first of three panels.
    let next: UnsafeRawPointer
    let panelBytes: Int
    /// Lines of each of the three panels that are asked for with each tile of eight rows: together all.
    let lines: Int
    /// Where the sums go after the last chunk.
    let out: UnsafeMutablePointer<Float>?
    let columns: Int
    let stride: Int
  }

  /// All strips over one chunk; whether the results, if it is the last, are finite.
  @inline(never)
  private func passStrips(
    _ kind: StripKind, _ pass: StripPass, _ rows: StripRows, _ sums: UnsafeMutablePointer<Float>
  ) -> Bool {
    var marks = Marks()
    var tile = unsafe rows.eights + 384 &* pass.block
    var (from, row, index) = unsafe (sums, 0, 0)
    while index < rows.count {
      fetchNext(pass, index)
      unsafe run(kind, pass, codes: tile, fields: tile + 256, block: 384, from)
      unsafe copyStrip(pass, row, from, &marks)
      unsafe run(kind, pass, codes: tile + 128, fields: tile + 272, block: 384, from + 192)
      unsafe copyStrip(pass, row &+ 4, from + 192, &marks)
      unsafe tile = tile + 384 &* rows.blocks
      unsafe from = from + 384
      row &+= 8
      index &+= 1
    }
    if let four = unsafe rows.four {
      let tile = unsafe four + 192 &* pass.block
      unsafe run(kind, pass, codes: tile, fields: tile + 128, block: 192, from)
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

  /// Asks for some lines of each of the panels that will be unpacked next, others for every tile.
  @inline(__always)
  private func fetchNext(_ pass: StripPass, _ index: Int) {
    var line = unsafe pass.next + 64 &* pass.lines &* index
    var left = pass.lines
    while left > 0 {
      unsafe prefetch(line)
      unsafe prefetch(line + pass.panelBytes)
      unsafe prefetch(line + 2 &* pass.panelBytes)
      unsafe line = line + 64
      left &-= 1
    }
  }

  /// The finished sums of a strip to where they belong.
  @inline(__always)
  private func copyStrip(
    _ pass: StripPass, _ row: Int, _ sums: UnsafePointer<Float>, _ marks: inout Marks
  ) {
    guard let out = unsafe pass.out else { return }
    let columns = pass.columns
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

  /// Four rows of a tile, whose first row's codes and scale lie at `codes` and `fields`.
  @inline(__always)
  private func run(
    _ kind: StripKind, _ pass: StripPass, codes: UnsafeRawPointer, fields: UnsafeRawPointer,
    block: Int, _ sums: UnsafeMutablePointer<Float>
  ) {
    let strip: Strip = unsafe (pass.chunk, pass.groups, codes, fields, block, sums)
    switch kind {
    case .plain: unsafe stripPlain(strip)
    case .minimums: unsafe stripMinimums(strip)
    case .halves: unsafe stripHalves(strip)
    case .wide: unsafe stripWide(strip)
    case .wideMinimums: unsafe stripWideMinimums(strip)
    case .wideHalves: unsafe stripWideHalves(strip)
    case .wideHalvesMinimums: unsafe stripWideHalvesMinimums(strip)
    }
  }

  @inline(never)
  private func stripPlain(_ strip: Strip) {
    unsafe multiplyStrip(wide: false, halves: false, minimums: false, strip)
  }

  @inline(never)
  private func stripMinimums(_ strip: Strip) {
    unsafe multiplyStrip(wide: false, halves: false, minimums: true, strip)
  }

  @inline(never)
  private func stripHalves(_ strip: Strip) {
    unsafe multiplyStrip(wide: false, halves: true, minimums: false, strip)
  }

  @inline(never)
  private func stripWide(_ strip: Strip) {
    unsafe multiplyStrip(wide: true, halves: false, minimums: false, strip)
  }

  @inline(never)
  private func stripWideMinimums(_ strip: Strip) {
    unsafe multiplyStrip(wide: true, halves: false, minimums: true, strip)
  }

  @inline(never)
  private func stripWideHalves(_ strip: Strip) {
    unsafe multiplyStrip(wide: true, halves: true, minimums: false, strip)
  }

  @inline(never)
  private func stripWideHalvesMinimums(_ strip: Strip) {
    unsafe multiplyStrip(wide: true, halves: true, minimums: true, strip)
  }
#endif
