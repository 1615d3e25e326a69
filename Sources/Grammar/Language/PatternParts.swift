/// A node without `$`, lookaheads and word boundaries as languages: what it matches at the start of
/// the text and inside it, and whether it matches nothing at the start.
///
/// `^` is gone from the languages: inside it is ∅; at the start only what is leftmost is at the
/// start. A `$` is ∅ too; the compiler adds what ends the text.
struct PatternParts {
  /// At the start of the text, the empty match possibly among them.
  private(set) var start: Language
  /// Behind the first character.
  private(set) var inside: Language
  /// Whether the empty text is matched at the start.
  private(set) var isBlank: Bool

  init(_ node: PatternNode, _ languages: Languages) {
    switch node {
    case .set(let set):
      self.init(languages.scalars(set.ranges), isBlank: false)
    case .sequence(let parts):
      self.init(sequence: parts, languages)
    case .choice(let branches):
      let parts = branches.map { PatternParts($0, languages) }
      self.init(
        start: languages.or(parts.map(\.start)), inside: languages.or(parts.map(\.inside)),
        isBlank: parts.contains(where: \.isBlank))
    case .loop(let body, let minimum, let maximum, _):
      self.init(PatternParts(body, languages), minimum, maximum, languages)
    case .start:
      self.init(start: languages.epsilon, inside: languages.empty, isBlank: true)
    case .guarded(let body, let look, let isNegative, let isBehind):
      let seen = PatternParts(look, languages).inside
      let any = languages.anyString
      let allowed = isBehind ? languages.concat(any, seen) : languages.concat(seen, any)
      let language = languages.and([
        PatternParts(body, languages).inside, isNegative ? languages.not(allowed) : allowed,
      ])
      self.init(language, isBlank: languages.isNullable(language))
    case .end, .look, .boundary, .behind:
      self.init(languages.empty, isBlank: false)
    }
  }

  private init(_ language: Language, isBlank: Bool) {
    self.init(start: language, inside: language, isBlank: isBlank)
  }

  private init(start: Language, inside: Language, isBlank: Bool) {
    (self.start, self.inside, self.isBlank) = (start, inside, isBlank)
  }

  /// One after the other: while the first are empty, the next is still at the start.
  private init(sequence: [PatternNode], _ languages: Languages) {
    self.init(languages.epsilon, isBlank: true)
    var literal = ""
    var parts: [PatternParts] = []
    func flush() {
      guard !literal.isEmpty else { return }
      parts.append(PatternParts(languages.literal(literal), isBlank: false))
      literal = ""
    }
    for node in sequence {
      if case .set(let set) = node, let value = set.single, let scalar = Unicode.Scalar(value) {
        literal.unicodeScalars.append(scalar)
      } else {
        flush()
        parts.append(PatternParts(node, languages))
      }
    }
    flush()
    for part in parts.reversed() { prepend(part, languages) }
  }

  private mutating func prepend(_ first: PatternParts, _ languages: Languages) {
    let joined = languages.concat(first.inside, inside)
    var atStart = joined
    if first.start != first.inside || start != inside {
      atStart = languages.concat(first.start, inside)
      if first.isBlank { atStart = languages.or([atStart, start]) }
    }
    self = PatternParts(start: atStart, inside: joined, isBlank: first.isBlank && isBlank)
  }

  /// A loop: empty rounds at the start leave the next round at the start, so the first round that
  /// is not empty may begin there and the others may not.
  private init(
    _ body: PatternParts, _ minimum: Int, _ maximum: Int?, _ languages: Languages
  ) {
    let inside = languages.repeated(body.inside, minimum, maximum)
    let isBlank = minimum == 0 || body.isBlank
    self.init(inside, isBlank: isBlank)
    guard body.start != body.inside, maximum != 0 else { return }
    let fewest = body.isBlank ? 0 : max(0, minimum - 1)
    let others = languages.repeated(body.inside, fewest, maximum.map { $0 - 1 })
    start = languages.concat(body.start, others)
    if isBlank { start = languages.or([start, languages.epsilon]) }
  }
}

extension PatternNode {
  /// Whether it has neither lookaheads nor word boundaries; linear in the tree.
  var isPlain: Bool {
    switch self {
    case .set, .start, .end, .guarded: true
    case .look, .boundary, .behind: false
    case .sequence(let parts), .choice(let parts): parts.allSatisfy(\.isPlain)
    case .loop(let body, _, _, _): body.isPlain
    }
  }

  /// Whether it has a `$`; linear in the tree.
  var hasEnd: Bool {
    switch self {
    case .end: true
    case .set, .start, .boundary, .guarded: false
    case .look(let body, _, _), .behind(let body, _, _): body.hasEnd
    case .sequence(let parts), .choice(let parts): parts.contains(where: \.hasEnd)
    case .loop(let body, _, _, _): body.hasEnd
    }
  }
}
