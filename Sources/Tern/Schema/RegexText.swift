import TernGrammar

/// A regular expression as text.
struct RegexText: Sendable, Hashable {
  /// As it was written, for documents.
  var literal: String
  /// In the syntax of Swift's `Regex`, with every group that the expression implies.
  var exact: String
}

extension GuideRule {
  /// The whole text matches `regex`.
  init<Output>(_ regex: Regex<Output>) {
    guard let exact = PatternMirror.text(of: regex) else {
      self = .failing(
        "The regular expression '\(regex._literalPattern ?? "")' has parts that cannot be followed."
      )
      return
    }
    self = .pattern(RegexText(literal: regex._literalPattern ?? exact, exact: exact))
  }
}
