import Foundation
import TernKernels

/// The tokens still in the draw, with their logits.
///
/// Most likely first where a step needs an order (top-k, top-p), else by id; ties are ordered by
/// id, so that every step is deterministic. Logits that are −∞ or NaN never get in.
package struct Candidates {
  package private(set) var tokens: [(token: Int32, logit: Float)] = []
  private var top = -Float.infinity

  init() {}

  private static func before(_ a: (token: Int32, logit: Float), _ b: (token: Int32, logit: Float))
    -> Bool
  {
    a.logit > b.logit || (a.logit == b.logit && a.token < b.token)
  }

  /// Logits of a block: a block whose highest one is too low is passed over as a whole.
  private static let blockSize = 1024

  /// Takes the `count` highest logits, sorted.
  ///
  /// One pass with a bounded heap: O(n + m log k) for the m logits that enter the heap; once it is
  /// full only blocks with a logit above its lowest are looked at one by one.
  mutating func takeTop(_ count: Int, of logits: [Float]) {
    tokens.removeAll(keepingCapacity: true)
    unsafe logits.withUnsafeBufferPointer { logits in
      for start in stride(from: 0, to: logits.count, by: Self.blockSize) {
        let end = min(logits.count, start + Self.blockSize)
        if tokens.count == count {
          // An equal logit with a higher id does not enter either.
          let highest = unsafe Self.highest(UnsafeBufferPointer(rebasing: logits[start..<end]))
          if count == 0 || highest <= tokens[0].logit { continue }
        }
        for index in start..<end {
          unsafe offer((token: Int32(index), logit: logits[index]), count)
        }
      }
    }
    tokens.sort(by: Self.before)
    top = tokens.first?.logit ?? -.infinity
  }

  /// Lets an entry into the heap of at most `count` if it is among the highest so far.
  @inline(__always)
  private mutating func offer(_ entry: (token: Int32, logit: Float), _ count: Int) {
    guard entry.logit > -.infinity else { return }
    if tokens.count < count {
      tokens.append(entry)
      siftUp(tokens.count - 1)
    } else if Self.before(entry, tokens[0]) {
      tokens[0] = entry
      siftDown()
    }
  }

  /// Takes every token whose logit is within `band` of the highest, by id: O(n).
  mutating func takeBand(_ band: Float, of logits: [Float]) {
    top = unsafe logits.withUnsafeBufferPointer { unsafe Self.highest($0) }
    takeFrom(top - band, of: logits)
  }

  /// Takes every token whose logit is at least `least`, by id.
  private mutating func takeFrom(_ least: Float, of logits: [Float]) {
    tokens.removeAll(keepingCapacity: true)
    unsafe logits.withUnsafeBufferPointer { logits in
      for start in stride(from: 0, to: logits.count, by: Self.blockSize) {
        let end = min(logits.count, start + Self.blockSize)
        let highest = unsafe Self.highest(UnsafeBufferPointer(rebasing: logits[start..<end]))
        guard highest >= least && highest > -.infinity else { continue }
        for index in start..<end {
          let logit = unsafe logits[index]
          if logit >= least && logit > -.infinity {
            tokens.append((token: Int32(index), logit: logit))
          }
        }
      }
    }
  }

  private static func highest(_ logits: UnsafeBufferPointer<Float>) -> Float {
    guard let base = logits.baseAddress else { return -.infinity }
    return unsafe largestValue(base, logits.count)
  }

  /// Takes the tokens with the highest logits until they hold at least `mass` of the whole
  /// probability, sorted.
  ///
  /// Widens a band of logits below the maximum until it holds the mass, so that only the band is
  /// sorted: one pass of exponentials and a few comparisons over the vocabulary.
  mutating func takeMass(_ mass: Float, of logits: [Float]) {
    top = unsafe logits.withUnsafeBufferPointer { unsafe Self.highest($0) }
    let total = sumOfWeights(logits)
    var band: Float = 8
    repeat {
      takeFrom(top - band, of: logits)
      band *= 2
    } while band < 400 && held() < Double(mass) * total
    tokens.sort(by: Self.before)
    keepMass(mass, total: total)
  }

  /// The sum of e^(logit − top): in float32 over short pieces, whose sums are added in Double.
  private func sumOfWeights(_ logits: [Float]) -> Double {
    unsafe logits.withUnsafeBufferPointer { logits in
      guard let base = logits.baseAddress else { return 0 }
      var total = 0.0
      for start in stride(from: 0, to: logits.count, by: 64) {
        let count = min(64, logits.count - start)
        let sum = unsafe Double(sumOfExponentials(base + start, top, count))
        if sum.isNaN {
          for index in start..<start + count {
            let logit = unsafe logits[index]
            if logit > -.infinity { total += exp(Double(logit - top)) }
          }
        } else {
          total += sum
        }
      }
      return total
    }
  }

  private func held() -> Double {
    tokens.reduce(0.0) { $0 + exp(Double($1.logit - top)) }
  }

  /// Keeps the smallest prefix that holds `mass` of the candidates' probability; at least one.
  mutating func keepMass(_ mass: Float) {
    keepMass(mass, total: held())
  }

  private mutating func keepMass(_ mass: Float, total: Double) {
    var held = 0.0
    for (index, entry) in tokens.enumerated() {
      held += exp(Double(entry.logit - top))
      if held >= Double(mass) * total {
        tokens.removeLast(tokens.count - index - 1)
        return
      }
    }
  }

  /// Keeps candidates at least `minP` times as likely as the most likely one.
  mutating func keepAbove(minP: Float) {
    guard minP > 0 else { return }
    let least = top + log(minP)
    tokens.removeAll { $0.logit < least }
  }

  /// The probabilities of the candidates at `temperature`, in their order; they sum to 1.
  package func probabilities(temperature: Float) -> [Double] {
    let weights = tokens.map { weight($0.logit, temperature) }
    let total = weights.reduce(0, +)
    return weights.map { $0 / total }
  }

  /// Draws one candidate; `unit` is uniform in 0..<1.
  func draw(temperature: Float, unit: Double) -> Int32? {
    var left = tokens.reduce(0.0) { $0 + weight($1.logit, temperature) } * unit
    for entry in tokens {
      left -= weight(entry.logit, temperature)
      if left < 0 { return entry.token }
    }
    return tokens.last?.token
  }

  private func weight(_ logit: Float, _ temperature: Float) -> Double {
    exp(Double(logit - top) / Double(temperature))
  }

  // A heap whose root is the entry that would leave first.
  private mutating func siftUp(_ start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard Self.before(tokens[parent], tokens[child]) else { return }
      tokens.swapAt(parent, child)
      child = parent
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var last = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < tokens.count && Self.before(tokens[last], tokens[child]) {
        last = child
      }
      if last == parent { return }
      tokens.swapAt(parent, last)
      parent = last
    }
  }
}
