import Synchronization
import TernKernelsPortable
import TernQuant

// Products with one activation row: what the generation of a token is made of. They read every
// weight once, so they are bound by memory, and all that is not reading is loss.

extension Compute {
  /// Whether `weight` can be multiplied as a ``RowPlan`` does it: panels must be packed.
  func hasRowKernel(_ weight: WeightMatrix) -> Bool {
    guard weight.rows > 0, weight.columns > 0 else { return false }
    return weight.format != nil ? weight.isReady : weight.type.float != nil
  }

  /// Runs the products of `plan` in one fork of the team and empties it.
  ///
  /// The matrices and rows must stay valid meanwhile: the plan holds none of them.
  func run(_ plan: RowPlan) {
    // The memory begins to deliver while the inputs are prepared.
    plan.prefetchStart()
    unsafe plan.placeInputs { unsafe activationScratch.reserve($0) }
    for index in plan.products.indices where plan.products[index].isFirst {
      let product = plan.products[index]
      guard let tile = unsafe product.tile else { continue }
      unsafe matrix.quantizeTile(
        TileInput(
          x: product.input, xStride: 0, rows: 1, blocks: product.columns / 32,
          wide: product.isWide, biased: false, tile: tile))
    }
    plan.split(threads: team.threads)
    plan.compute = self
    team.run(plan.parts.count, plan)
    if plan.isSpoiled.exchange(false, ordering: .relaxed) {
      for product in plan.products {
        let (y, count) = unsafe (product.output, product.rows)
        unsafe spoilRows(Rows(base: y, count: 1, columns: count, stride: count))
      }
    }
    plan.clear()
  }

  /// A run of panels, or of rows, of one product; whether its results are finite.
  fileprivate func perform(_ product: RowPlan.Product, _ part: RowPlan.Part) -> Bool {
    multiply(product, part)
    let width = product.units > 0 ? PanelFormat.rows : 1
    let first = part.first * width
    let end = min(first + part.count * width, product.rows)
    return unsafe vector.areFinite(product.output + first, end - first)
  }

  private func multiply(_ product: RowPlan.Product, _ part: RowPlan.Part) {
    let weights = unsafe product.base + part.first * product.stride
    guard let tile = unsafe product.tile else {
      guard let float = product.float else { return }
      unsafe matrix.multiplyFloats(
        float,
        FloatProduct(
          weights: weights, rowBytes: product.stride, rows: part.count, columns: product.columns,
          x: product.input, xStride: product.columns, count: 1, out: product.output + part.first,
          stride: product.rows))
      return
    }
    let whole = min(part.first + part.count, product.rows / PanelFormat.rows) - part.first
    unsafe matrix.multiplyPanels(
      product.type,
      PanelProduct(
        panels: weights, count: whole, units: product.units, tile: tile, rows: 1,
        out: product.output + part.first * PanelFormat.rows, stride: 0))
    guard whole < part.count else { return }
    // The panel with fewer rows than 16: through a buffer, so that nothing is written beyond.
    let first = (part.first + whole) * PanelFormat.rows
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: PanelFormat.rows) { buffer in
      guard let sums = buffer.baseAddress else { return }
      unsafe matrix.multiplyPanels(
        product.type,
        PanelProduct(
          panels: weights + whole * product.stride, count: 1, units: product.units, tile: tile,
          rows: 1, out: sums, stride: 0))
      unsafe (product.output + first).update(from: sums, count: product.rows - first)
    }
  }
}

/// The products of one call with one activation row, cut into parts.
///
/// Plain values only: counting references to a matrix that was last used a token ago would wait for
/// the memory once more. Kept between calls so that its arrays keep their memory.
final class RowPlan: TeamWork {
  /// One product.
  @safe
  struct Product {
    let type: TensorType
    /// The type as one of floats; `nil` for panels.
    let float: FloatType?
    let base: UnsafeRawPointer
    /// Bytes of a panel, or of a row.
    let stride: Int
    /// Panels, or rows.
    let count: Int
    let rows: Int
    let columns: Int
    /// Units of a panel.
    let units: Int
    /// Whether 256 columns of the quantized input share a scale.
    let isWide: Bool
    let input: UnsafePointer<Float>
    let output: UnsafeMutablePointer<Float>
    /// The quantized input; `nil` for weights that are no panels.
    var tile: UnsafeMutableRawPointer?
    /// Whether no product before it has the same quantized input.
    var isFirst = false
  }

  struct Part {
    let product: Int
    let first: Int
    let count: Int
  }

  /// A part has at most so many bytes: what a thread has claimed, the others cannot do while the
  /// system lets it wait.
  private static let most = 1 << 20
  /// And at least so many, but for the last of a product: each costs a claim and a new stream.
  private static let least = 16 << 10

  fileprivate private(set) var products: [Product] = []
  fileprivate private(set) var parts: [Part] = []
  /// Whether a part has seen a result that is not finite; the end of the run orders the accesses.
  fileprivate let isSpoiled = Atomic(false)
  /// The owner, during a run.
  fileprivate var compute: Compute?

  /// Takes a product for which ``Compute/hasRowKernel(_:)`` is true.
  func add(_ weight: WeightMatrix, _ x: Rows, _ y: Rows) {
    precondition(x.columns == weight.columns, "input columns")
    precondition(y.columns == weight.rows, "output columns")
    precondition(x.count == 1 && y.count == 1, "row counts")
    let panels = (weight.rows + PanelFormat.rows - 1) / PanelFormat.rows
    unsafe products.append(
      Product(
        type: weight.type, float: weight.type.float, base: weight.base, stride: weight.stride,
        count: weight.format == nil ? weight.rows : panels, rows: weight.rows,
        columns: weight.columns, units: weight.format.map { weight.columns / $0.columns } ?? 0,
        isWide: weight.isWide, input: x.base, output: y.base, tile: nil))
  }

  fileprivate func clear() {
    products.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    compute = nil
  }

  /// Asks for the first lines of the weights.
  fileprivate func prefetchStart() {
    guard let first = products.first else { return }
    unsafe prefetch(first.base, lines: min(64, first.count * first.stride / 64))
  }

  /// Gives every distinct input of panels a tile in the memory that `reserve` finds.
  fileprivate func placeInputs(_ reserve: (Int) -> UnsafeMutableRawPointer) {
    var bytes = 0
    for product in products where product.units > 0 {
      bytes += tileBytes(product)
    }
    guard bytes > 0 else { return }
    var free = unsafe reserve(bytes)
    for index in products.indices where products[index].units > 0 {
      let product = products[index]
      let known = products[..<index].firstIndex {
        unsafe $0.units > 0 && $0.input == product.input && $0.columns == product.columns
          && $0.isWide == product.isWide
      }
      if let known {
        unsafe products[index].tile = products[known].tile
      } else {
        unsafe products[index].tile = free
        products[index].isFirst = true
        unsafe free += tileBytes(product)
      }
    }
  }

  private func tileBytes(_ product: Product) -> Int {
    (ActivationTiles.byteCount(rows: 1, columns: product.columns) + 63) & ~63
  }

  /// Cuts the products into parts that become smaller towards the end, so that all threads read
  /// long streams and still end together.
  fileprivate func split(threads: Int) {
    if threads == 1 {
      for (index, product) in products.enumerated() {
        parts.append(Part(product: index, first: 0, count: product.count))
      }
      return
    }
    var left = products.reduce(0) { $0 + $1.count * $1.stride }
    for (index, product) in products.enumerated() {
      var first = 0
      while first < product.count {
        let bytes = max(Self.least, min(Self.most, left / (2 * threads)))
        let rest = product.count - first
        var count = min(rest, max(1, bytes / product.stride))
        // No crumbs at the end of a product.
        if rest - count < count / 2 { count = rest }
        parts.append(Part(product: index, first: first, count: count))
        left -= count * product.stride
        first += count
      }
    }
  }

  func perform(_ part: Int, _ worker: Int) {
    let part = parts[part]
    if compute?.perform(products[part.product], part) == false {
      isSpoiled.store(true, ordering: .relaxed)
    }
  }
}
