/// The lines as one text.
func text(_ lines: [String]) -> String {
  lines.joined(separator: "\n")
}

/// The lines two columns further in.
///
/// An element may hold line breaks of its own (an expression of the user's, with a multi-line string
/// in it): only its beginning moves, because moving the rest could change the string.
func indented(_ lines: [String], by levels: Int = 1) -> [String] {
  let margin = String(repeating: "  ", count: levels)
  return lines.map { $0.isEmpty ? $0 : margin + $0 }
}

/// The elements, one to a line, with commas between them.
func list(_ elements: [String]) -> [String] {
  elements.enumerated().map { index, element in
    index + 1 < elements.count ? element + "," : element
  }
}

/// A string literal of the text.
func literal(_ text: String) -> String {
  var escaped = ""
  for character in text {
    if character == "\"" || character == "\\" { escaped.append("\\") }
    escaped.append(character)
  }
  return "\"\(escaped)\""
}
