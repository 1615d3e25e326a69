import TernGrammar

/// How a model's template spells calls that are JSON objects, and so how the model learned to.
package struct CallSpelling: Sendable, Equatable {
  /// Whether nothing follows commas and colons.
  package var isCompact = false
  /// Whether objects and the tags around them stand on lines of their own, where the family does so.
  package var hasLineBreaks = true

  /// Names and arguments as most templates write them: spaced, in lines.
  package init() {}

  /// The spelling in a rendered call with the argument `key`: `value`.
  init(of text: String, key: String, value: String) {
    isCompact = text.contains(#""\#(key)":"\#(value)""#)
    hasLineBreaks = !text.contains(#">{"name":"#)
  }
}

extension CallShape {
  /// The same shape as a template spells it.
  func spelled(_ spelling: CallSpelling) -> CallShape {
    var shape = self
    shape.opening = opening.map { $0.spelled(spelling) }
    shape.separator = separator.map { $0.spelled(spelling) }
    if !spelling.hasLineBreaks, standsInTags, case .fixed("\n")? = separator.first {
      shape.separator.removeFirst()
    }
    shape.closing = closing.map { $0.spelled(spelling) }
    shape.before = before.map { $0.spelled(spelling) }
    shape.between = between.map { $0.spelled(spelling) }
    shape.after = after.map { $0.spelled(spelling) }
    return shape
  }

  /// Whether a call is an object on a line of its own between tags.
  private var standsInTags: Bool {
    guard case .fixed(let open)? = before.first, case .fixed(let close)? = after.last else {
      return false
    }
    return open.contains(">\n{") && close.contains("}\n<")
  }
}

extension CallPiece {
  /// The piece without JSON's own white space, and without line breaks between a tag and an object.
  ///
  /// Other line breaks separate a name from what follows it.
  fileprivate func spelled(_ spelling: CallSpelling) -> CallPiece {
    switch self {
    case .pattern: return self
    case .maybe(let pieces): return .maybe(pieces.map { $0.spelled(spelling) })
    case .fixed(var text):
      if spelling.isCompact {
        text = text.replacing(#"": "#, with: #"":"#).replacing(#"", ""#, with: #"",""#)
        if text == ", " { text = "," }
      }
      if !spelling.hasLineBreaks {
        text = text.replacing(">\n{", with: ">{").replacing("}\n<", with: "}<")
      }
      return .fixed(text)
    }
  }
}
