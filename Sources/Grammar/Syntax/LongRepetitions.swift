/// The repetitions of a grammar by high counts, and where they stand.
///
/// What the lexer reads as one text may be repeated by any count; all else is written out.
struct LongRepetitions {
  private var found: [(rule: GrammarRule, position: Int)] = []

  /// Notes a rule that was read at `position`, if it is a repetition by a high count.
  mutating func note(_ rule: GrammarRule, at position: Int) {
    guard case .repeated(_, let minimum, let maximum) = rule,
      max(minimum, maximum ?? 0) > RuleGraph.repetitionLimit
    else { return }
    found.append((rule, position))
  }

  /// - Throws: for the first repetition that would have to be written out.
  func check(_ grammar: Grammar, _ cursor: SyntaxCursor) throws(GrammarSyntaxError) {
    var texts = TextRules()
    for (rule, position) in found where texts.size(rule, grammar, 0) == nil {
      throw cursor.error(
        "a repeat count above \(RuleGraph.repetitionLimit), which only characters and small parts "
          + "without recursion can have", at: position)
    }
  }
}
