/// Text in HTML or SVG.
///
/// What is put into it as a string is escaped; only other markup is not. It is well-formed XML as long as its literals are, whatever the strings contain.
struct Markup: Equatable {
  private(set) var text = ""

  static func + (a: Markup, b: Markup) -> Markup { Markup(raw: a.text + b.text) }
  static func += (a: inout Markup, b: Markup) { a.text += b.text }

  private init(raw: String) { text = raw }

  /// A string as it is.
  init(_ string: String) { text = Self.escaped(string) }

  init(_ parts: [Markup]) { text = parts.map(\.text).joined() }

  /// `string` so that it stands for itself in a text and in an attribute.
  ///
  /// Characters that XML does not have become U+FFFD.
  static func escaped(_ string: String) -> String {
    var text = ""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      case "\t", "\n": text.unicodeScalars.append(scalar)
      case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Markup: ExpressibleByStringInterpolation {
  init(stringLiteral value: String) { text = value }

  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { text += literal }
    mutating func appendInterpolation(_ string: String) { text += Markup.escaped(string) }
    mutating func appendInterpolation(_ number: Int) { text += "\(number)" }
    /// A coordinate.
    mutating func appendInterpolation(_ number: Double) { text += Markup.coordinate(number) }
    mutating func appendInterpolation(_ markup: Markup) { text += markup.text }
    mutating func appendInterpolation(_ parts: [Markup]) { text += parts.map(\.text).joined() }
  }

  /// A tenth of a pixel is enough.
  fileprivate static func coordinate(_ number: Double) -> String {
    guard number.isFinite else { return "0" }
    let text = fixed(number, 1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
