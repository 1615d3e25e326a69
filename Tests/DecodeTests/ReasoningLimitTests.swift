import TernGrammar
import TernJSON
import TernTestSupport
import Testing

@testable import TernDecode

/// Reasoning that has used up its tokens is ended, in free and in constrained texts.
@Suite("Limits of reasoning")
struct ReasoningLimitTests {
  private static let marks = AnswerMarks(
    reasoning: [
      .init(open: "<a>", close: "</a>", ending: "\n</a>\n"),
      .init(open: "[b", close: "b]", isAtStart: false),
    ], calls: ["{c"])

  private func engine() async throws -> Engine {
    var options = EngineOptions()
    options.threads = 1
    return try await Engine.open(path: Fixtures.tinyLlama, options: options)
  }

  private func wild(_ seed: Int, _ marks: AnswerMarks = marks) -> GenerationOptions {
    var options = GenerationOptions()
    options.sampling.temperature = 2
    options.sampling.topK = 0
    options.sampling.topP = 1
    options.sampling.minP = 0
    options.sampling.seed = UInt64(seed)
    options.marks = marks
    options.maximumTokens = 40
    options.ignoresEndOfGeneration = true
    return options
  }

  /// The part in which a text ends, looked for from the beginning: the slow twin of ``AnswerWatch``.
  private func part(
    of text: ArraySlice<UInt8>, _ marks: AnswerMarks, _ part: AnswerWatch.Part
  ) -> AnswerWatch.Part {
    func end(of mark: String, from places: Range<Int>) -> Int? {
      places.first { text[$0...].starts(with: mark.utf8) }.map { $0 + mark.utf8.count }
    }
    var next: (end: Int, part: AnswerWatch.Part)?
    switch part {
    case .calls: return part
    case .reasoning(let index):
      next = end(of: marks.reasoning[index].close, from: text.indices).map { ($0, .text) }
    case .text:
      let word = text.firstIndex { ![0x20, 0x0A].contains($0) } ?? text.endIndex
      for (index, pair) in marks.reasoning.enumerated() {
        let places = pair.isAtStart ? word..<min(word + 1, text.endIndex) : text.indices
        if let end = end(of: pair.open, from: places), end < next?.end ?? .max {
          next = (end, .reasoning(index))
        }
      }
      for mark in marks.calls {
        if let end = end(of: mark, from: text.indices), end < next?.end ?? .max {
          next = (end, .calls)
        }
      }
    }
    guard let next else { return part }
    return self.part(of: text[next.end...], marks, next.part)
  }

  @Test("the part of an answer is that which its whole text shows, however it comes")
  func parts() {
    var random = SeededGenerator(seed: 7)
    var seen: [AnswerWatch.Part] = []
    for _ in 0..<SharedSuites.rounds(40_000) {
      let pieces = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        ["<a>", "</a>", "<", "a>", "/", "[b", "b]", "[", "b", "{c", "{", " ", "\n", "x"]
          .randomElement(using: &random) ?? ""
      }
      var marks = Self.marks
      marks.opened = [nil, 0, 1].randomElement(using: &random) ?? nil
      var watch = AnswerWatch(marks)
      var text: [UInt8] = []
      for piece in pieces {
        watch.push(piece)
        text += Array(piece.utf8)
        let part = part(of: text[...], marks, marks.opened.map { .reasoning($0) } ?? .text)
        #expect(watch.part == part, "\(pieces) \(String(describing: marks.opened))")
        if !seen.contains(part) { seen.append(part) }
      }
    }
    #expect(seen.count == 4)
  }

  /// Tokens of a text that stand wholly in reasoning, counted anew for each.
  private func reasoningTokens(
    _ tokens: [Int32], _ engine: Engine, _ marks: AnswerMarks
  ) throws -> Int {
    let parts = try (0...tokens.count).map { count in
      var watch = AnswerWatch(marks)
      watch.push(try engine.tokenizer.decode(Array(tokens.prefix(count))))
      return watch.part
    }
    return zip(parts, parts.dropFirst()).count { before, after in
      if case .reasoning = before { before == after } else { false }
    }
  }

  @Test("free reasoning has no more tokens than it may, and what was within the limit stays")
  func free() async throws {
    let engine = try await engine()
    var marks = Self.marks
    marks.opened = 0
    for (seed, limit) in [0, 1, 2, 5, 12, 30].enumerated() {
      var options = wild(seed, marks)
      let whole = try await engine.generate([300], options: options)
      options.maximumReasoningTokens = limit
      let done = try await engine.generate([300], options: options)
      #expect(done.tokens.prefix(limit) == whole.tokens.prefix(limit))
      #expect(done.text.contains("\n</a>\n") && !whole.text.contains("</a>"), "\(done.text)")
      #expect(done.forcedTokens > 0)
      // The line break of the ending stands in it too.
      #expect(try reasoningTokens(done.tokens, engine, marks) <= limit + 6)
    }
  }

  @Test("a constrained text follows what is written for it, and goes on as it must")
  func constrained() async throws {
    let engine = try await engine()
    let answer = try JSON(parsing: #"{"enum":["yes","no"]}"#)
    let rule = GrammarRule.sequence([
      .text("<a>"), .freeText(until: ["</a>"]), .text("</a>"),
      .choices(["", "\n"]), .schema(answer),
    ])
    let constraint = try Constraint(rule)
    let acceptor = try Acceptor(constraint)
    for seed in 0..<SharedSuites.rounds(300) {
      var options = wild(seed)
      options.maximumTokens = 80
      options.constraint = constraint
      options.maximumReasoningTokens = seed % 7
      let done = try await engine.generate([300], options: options)
      #expect(try acceptor.accepts(Array(done.text.utf8)), "\(done.text)")
      let thought = done.text.dropFirst(3).split(separator: "</a>").first ?? ""
      // A character may take a few tokens more before it is whole.
      #expect(thought.utf8.count <= 64 + 8 * (seed % 7), "\(done.text)")
      #expect(try engine.tokenizer.decode(done.tokens) == done.text)
    }
  }

  @Test("no limit changes nothing, and a negative one is an error")
  func limits() async throws {
    let engine = try await engine()
    var marks = Self.marks
    marks.opened = 0
    var options = wild(3, marks)
    let whole = try await engine.generate([300], options: options)
    options.maximumReasoningTokens = 1000
    #expect(try await engine.generate([300], options: options).tokens == whole.tokens)
    options.maximumReasoningTokens = -1
    await #expect(throws: EngineError.badOption(name: "maximum reasoning tokens", value: -1)) {
      try await engine.generate([300], options: options)
    }
  }

  @Test("stop strings do not count in reasoning and calls")
  func stops() async throws {
    let engine = try await engine()
    func text(_ rule: [GrammarRule], _ opened: Int? = nil) async throws -> Completion {
      var marks = Self.marks
      marks.opened = opened
      var options = wild(1, marks)
      options.constraint = try Constraint(.sequence(rule))
      options.cutsConstrainedText = true
      options.stopStrings = ["STOP"]
      options.maximumTokens = 100
      return try await engine.generate([300], options: options)
    }
    let cut = try await text([.text("oneSTOPtwo")])
    #expect(cut.text == "one" && cut.finish == .stopString)
    let thought = try await text([.text("STOP</a>oneSTOPtwo")], 0)
    #expect(thought.text == "STOP</a>one" && thought.finish == .stopString)
    let call = try await text([.text("one{cSTOPtwo")])
    #expect(call.text == "one{cSTOPtwo" && call.finish == .completed)
  }
}
