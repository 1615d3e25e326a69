import Foundation
import TernJSON

extension GenerationGuide where Value == Float {
  /// The number is at least `value`.
  public static func minimum(_ value: Float) -> GenerationGuide<Float> {
    .init(rule: .minimum(value))
  }

  /// The number is at most `value`.
  public static func maximum(_ value: Float) -> GenerationGuide<Float> {
    .init(rule: .maximum(value))
  }

  /// The number lies in `range`.
  public static func range(_ range: ClosedRange<Float>) -> GenerationGuide<Float> {
    .init(rule: .all([.minimum(range.lowerBound), .maximum(range.upperBound)]))
  }
}

extension GenerationGuide where Value == Decimal {
  /// The number is at least `value`.
  public static func minimum(_ value: Decimal) -> GenerationGuide<Decimal> {
    .init(rule: .minimum(value))
  }

  /// The number is at most `value`.
  public static func maximum(_ value: Decimal) -> GenerationGuide<Decimal> {
    .init(rule: .maximum(value))
  }

  /// The number lies in `range`.
  public static func range(_ range: ClosedRange<Decimal>) -> GenerationGuide<Decimal> {
    .init(rule: .all([.minimum(range.lowerBound), .maximum(range.upperBound)]))
  }
}

extension GenerationGuide where Value == Double {
  /// The number is at least `value`.
  public static func minimum(_ value: Double) -> GenerationGuide<Double> {
    .init(rule: .minimum(value))
  }

  /// The number is at most `value`.
  public static func maximum(_ value: Double) -> GenerationGuide<Double> {
    .init(rule: .maximum(value))
  }

  /// The number lies in `range`.
  public static func range(_ range: ClosedRange<Double>) -> GenerationGuide<Double> {
    .init(rule: .all([.minimum(range.lowerBound), .maximum(range.upperBound)]))
  }
}

extension GuideRule {
  fileprivate static func minimum(_ value: Double) -> GuideRule {
    bound(value, isMinimum: true, JSON.shortest(value).number)
  }

  fileprivate static func maximum(_ value: Double) -> GuideRule {
    bound(value, isMinimum: false, JSON.shortest(value).number)
  }

  fileprivate static func minimum(_ value: Float) -> GuideRule {
    bound(Double(value), isMinimum: true, JSON.shortest(value).number)
  }

  fileprivate static func maximum(_ value: Float) -> GuideRule {
    bound(Double(value), isMinimum: false, JSON.shortest(value).number)
  }

  fileprivate static func minimum(_ value: Decimal) -> GuideRule {
    bound(value.isNaN ? .nan : 0, isMinimum: true, JSONNumber(value))
  }

  fileprivate static func maximum(_ value: Decimal) -> GuideRule {
    bound(value.isNaN ? .nan : 0, isMinimum: false, JSONNumber(value))
  }

  /// A bound; an infinite one on its own side says nothing, others that are no numbers cannot be met.
  private static func bound(_ value: Double, isMinimum: Bool, _ number: JSONNumber?) -> GuideRule {
    if let number { return isMinimum ? .minimum(number) : .maximum(number) }
    if value.isInfinite, (value < 0) == isMinimum { return .all([]) }
    return .failing("No number is at \(isMinimum ? "least" : "most") \(value).")
  }
}
