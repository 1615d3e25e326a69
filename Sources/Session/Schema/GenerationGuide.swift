import Foundation
import TernJSON

/// A rule that narrows the values a model may generate.
///
/// Several guides hold together.
///
/// ```swift
/// @Guide(.range(1...10)) var level: Int
/// @Guide(.count(3), .element(.anyOf(["red", "green"]))) var colors: [String]
/// ```
public struct GenerationGuide<Value>: Sendable {
  let rule: GuideRule
}

/// What a guide says.
indirect enum GuideRule: Sendable {
  case choices([String])
  case pattern(RegexText)
  case minimum(JSONNumber)
  case maximum(JSONNumber)
  case minimumCount(Int)
  case maximumCount(Int)
  case element(GuideRule)
  case all([GuideRule])
  /// A guide that cannot be followed; the text says why.
  case failing(String)
}

extension GenerationGuide where Value == String {
  /// The text is `value`.
  public static func constant(_ value: String) -> GenerationGuide<String> {
    .init(rule: .choices([value]))
  }

  /// The text is one of `values`.
  public static func anyOf(_ values: [String]) -> GenerationGuide<String> {
    .init(rule: .choices(values))
  }

  /// The whole text matches `regex`.
  ///
  /// Look-behind, back-references, custom parsers and transforms that may fail cannot be followed:
  /// a request with such a guide is an error.
  public static func pattern<Output>(_ regex: Regex<Output>) -> GenerationGuide<String> {
    .init(rule: GuideRule(regex))
  }
}

extension GenerationGuide where Value == Int {
  /// The number is at least `value`.
  public static func minimum(_ value: Int) -> GenerationGuide<Int> {
    .init(rule: .minimum(JSONNumber(value)))
  }

  /// The number is at most `value`.
  public static func maximum(_ value: Int) -> GenerationGuide<Int> {
    .init(rule: .maximum(JSONNumber(value)))
  }

  /// The number lies in `range`.
  public static func range(_ range: ClosedRange<Int>) -> GenerationGuide<Int> {
    .init(
      rule: .all([
        .minimum(JSONNumber(range.lowerBound)), .maximum(JSONNumber(range.upperBound)),
      ]))
  }
}
