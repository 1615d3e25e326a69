import TernDecode
import TernGrammar
import TernJSON
import TernTestSupport

/// Seeded prompts and options for soaks.
enum SoakRequest {
  /// A prompt of the byte tokens of small letters that repeats itself.
  static func prompt(_ random: inout SeededGenerator) -> [Int32] {
    let phrase = (0..<Int.random(in: 3...12, using: &random)).map { _ in
      Int32.random(in: 97...119, using: &random)
    }
    return (0..<Int.random(in: 2...5, using: &random)).flatMap { _ in
      phrase + [Int32.random(in: 97...119, using: &random)]
    }
  }

  /// Options that end the text by any of its ends.
  static func options(_ random: inout SeededGenerator) throws -> GenerationOptions {
    func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
    var options = GenerationOptions()
    options.maximumTokens = oneIn(4) ? nil : Int.random(in: 1...100, using: &random)
    if oneIn(3) { options.sampling = .greedy } else { options.sampling = drawn(&random) }
    options.sampling.seed = random.next()
    if oneIn(4) { options.sampling.repetitionPenalty = 1.1 }
    if oneIn(6) { options.sampling.logitBias = [101: 2, 102: -1] }
    if oneIn(3) { options.logProbabilities = Int.random(in: 0...2, using: &random) }
    options.keepsChoices = options.logProbabilities != nil
    options.ignoresEndOfGeneration = oneIn(2)
    if oneIn(2) {
      let schema = schemas.randomElement(using: &random) ?? schemas[0]
      options.constraint = try Constraint(.schema(JSON(parsing: schema)))
      // The shortest text that satisfies it must fit.
      options.maximumTokens = options.maximumTokens.map { $0 + 100 }
    } else if oneIn(5) {
      options.marks = AnswerMarks(reasoning: [.init(open: "", close: "</e>")])
      options.marks?.opened = 0
      options.maximumReasoningTokens = Int.random(in: 0...30, using: &random)
    }
    return options
  }

  private static func drawn(_ random: inout SeededGenerator) -> SamplingOptions {
    var options = SamplingOptions()
    options.temperature = [0.2, 0.5, 1].randomElement(using: &random) ?? 1
    options.topK = [0, 5, 40].randomElement(using: &random) ?? 40
    options.topP = [0.8, 1].randomElement(using: &random) ?? 1
    return options
  }

  /// A list of records, words, a pattern, calls of two tools, and values of any kind.
  private static let schemas = [
    #"{"type":"array","items":{"type":"object","properties":{"id":{"enum":[1,12,123]},"name of it":{"type":"boolean"}},"required":["id","name of it"],"additionalProperties":false},"minItems":2,"maxItems":3}"#,
    #"{"type":"array","items":{"enum":["red","green","blue"]},"minItems":6,"maxItems":9}"#,
    #"{"type":"string","pattern":"^([a-c]{2}-[0-9] ){5,7}$"}"#,
    #"{"type":"array","minItems":1,"maxItems":2,"items":{"anyOf":[{"type":"object","properties":{"name":{"const":"find"},"arguments":{"type":"object","properties":{"by":{"enum":["a","b"]}},"required":["by"]}},"required":["name","arguments"]},{"type":"object","properties":{"name":{"const":"stop"},"arguments":{"type":"object","additionalProperties":false}},"required":["name","arguments"]}]}}"#,
    #"{"type":"object","properties":{"a":{"type":"string","maxLength":20},"b":{"type":"array","items":{"type":"integer"},"maxItems":5}},"required":["a","b"]}"#,
  ]
}
