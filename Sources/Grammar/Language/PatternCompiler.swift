/// Turns a pattern's tree into the language of the texts that match.
///
/// The tree is read from the back: what follows a node is given as languages of the whole rest of
/// the text, one for each kind of place the rest may begin at (``Rest``). So `^`, `$`, `\b` and
/// lookaheads are questions about the rest: a lookahead is its intersection with what it looks for.
/// Within loops there is no single rest; there `^` is rewritten by ``PatternParts``, and a round
/// with `$` is the last one of any length.
struct PatternCompiler {
  /// What may follow at a place: at the start of the text, after a word character, after another.
  struct Rest: Equatable {
    var atStart: Language
    var afterWord: Language
    var afterOther: Language

    init(_ all: Language) { (atStart, afterWord, afterOther) = (all, all, all) }

    init(atStart: Language, afterWord: Language, afterOther: Language) {
      (self.atStart, self.afterWord, self.afterOther) = (atStart, afterWord, afterOther)
    }

    /// Whether it matters not which character came before.
    var isEvenInside: Bool { afterWord == afterOther }

    /// The same done to each.
    func map(_ transform: (Language) -> Language) -> Rest {
      Rest(
        atStart: transform(atStart), afterWord: transform(afterWord),
        afterOther: transform(afterOther))
    }

    /// Two joined, each with its like.
    func with(_ other: Rest, _ transform: (Language, Language) -> Language) -> Rest {
      Rest(
        atStart: transform(atStart, other.atStart),
        afterWord: transform(afterWord, other.afterWord),
        afterOther: transform(afterOther, other.afterOther))
    }
  }

  let languages: Languages
  private var steps = 0
  /// Whether a negative lookahead with `^` was met.
  ///
  /// Rests at the start may then lack what rests inside have; otherwise they have all of it.
  private var rulesOutStarts = false

  init(_ languages: Languages) { self.languages = languages }

  /// The language of texts that `node` matches: as a whole, or where `searches`, anywhere within.
  mutating func language(
    of node: PatternNode, searches: Bool
  ) throws(PatternError) -> Language {
    guard searches else {
      return try rest(node, then: Rest(languages.epsilon)).atStart
    }
    let any = languages.anyString
    let found = try rest(node, then: Rest(any))
    if found.isEvenInside {
      if found.atStart == found.afterWord { return languages.concat(any, found.atStart) }
      let inside = languages.concat([languages.anyScalar, any, found.afterWord])
      return languages.or([found.atStart, inside])
    }
    let word = languages.concat([any, wordScalar, found.afterWord])
    let other = languages.concat([any, otherScalar, found.afterOther])
    return languages.or([found.atStart, word, other])
  }

  var wordScalar: Language { languages.scalars(PatternClasses.asciiWord.ranges) }
  var otherScalar: Language { languages.scalars(PatternClasses.asciiWord.inverted.ranges) }
}

// MARK: - Nodes

extension PatternCompiler {
  /// The languages of `node` and then `next`.
  mutating func rest(_ node: PatternNode, then next: Rest) throws(PatternError) -> Rest {
    steps += 1
    guard steps <= PatternLimits.steps else {
      throw PatternError(message: "a pattern too large to be written out", offset: 0)
    }
    if next.isEvenInside, node.isPlain, !node.hasEnd, let result = plain(node, then: next) {
      return result
    }
    switch node {
    case .set(let set): return scalar(set, then: next)
    case .sequence(let parts):
      var result = next
      for part in parts.reversed() { result = try rest(part, then: result) }
      return result
    case .choice(let branches):
      var result = Rest(languages.empty)
      for branch in branches {
        result = result.with(try rest(branch, then: next)) { languages.or([$0, $1]) }
      }
      return result
    case .loop(let body, let minimum, let maximum, let offset):
      return try loop(body, minimum, maximum, then: next, offset)
    case .start:
      return Rest(
        atStart: next.atStart, afterWord: languages.empty, afterOther: languages.empty)
    case .end:
      return next.map { languages.isNullable($0) ? languages.epsilon : languages.empty }
    case .look(let body, let isNegative, _):
      let seen = try rest(body, then: Rest(languages.anyString))
      if isNegative, seen.atStart != seen.afterWord { rulesOutStarts = true }
      let allowed = isNegative ? seen.map { languages.not($0) } : seen
      return allowed.with(next) { languages.and([$0, $1]) }
    case .guarded: return split(node, then: next)
    case .behind(_, _, let offset):
      throw PatternError(
        message: "a lookbehind beyond the characters before it in its group", offset: offset)
    case .boundary(let isNegative, _): return boundary(isNegative, then: next)
    }
  }

  /// A node without `$` and lookaheads; `nil` where it has to be taken apart, because what follows
  /// it rules out more at the start than inside.
  func plain(_ node: PatternNode, then next: Rest) -> Rest? {
    let parts = PatternParts(node, languages)
    let inside = languages.concat(parts.inside, next.afterWord)
    var atStart = inside
    if parts.start != parts.inside || next.atStart != next.afterWord {
      var start = parts.start
      if rulesOutStarts, parts.isBlank, next.atStart != next.afterWord {
        guard case .loop = node else { return nil }
        let some = languages.concat(languages.anyScalar, languages.anyString)
        start = languages.and([start, some])
      }
      atStart = languages.concat(start, next.afterWord)
      if parts.isBlank { atStart = languages.or([atStart, next.atStart]) }
    }
    return Rest(atStart: atStart, afterWord: inside, afterOther: inside)
  }

  private func scalar(_ set: PatternSet, then next: Rest) -> Rest {
    guard !next.isEvenInside else {
      return Rest(languages.concat(languages.scalars(set.ranges), next.afterWord))
    }
    let word = set.intersection(PatternClasses.asciiWord)
    let other = set.subtracting(PatternClasses.asciiWord)
    return Rest(
      languages.or([
        languages.concat(languages.scalars(word.ranges), next.afterWord),
        languages.concat(languages.scalars(other.ranges), next.afterOther),
      ]))
  }

  private func boundary(_ isNegative: Bool, then next: Rest) -> Rest {
    let any = languages.anyString
    let word = languages.concat(wordScalar, any)
    let other = languages.or([languages.epsilon, languages.concat(otherScalar, any)])
    let (afterWord, afterOther) = isNegative ? (word, other) : (other, word)
    return Rest(
      atStart: languages.and([afterOther, next.atStart]),
      afterWord: languages.and([afterWord, next.afterWord]),
      afterOther: languages.and([afterOther, next.afterOther]))
  }
}
