/// How a model's template spells calls, and so how the model learned to.
package struct CallSpelling: Sendable, Equatable {
  /// Whether nothing follows commas and colons.
  package var isCompact = false
  /// Whether objects, and tags in a row, stand on lines of their own, where the family does so.
  package var hasLineBreaks = true
  /// Whether strings stand in single quotes, where calls are Python.
  package var hasSingleQuotes = false

  /// Names and arguments as most templates write them: spaced, in lines.
  package init() {}

  /// The spelling in a rendered call with the argument `key`: `value`.
  init(of text: String, key: String, value: String) {
    isCompact = text.contains(#""\#(key)":"\#(value)""#)
    hasSingleQuotes = text.contains("\(key)='\(value)'")
    hasLineBreaks = !text.contains(#">{"name":"#) && !Self.hasTagsInARow(text, key, value)
  }

  /// Whether a tag directly follows another one between a name and its value.
  private static func hasTagsInARow(_ text: String, _ key: String, _ value: String) -> Bool {
    guard let end = text.firstRange(of: value),
      let start = text[..<end.lowerBound].ranges(of: key).last
    else { return false }
    return text[start.upperBound..<end.lowerBound].contains("><")
  }

  var colon: String { isCompact ? ":" : ": " }
  var comma: String { isCompact ? "," : ", " }

  /// The pieces of a call without line breaks between a mark and an object, or before tags in a row,
  /// where there are none.
  ///
  /// Other line breaks separate a name from what follows it.
  func pieces(_ pieces: [CallPiece]) -> [CallPiece] {
    guard !hasLineBreaks else { return pieces }
    return pieces.indices.filter { place in
      guard pieces[place].text == "\n", place > 0, place + 1 < pieces.count else { return true }
      let (before, after) = (pieces[place - 1], pieces[place + 1])
      let isBetween =
        before.mark != nil && after.hasObject || before.hasObject && after.mark != nil
      return !isBetween && !after.hasTagsInARow
    }.map { pieces[$0] }
  }

  /// What stands between calls.
  func separator(_ pieces: [CallPiece], of call: [CallPiece]) -> [CallPiece] {
    var pieces = pieces
    if !hasLineBreaks, pieces.first?.text == "\n", self.pieces(call).count < call.count {
      pieces.removeFirst()
    }
    return pieces.map { $0.text == ", " ? .text(comma) : $0 }
  }
}

extension CallSpelling {
  /// What stands between the tags of an argument, and behind it.
  func gap(_ style: ElementSyntax) -> String { isInARow(style) ? "" : style.gap }
  func after(_ style: ElementSyntax) -> String { isInARow(style) ? "" : style.after }

  private func isInARow(_ style: ElementSyntax) -> Bool { !hasLineBreaks && style.hasTagsInARow }
}

extension CallPiece {
  fileprivate var hasTagsInARow: Bool {
    if case .arguments(.elements(let style)) = self { style.hasTagsInARow } else { false }
  }
}

extension ElementSyntax {
  /// Whether a tag of its own begins a value.
  fileprivate var hasTagsInARow: Bool { !valueOpen.isEmpty }
}
