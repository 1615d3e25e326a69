import Foundation
import TernJSON

@testable import TernGrammar

/// What a slow validator asks of numbers and strings.
protocol LeafChecks {
  func isInteger(_ number: JSONNumber) -> Bool
  func isInRange(_ number: JSONNumber, _ node: SchemaNode) -> Bool
  func matches(_ text: String, _ pattern: String) -> Bool
  func hasFormat(_ text: String, _ format: String) -> Bool
}

/// Exact, with the project's own decimals and expressions, which have oracles of their own.
struct ExactLeaves: LeafChecks {
  let languages = Languages()

  func isInteger(_ number: JSONNumber) -> Bool { NumberConstraint.integer.contains(number) }

  func isInRange(_ number: JSONNumber, _ node: SchemaNode) -> Bool {
    func decimal(_ number: JSONNumber?) -> TernGrammar.Decimal? {
      number.map { TernGrammar.Decimal($0.text) }
    }
    guard let value = decimal(number) else { return false }
    return (decimal(node.minimum).map { value >= $0 } ?? true)
      && (decimal(node.maximum).map { value <= $0 } ?? true)
      && (decimal(node.exclusiveMinimum).map { value > $0 } ?? true)
      && (decimal(node.exclusiveMaximum).map { value < $0 } ?? true)
      && (decimal(node.multipleOf).map { value.isMultiple(of: $0) } ?? true)
  }

  func matches(_ text: String, _ pattern: String) -> Bool {
    (try? languages.pattern(pattern, .ecma, wholeMatch: false)).map {
      languages.contains($0, text)
    } ?? false
  }

  func hasFormat(_ text: String, _ format: String) -> Bool {
    languages.format(format).map { languages.contains($0, text) } ?? true
  }
}

/// With nothing of the project: decimals of 38 digits, expressions of ICU; formats are annotations.
struct FoundationLeaves: LeafChecks {
  func isInteger(_ number: JSONNumber) -> Bool { isMultiple(number, of: 1) }

  func isInRange(_ number: JSONNumber, _ node: SchemaNode) -> Bool {
    let value = decimal(number)
    if let bound = node.minimum, value < decimal(bound) { return false }
    if let bound = node.maximum, value > decimal(bound) { return false }
    if let bound = node.exclusiveMinimum, value <= decimal(bound) { return false }
    if let bound = node.exclusiveMaximum, value >= decimal(bound) { return false }
    return node.multipleOf.map { isMultiple(number, of: $0) } ?? true
  }

  private func isMultiple(_ number: JSONNumber, of divisor: JSONNumber) -> Bool {
    var quotient = decimal(number) / decimal(divisor)
    var rounded = Foundation.Decimal()
    unsafe NSDecimalRound(&rounded, &quotient, 0, .plain)
    return rounded == quotient
  }

  private func decimal(_ number: JSONNumber) -> Foundation.Decimal {
    Foundation.Decimal(string: number.text) ?? .nan
  }

  func matches(_ text: String, _ pattern: String) -> Bool {
    // `$` is the very end, not also before a last line break.
    let pattern = pattern.hasSuffix("$") ? pattern.dropLast() + "\\z" : pattern[...]
    guard let regex = try? NSRegularExpression(pattern: String(pattern)) else { return false }
    let range = NSRange(text.startIndex..., in: text)
    return regex.firstMatch(in: text, range: range) != nil
  }

  func hasFormat(_ text: String, _ format: String) -> Bool { true }
}
