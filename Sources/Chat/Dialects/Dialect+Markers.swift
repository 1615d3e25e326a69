extension Dialect {
  /// All texts that open or close calls or reasoning; where they do not, they are text as any other.
  package var markers: [String] {
    let all =
      reading.reasoning.filter { !$0.isAtStart }.flatMap { [$0.open, $0.close] }
      + reading.openers.map(\.marker) + reading.closers + reading.ignored
    guard case .addressed(let frame) = frame else { return all.uniqued() }
    return all.uniqued(without: [frame.mark])
  }

  /// All texts by which the parser tells an answer apart: those that are control tokens of the
  /// vocabulary have to be decoded as text.
  package var controlTexts: [String] {
    var texts = markers + reading.valueEnds
    if let elements = reading.elements { texts += [elements.nameEnd, elements.valueOpen] }
    return texts.uniqued(without: ["", ">"])
  }

  /// Whether a whole answer closes reasoning that it does not open: then the prompt has opened it.
  package func beginsInReasoning(answer: String) -> Bool {
    reasoning.contains { pair in
      guard !pair.isAtStart, !pair.close.isEmpty else { return false }
      let close = pair.close.trimmingCharacters { $0.isWhitespace }
      guard let end = answer.ranges(of: close).first(where: { !answer.isQuoted($0) }) else {
        return false
      }
      let open = pair.open.trimmingCharacters { $0.isWhitespace }
      return !answer[..<end.lowerBound].contains(open)
    }
  }

  /// Whether a prompt ends within reasoning: the template has opened the section.
  package func beginsInReasoning(prompt: String) -> Bool {
    reasoning.contains { !$0.isAtStart && ends(prompt, with: $0.open) }
  }

  /// Whether a prompt ends with a marker, but for white space.
  func ends(_ prompt: String, with marker: String) -> Bool {
    let marker = marker.utf8.reversed().drop(while: ValueReader.isSpace)
    return prompt.utf8.reversed().drop(while: ValueReader.isSpace).starts(with: marker)
  }
}

extension [String] {
  /// The texts, each once, but for some.
  func uniqued(without others: Set<String> = []) -> [String] {
    var seen = others
    return filter { seen.insert($0).inserted }
  }
}

extension String {
  /// Whether a part stands between backticks.
  fileprivate func isQuoted(_ part: Range<Index>) -> Bool {
    self[..<part.lowerBound].last == "`" && self[part.upperBound...].first == "`"
  }

  /// Without the characters at both ends of which `isCut` holds.
  func trimmingCharacters(_ isCut: (Character) -> Bool) -> String {
    let rest = drop(while: isCut)
    let end = rest.lastIndex { !isCut($0) }.map { rest.index(after: $0) } ?? rest.startIndex
    return String(rest[..<end])
  }
}
