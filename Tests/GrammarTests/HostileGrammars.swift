import Testing

@testable import TernGrammar

/// A grammar made to do harm.
struct HostileGrammar: CustomTestStringConvertible, Sendable {
  var testDescription: String
  /// A text to be read, of a size.
  var text: @Sendable (Int) -> String = { String(repeating: "a", count: $0) }
  /// How much more is looked at for twice the rules, at most; infinite where that is not bounded by
  /// their number.
  var growth = Double.infinity
  var grammar: @Sendable (Int) -> Grammar

  private static let a = GrammarRule.text("a")
  private static let s = GrammarRule.rule("s")

  private static func name(_ place: Int) -> String { "the rule with the number \(place) of all" }

  private static func rule(_ place: Int) -> GrammarRule { .rule(name(place)) }

  /// `count` rules, each made of the next ones; the last of them are the first again.
  private static func rules(
    _ count: Int, _ rule: (_ next: GrammarRule, _ second: GrammarRule, _ place: Int) -> GrammarRule
  ) -> Grammar {
    var rules: [String: GrammarRule] = [:]
    for place in 0..<count {
      rules[name(place)] = rule(
        Self.rule((place + 1) % count), Self.rule((place + 2) % count), place)
    }
    return Grammar(start: Self.rule(0), rules: rules)
  }

  private static func single(_ rule: GrammarRule) -> @Sendable (Int) -> Grammar {
    { _ in Grammar(start: s, rules: ["s": rule]) }
  }

  /// Grammars with very many ways to read their texts.
  static let ambiguous = [
    HostileGrammar(
      testDescription: "two ends for each beginning",
      grammar: single(
        .anyOf([.sequence([a, s, .text("b")]), .sequence([a, s, .text("c")]), a]))),
    HostileGrammar(
      testDescription: "lists of lists", grammar: single(.anyOf([.sequence([s, s]), a]))),
    HostileGrammar(
      testDescription: "lists of lists of lists, perhaps empty",
      grammar: single(.anyOf([.sequence([s, s, s]), a, .text("")]))),
    HostileGrammar(
      testDescription: "palindromes",
      text: { String((0..<$0).map { $0 % 3 == 0 ? "a" : "b" }) },
      grammar: single(
        .anyOf([
          .sequence([a, s, a]), .sequence([.text("b"), s, .text("b")]), a, .text("b"), .text(""),
        ]))),
    HostileGrammar(
      testDescription: "operators without precedence",
      text: { String((0..<$0).map { $0 % 2 == 0 ? "a" : $0 % 4 == 1 ? "+" : "*" }) },
      grammar: single(
        .anyOf([.sequence([s, .text("+"), s]), .sequence([s, .text("*"), s]), a]))),
    HostileGrammar(
      testDescription: "calls behind what may be empty",
      grammar: { _ in
        Grammar(
          start: s,
          rules: [
            "s": .anyOf([.sequence([.rule("n"), s, .rule("n")]), a]),
            "n": .anyOf([.text(""), s, .sequence([.rule("n"), .rule("n")])]),
          ])
      }),
    HostileGrammar(
      testDescription: "values in lists in two ways",
      text: { String((0..<$0).map { $0 % 2 == 0 ? "1" : "," }) },
      grammar: { _ in
        Grammar(
          start: s,
          rules: [
            "s": .anyOf([.sequence([s, .text(","), .rule("v")]), .rule("v")]),
            "v": .anyOf([.schema(["type": "integer"]), .sequence([s, .text(","), s])]),
          ])
      }),
  ]

  static let allBeginWithEachOther = HostileGrammar(
    testDescription: "rules that all begin with each other", growth: 2.2
  ) { count in
    rules(count) { next, second, _ in
      .anyOf([.sequence([next, .text("x")]), .sequence([second, .text("y")]), a])
    }
  }

  /// Grammars that are large, or lead far.
  static let large = [
    HostileGrammar(testDescription: "rules that begin with the next one, in two ways", growth: 2.2)
    { count in
      rules(count) { next, _, place in
        place == count - 1
          ? a
          : .anyOf([.sequence([next, .text("x")]), .sequence([next, .text("y")])])
      }
    },
    allBeginWithEachOther,
    HostileGrammar(testDescription: "rules that end with each other", growth: 1.2) { count in
      rules(count) { next, second, _ in
        .anyOf([.sequence([a, next]), .sequence([.text("b"), second]), .text("c")])
      }
    },
    HostileGrammar(testDescription: "rules that may be empty") { count in
      rules(count) { next, second, place in
        .anyOf([.text(""), .sequence([next, second, .text("word \(place)")])])
      }
    },
    HostileGrammar(testDescription: "a list of rules that may be empty") { count in
      var grammar = rules(count) { _, _, place in
        .anyOf([.text(""), .sequence([.text("word \(place)"), s])])
      }
      grammar.rules["s"] = .sequence((0..<count).map(rule))
      grammar.start = s
      return grammar
    },
    HostileGrammar(testDescription: "rules that may be empty, and nothing else") { count in
      rules(count) { next, second, _ in .anyOf([.text(""), .sequence([next, second]), a]) }
    },
    HostileGrammar(testDescription: "rules that are each other") { count in
      rules(count) { next, second, _ in .anyOf([next, second, a]) }
    },
    HostileGrammar(
      testDescription: "rules that begin with themselves and the next one", growth: 2.2
    ) { count in
      rules(count) { next, second, place in
        .anyOf([.sequence([rule(place), .text("x")]), place == count - 1 ? a : next])
      }
    },
    HostileGrammar(testDescription: "rules that are twice the next one", growth: 1.2) { count in
      rules(count) { next, _, place in place == count - 1 ? a : .sequence([next, next]) }
    },
    HostileGrammar(
      testDescription: "rules around the next one", text: { String(repeating: "(", count: $0) },
      growth: 1.2
    ) { count in
      rules(count) { next, _, place in
        place == count - 1 ? a : .sequence([.text("("), next, .text(")")])
      }
    },
    HostileGrammar(testDescription: "very many alternatives", growth: 2.2) { count in
      var grammar = rules(count) { next, _, place in .sequence([.text("\(place)a"), s]) }
      grammar.rules["s"] = .anyOf((0..<count).map(rule) + [a])
      grammar.start = s
      return grammar
    },
    HostileGrammar(testDescription: "very many words") { count in
      Grammar(start: s, rules: ["s": .anyOf((0..<count).map { .text("a word \($0)") })])
    },
    HostileGrammar(testDescription: "a long word") { count in
      Grammar(start: s, rules: ["s": .text(String(repeating: "a", count: 8 * count))])
    },
    HostileGrammar(testDescription: "repetitions of repetitions") { _ in
      let calls = GrammarRule.sequence([a, .rule("t")])
      let often = GrammarRule.repeated(calls, minimum: 0, maximum: 1_000)
      let oftener = GrammarRule.repeated(often, minimum: 0, maximum: 1_000)
      return Grammar(
        start: s,
        rules: [
          "s": .repeated(oftener, minimum: 1_000, maximum: nil),
          "t": .anyOf([s, .text("b")]),
        ])
    },
    HostileGrammar(testDescription: "repetitions of texts without end") { count in
      var rule = a
      for _ in 0..<5 { rule = .repeated(rule, minimum: 0, maximum: 1_000_000_000) }
      return Grammar(start: .sequence([s, s]), rules: ["s": rule])
    },
    HostileGrammar(testDescription: "choices of repeated choices") { _ in
      let letters = GrammarRule.scalars([0x61...0x62])
      return Grammar(
        start: .sequence([
          .repeated(letters, minimum: 0, maximum: nil), a,
          .repeated(letters, minimum: 30, maximum: 30), s,
        ]), rules: ["s": .anyOf([.sequence([.text("("), s, .text(")")]), .text("c")])])
    },
    HostileGrammar(
      testDescription: "deep nesting", text: { String(repeating: "(", count: min($0, 100_000)) }
    ) { _ in
      Grammar(
        start: s,
        rules: ["s": .anyOf([.sequence([.text("("), s, .text(")")]), .sequence([s, s]), a])])
    },
    HostileGrammar(testDescription: "grammars in grammars") { _ in
      var grammar = Grammar(start: a, rules: ["s": s])
      for _ in 0..<390 { grammar = Grammar(start: .grammar(grammar), rules: ["s": s]) }
      return grammar
    },
  ]
}
