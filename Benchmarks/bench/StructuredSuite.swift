import TernDecode
import TernGrammar
import TernJSON

/// Tokens per second of constrained and of free generation on the same model, in turn.
struct StructuredSuite {
  let settings: Settings
  let subject: Subject

  func run(_ result: inout SuiteResult) async throws {
    var options = EngineOptions()
    options.threads = settings.threads
    options.context = Self.prompt.count + settings.generate + 1
    options.cacheType = settings.cache
    let engine = try await Engine.open(path: subject.path, options: options)
    let constraints = try Self.schemas.map { name, schema in
      (name, try Constraint(.schema(JSON(parsing: schema))))
    }
    // The first texts work in new memory, and while weights are packed.
    for _ in 0..<2 { _ = try await generate(engine, nil, seed: 0) }
    var free: [Double] = []
    var constrained = [[Completion]](repeating: [], count: constraints.count)
    for round in 0..<settings.repetitions {
      free.append(try await generate(engine, nil, seed: round).generationRate)
      for (index, (_, constraint)) in constraints.enumerated() {
        constrained[index].append(try await generate(engine, constraint, seed: round))
      }
    }
    result.figures = [Figure("free", "free text", "tokens/s", .rate, each: free)]
    result.points = zip(constraints, constrained).map { constraint, completions in
      let rates = completions.map(\.generationRate)
      let tokens = completions.reduce(0) { $0 + $1.tokens.count }
      let forced = completions.reduce(0) { $0 + $1.forcedTokens }
      return SuiteResult.Point(
        name: .string(constraint.0),
        figures: [
          Figure("tg", "constrained", "tokens/s", .rate, each: rates),
          Figure("ratio", "to free text", "", .fact, rates.median / free.median),
          Figure("forced_share", "forced", "", .fact, Double(forced) / Double(max(1, tokens))),
        ])
    }
  }

  /// Ids that every vocabulary has.
  private static let prompt: [Int32] = Array(64..<96)

  private func generate(
    _ engine: Engine, _ constraint: Constraint?, seed: Int
  ) async throws -> Completion {
    var options = GenerationOptions()
    options.sampling.seed = UInt64(seed)
    options.maximumTokens = settings.generate
    options.ignoresEndOfGeneration = true
    options.constraint = constraint
    return try await engine.generate(Self.prompt, options: options)
  }

  /// Text that a model writes almost freely, short values of many kinds, and text that it has no say
  /// in.
  private static let schemas = [
    (
      "strings",
      #"{"type":"array","items":{"type":"string","maxLength":400},"minItems":2,"maxItems":100}"#
    ),
    (
      "records",
      #"""
      {"type":"array","minItems":1,"maxItems":100,"items":{"type":"object","additionalProperties":false,
      "required":["id","name","kind","price","tags"],"properties":{
      "id":{"type":"integer","minimum":1,"maximum":99999},"name":{"type":"string","maxLength":24},
      "kind":{"enum":["book","film","song","game"]},"price":{"type":"number","minimum":0},
      "tags":{"type":"array","maxItems":4,"items":{"type":"string","pattern":"^[a-z]{3,12}$"}}}}}
      """#
    ),
    (
      "forced",
      #"""
      {"type":"array","minItems":1,"maxItems":100,"items":{"type":"object",
      "additionalProperties":false,"required":["identification_number","is_available_in_store"],
      "properties":{"identification_number":{"type":"integer","minimum":0,"maximum":9},
      "is_available_in_store":{"type":"boolean"}}}}
      """#
    ),
  ]
}
