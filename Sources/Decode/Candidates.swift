import Foundation
import TernKernels

/// The most likely tokens, with their logits: what is left after top-k.
///
/// Most likely first; ties are ordered by id, so that every step is deterministic. Logits that are
/// −∞ or NaN never get in.
package struct Candidates {
  package private(set) var tokens: [(token: Int32, logit: Float)] = []
  private var top = -Float.infinity

  init() {}

  private static func before(_ a: (token: Int32, logit: Float), _ b: (token: Int32, logit: Float))
    -> Bool
  {
    a.logit > b.logit || (a.logit == b.logit && a.token < b.token)
  }

  /// Takes the `count` (at least 1) highest logits, sorted; `weights` has seen the same logits.
  ///
  /// One pass with a bounded heap: O(n + m log k) for the m logits that enter the heap; once it is
  /// full only groups with a logit above its lowest are looked at one by one.
  mutating func takeTop(_ count: Int, of logits: [Float], _ weights: LogitWeights) {
    tokens.removeAll(keepingCapacity: true)
    for group in 0..<weights.groupCount {
      // An equal logit with a higher id does not enter a full heap.
      let least = tokens.count == count ? tokens[0].logit : -.infinity
      guard weights.maximum(ofGroup: group) > least else { continue }
      for index in weights.group(group, of: logits.count) {
        offer((token: Int32(index), logit: logits[index]), count)
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

  /// Keeps the smallest prefix that holds `mass` of the candidates' probability; at least one.
  mutating func keepMass(_ mass: Float) {
    let total = tokens.reduce(0.0) { $0 + weight($1.logit, 1) }
    var held = 0.0
    for (index, entry) in tokens.enumerated() {
      held += weight(entry.logit, 1)
      if held >= Double(mass) * total {
        tokens.removeLast(tokens.count - index - 1)
        return
      }
    }
  }

  /// Keeps candidates whose logit is at least `least`.
  mutating func keep(from least: Float) {
    tokens.removeAll { $0.logit < least }
  }

  /// The probabilities of the candidates at `temperature`, in their order; they sum to 1.
  func probabilities(temperature: Float) -> [Double] {
    let weights = tokens.map { weight($0.logit, temperature) }
    let total = weights.reduce(0, +)
    return weights.map { $0 / total }
  }

  /// Draws one candidate, going from the most likely down; `unit` is uniform in 0..<1.
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
      for child in 2 * parent + 1..<2 * parent + 3
      where child < tokens.count && Self.before(tokens[last], tokens[child]) {
        last = child
      }
      if last == parent { return }
      tokens.swapAt(parent, last)
      parent = last
    }
  }
}
