import TernDecode
import TernModel
import TernTestSupport
import Testing

/// Drafts that a model's own head guesses.
@Suite("Drafts by a head for drafts")
struct HeadDraftTests {
  /// An engine for which a further row and a guess of the head cost a part of a pass.
  private func engine(
    _ model: TinyHeaded = TinyHeaded(), headCost: Double = 0.05,
    _ change: (inout EngineOptions) -> Void = { _ in }
  ) async throws -> Engine {
    let folder = try TemporaryFolder()
    try model.write(to: folder.file("headed.gguf"))
    var options = EngineOptions()
    options.threads = 1
    options.cacheType = .f32
    options.passCost = { 1 + 0.02 * Double($0) }
    options.headCost = headCost
    change(&options)
    return try await Engine.open(path: folder.file("headed.gguf"), options: options)
  }

  private func options(
    _ tokens: Int, _ drafts: DraftOptions, temperature: Float = 0, seed: UInt64 = 3
  ) -> GenerationOptions {
    var options = GenerationOptions.likeliest(tokens)
    options.drafts = drafts
    if temperature > 0 {
      options.sampling = SamplingOptions()
      options.sampling.temperature = temperature
      options.sampling.seed = seed
    }
    return options
  }

  private static let prompt: [Int32] = [104, 101, 108, 108, 111, 97, 120]

  @Test("a head that is always right saves all but every fifth pass")
  func passes() async throws {
    let engine = try await engine(TinyHeaded(context: 0))
    let plain = try await engine.generate(Self.prompt, options: options(120, .off))
    let drafted = try await engine.generate(Self.prompt, options: options(120, .nextn(limit: 4)))
    #expect(drafted.tokens == plain.tokens && plain.passes >= 119)
    #expect(drafted.passes <= 30, "\(drafted.passes)")
    #expect(drafted.acceptedTokens == drafted.draftedTokens)
    #expect(drafted.headAcceptedTokens == drafted.acceptedTokens)
    // Alone, the other source has nothing to say of a text that does not repeat itself.
    let drawn = try await engine.generate(
      Self.prompt, options: options(60, .both(limit: 4), temperature: 0.7))
    #expect(drawn.headAcceptedTokens > 5 && drawn.passes < 55)
  }

  @Test("the text is that without drafts, greedy or drawn, and much of it was guessed")
  func sameText() async throws {
    let engine = try await engine()
    var (tokens, passes) = (0, 0)
    for round in 0..<8 {
      let temperature: Float = [0, 0.4, 0.8, 1.2][round % 4]
      let prompt = Self.prompt + [Int32(97 + round)]
      let plain = try await engine.generate(
        prompt, options: options(80, .off, temperature: temperature, seed: UInt64(round)))
      let drafted = try await engine.generate(
        prompt,
        options: options(
          80, round < 4 ? .nextn(limit: 14) : .both(limit: 14), temperature: temperature,
          seed: UInt64(round)))
      #expect(drafted.tokens == plain.tokens && drafted.text == plain.text, "round \(round)")
      tokens += drafted.tokens.count
      passes += drafted.passes
    }
    #expect(passes < tokens * 7 / 10, "\(passes) passes for \(tokens) tokens")
  }

  @Test("a head that is always wrong is soon asked rarely")
  func wrong() async throws {
    let engine = try await engine(TinyHeaded(context: 0, isWrong: true))
    let plain = try await engine.generate(Self.prompt, options: options(200, .off))
    let drafted = try await engine.generate(Self.prompt, options: options(200, .nextn(limit: 14)))
    #expect(drafted.tokens == plain.tokens && drafted.headAcceptedTokens < 5)
    #expect((1..<100).contains(drafted.draftedTokens), "\(drafted.draftedTokens)")
    let again = try await engine.generate(Self.prompt, options: options(200, .nextn(limit: 14)))
    #expect(again.draftedTokens < 30, "\(again.draftedTokens)")
  }

  @Test("a head that costs more than it saves is not asked")
  func expensive() async throws {
    let engine = try await engine(TinyHeaded(context: 0), headCost: 1.5)
    let drafted = try await engine.generate(Self.prompt, options: options(80, .automatic))
    #expect(drafted.headDraftedTokens == 0)
  }

  @Test("requests that do not ask for it have no such drafts")
  func off() async throws {
    let engine = try await engine(TinyHeaded(context: 0))
    for drafts in [DraftOptions.off, .suffix(limit: 14)] {
      let found = try await engine.generate(Self.prompt, options: options(60, drafts))
      #expect(found.headDraftedTokens == 0)
    }
    #expect(await engine.keptDraftTokens == 0)
  }

  @Test("a conversation's next turn goes on with what the head has read")
  func nextTurn() async throws {
    let engine = try await engine { $0.keptSequences = 1 }
    var sequence = Self.prompt
    for turn in 0..<4 {
      // The second turn goes back behind the first one's end.
      if turn == 1 { sequence.removeLast(9) }
      sequence += [100, Int32(101 + turn), 99]
      let drafted = try await engine.generate(
        sequence, options: options(40, .nextn(limit: 6), temperature: 0.3))
      let plain = try await self.engine().generate(
        sequence, options: options(40, .off, temperature: 0.3))
      #expect(drafted.tokens == plain.tokens, "turn \(turn)")
      #expect(drafted.headAcceptedTokens > 5, "turn \(turn)")
      sequence += drafted.tokens
      let read = await engine.keptDraftTokens
      #expect(read > sequence.count * 8 / 10 && read <= sequence.count, "turn \(turn): \(read)")
    }
  }

  @Test("after a restored session drafts begin where it goes on")
  func restored() async throws {
    let (first, second) = (try await engine(), try await engine())
    let begun = try await first.generate(Self.prompt, options: options(60, .automatic))
    let sequence = Self.prompt + begun.tokens
    let kept = try #require(await first.snapshot(of: sequence))
    #expect(await second.restore(bytes: kept.state.bytes, tokens: kept.tokens))
    let next = sequence + [104, 105]
    let plain = try await first.generate(next, options: options(60, .off))
    let drafted = try await second.generate(next, options: options(60, .nextn(limit: 6)))
    #expect(drafted.tokens == plain.tokens && drafted.reusedTokens > 0)
    #expect(drafted.headAcceptedTokens > 10)
  }

  @Test("where costs are measured, whatever they are, the text is the same")
  func measured() async throws {
    let engine = try await engine {
      $0.passCost = nil
      $0.headCost = nil
    }
    let plain = try await engine.generate(Self.prompt, options: options(60, .off))
    for drafts in [DraftOptions.nextn(limit: 14), .automatic, .nextn(limit: 1)] {
      let drafted = try await engine.generate(Self.prompt, options: options(60, drafts))
      #expect(drafted.tokens == plain.tokens)
    }
  }

  @Test("several requests at once draft side by side")
  func sideBySide() async throws {
    let engine = try await engine()
    let requests = (0..<5).map { (number: Int) -> ([Int32], GenerationOptions) in
      let drafts = options(
        60, number == 2 ? .off : .automatic, temperature: 0.5, seed: UInt64(number))
      return (Self.prompt + [Int32(98 + number)], drafts)
    }
    var expected: [[Int32]] = []
    for (prompt, options) in requests {
      var plain = options
      plain.drafts = .off
      expected.append(try await engine.generate(prompt, options: plain).tokens)
    }
    let tasks = requests.map { request in
      Task { try await engine.generate(request.0, options: request.1) }
    }
    var byHead = 0
    for (number, task) in tasks.enumerated() {
      let found = try await task.value
      #expect(found.tokens == expected[number], "request \(number)")
      byHead += found.headAcceptedTokens
    }
    #expect(byHead > 20, "\(byHead)")
  }

  @Test("where memory ends, a text with drafts has gone as far as one without")
  func memory() async throws {
    let bytes = try await engine().cacheLayout.byteCount(of: 128, rows: 1)
    func text(_ drafts: DraftOptions) async throws -> ([Int32], FinishReason) {
      let engine = try await engine {
        $0.cacheBytes = bytes
        $0.keptSequences = 0
      }
      let done = try await engine.generate(Self.prompt, options: options(400, drafts))
      return (done.tokens, done.finish)
    }
    let (plain, drafted) = try await (text(.off), text(.nextn(limit: 6)))
    #expect(plain.1 == .contextFull && plain.0.count > 100)
    #expect(drafted.0 == plain.0 && drafted.1 == plain.1)
  }
}
