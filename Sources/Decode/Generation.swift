import TernTokens

/// The state of one generation: sampler, detokenizer, stop rules and what came out so far.
struct Generation {
  var completion = Completion()
  /// The prompt and what was generated, in order: what the cache holds or will hold next.
  private(set) var sequence: [Int32]
  private let options: GenerationOptions
  private let stopTokens: Set<Int32>
  private var sampler: Sampler
  private var detokenizer: StreamingDetokenizer
  private var stops: StopStrings

  init(prompt: [Int32], options: GenerationOptions, tokenizer: Tokenizer) throws(EngineError) {
    if let maximum = options.maximumTokens, maximum < 0 {
      throw .badOption(name: "maximum tokens", value: maximum)
    }
    do { sampler = try Sampler(options.sampling) } catch { throw .sampling(error) }
    for token in prompt { sampler.accept(token) }
    self.options = options
    sequence = prompt
    stopTokens =
      options.ignoresEndOfGeneration
      ? options.stopTokens : options.stopTokens.union(tokenizer.endOfGeneration)
    // Generated text goes on after the prompt: the first word's space belongs to it.
    detokenizer = StreamingDetokenizer(
      tokenizer, special: options.showsSpecialTokens, continuing: true)
    stops = StopStrings(options.stopStrings)
    completion.promptTokens = prompt.count
    completion.seed = sampler.seed
  }

  /// Chooses the next token and shows its text; `nil` when the generation has ended.
  mutating func choose(_ logits: inout [Float], _ onText: (String) -> Void) throws(EngineError)
    -> Int32?
  {
    if completion.tokens.count == options.maximumTokens {
      end(.length, onText)
      return nil
    }
    guard let token = sampler.sample(&logits) else { throw .noToken(position: sequence.count) }
    if stopTokens.contains(token) {
      end(.stopToken(token), onText)
      return nil
    }
    sampler.accept(token)
    sequence.append(token)
    completion.tokens.append(token)
    let piece: String
    do { piece = try detokenizer.push(token) } catch { throw .tokens(error) }
    let (text, stopped) = stops.push(piece)
    show(text, onText)
    if stopped {
      completion.finish = .stopString
      return nil
    }
    return token
  }

  /// Ends the text: shows what was held back.
  mutating func end(_ reason: FinishReason, _ onText: (String) -> Void) {
    completion.finish = reason
    let (text, stopped) = stops.push(detokenizer.finish())
    show(text, onText)
    if stopped { completion.finish = .stopString } else { show(stops.finish(), onText) }
  }

  private mutating func show(_ text: String, _ onText: (String) -> Void) {
    guard !text.isEmpty else { return }
    completion.text += text
    onText(text)
  }
}
