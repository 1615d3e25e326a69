import Synchronization
import TernKernelsPortable
import TernQuant

/// One product of a list: `output[i] = weight · input[i]`.
package struct MatmulJob {
  package let weight: WeightMatrix
  package let input: Rows
  package let output: Rows

  package init(weight: WeightMatrix, input: Rows, output: Rows) {
    self.weight = weight
    self.input = input
    self.output = output
  }
}

extension Compute {
  /// `y[i] = W x[i]` for every row of `x`.
  ///
  /// Reads every weight byte once for up to eight rows, and again out of the cache for more.
  ///
  /// A row of `y` with a value that is not finite becomes NaN throughout. So it is wherever a row of
  /// `x` has such a value; and a damaged weight is not hidden by what follows the product.
  package func multiply(_ weight: WeightMatrix, _ x: Rows, into y: Rows) {
    if x.count == 1 && hasRowKernel(weight) {
      rowProducts.add(weight, x, y)
      run(rowProducts)
      return
    }
    products.add(MatmulJob(weight: weight, input: x, output: y))
    runProducts()
  }

  /// Runs all jobs in one fork of the team; outputs must not overlap inputs or each other.
  ///
  /// Jobs with the same input rows share one quantization of them.
  package func multiply(_ jobs: [MatmulJob]) {
    if !jobs.isEmpty && jobs.allSatisfy(isRow) {
      for job in jobs { rowProducts.add(job.weight, job.input, job.output) }
      run(rowProducts)
      return
    }
    for job in jobs { products.add(job) }
    runProducts()
  }

  /// As for a list of two or three jobs, which this spares.
  package func multiply(_ first: MatmulJob, _ second: MatmulJob, _ third: MatmulJob? = nil) {
    if isRow(first), isRow(second), third.map(isRow) ?? true {
      rowProducts.add(first.weight, first.input, first.output)
      rowProducts.add(second.weight, second.input, second.output)
      if let third { rowProducts.add(third.weight, third.input, third.output) }
      run(rowProducts)
      return
    }
    products.add(first)
    products.add(second)
    if let third { products.add(third) }
    runProducts()
  }

  /// Whether a job has one activation row, and a kernel made for that.
  private func isRow(_ job: MatmulJob) -> Bool {
    job.input.count == 1 && hasRowKernel(job.weight)
  }

  private func runProducts() {
    if !products.jobs.isEmpty {
      for job in products.jobs { prepare(job) }
      quantizeInputs(products)
      split(products)
      products.compute = self
      team.run(products.parts.count, products)
      if products.isSpoiled.exchange(false, ordering: .relaxed) {
        for job in products.jobs { spoilRows(job.output) }
      }
    }
    products.clear()
  }

  /// What has to be done before a product: weights are packed, the library is looked for.
  private func prepare(_ job: MatmulJob) {
    job.weight.prepare(team: team)
    if job.weight.format == nil && floatBlockRows == nil && job.input.count >= blasRows {
      openBLAS()
    }
  }

  /// One part: a run of panels, or of rows, of one job.
  fileprivate func runPart(_ index: Int, _ worker: Int, _ plan: MultiplyPlan) {
    let part = plan.parts[index]
    let job = plan.jobs[part.job]
    let isFinite: Bool
    if let rows = plan.rounded[part.job] {
      isFinite = multiplyRounded(job, rows, part.range, worker)
    } else if let tiles = plan.tiles[part.job] {
      if let panels = unsafe job.weight.panels(from: part.range.lowerBound) {
        isFinite = unsafe multiplyPanels(job, tiles, part.range, panels, workerScratch[worker])
      } else {
        isFinite = multiplyUnpacked(job, tiles, part.range, worker)
      }
    } else {
      multiplyRows(job, part.range, workerScratch[worker])
      isFinite = areFinite(job.output, columns: part.range)
    }
    if !isFinite { plan.isSpoiled.store(true, ordering: .relaxed) }
  }

  /// Whether the results of a part are finite: looked at while they are in the nearest cache.
  func areFinite(_ y: Rows, columns: Range<Int>) -> Bool {
    unsafe vector.areFiniteRows(y.base + columns.lowerBound, columns.count, y.count, y.stride)
  }

  /// Makes every row NaN that has a value which is not finite.
  func spoilRows(_ y: Rows) {
    for row in 0..<y.count {
      if unsafe vector.areFinite(y.row(row), y.columns) { continue }
      unsafe y.row(row).update(repeating: .nan, count: y.columns)
    }
  }

  /// Cuts the jobs into parts of at most 256 KiB of weights, so that they stay in a thread's cache while
  /// rows pass over them.
  ///
  /// They become smaller towards the end, so that all threads end together.
  private func split(_ plan: MultiplyPlan) {
    var left = plan.jobs.reduce(0) { $0 + $1.weight.readBytes }
    for (index, job) in plan.jobs.enumerated() {
      let weight = job.weight
      guard weight.format != nil else {
        splitRows(job, index, plan, of: left)
        left -= weight.readBytes
        continue
      }
      // Few input rows are bound by memory: smaller parts would cost more than they save.
      let least = job.input.count >= 8 ? 2 << 10 : 32 << 10
      let isStrip = takesStrips(job)
      let count = (weight.rows + PanelFormat.rows - 1) / PanelFormat.rows
      var start = 0
      while start < count {
        let share = team.threads == 1 ? Int.max : left / (2 * team.threads)
        var step = max(1, max(least, min(256 << 10, share)) / max(1, weight.stride))
        // Prompts take panels three by three, or two by two.
        if isRounded(job) {
          step = (step + 1) / 2 * 2
        } else if isStrip {
          step = (step + 2) / 3 * 3
        }
        let end = min(count, start + step)
        plan.parts.append(MultiplyPlan.Part(job: index, range: start..<end))
        left -= (end - start) * weight.stride
        start = end
      }
    }
  }

  /// Cuts a job whose weights lie as in the file: several parts for every thread.
  private func splitRows(_ job: MatmulJob, _ index: Int, _ plan: MultiplyPlan, of bytes: Int) {
    let weight = job.weight
    let step: Int
    switch rowMethod(count: job.input.count) {
    case .dots:
      let least = job.input.count >= 8 ? 2 << 10 : 32 << 10
      let target = max(least, min(256 << 10, bytes / (8 * team.threads)))
      step = (max(1, target / max(1, weight.stride)) + 7) & ~7
    case .blocks:
      // Every part copies the activations: up to ten times the 48 rows that meet them at once.
      step = max(48, min(480, (weight.rows / (4 * team.threads) + 47) / 48 * 48))
    case .blas:
      // A library call packs both sides anew: blocks of 64 to 256 rows make it worth while.
      step = max(64, min(256, (weight.rows / (4 * team.threads) + 15) & ~15))
    }
    for start in stride(from: 0, to: weight.rows, by: step) {
      let end = min(weight.rows, start + step)
      plan.parts.append(MultiplyPlan.Part(job: index, range: start..<end))
    }
  }
}

/// The jobs of one call, cut into parts.
///
/// Kept between calls so that its arrays keep their memory.
final class MultiplyPlan: TeamWork {
  /// A run of panels, or of rows, of one job.
  struct Part {
    let job: Int
    let range: Range<Int>
  }

  private(set) var jobs: [MatmulJob] = []
  /// The quantized inputs of the jobs whose weights are panels.
  var tiles: [ActivationTiles?] = []
  /// Their inputs as they are rounded for products of many rows instead.
  var rounded: [RoundedRows?] = []
  /// Where they lie; the first job with an input has it quantized.
  var offsets: [(bytes: Int, isFirst: Bool)?] = []
  var parts: [Part] = []
  /// Rows of the inputs that are to be quantized.
  private(set) var pieces: [Part] = []
  /// Whether a part has seen a result that is not finite; the end of the run orders the accesses.
  let isSpoiled = Atomic(false)
  /// The owner, during a run.
  var compute: Compute?

  /// Takes a job that has rows.
  func add(_ job: MatmulJob) {
    precondition(job.input.columns == job.weight.columns, "input columns")
    precondition(job.output.columns == job.weight.rows, "output columns")
    precondition(job.input.count == job.output.count, "row counts")
    if job.input.count > 0 && job.weight.rows > 0 { jobs.append(job) }
  }

  /// Cuts the input of a job into pieces of whole tiles of eight rows.
  func addPieces(of input: Rows, _ job: Int) {
    let step = max(1, (16 << 10) / max(1, 8 * input.columns)) * 8
    for start in stride(from: 0, to: input.count, by: step) {
      pieces.append(Part(job: job, range: start..<min(input.count, start + step)))
    }
  }

  func clear() {
    jobs.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    tiles.removeAll(keepingCapacity: true)
    rounded.removeAll(keepingCapacity: true)
    offsets.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    compute = nil
  }

  func perform(_ part: Int, _ worker: Int) { compute?.runPart(part, worker, self) }
}

// MARK: - Quantized weights in panels

extension Compute {
  /// Quantizes or rounds the inputs of the jobs whose weights are panels, each input once.
  private func quantizeInputs(_ plan: MultiplyPlan) {
    var bytes = 0
    for (index, job) in plan.jobs.enumerated() {
      guard job.weight.format != nil else {
        plan.offsets.append(nil)
        continue
      }
      if let known = plan.jobs[..<index].firstIndex(where: { takesSameInput($0, job) }),
        let place = plan.offsets[known]
      {
        plan.offsets.append((place.bytes, false))
      } else {
        plan.offsets.append((bytes, true))
        bytes += (inputBytes(job) + 63) & ~63
      }
    }
    guard bytes > 0 else {
      plan.tiles.append(contentsOf: repeatElement(nil, count: plan.jobs.count))
      plan.rounded.append(contentsOf: repeatElement(nil, count: plan.jobs.count))
      return
    }
    let memory = unsafe activationScratch.reserve(bytes)
    for (index, job) in plan.jobs.enumerated() {
      guard let place = plan.offsets[index] else {
        plan.tiles.append(nil)
        plan.rounded.append(nil)
        continue
      }
      if isRounded(job) {
        let rows = unsafe RoundedRows(
          base: memory + place.bytes, count: job.input.count, blocks: job.input.columns / 32)
        plan.tiles.append(nil)
        plan.rounded.append(rows)
        if place.isFirst { unsafe roundRows(job.input, memory + place.bytes, rows) }
        continue
      }
      plan.tiles.append(
        unsafe ActivationTiles(
          base: memory + place.bytes, rows: job.input.count, columns: job.input.columns,
          wide: job.weight.isWide, biased: takesStrips(job)))
      plan.rounded.append(nil)
      if place.isFirst { plan.addPieces(of: job.input, index) }
    }
    quantizePieces(plan)
  }

  /// Whether two jobs, the second of which has panels, need the same input in the same form.
  private func takesSameInput(_ a: MatmulJob, _ b: MatmulJob) -> Bool {
    unsafe a.weight.format != nil && a.input.base == b.input.base
      && a.input.count == b.input.count && a.input.stride == b.input.stride
      && a.input.columns == b.input.columns
      && (isRounded(b) || a.weight.isWide == b.weight.isWide && takesStrips(a) == takesStrips(b))
  }

  /// Bytes of a job's input in the form that its panels need.
  private func inputBytes(_ job: MatmulJob) -> Int {
    let (rows, columns) = (job.input.count, job.input.columns)
    return isRounded(job)
      ? RoundedRows.byteCount(rows: rows, columns: columns)
      : ActivationTiles.byteCount(rows: rows, columns: columns)
  }

  /// Quantizes the pieces of inputs; on the team where they are many.
  private func quantizePieces(_ plan: MultiplyPlan) {
    func quantize(_ piece: MultiplyPlan.Part) {
      guard let tiles = plan.tiles[piece.job] else { return }
      var row = piece.range.lowerBound
      while row < piece.range.upperBound {
        quantizeTile(plan.jobs[piece.job].input, tiles, at: row)
        row += tiles.tileRows(at: row)
      }
    }
    let values = plan.pieces.reduce(0) { $0 + $1.range.count * plan.jobs[$1.job].input.columns }
    if values < 32 << 10 || team.threads == 1 {
      for piece in plan.pieces { quantize(piece) }
    } else {
      team.run(plan.pieces.count) { quantize(plan.pieces[$0]) }
    }
  }

  /// Whether a job's panels are taken three by three.
  func takesStrips(_ job: MatmulJob) -> Bool {
    guard let strips = matrix.strips, let format = job.weight.format else { return false }
    return job.input.count >= strips.leastRows(format)
  }

  /// The panels of `range` while the weights are packed behind: they lie in several places.
  private func multiplyUnpacked(
    _ job: MatmulJob, _ tiles: ActivationTiles, _ range: Range<Int>, _ worker: Int
  ) -> Bool {
    var isFinite = true
    unsafe job.weight.withPanels(range, panelScratch[worker]) { range, panels in
      let isPieceFinite = unsafe multiplyPanels(
        job, tiles, range, panels, workerScratch[worker])
      isFinite = isFinite && isPieceFinite
    }
    return isFinite
  }
}
