// Loops: a round has no single rest, so what is asked of rests is answered for each shape.
extension PatternCompiler {
  mutating func loop(
    _ body: PatternNode, _ minimum: Int, _ maximum: Int?, then next: Rest, _ offset: Int
  ) throws(PatternError) -> Rest {
    if maximum == 0 { return next }
    if body.isPlain {
      let loop = repeated(body, minimum, maximum, then: next)
      return body.hasEnd ? try ended(loop, body, minimum, maximum, then: next) : loop
    }
    let within = body.withLooksWithin
    if within.isPlain { return try loop(within, minimum, maximum, then: next, offset) }
    if let maximum, maximum <= PatternLimits.unrolled {
      return try unrolled(body, minimum, maximum, then: next)
    }
    if let result = try tempered(body, minimum, maximum, then: next) { return result }
    throw PatternError(
      message: "a lookahead or word boundary within a repeated group", offset: offset)
  }

  /// A loop without regard to `$`.
  private func repeated(
    _ body: PatternNode, _ minimum: Int, _ maximum: Int?, then next: Rest
  ) -> Rest {
    let loop = PatternNode.loop(body, minimum: minimum, maximum: maximum, offset: 0)
    if next.isEvenInside, let result = plain(loop, then: next) { return result }
    return split(loop, then: next)
  }

  /// `loop` and the texts that end within a round by `$`: rounds without it, then one that ends the
  /// text, then rounds of nothing; what follows has to match nothing after the last character.
  private mutating func ended(
    _ loop: Rest, _ body: PatternNode, _ minimum: Int, _ maximum: Int?, then next: Rest
  ) throws(PatternError) -> Rest {
    let last = try rest(body, then: Rest(languages.epsilon))
    let fewest = languages.isNullable(last.afterWord) ? 0 : max(0, minimum - 1)
    let most = maximum.map { $0 - 1 }
    let rounds = most == 0 ? last : repeated(body, fewest, most, then: last)
    let any = languages.anyString
    var ends: [Language] = []
    if languages.isNullable(next.afterWord) { ends.append(languages.concat(any, wordScalar)) }
    if languages.isNullable(next.afterOther) { ends.append(languages.concat(any, otherScalar)) }
    func allowed(_ found: Language, _ rest: Language) -> Language {
      let blank = languages.isNullable(rest) ? [languages.epsilon] : []
      return ends.count + blank.count == 3
        ? found : languages.and([found, languages.or(ends + blank)])
    }
    var found = rounds
    if languages.isNullable(last.atStart) {
      found.atStart = languages.or([found.atStart, languages.epsilon])
    }
    return loop.with(found.with(next, allowed)) { languages.or([$0, $1]) }
  }

  /// A loop of few rounds, written out.
  private mutating func unrolled(
    _ body: PatternNode, _ minimum: Int, _ maximum: Int, then next: Rest
  ) throws(PatternError) -> Rest {
    var result = next
    for round in 0..<maximum {
      let again = try rest(body, then: result)
      let mayStop = round < maximum - minimum
      result = mayStop ? again.with(next) { languages.or([$0, $1]) } : again
    }
    return result
  }

  /// A node before rests that depend on its last character.
  func split(_ node: PatternNode, then next: Rest) -> Rest {
    let parts = PatternParts(node, languages)
    let any = languages.anyString
    let inWord = languages.concat(any, wordScalar)
    let inOther = languages.concat(any, otherScalar)
    func ending(_ language: Language) -> Language {
      languages.or([
        languages.concat(languages.and([language, inWord]), next.afterWord),
        languages.concat(languages.and([language, inOther]), next.afterOther),
      ])
    }
    let inside = ending(parts.inside)
    let start = ending(parts.start)
    let canBeBlank = languages.isNullable(parts.inside)
    return Rest(
      atStart: parts.isBlank ? languages.or([start, next.atStart]) : start,
      afterWord: canBeBlank ? languages.or([inside, next.afterWord]) : inside,
      afterOther: canBeBlank ? languages.or([inside, next.afterOther]) : inside)
  }

  /// `((?!x).)*` before the end of the text: no place within may have the rest that is ruled out.
  private mutating func tempered(
    _ body: PatternNode, _ minimum: Int, _ maximum: Int?, then next: Rest
  ) throws(PatternError) -> Rest? {
    guard next == Rest(languages.epsilon), case .sequence(let parts) = body, parts.count == 2,
      case .look(let seen, let isNegative, _) = parts[0], case .set(let set) = parts[1]
    else { return nil }
    let any = languages.anyString
    let found = try rest(seen, then: Rest(any))
    guard found.isEvenInside, found.atStart == found.afterWord else { return nil }
    let bad = isNegative ? found.atStart : languages.not(found.atStart)
    let blank = languages.epsilon
    let ruledOut = languages.concat(any, languages.and([bad, languages.not(blank)]))
    let scalars = languages.repeated(languages.scalars(set.ranges), minimum, maximum)
    return Rest(languages.and([scalars, languages.not(ruledOut)]))
  }
}
