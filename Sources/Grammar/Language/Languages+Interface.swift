import TernJSON

extension Languages {
  /// ∅: no text.
  var empty: Language { Language(id: Self.empty) }
  /// The empty text.
  var epsilon: Language { Language(id: Self.epsilon) }
  /// Every text of one scalar.
  var anyScalar: Language { Language(id: Self.anyScalar) }
  /// Every text.
  var anyString: Language { Language(id: Self.anyString) }

  /// The empty text, but only at the very end of the whole text: what `$` means.
  ///
  /// Nothing but what may be empty there can follow it. Below `not`, it makes sense only where the
  /// whole text is negated.
  func end() -> Language { Language(id: Self.end) }

  /// One scalar of those in `ranges`, which may overlap and be in any order.
  func scalars(_ ranges: [ScalarRange]) -> Language { Language(id: scalarSet(ranges)) }

  /// One text.
  func literal(_ text: String) -> Language { words([text]) }

  /// A set of texts; their order and repetitions mean nothing.
  ///
  /// O(n log n).
  func words(_ words: [String]) -> Language { Language(id: wordSet(words)) }

  /// A set of names.
  func words(_ names: [ExactString]) -> Language { words(names.map(\.text)) }

  /// A text of `a`, then one of `b`.
  func concat(_ a: Language, _ b: Language) -> Language {
    Language(id: makeConcat(a.id, b.id))
  }

  /// Texts of `parts`, one after the other.
  func concat(_ parts: [Language]) -> Language {
    Language(id: parts.reversed().reduce(Self.epsilon) { makeConcat($1.id, $0) })
  }

  /// A text of any of `parts`; finite sets of words among them become one.
  func or(_ parts: [Language]) -> Language { Language(id: union(parts.map(\.id))) }

  /// A text that is in all of `parts`; sets of up to 10,000 words are filtered at once.
  func and(_ parts: [Language]) -> Language { Language(id: intersection(parts.map(\.id))) }

  /// A text that is not in `a`.
  func not(_ a: Language) -> Language { Language(id: makeNot(a.id)) }

  /// At least `min` and at most `max` (`nil`: any number of) texts of `a`, one after the other.
  ///
  /// Counts beyond 2³¹ are without limit as a `max`, and exceed the budget as a `min`.
  func repeated(_ a: Language, _ min: Int, _ max: Int?) -> Language {
    let most = max.map { $0 < Int(LanguageNode.unlimited) ? $0 : Int(LanguageNode.unlimited) }
    guard min < Int(LanguageNode.unlimited) else { return Language(id: exhaust()) }
    return Language(
      id: makeRepeated(
        a.id, Int32(Swift.max(min, 0)), Int32(most ?? Int(LanguageNode.unlimited))))
  }

  /// What may follow `scalar` in texts of `a`; `empty` where nothing does.
  func derivative(_ a: Language, _ scalar: UInt32) -> Language {
    guard scalar <= 0x10FFFF, !(0xD800...0xDFFF).contains(scalar) else { return empty }
    return Language(id: step(a.id, scalar))
  }

  /// A partition of the numbers 0...0x10FFFF: from `starts[i]` on, the derivative is `targets[i]`.
  ///
  /// Neighbours differ. The target of surrogates has no meaning. Targets without members are
  /// `empty`.
  func classes(_ a: Language) -> (starts: [UInt32], targets: [Language]) {
    let range = prunedClasses(a.id)
    return (Array(classStarts[range]), classTargets[range].map { Language(id: $0) })
  }

  /// Whether the empty text is in `a`.
  func isNullable(_ a: Language) -> Bool { nodes[Int(a.id)].flags.contains(.nullableAtEnd) }

  /// Whether `text` is in `a`.
  func contains(_ a: Language, _ text: String) -> Bool {
    var term = a.id
    for scalar in text.unicodeScalars {
      term = step(term, scalar.value)
      if term == Self.empty { return false }
    }
    return nodes[Int(term)].flags.contains(.nullableAtEnd)
  }
}
