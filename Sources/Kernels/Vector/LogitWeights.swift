import TernKernelsPortable

/// Which tokens stay in the draw: all above a logit, and of those equal to it the first ids.
package struct LogitCut: Equatable, Sendable {
  /// The least logit that stays.
  package var least: Float
  /// The last id with exactly that logit that stays.
  package var lastTie: Int

  package init(least: Float, lastTie: Int = .max) {
    self.least = least
    self.lastTie = lastTie
  }

  /// Whether a token stays; −∞ and NaN never do.
  package func keeps(_ id: Int, _ logit: Float) -> Bool {
    logit > -.infinity && (logit > least || (logit == least && id <= lastTie))
  }
}

/// A row of logits as unnormalised probabilities, and what sampling asks of them.
///
/// A few vector passes over the row on the caller's thread; nothing is allocated once the buffers
/// have grown to the row's length. Not thread-safe.
package struct LogitWeights {
  let vector: VectorKernels
  /// The largest of every 64 logits.
  private(set) var maxima: [Float] = []
  /// e^((logit − top) · factor), padded with zeros to whole groups.
  package private(set) var weights: [Float] = []
  /// The sums of blocks of ``blockSize`` weights.
  private var sums: [Double] = []
  /// The largest logit; −∞ where there is none.
  package private(set) var top = -Float.infinity
  var search = MassSearch()

  /// Logits of a group share one maximum.
  static var groupSize: Int { 64 }
  /// Weights of a block are added in float32, their sums in double precision.
  static var blockSize: Int { 1024 }

  /// `isa` lowers the instruction set (for tests); it never raises it above the processor's.
  package init(isa: ISA? = nil) {
    let detected = ISA.detect()
    vector = ISA.limited(detected, to: isa ?? detected).kernels.vector
  }

  /// The index of the highest logit, the first of equals; `nil` where none is above −∞.
  package func largest(of logits: [Float]) -> Int? {
    unsafe logits.withUnsafeBufferPointer {
      guard let base = $0.baseAddress else { return nil }
      let index = unsafe vector.indexOfLargest(base, $0.count)
      // 0 also stands for none.
      return unsafe base[index] > -.infinity ? index : nil
    }
  }

  /// Finds the largest logit and those of the groups.
  ///
  /// A logit of +∞ counts as the largest finite number: it and its equals take all probability.
  package mutating func begin(_ logits: inout [Float]) {
    findMaxima(logits)
    guard top == .infinity else { return }
    for index in logits.indices where logits[index] == .infinity {
      logits[index] = .greatestFiniteMagnitude
    }
    findMaxima(logits)
  }

  private mutating func findMaxima(_ logits: [Float]) {
    let groups = (logits.count + Self.groupSize - 1) / Self.groupSize
    maxima.resize(to: groups)
    unsafe maxima.withUnsafeMutableBufferPointer { maxima in
      unsafe logits.withUnsafeBufferPointer { logits in
        guard let from = logits.baseAddress, let to = maxima.baseAddress else { return }
        unsafe vector.groupMaxima(from, logits.count, to)
      }
    }
    top = unsafe maxima.withUnsafeBufferPointer {
      guard let base = $0.baseAddress else { return -.infinity }
      return unsafe vector.largestValue(base, $0.count)
    }
  }

  /// The groups of the row that ``begin(_:)`` saw.
  package var groupCount: Int { maxima.count }

  /// The largest logit of a group, −∞ where it has none.
  package func maximum(ofGroup group: Int) -> Float { maxima[group] }

  /// The ids of a group in a row of `count` logits.
  package func group(_ group: Int, of count: Int) -> Range<Int> {
    group * Self.groupSize..<min(count, (group + 1) * Self.groupSize)
  }

  /// Computes the weights of the logits that `cut` keeps, zero for the others; ``begin(_:)`` must
  /// have seen the same logits.
  package mutating func fill(_ logits: [Float], temperature: Float, cut: LogitCut) {
    let factor = min(1 / temperature, .greatestFiniteMagnitude)
    let count = logits.count
    weights.resize(to: maxima.count * Self.groupSize)
    sums.removeAll(keepingCapacity: true)
    // Ties after the last one kept are below the next number up.
    let split = cut.lastTie < count ? cut.lastTie + 1 : count
    for start in stride(from: 0, to: count, by: Self.blockSize) {
      let end = min(count, start + Self.blockSize)
      let middle = max(start, min(end, split))
      let before = pass(logits, start..<middle, factor, cut.least)
      sums.append(before + pass(logits, middle..<end, factor, cut.least.nextUp))
    }
    for index in count..<weights.count { weights[index] = 0 }
  }

  private mutating func pass(
    _ logits: [Float], _ range: Range<Int>, _ factor: Float, _ least: Float
  ) -> Double {
    guard !range.isEmpty else { return 0 }
    return unsafe weights.withUnsafeMutableBufferPointer { weights in
      unsafe logits.withUnsafeBufferPointer { logits in
        guard let from = logits.baseAddress, let to = weights.baseAddress else { return 0 }
        return unsafe Double(
          vector.weightsAbove(
            from + range.lowerBound, range.count, top, factor, least, to + range.lowerBound))
      }
    }
  }

  /// The sum of the weights.
  package var total: Double { sums.reduce(0, +) }

  /// The token at which the running sum of the weights, by id, passes `unit` (in 0..<1) of the
  /// whole; `nil` where there is no weight.
  package func draw(unit: Double) -> Int? {
    var left = total * unit
    var last: Int?
    for block in sums.indices where sums[block] > 0 {
      last = block
      if left < sums[block] { break }
      left -= sums[block]
    }
    guard let block = last else { return nil }
    // Rounding may leave a little behind the block's last weight.
    var token: Int?
    let start = block * Self.blockSize
    for index in start..<min(weights.count, start + Self.blockSize) where weights[index] > 0 {
      token = index
      left -= Double(weights[index])
      if left < 0 { break }
    }
    return token
  }
}

extension [Float] {
  /// Makes the array `count` long; its values are then of no meaning.
  mutating func resize(to count: Int) {
    if self.count > count { removeLast(self.count - count) }
    while self.count < count { append(0) }
  }
}
