/// The pattern text of a value of Swift's `Regex`, by reflection on its tree.
///
/// `Regex._literalPattern` leaves out the groups that builders imply (`"a"` and then
/// `ChoiceOf { "b"; "c" }` gives `ab|c`), so its text means something else. Here each choice and loop
/// gets its group. What is not recognised has no text, so that a change of the standard library can
/// not go unnoticed. Characters are written by number.
package struct PatternMirror {
  private var depth = 0

  /// A text in the syntax of Swift's `Regex` that matches what `regex` matches; `nil` where
  /// it has parts that no pattern has (custom parsers, transforms that may fail, back-references).
  package static func text<Output>(of regex: Regex<Output>) -> String? {
    guard let program = child("program", of: regex), let tree = child("tree", of: program),
      let root = child("root", of: tree)
    else { return nil }
    var mirror = PatternMirror()
    return mirror.node(root)
  }

  /// The stored property `name` of a value.
  static func child(_ name: String, of value: Any) -> Any? {
    Mirror(reflecting: value).children.first { $0.label == name }?.value
  }

  /// The case of an enumeration's value, and its associated values.
  static func choice(_ value: Any) -> (name: String, values: [Any]) {
    guard let payload = Mirror(reflecting: value).children.first, let name = payload.label else {
      return (String(describing: value), [])
    }
    let mirror = Mirror(reflecting: payload.value)
    return (name, mirror.displayStyle == .tuple ? mirror.children.map(\.value) : [payload.value])
  }

  private mutating func node(_ value: Any) -> String? {
    guard depth < 2_000 else { return nil }
    depth += 1
    defer { depth -= 1 }
    let (name, values) = Self.choice(value)
    switch name {
    case "concatenation": return list(values)?.joined()
    case "orderedChoice": return list(values).map { "(?:\($0.joined(separator: "|")))" }
    case "ignoreCapturesInTypedOutput", "limitCaptureNesting", "convertedRegexLiteral":
      return values.first.flatMap { node($0) }
    case "capture": return capture(values)
    case "nonCapturingGroup": return group(values)
    case "quantification": return loop(values)
    case "customCharacterClass": return values.first.flatMap { Self.characterClass($0) }
    case "atom": return values.first.flatMap { Self.atom($0) }
    case "quotedLiteral": return (values.first as? String).map(Self.escaped)
    case "empty", "trivia": return ""
    default: return nil
    }
  }

  private mutating func list(_ values: [Any]) -> [String]? {
    guard let nodes = values.first as? [Any] else { return nil }
    var texts: [String] = []
    for value in nodes {
      guard let text = node(value) else { return nil }
      texts.append(text)
    }
    return texts
  }

  /// A capture: a transform that may fail decides what matches, so it has no text.
  private mutating func capture(_ values: [Any]) -> String? {
    guard values.count == 4 else { return nil }
    if let transform = Mirror(reflecting: values[3]).children.first?.value {
      guard let closure = Self.child("closure", of: transform),
        Self.choice(closure).name.hasSuffix("Nonfailable")
          || Self.choice(closure).name.hasSuffix("nonfailable")
      else { return nil }
    }
    return node(values[2]).map { "(?:\($0))" }
  }

  private mutating func group(_ values: [Any]) -> String? {
    guard values.count == 2, let kind = Self.child("ast", of: values[0]),
      let body = node(values[1])
    else { return nil }
    let (name, options) = Self.choice(kind)
    switch name {
    case "nonCapture": return "(?:\(body))"
    case "lookahead": return "(?=\(body))"
    case "negativeLookahead": return "(?!\(body))"
    case "atomicNonCapturing": return "(?>\(body))"
    case "changeMatchingOptions":
      return options.first.flatMap { Self.flags($0) }.map { "(?\($0):\(body))" }
    default: return nil
    }
  }

  private mutating func loop(_ values: [Any]) -> String? {
    guard values.count == 3, let amount = Self.child("ast", of: values[0]),
      let body = node(values[2])
    else { return nil }
    let (name, parts) = Self.choice(amount)
    let counts = parts.compactMap { Self.child("value", of: $0) as? Int }
    let quantifier: String
    switch (name, counts.count) {
    case ("zeroOrMore", _): quantifier = "*"
    case ("oneOrMore", _): quantifier = "+"
    case ("zeroOrOne", _): quantifier = "?"
    case ("exactly", 1): quantifier = "{\(counts[0])}"
    case ("nOrMore", 1): quantifier = "{\(counts[0]),}"
    case ("upToN", 1): quantifier = "{0,\(counts[0])}"
    case ("range", 2): quantifier = "{\(counts[0]),\(counts[1])}"
    default: return nil
    }
    var kind = ""
    dump(values[1], to: &kind)
    return "(?:\(body))\(quantifier)" + (kind.contains("possessive") ? "+" : "")
  }
}
