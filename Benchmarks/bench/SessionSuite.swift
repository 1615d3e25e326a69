import Foundation
import Tern

/// What sessions on one model take: the next turn of a long conversation, instructions that others
/// have too, and several at once.
struct SessionSuite {
  let settings: Settings
  let subject: Subject

  func run(_ result: inout SuiteResult) async throws {
    let model = try model()
    try await model.load()
    // The first answers work in new memory, and while weights are packed.
    for _ in 0..<2 { _ = try await time(LanguageModelSession(model: model), "Hello!") }
    result.figures = try await beginnings(model)
    for count in [1, 2, 4, 8] { result.figures.append(try await together(model, count)) }
    for words in Self.histories where words * 2 < model.contextSize {
      result.points.append(try await turns(model, words: words))
    }
  }

  private func model() throws -> LocalLanguageModel {
    var options = LocalLanguageModel.Options()
    options.threads = settings.threads
    options.cachePrecision =
      switch settings.cache {
      case .f32: .single
      case .f16: .half
      case .q8_0: .eightBit
      }
    options.checksLanguage = false
    return try LocalLanguageModel(contentsOf: URL(filePath: subject.path), options: options)
  }

  /// Words of the histories that are measured.
  private static let histories = [64, 128, 256, 512, 1024]

  /// A text of so many words that no other one begins like.
  private func words(_ count: Int, _ number: Int) -> String {
    let list = ["coffee", "bread", "wine", "river", "lamp", "garden", "owl", "silver", "table"]
    return (0..<count).map { list[($0 &* 31 &+ number &* 7 &+ $0 / 5) % list.count] }
      .joined(separator: " ")
  }

  /// Seconds until the first token of an answer is there.
  private func time(_ session: LanguageModelSession, _ text: String) async throws -> Double {
    let clock = ContinuousClock()
    let began = clock.now
    _ = try await session.respond(
      to: text, options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 1))
    return (clock.now - began) / .seconds(1)
  }

  /// The next turn of conversations that are ever longer: read anew, and where it was computed.
  private func turns(
    _ model: LocalLanguageModel, words count: Int
  ) async throws -> SuiteResult.Point {
    var anew: [Double] = []
    var next: [Double] = []
    for round in 0..<settings.repetitions {
      let text = words(count, round &* 131 &+ count)
      let said = Transcript(entries: [
        .prompt(.init(segments: [.text(.init(content: "\(round) \(text)"))])),
        .response(.init(assetIDs: [], segments: [.text(.init(content: "I see."))])),
      ])
      let session = LanguageModelSession(model: model, transcript: said)
      anew.append(try await time(session, "And then?"))
      next.append(try await time(session, "What else?"))
    }
    return SuiteResult.Point(
      name: .string("\(count) words"),
      figures: [
        Figure("anew_s", "read anew", "s", .time, each: anew),
        Figure("next_s", "next turn", "s", .time, each: next),
      ])
  }

  /// The first turn under long instructions: new ones, prewarmed ones, and those of another session.
  private func beginnings(_ model: LocalLanguageModel) async throws -> [Figure] {
    var new: [Double] = []
    var prewarmed: [Double] = []
    var shared: [Double] = []
    for round in 0..<settings.repetitions {
      let first = "\(round) new " + words(160, round)
      let other = "\(round) warm " + words(160, round &+ 1000)
      let took = try await time(LanguageModelSession(model: model, instructions: first), "Hello!")
      new.append(took)
      shared.append(
        try await time(LanguageModelSession(model: model, instructions: first), "Good day!"))
      let session = LanguageModelSession(model: model, instructions: other)
      session.prewarm()
      try await Task.sleep(for: .seconds(2 * took + 0.1))
      prewarmed.append(try await time(session, "Hello!"))
    }
    return [
      Figure("first_s", "first turn, new instructions", "s", .time, each: new),
      Figure("prewarmed_s", "  prewarmed", "s", .time, each: prewarmed),
      Figure("shared_s", "  of another session", "s", .time, each: shared),
    ]
  }

  /// The tokens per second of several sessions that answer at the same time.
  private func together(_ model: LocalLanguageModel, _ count: Int) async throws -> Figure {
    var rates: [Double] = []
    let generate = settings.generate
    for round in 0..<settings.repetitions {
      let clock = ContinuousClock()
      let began = clock.now
      let tokens = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<count {
          group.addTask {
            var options = GenerationOptions(maximumResponseTokens: generate)
            options.local = LocalGenerationOptions()
            options.local?.seed = UInt64(round * 100 + number)
            let session = LanguageModelSession(model: model)
            let answer = try await session.respond(to: "Tell me more.", options: options)
            return answer.usage.output.totalTokenCount
          }
        }
        return try await group.reduce(0, +)
      }
      rates.append(Double(tokens) / ((clock.now - began) / .seconds(1)))
    }
    let label = count == 1 ? "one session" : "\(count) sessions at once"
    return Figure("sessions_\(count)", label, "tokens/s", .rate, each: rates)
  }
}
