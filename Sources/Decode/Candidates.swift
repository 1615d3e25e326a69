import Foundation

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

  /// Takes the `count` highest logits, sorted.
  ///
  /// One pass with a bounded heap: O(n + m log k) for the m logits that enter the heap.
  mutating func takeTop(_ count: Int, of logits: [Float]) {
    tokens.removeAll(keepingCapacity: true)
    for (index, logit) in logits.enumerated() where logit > -.infinity {
      let entry = (token: Int32(index), logit: logit)
      if tokens.count < count {
        tokens.append(entry)
        siftUp(tokens.count - 1)
      } else if Self.before(entry, tokens[0]) {
        tokens[0] = entry
        siftDown()
      }
    }
    tokens.sort(by: Self.before)
    top = tokens.first?.logit ?? -.infinity
  }

  /// Takes every token whose logit is within `band` of the highest, by id: O(n).
  mutating func takeBand(_ band: Float, of logits: [Float]) {
    tokens.removeAll(keepingCapacity: true)
    top = Self.highest(logits)
    for (index, logit) in logits.enumerated() where logit >= top - band && logit > -.infinity {
      tokens.append((token: Int32(index), logit: logit))
    }
  }

  private static func highest(_ logits: [Float]) -> Float {
    var best = -Float.infinity
    for logit in logits where logit > best { best = logit }
    return best
  }

  /// Takes the tokens with the highest logits until they hold at least `mass` of the whole
  /// probability, sorted.
  ///
  /// Widens a band of logits below the maximum until it holds the mass, so that only the band is
  /// sorted: one pass of exponentials and a few comparisons over the vocabulary.
  mutating func takeMass(_ mass: Float, of logits: [Float]) {
    top = Self.highest(logits)
    var total = 0.0
    for logit in logits where logit > -.infinity { total += exp(Double(logit - top)) }
    var band: Float = 8
    repeat {
      takeBand(band, of: logits)
      band *= 2
    } while band < 400 && held() < Double(mass) * total
    tokens.sort(by: Self.before)
    keepMass(mass, total: total)
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
