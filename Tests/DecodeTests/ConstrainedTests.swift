import TernDecode
import TernGrammar
import TernJSON
import TernTestSupport
import Testing

@Suite("Constrained generation")
struct ConstrainedTests {
  private func engine(context: Int? = nil) async throws -> Engine {
    var options = EngineOptions()
    options.threads = 1
    options.context = context
    return try await Engine.open(path: Fixtures.tinyLlama, options: options)
  }

  /// Wild draws from the whole vocabulary of a model with random weights.
  private func wild(_ constraint: Constraint, seed: Int) -> GenerationOptions {
    var options = GenerationOptions()
    options.constraint = constraint
    options.sampling.temperature = 2
    options.sampling.topK = 0
    options.sampling.topP = 1
    options.sampling.minP = 0
    options.sampling.seed = UInt64(seed)
    return options
  }

  private static let schemas = [
    #"{"type":"object","properties":{"name":{"type":"string","maxLength":8},"age":{"type":"integer","minimum":0,"maximum":120}},"required":["name","age"],"additionalProperties":false}"#,
    #"{"type":"array","items":{"enum":["red","green","blue"]},"minItems":1,"maxItems":4}"#,
    #"{"anyOf":[{"type":"null"},{"type":"object","properties":{"deep":{"type":"array","minItems":5,"items":{"type":"boolean"}}},"required":["deep"]}]}"#,
    #"{"type":"string","pattern":"^[a-c]{2,5}-[0-9]+$"}"#,
    #"{"type":["number","string"]}"#, "true",
    #"{"type":"object","properties":{"kind":{"const":"circle"},"radius":{"type":"number","exclusiveMinimum":0}},"required":["kind","radius"]}"#,
    ##"{"type":"object","properties":{"left":{"$ref":"#"},"right":{"$ref":"#"}},"additionalProperties":false}"##,
  ]

  @Test("every answer parses and satisfies its schema, whatever its tokens", arguments: schemas)
  func satisfies(schema: String) async throws {
    let engine = try await engine()
    let constraint = try Constraint(.schema(JSON(parsing: schema)))
    let acceptor = try Acceptor(constraint)
    for seed in 0..<SharedSuites.rounds(1200) {
      let done = try await engine.generate([300], options: wild(constraint, seed: seed))
      #expect(try acceptor.accepts(Array(done.text.utf8)), "\(done.text)")
      _ = try JSON(parsing: done.text)
      #expect(try engine.tokenizer.decodeBytes(done.tokens) == Array(done.text.utf8))
    }
  }

  @Test("with every small budget the answer is complete, or an error says what it takes")
  func budgets() async throws {
    let engine = try await engine()
    for schema in Self.schemas {
      let constraint = try Constraint(.schema(JSON(parsing: schema)))
      let acceptor = try Acceptor(constraint)
      var answered = false
      for budget in 0..<48 {
        var options = wild(constraint, seed: budget)
        options.maximumTokens = budget
        do {
          let done = try await engine.generate([300], options: options)
          #expect(done.tokens.count <= budget)
          #expect(try acceptor.accepts(Array(done.text.utf8)), "\(budget): \(done.text)")
          answered = true
        } catch EngineError.answerTooLong(let tokens, let left) {
          #expect(left == budget && tokens > budget && !answered)
        }
      }
      #expect(answered)
    }
  }

  @Test("a nearly full context is a budget too")
  func nearlyFull() async throws {
    let engine = try await engine(context: 32)
    let constraint = try Constraint(.schema(JSON(parsing: Self.schemas[0])))
    let acceptor = try Acceptor(constraint)
    var (answered, refused) = (0, 0)
    for length in 1...32 {
      do {
        let prompt = [Int32](repeating: 97, count: length)
        let done = try await engine.generate(prompt, options: wild(constraint, seed: length))
        #expect(try acceptor.accepts(Array(done.text.utf8)), "\(done.text)")
        #expect(length + done.tokens.count <= 33)
        answered += 1
      } catch EngineError.answerTooLong {
        refused += 1
      }
    }
    #expect(answered > 0 && refused > 0)
  }

  @Test("streamed pieces are the text, byte for byte")
  func streams() async throws {
    let engine = try await engine()
    let constraint = try Constraint(.schema(["type": "string", "minLength": 6]))
    for seed in 0..<12 {
      var pieces = ""
      var whole: Completion?
      for try await event in engine.stream([300], options: wild(constraint, seed: seed)) {
        switch event {
        case .text(let text): pieces += text
        case .taken, .counts, .choice: Issue.record("nobody has asked for counts")
        case .finished(let completion): whole = completion
        }
      }
      let text = try #require(whole).text
      #expect(Array(text.utf8) == Array(pieces.utf8))
      #expect(try JSON(parsing: pieces).string != nil)
    }
  }

  @Test("a text that cannot go on ends at once; one that may is ended by a token or the limit")
  func finishes() async throws {
    let engine = try await engine()
    let choices = try Constraint(.choices(["the cat", "the hat", "she"]))
    let chosen = try await engine.generate([300], options: wild(choices, seed: 3))
    #expect(["the cat", "the hat", "she"].contains(chosen.text) && chosen.finish == .completed)
    let only = try await engine.generate(
      [300], options: wild(try Constraint(.choices(["the cat"])), seed: 3))
    #expect(only.text == "the cat" && only.finish == .completed)
    let open = try Constraint(.pattern("a*", .swift))
    var options = wild(open, seed: 1)
    options.maximumTokens = 5
    options.ignoresEndOfGeneration = true
    let cut = try await engine.generate([300], options: options)
    #expect(cut.finish == .length && cut.text == "aaaaa")
    options.ignoresEndOfGeneration = false
    options.sampling.logitBias = [301: 100]
    let ended = try await engine.generate([300], options: options)
    #expect(ended.finish == .stopToken(301) && ended.text == "")
  }

  @Test("stop strings and tokens do not cut an answer")
  func stops() async throws {
    let engine = try await engine()
    let constraint = try Constraint(.choices(["the cat sat on the mat"]))
    var options = wild(constraint, seed: 1)
    options.stopStrings = ["cat", " "]
    options.stopTokens = [116, 257, 284]
    let done = try await engine.generate([300], options: options)
    #expect(done.text == "the cat sat on the mat")
  }

  @Test("a forced run gives what choosing its tokens one by one gives")
  func forcedRuns() async throws {
    let engine = try await engine()
    let schema = try JSON(
      parsing:
        #"{"type":"object","properties":{"the best hat":{"type":"string","maxLength":3},"the cat sat on":{"enum":["the mat","the land"]}},"required":["the best hat","the cat sat on"],"additionalProperties":false}"#
    )
    let constraint = try Constraint(.schema(schema))
    for seed in 0..<10 {
      var options = wild(constraint, seed: seed)
      options.sampling.temperature = 0
      options.sampling.logitBias = [97 + Int32(seed): 3]
      let runs = try await engine.generate([300, 116], options: options)
      // A free generation with the same tokens allowed at each step: prompt and text so far.
      var sequence: [Int32] = [300, 116]
      for token in runs.tokens {
        var single = GenerationOptions()
        single.sampling = .greedy
        single.maximumTokens = 1
        let allowed = try Matcher(constraint, VocabularyTables(engine.tokenizer))
        for token in sequence.dropFirst(2) { #expect(allowed.accept(token)) }
        for id in 0..<Int32(engine.tokenizer.count) where !allowed.allows(id) {
          single.sampling.logitBias[id] = -.infinity
        }
        for (id, bias) in options.sampling.logitBias {
          single.sampling.logitBias[id, default: 0] += bias
        }
        let step = try await engine.generate(sequence, options: single)
        if !allowed.forced().isEmpty {
          #expect(allowed.forced().first == token)
        } else {
          #expect(step.tokens == [token])
        }
        sequence.append(token)
      }
    }
  }

  @Test("nothing satisfies some constraints; that is an error before any work")
  func unsatisfiable() async throws {
    let engine = try await engine()
    let constraint = try Constraint(.schema(["type": "string", "enum": [1]]))
    await #expect(throws: EngineError.grammar(.unsatisfiable)) {
      try await engine.generate([300], options: wild(constraint, seed: 1))
    }
  }

  @Test("the same seed gives the same answer, and one engine serves many constraints")
  func repeats() async throws {
    let engine = try await engine()
    let constraints = try Self.schemas.map { try Constraint(.schema(JSON(parsing: $0))) }
    var first: [String] = []
    for constraint in constraints {
      first.append(try await engine.generate([300], options: wild(constraint, seed: 7)).text)
    }
    for (constraint, text) in zip(constraints, first) {
      let again = try await engine.generate([300], options: wild(constraint, seed: 7))
      #expect(again.text == text)
    }
  }
}
