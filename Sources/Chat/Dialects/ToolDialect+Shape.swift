extension ToolDialect {
  /// How the parser reads the dialect.
  var shape: DialectShape {
    switch self {
    case .hermesJSON: .hermesJSON
    case .llama3JSON: .llama3JSON
    case .llama3JSONPythonTag: .llama3JSONPythonTag
    case .llamaPythonic: .llamaPythonic
    case .llama4PythonStart: .llama4PythonStart
    case .mistralV3JSON: .mistralV3JSON
    case .mistralV11Args: .mistralV11Args
    case .mistralV11CallID: .mistralV11CallID
    case .functionGemma: .functionGemma
    case .gemma4: .gemma4
    case .gemma3ToolCode: .gemma3ToolCode
    case .phi4MiniFunctools: .phi4MiniFunctools
    case .phi4MiniToolCall: .phi4MiniToolCall
    case .granite3: .granite3
    case .deepSeekV3: .deepSeekV3
    case .deepSeekV31: .deepSeekV31
    case .deepSeekV32DSML: .deepSeekV32DSML
    case .smolLM2: .smolLM2
    case .lfm2: .lfm2
    case .harmony: .harmony
    case .commandR7B: .commandR7B
    case .xLAM: .xLAM
    case .miniCPM3: .miniCPM3
    case .nemotronToolCall: .nemotronToolCall
    case .qwen3CoderXML: .qwen3CoderXML
    case .functionaryV31: .functionaryV31
    case .functionaryV32: .functionaryV32
    case .firefunctionV2: .firefunctionV2
    case .internLM2: .internLM2
    case .jamba: .jamba
    case .glm45: .glm45
    case .kimiK2: .kimiK2
    case .miniMaxM2: .miniMaxM2
    case .miniCPM5XML: .miniCPM5XML
    }
  }

  /// All texts that open or close calls or reasoning; where they do not, they are text as any other.
  package var markers: [String] {
    let shape = shape
    let all =
      shape.reasoning.filter { !$0.isAtStart }.flatMap { [$0.open, $0.close] }
      + shape.openers.map(\.marker)
      + shape.closers + shape.ignored
    var seen: Set<String> = []
    return all.filter { $0 != ">>>" && seen.insert($0).inserted }
  }

  /// All texts by which the parser tells an answer apart: those that are control tokens of the
  /// vocabulary have to be decoded as text.
  package var controlTexts: [String] {
    let shape = shape
    var texts = markers + HeaderReader.markers
    if !shape.quote.isEmpty { texts.append(shape.quote) }
    if let elements = shape.elements {
      texts += [elements.open, elements.nameEnd, elements.valueOpen, elements.close] + elements.end
    }
    var seen: Set<String> = ["", ">"]
    return texts.filter { seen.insert($0).inserted }
  }

  /// The dialect that a user names: its raw value, in capitals or with hyphens too.
  package init?(named name: String) {
    self.init(rawValue: name.lowercased().replacing("-", with: "_"))
  }

  /// Whether a whole answer closes reasoning that it does not open: then the prompt has opened it.
  package func beginsInReasoning(answer: String) -> Bool {
    shape.reasoning.contains { pair in
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
    shape.reasoning.contains { !$0.isAtStart && ends(prompt, with: $0.open) }
  }

  /// Whether a prompt ends with a marker, but for white space.
  func ends(_ prompt: String, with marker: String) -> Bool {
    let marker = marker.utf8.reversed().drop(while: ValueReader.isSpace)
    return prompt.utf8.reversed().drop(while: ValueReader.isSpace).starts(with: marker)
  }
}

extension String {
  /// Whether a part stands between backticks.
  fileprivate func isQuoted(_ part: Range<Index>) -> Bool {
    self[..<part.lowerBound].last == "`" && self[part.upperBound...].first == "`"
  }

  /// Without the characters at both ends of which `isCut` holds.
  fileprivate func trimmingCharacters(_ isCut: (Character) -> Bool) -> String {
    let rest = drop(while: isCut)
    let end = rest.lastIndex { !isCut($0) }.map { rest.index(after: $0) } ?? rest.startIndex
    return String(rest[..<end])
  }
}
