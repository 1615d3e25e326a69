import TernGrammar
import TernTokens

/// The state of one generation: sampler, detokenizer, stop rules and what came out so far.
struct Generation {
  var completion = Completion()
  /// The prompt and what was generated, in order: what the cache holds or will hold next.
  private(set) var sequence: [Int32]
  private let options: GenerationOptions
  /// Positions that the model can be fed.
  private let contextLength: Int
  private let stopTokens: Set<Int32>
  private var constrained: ConstrainedText?
  private var sampler: Sampler
  /// What ``draw(_:)`` drew for the next place: a token, or that none is possible.
  private var drawn: Int32??
  private var detokenizer: StreamingDetokenizer
  private var stops: StopStrings
  private var reasoning: ReasoningLimit?
  private var drafter: Drafter?
  /// The bytes of text that the tokens have made certain.
  private var textBytes = 0
  /// Tells of the tokens.
  var report: ChoiceReport
  /// Whether no token will be added any more.
  private(set) var isEnded = false
  /// Whether the constrained text has no room for its end, and goes as far as the limits reach.
  private var staysUnfinished = false

  init(
    prompt: [Int32], options: GenerationOptions, contextLength: Int, tokenizer: Tokenizer,
    tables: (Constraint) -> VocabularyTables
  ) throws(EngineError) {
    if let maximum = options.maximumTokens, maximum < 0 {
      throw .badOption(name: "maximum tokens", value: maximum)
    }
    do { sampler = try Sampler(options.sampling) } catch { throw .sampling(error) }
    report = try ChoiceReport(options, promptTokens: prompt.count)
    if options.penalizesPrompt { for token in prompt { sampler.accept(token) } }
    self.options = options
    self.contextLength = contextLength
    sequence = prompt
    stopTokens =
      options.ignoresEndOfGeneration
      ? options.stopTokens : options.stopTokens.union(tokenizer.endOfGeneration)
    if let constraint = options.constraint {
      constrained = try ConstrainedText(constraint, tables(constraint), stopTokens: stopTokens)
    }
    // Generated text goes on after the prompt: the first word's space belongs to it.
    detokenizer = StreamingDetokenizer(
      tokenizer, special: options.showsSpecialTokens, shown: options.shownTokens,
      continuing: true)
    let isCut = options.constraint == nil || options.cutsConstrainedText
    stops = StopStrings(isCut ? options.stopStrings : [])
    reasoning = try options.marks.map { marks throws(EngineError) in
      try ReasoningLimit(marks, options.maximumReasoningTokens, tokenizer)
    }
    drafter = Drafter(options.drafts) { tokenizer.bytes(of: $0) }
    completion.promptTokens = prompt.count
    completion.seed = sampler.seed
    do { try addScored(tokenizer) } catch { throw .tokens(error) }
  }

  /// Adds the tokens of the prompt that are to be told.
  private mutating func addScored(_ tokenizer: Tokenizer) throws(TokenError) {
    guard let first = options.scoredFrom else { return }
    var detokenizer = StreamingDetokenizer(
      tokenizer, special: options.showsSpecialTokens, shown: options.shownTokens,
      continuing: first > 0)
    for token in sequence[first...] { report.add(token, text: try detokenizer.push(token)) }
  }

  /// Which other requests may share what is computed.
  var sharing: PrefixSharing { options.sharing }

  /// Tokens that may still be generated; the last one of a full context is not fed to the model.
  private var left: Int {
    let room = contextLength + 1 - sequence.count
    guard let maximum = options.maximumTokens else { return room }
    return min(room, maximum - completion.tokens.count)
  }

  /// Tokens that a constrained text may count on to come to its end.
  private var roomToEnd: Int { staysUnfinished ? .max : left }

  /// Whether the context has no room for the last token.
  var isFull: Bool { sequence.count > contextLength }

  /// Why a generation ends that has no tokens left.
  private var limit: FinishReason {
    completion.tokens.count + left == options.maximumTokens ? .length : .contextFull
  }

  /// Adds what a constraint forces at the beginning; whether the model is to choose what follows.
  ///
  /// Throws where the limits leave no room for any text that satisfies the constraint.
  mutating func begin(_ onText: (String) -> Void) throws(EngineError) -> Bool {
    if let constrained, !constrained.canEnd(within: left) {
      let needed = constrained.ending.count
      try constrained.check()
      guard needed > 0 else { throw .grammar(.tooComplex) }
      guard options.allowsUnfinishedText else {
        throw .answerTooLong(tokens: needed, left: left)
      }
      staysUnfinished = true
    }
    guard try endReasoning(onText) else { return false }
    return constrained == nil ? true : try addForced(onText)
  }

  /// Chooses the next token, adds it and what it forces, and shows the text; false when the
  /// generation has ended.
  mutating func choose(
    _ logits: inout [Float], _ onText: (String) -> Void
  ) throws(EngineError) -> Bool {
    if let error = report.error { throw error }
    if left <= 0 {
      end(limit, onText)
      return false
    }
    report.read(logits)
    if let error = report.error { throw error }
    guard let token = try sample(&logits) else { throw .noToken(position: sequence.count) }
    if stopTokens.contains(token), constrained?.isComplete ?? true {
      end(.stopToken(token), onText)
      return false
    }
    if constrained != nil {
      let room = roomToEnd
      guard constrained?.accept(token, left: room - 1) == true else {
        try forceEnding(onText)
        return false
      }
      guard try add(token, onText), try endReasoning(onText) else { return false }
      return try addForced(onText)
    }
    guard try add(token, onText) else { return false }
    return try endReasoning(onText)
  }

  /// Whether the next token depends on nothing but the sampler, and nobody is told of its logits: it may
  /// then be drawn beside those of other generations.
  var drawsAlone: Bool { constrained == nil && report.isSilent }

  /// Draws the token that ``choose(_:_:)`` will choose by the same logits.
  mutating func draw(_ logits: inout [Float]) {
    guard drawsAlone, !isEnded, left > 0, completion.tokens.count >= options.script.count else {
      return
    }
    drawn = .some(sampler.sample(&logits))
  }

  private mutating func sample(_ logits: inout [Float]) throws(EngineError) -> Int32? {
    if let token = drawn.take() { return token }
    let place = completion.tokens.count
    if place < options.script.count { return options.script[place] }
    guard var filter = constrained.take() else { return sampler.sample(&logits) }
    let token = sampler.sample(&logits, &filter)
    try filter.check()
    constrained = filter
    return token
  }

  /// Adds the tokens that leave no choice; false when the generation has then ended.
  private mutating func addForced(_ onText: (String) -> Void) throws(EngineError) -> Bool {
    let (room, toEnd) = (left, roomToEnd)
    let forced = constrained?.acceptForced(left: toEnd) ?? []
    for token in forced.prefix(room) {
      completion.forcedTokens += 1
      guard try add(token, onText) else { return false }
    }
    let mustEnd = forced.count <= room && constrained?.mustEnd() ?? false
    try constrained?.check()
    guard mustEnd || left <= 0 else { return true }
    end(mustEnd ? .completed : limit, onText)
    return false
  }

  /// Writes what ends reasoning that has used up its tokens; false when the generation has then
  /// ended.
  ///
  /// Where a constrained text cannot take it yet, in the middle of a character, the next token tries
  /// again.
  private mutating func endReasoning(_ onText: (String) -> Void) throws(EngineError) -> Bool {
    guard let endings = reasoning?.dueEndings else { return true }
    let room = left
    let toEnd = roomToEnd
    let ending = endings.first { tokens in
      tokens.count <= room
        && (constrained == nil || constrained?.accept(all: tokens, left: toEnd) == true)
    }
    try constrained?.check()
    for token in ending ?? [] {
      completion.forcedTokens += 1
      guard try add(token, onText) else { return false }
    }
    return true
  }

  /// Completes a constrained text that has no room for more than that.
  private mutating func forceEnding(_ onText: (String) -> Void) throws(EngineError) {
    let reason = limit
    let ending = constrained?.ending ?? []
    try constrained?.check()
    for token in ending {
      completion.forcedTokens += 1
      guard try add(token, onText) else { return }
    }
    end(reason, onText)
  }

  /// At most `room` tokens that may come next; none where nothing is to be chosen.
  mutating func guess(room: Int) -> Guess {
    let room = draftRoom(room)
    guard let guess = drafter?.guess(sequence, room: room), !isEnded else { return Guess() }
    return beforeStop(guess)
  }

  /// How many tokens may be drafted where a pass has room for `room`: it gives one more than that.
  func draftRoom(_ room: Int) -> Int {
    isEnded ? 0 : min(room, left - 1, contextLength - sequence.count)
  }

  /// How many of them the model's head for drafts may guess at most.
  var headLimit: Int { options.drafts.headLimit }

  /// A guess up to the first token that would end the text.
  func beforeStop(_ guess: Guess) -> Guess {
    var guess = guess
    if let end = guess.tokens.firstIndex(where: stopTokens.contains) { guess.cut(to: end) }
    return guess
  }

  /// Cuts a guess where the constraint forbids it, and adds what is then forced, up to `room` tokens.
  func cut(_ guess: inout Guess, room: Int) {
    constrained?.cut(&guess, room: draftRoom(room))
  }

  /// Adds a token to the text and shows it; false when a stop string has ended the text.
  private mutating func add(_ token: Int32, _ onText: (String) -> Void) throws(EngineError) -> Bool
  {
    sampler.accept(token)
    sequence.append(token)
    completion.tokens.append(token)
    let piece: String
    do { piece = try detokenizer.push(token) } catch {
      tellCounts()
      throw .tokens(error)
    }
    textBytes += piece.utf8.count
    tellCounts()
    report.add(token, text: piece)
    return take(piece, onText)
  }

  /// Shows a piece of text; false when a stop string has ended the text.
  private mutating func take(_ piece: String, _ onText: (String) -> Void) -> Bool {
    if reasoning?.push(piece) == false {
      // What was held back cannot become a stop string any more.
      show(stops.finish(), onText)
      show(piece, onText)
      return true
    }
    let (text, stopped) = stops.push(piece)
    show(text, onText)
    if stopped {
      completion.finish = .stopString
      completion.stopString = stops.met
      isEnded = true
    }
    return !stopped
  }

  /// Tells the counts so far, if anybody wants to know them.
  func tellCounts() {
    guard let onCount = options.onCount else { return }
    onCount(
      TokenCounts(
        prompt: completion.promptTokens, reused: completion.reusedTokens,
        generated: completion.tokens.count, textBytes: textBytes))
  }

  /// Whether anybody wants to know how much of the prompt is computed.
  var tellsPrompt: Bool { options.onPrompt != nil }

  /// Tells how much of the prompt is computed.
  func tellPrompt(computed: Int) {
    let total = completion.promptTokens
    options.onPrompt?(
      PromptProgress(
        computed: min(computed, total), reused: completion.reusedTokens, total: total))
  }

  /// Ends the text: shows what was held back.
  mutating func end(_ reason: FinishReason, _ onText: (String) -> Void) {
    completion.finish = reason
    isEnded = true
    let (text, stopped) = stops.push(detokenizer.finish())
    show(text, onText)
    if stopped {
      completion.finish = .stopString
      completion.stopString = stops.met
    } else {
      show(stops.finish(), onText)
    }
  }

  private mutating func show(_ text: String, _ onText: (String) -> Void) {
    guard !text.isEmpty else { return }
    completion.text += text
    onText(text)
  }
}
