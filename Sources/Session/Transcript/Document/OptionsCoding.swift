import TernJSON

/// Options of a prompt as JSON and back; what is not set is not written.
///
/// The spellings of `greedy` and `probabilityThreshold` are Tern's own.
enum OptionsCoding {
  static func options(_ options: DocumentCursor?) throws(DecodingError) -> GenerationOptions {
    guard let options else { return GenerationOptions() }
    guard options.json.object != nil else { throw options.corrupted("not an object") }
    return GenerationOptions(
      samplingMode: try samplingMode(options),
      temperature: try options.member("temperature")?.double(),
      maximumResponseTokens: try options.member("maximumResponseTokens")?.int(),
      toolCallingMode: try toolCallingMode(options.member("toolCallingMode")))
  }

  private static func samplingMode(
    _ options: DocumentCursor
  ) throws(DecodingError) -> GenerationOptions.SamplingMode? {
    var seed: UInt64?
    if let place = options.member("randomSeed") {
      seed = place.json.number?.uint64
      if seed == nil { throw place.corrupted("not a whole number of 64 bits") }
    }
    if let k = options.member("topK") { return .random(top: try k.int(), seed: seed) }
    if let threshold = options.member("probabilityThreshold") {
      return .random(probabilityThreshold: try threshold.double(), seed: seed)
    }
    return try options.member("greedy")?.bool() == true ? .greedy : nil
  }

  private static func toolCallingMode(
    _ mode: DocumentCursor?
  ) throws(DecodingError) -> GenerationOptions.ToolCallingMode? {
    guard let mode else { return nil }
    switch try mode.string() {
    case "allowed": return .allowed
    case "required": return .required
    case "disallowed": return .disallowed
    case let name: throw mode.corrupted("tool calling mode \"\(name)\" is not known")
    }
  }

  static func contextOptions(_ options: DocumentCursor?) throws(DecodingError) -> ContextOptions {
    guard let options else { return ContextOptions() }
    guard options.json.object != nil else { throw options.corrupted("not an object") }
    return ContextOptions(
      includeSchemaInPrompt: try options.member("includeSchemaInPrompt")?.bool(),
      reasoningLevel: try options.member("reasoningLevel").map(reasoningLevel))
  }

  private static func reasoningLevel(
    _ level: DocumentCursor
  ) throws(DecodingError) -> ContextOptions.ReasoningLevel {
    switch try level.string() {
    case "light": .light
    case "moderate": .moderate
    case "deep": .deep
    case let name: .custom(name)
    }
  }

  static func json(_ options: GenerationOptions) -> JSON {
    var object = JSONObject()
    object["temperature"] = options.temperature.flatMap { JSON($0) }
    object["maximumResponseTokens"] = options.maximumResponseTokens.map { JSON($0) }
    switch options.samplingMode?.kind {
    case .greedy?: object["greedy"] = true
    case .randomTopK(let k, let seed)?:
      object["topK"] = JSON(k)
      object["randomSeed"] = seed.map { JSON($0) }
    case .randomProbabilityThreshold(let threshold, let seed)?:
      object["probabilityThreshold"] = JSON(threshold)
      object["randomSeed"] = seed.map { JSON($0) }
    case nil: break
    }
    object["toolCallingMode"] = options.toolCallingMode.map { .string("\($0.kind)") }
    return .object(object)
  }

  /// The options as JSON; `nil` where none is set.
  static func json(_ options: ContextOptions) -> JSON? {
    var object = JSONObject()
    object["includeSchemaInPrompt"] = options.includeSchemaInPrompt.map { .bool($0) }
    switch options.reasoningLevel {
    case .light?: object["reasoningLevel"] = "light"
    case .moderate?: object["reasoningLevel"] = "moderate"
    case .deep?: object["reasoningLevel"] = "deep"
    case .custom(let name)?: object["reasoningLevel"] = .string(name)
    case nil: break
    }
    // A plain nil would be the JSON value null.
    return object.isEmpty ? Optional.none : JSON.object(object)
  }
}
