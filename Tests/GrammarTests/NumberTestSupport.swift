import TernJSON
import TernTestSupport

@testable import TernGrammar

extension TernGrammar.Decimal {
  /// The exact value of a text that is a number.
  init(_ text: String) { self.init(reading: Array(text.utf8)) }
}

extension NumberConstraint {
  /// Bounds and multiples by their texts; `>` and `<` before a bound make it exclusive.
  init(
    _ minimum: String? = nil, _ maximum: String? = nil, multiples: [String] = [],
    notMultiples: [String] = [], excluded: [String] = []
  ) {
    func bound(_ text: String?) -> Bound? {
      text.map {
        Bound(
          TernGrammar.Decimal($0.filter { !"<>".contains($0) }),
          isExclusive: $0.hasPrefix(">") || $0.hasPrefix("<"))
      }
    }
    self.init(
      minimum: bound(minimum), maximum: bound(maximum),
      multiples: multiples.map { TernGrammar.Decimal($0) },
      notMultiples: notMultiples.map { TernGrammar.Decimal($0) },
      excluded: excluded.map { TernGrammar.Decimal($0) })
  }

  /// The slow twin of the plain automaton: the value by ``contains(_:)``, the spelling by rules.
  func isPlain(_ text: String) -> Bool {
    guard let number = JSONNumber(text: text), contains(number) else { return false }
    if let pinned { return text == pinned.word }
    if contains(.zero), text == "0" { return true }
    guard let numbers = PlainNumbers(self) else { return false }
    let mantissa = text.prefix { !"eE".contains($0) }
    let isNegative = text.hasPrefix("-")
    if isNegative, !mantissa.contains(where: { "123456789".contains($0) }) { return false }
    let power = text.dropFirst(mantissa.count).filter(\.isNumber)
    if mantissa.count < text.count, !isFree || power.count > 2 { return false }
    let parts = mantissa.drop { $0 == "-" }.split(separator: ".")
    let side = isNegative ? numbers.negative : numbers.positive
    guard let side, parts[0].count <= max(1, side.integerDigits) else { return false }
    if parts.count == 2, parts[1].count > numbers.fractionDigits { return false }
    if numbers.budget.isUnlimited { return true }
    return Self.fits(parts, hasPower: mantissa.count < text.count, numbers.budget, side)
  }

  /// Whether the digits of a number are within a budget.
  private static func fits(
    _ parts: [Substring], hasPower: Bool, _ budget: DigitBudget, _ side: Magnitudes
  ) -> Bool {
    let digits = parts[0] == "0" ? "" : parts[0]
    let most = budget.digits - (digits.first == "9" ? side.nine - 1 : 0)
    if parts.count == 2 {
      let fraction = digits.isEmpty ? parts[1].drop { $0 == "0" } : parts[1]
      return digits.count + fraction.count + budget.point <= most
    }
    if hasPower { return digits.count < most }
    if digits.count <= most { return true }
    let significant = digits.lastIndex { $0 != "0" }.map { digits[...$0].count } ?? 0
    return side.hasZeros && significant <= most - (budget.isClosing ? 1 : 0)
  }
}

extension NumberAutomaton {
  /// The state after a text, if it is the beginning of an accepted one.
  func state(_ text: String) -> State? {
    var state: State? = isEmpty ? nil : start
    for byte in text.utf8 { state = state.flatMap { next($0, byte) } }
    return state
  }

  func accepts(_ text: String) -> Bool { state(text).map { isFinal($0) } ?? false }
}

/// Random constraints, and texts that are often near their bounds.
struct RandomNumbers {
  var random: SeededGenerator
  /// Texts of values that constraints may use.
  let values = [
    "0", "1", "-1", "5", "9.5", "9.501", "9.05", "10", "-10", "99", "100", "123.456", "-0.5", "0.1",
    "-0.001",
    "1e-7", "3e-7", "1000", "1024", "-128", "127", "65535", "1e18", "-1e18", "1.5e17", "0.3",
    "999999999999999999999", "12.25", "-12.5", "7e20", "1e39", "1e45",
  ]
  let steps = ["1", "1", "2", "3", "7", "0.5", "0.01", "2.5", "10", "0.3", "1e-8", "100", "1.25"]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func value() -> String {
    if chance(50) { return values.randomElement(using: &random) ?? "0" }
    return text(digits: Int.random(in: 1...4, using: &random))
  }

  /// A random plain number.
  mutating func text(digits: Int) -> String {
    let integer = Int.random(in: 0..<[1, 10, 100, 1000, 10_000][digits], using: &random)
    let fraction = chance(40) ? ".\(Int.random(in: 0..<100, using: &random))" : ""
    return (chance(30) ? "-" : "") + String(integer) + fraction
  }

  mutating func constraint() -> NumberConstraint {
    var minimum: String?
    var maximum: String?
    if chance(60) { minimum = (chance(30) ? ">" : "") + value() }
    if chance(60) { maximum = (chance(30) ? "<" : "") + value() }
    let multiples = (0..<[0, 0, 1, 1, 2][Int.random(in: 0..<5, using: &random)]).map { _ in
      steps.randomElement(using: &random) ?? "1"
    }
    let others = (0..<[0, 0, 0, 1, 2][Int.random(in: 0..<5, using: &random)]).map { _ in
      steps.randomElement(using: &random) ?? "1"
    }
    let excluded = (0..<[0, 0, 0, 2, 9][Int.random(in: 0..<5, using: &random)]).map { _ in value() }
    return NumberConstraint(
      minimum, maximum, multiples: multiples, notMultiples: others, excluded: excluded)
  }

  /// Texts of the constraint's own values, changed a little, and others.
  mutating func texts(_ constraint: NumberConstraint, count: Int) -> [String] {
    let own =
      [constraint.minimum?.value, constraint.maximum?.value].compactMap { $0?.word }
      + constraint.excluded.map(\.word)
    return (0..<count).map { _ in
      var text = Array(own.randomElement(using: &random) ?? value())
      if chance(30) { text = Array(value()) }
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let byte = "0123456789.-e".randomElement(using: &random) ?? "0"
        let place = Int.random(in: 0...text.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: text.insert(byte, at: place)
        case 1 where place < text.count: text[place] = byte
        case 2 where place < text.count: text.remove(at: place)
        default: text.append(byte)
        }
      }
      return String(text)
    }
  }
}
