/// A regular expression as text.
struct RegexText: Sendable, Hashable {
  /// For documents: as it was written, where that means the same elsewhere.
  var text: String
  /// In the syntax of Swift's `Regex`, with every group that the expression implies.
  var exact: String

  /// The text of an expression; `nil` where it has parts that no text has.
  init?<Output>(_ regex: Regex<Output>) {
    guard let exact = PatternMirror.text(of: regex) else { return nil }
    self.exact = exact
    // What a builder says of itself lacks groups, and quotes as other readers cannot read.
    if let written = regex._literalPattern, !written.contains("\\Q"),
      let again = try? Regex(written), PatternMirror.text(of: again) == exact
    {
      text = written
    } else {
      text = Self.readable(exact)
    }
  }

  /// The expression that a document's text is; `nil` where it is none, or has parts that no text has.
  init?(text: String) {
    guard let regex = try? Regex(text), let exact = PatternMirror.text(of: regex) else {
      return nil
    }
    (self.text, self.exact) = (text, exact)
  }

  /// `exact` with the characters of ASCII as themselves that it has by number; O(n).
  static func readable(_ exact: String) -> String {
    var result = ""
    var rest = exact[...]
    // Characters are by number, so brackets are those of classes.
    var depth = 0
    while let start = rest.firstRange(of: "\\u{") {
      let syntax = rest[..<start.lowerBound]
      depth += syntax.count { $0 == "[" } - syntax.count { $0 == "]" }
      result += syntax
      rest = rest[start.upperBound...]
      guard let end = rest.firstIndex(of: "}"),
        let scalar = UInt32(rest[..<end], radix: 16).flatMap(Unicode.Scalar.init)
      else { return exact }
      rest = rest[rest.index(after: end)...]
      result += spelled(scalar, isInClass: depth > 0)
    }
    return result + rest
  }

  private static func spelled(_ scalar: Unicode.Scalar, isInClass: Bool) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case " ": return " "
    case "!"..."~":
      let marks = isInClass ? "^\\[]-&~" : "^$\\.*+?()[]{}|/"
      return marks.unicodeScalars.contains(scalar)
        ? "\\\(scalar)" : String(Character(scalar))
    default:
      let digits = String(scalar.value, radix: 16)
      return scalar.value > 0xFFFF
        ? "\\u{\(digits)}"
        : "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }
}

extension GuideRule {
  /// The whole text matches `regex`.
  init<Output>(_ regex: Regex<Output>) {
    if let text = RegexText(regex) {
      self = .pattern(text)
    } else {
      let written = regex._literalPattern.map { " '\($0)'" } ?? ""
      self = .failing(
        "The regular expression\(written) has parts that no generated text can be held to.")
    }
  }
}
