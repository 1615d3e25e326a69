import TernFormat
import TernGrammar
import TernKernels
import TernModel
import TernTokens

/// Owns a model, its caches and the thread they run on.
///
/// Requests run side by side, a step of each in every pass of the model. A prompt that begins like
/// an earlier sequence reuses the cached state of the longest common prefix. Whatever else the
/// engine is asked for gets its turn between two passes.
package actor Engine {
  nonisolated let thread: InferenceThread
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread.asUnownedSerialExecutor()
  }

  /// The file that was opened; its metadata is valid for the engine's life.
  package nonisolated let file: GGUFFile
  /// The file's vocabulary.
  package nonisolated let tokenizer: Tokenizer
  /// What constraints need to know of the vocabulary; made for the first constrained request.
  private var tables: ConstraintTables
  let options: EngineOptions
  /// The shapes of the engine's caches; reads what was kept of them in files.
  package nonisolated let cacheLayout: CacheLayout
  let model: Model
  var schedule: Schedule
  /// How many requests there are; any thread may look.
  package nonisolated let load = EngineLoad()
  /// Whether a task takes the steps of the requests.
  private var isDriving = false
  private var rows: [BatchRow] = []
  private var owners: [Int: Int] = [:]
  private var costs: PassCosts
  /// `nil` where the file has no head for drafts.
  private let head: HeadDrafter?
  private let clock = ContinuousClock()

  private init(
    file: GGUFFile, options: EngineOptions, thread: InferenceThread, tokenizer: Tokenizer,
    model: sending Model
  ) {
    self.file = file
    self.options = options
    self.thread = thread
    self.tokenizer = tokenizer
    tables = ConstraintTables(tokenizer)
    cacheLayout = model.layout
    self.model = model
    costs = PassCosts(given: options.passCost)
    head = HeadDrafter(model, vocabulary: tokenizer.count, price: options.headCost)
    schedule = Schedule(
      PrefixCache(capacity: options.keptSequences, byteLimit: options.keptBytes),
      layout: cacheLayout, width: options.runningRequests)
  }

  /// Opens a GGUF file and loads its weights on the engine's own thread.
  ///
  /// `progress` gets the share of the weights that is ready (0…1) and returns false to give up.
  /// Cost: maps the file; types that are repacked are read and written once.
  package static func open(
    path: String, options: EngineOptions = EngineOptions(),
    progress: (@Sendable (Double) -> Bool)? = nil
  ) async throws(EngineError) -> Engine {
    let file: GGUFFile
    do { file = try GGUFFile(path: path) } catch { throw .file(error) }
    return try await open(file: file, options: options, progress: progress)
  }

  /// Loads the weights of a file that is open already.
  package static func open(
    file: GGUFFile, options: EngineOptions = EngineOptions(),
    progress: (@Sendable (Double) -> Bool)? = nil
  ) async throws(EngineError) -> Engine {
    let thread = InferenceThread()
    // The vocabulary is built beside the weights.
    async let vocabulary = Self.tokenizer(file)
    let model: Model
    do {
      model = try await ModelLoader(thread).load(file, options, progress)
    } catch {
      // A file without a usable vocabulary is told so, whatever the weights of its model are.
      if case .model(let error) = error, error.saysKindOfFile { throw .model(error) }
      _ = try await vocabulary.get()
      throw error
    }
    return Engine(
      file: file, options: options, thread: thread, tokenizer: try await vocabulary.get(),
      model: model)
  }

  /// Loads the weights of a file whose vocabulary has been read already.
  ///
  /// - Parameter tokenizer: The file's own, which the engine goes on to use.
  package static func open(
    file: GGUFFile, tokenizer: Tokenizer, options: EngineOptions = EngineOptions(),
    progress: (@Sendable (Double) -> Bool)? = nil
  ) async throws(EngineError) -> Engine {
    let thread = InferenceThread()
    prepare(tokenizer)
    let model = try await ModelLoader(thread).load(file, options, progress)
    return Engine(
      file: file, options: options, thread: thread, tokenizer: tokenizer, model: model)
  }

  private static func tokenizer(_ file: GGUFFile) -> Result<Tokenizer, EngineError> {
    do {
      let tokenizer = try Tokenizer(file)
      prepare(tokenizer)
      return .success(tokenizer)
    } catch {
      return .failure(.tokens(error))
    }
  }

  /// Makes the merges, which the first prompt needs, beside the weights; does not wait for them.
  private static func prepare(_ tokenizer: Tokenizer) {
    Task.detached { tokenizer.prepare() }
  }

  /// Positions the context holds now.
  package var contextLength: Int { model.contextLength }

  /// Makes room for `length` positions, up to the model's own context length.
  package func growContext(to length: Int) throws(EngineError) {
    do { try model.growContext(to: length) } catch { throw .model(error) }
  }

  /// Continues `prompt` and calls `onText` with every piece of text as it appears.
  ///
  /// Runs on the engine's thread, side by side with the requests before it. The pieces joined are the
  /// completion's text. Looks at the task's cancellation before every layer, or every pass where
  /// others run too, then throws ``EngineError/cancelled``; what was computed stays cached. Throws
  /// before any work when an option or the prompt cannot be used, when too many requests wait, or
  /// when the prompt's keys and values alone would take more memory than there may be; an answer that
  /// would take more ends as where the context is full.
  package func generate(
    _ prompt: [Int32], options: GenerationOptions = GenerationOptions(),
    onText: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws(EngineError) -> Completion {
    try check(prompt)
    var generation = try Generation(
      prompt: prompt, options: options, contextLength: roomForOne, tokenizer: tokenizer
    ) { tables.of($0) }
    // What is forced at the beginning is computed together with the prompt.
    guard try generation.begin(onText) || !generation.report.isComplete else {
      return generation.result
    }
    let stop = StopFlag()
    let begun = generation
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { finished in
        let run = Run(begun, stop: stop, onText: onText, finished: finished)
        run.feed = head?.makeFeed(options.drafts)
        schedule.add(run)
        load.note(schedule)
        options.onTaken?()
        if !isDriving {
          isDriving = true
          Task { await drive() }
        }
      }
    } onCancel: {
      stop.set()
    }
    return try result.get()
  }

  /// Throws for a prompt that cannot run, or not now.
  private func check(_ prompt: [Int32]) throws(EngineError) {
    guard model.config.generates else {
      throw .model(.encoderOnly(architecture: model.config.architecture))
    }
    guard !prompt.isEmpty else { throw .emptyPrompt }
    guard prompt.count <= model.contextLength else {
      throw .promptTooLong(tokens: prompt.count, context: model.contextLength)
    }
    for token in prompt where token < 0 || Int(token) >= model.vocabularySize {
      throw .model(.tokenOutOfRange(token, vocabulary: model.vocabularySize))
    }
    let limit = options.runningRequests + options.waitingRequests
    guard schedule.count < limit else { throw .tooManyRequests(limit: limit) }
    let room = roomForOne
    guard prompt.count <= room else {
      throw .promptTooLarge(tokens: prompt.count, room: room)
    }
  }

  /// Positions of the context that a sequence can have where no other one takes memory.
  private var roomForOne: Int {
    let limit = cacheLayout.memory.limit
    var (fits, exceeds) = (0, model.contextLength + 1)
    while exceeds - fits > 1 {
      let middle = fits + (exceeds - fits) / 2
      if schedule.byteCount(of: middle) <= limit { fits = middle } else { exceeds = middle }
    }
    return fits
  }

  /// Takes steps until no request is left; others that call the engine get their turn between.
  private func drive() async {
    while true {
      schedule.update(makeCache: model.makeCache)
      load.note(schedule)
      if schedule.isEmpty { break }
      step()
      if thread.waitingJobs > 0 { await thread.yield() }
    }
    isDriving = false
  }

  /// One pass of the model, and the next token of every request that got its logits.
  private func step() {
    // Rows hold on to their caches.
    defer { rows.removeAll(keepingCapacity: true) }
    self.owners.removeAll(keepingCapacity: true)
    schedule.rows(into: &rows, owners: &self.owners, costs: costs, head: head)
    let running = schedule.running
    let isPrompt = running.contains(where: \.isPrefilling)
    let began = clock.now
    // Files may pad the output head past the vocabulary; such ids mean nothing.
    let count = tokenizer.count
    let observer = options.observer
    let owners = owners
    // Whoever is told of logits is told on this thread.
    let isShared = running.count > 1 && running.allSatisfy(\.generation.drawsAlone)
    var failure: ModelError?
    let isDrafted = running.contains { !$0.draft.isEmpty }
    var watch = PromptWatch(running, rows: rows, layers: model.config.layerCount)
    observer?(.pass(rows: rows.count))
    do {
      try unsafe model.forward(
        rows,
        isCancelled: {
          observer?(.layer)
          watch.beginLayer()
          return running.allSatisfy(\.stop.isSet)
        },
        sharesLogits: isShared,
        states: { row, values in
          guard let owner = owners[row] else { return }
          unsafe running[owner].takeState(values, at: rows[row].position)
        },
        logits: { row, values in
          guard let owner = owners[row] else { return }
          unsafe running[owner].take(values.prefix(count), at: rows[row].position)
          if isShared { running[owner].draw() }
        })
    } catch {
      failure = error
    }
    if failure == nil, !isPrompt {
      costs.note(rows: rows.count, seconds: (clock.now - began).seconds)
      head?.notePass(seconds: costs.cost(rows.count))
    }
    let prompts = running.map(\.isPrefilling)
    // Of a pass that failed, those that were complete before it did.
    for run in running { if run.missing == 0 { advance(run) } else { run.endDraft() } }
    for (run, isPrompt) in zip(running, prompts) where failure == nil && !run.generation.isEnded {
      head?.catchUp(run, isPrompt: isPrompt, costs, rereads: schedule.rereads)
    }
    switch failure {
    // A cancelled pass leaves requests that the next update ends.
    case nil, .cancelled: break
    case .memory where isDrafted: schedule.skipsDrafts = true
    case .memory(let error): schedule.makeRoom(after: .model(.memory(error)))
    case .some(let error): schedule.endAll(.model(error))
    }
  }

  /// Chooses a request's next tokens.
  private func advance(_ run: Run) {
    if run.isPrefilling {
      run.endPrefill()
      run.generation.tellPrompt(computed: .max)
      run.generation.tellCounts()
    }
    if run.generation.isEnded {
      schedule.end(run, run.generation.report.error)
      return
    }
    do {
      guard try run.choose() else {
        // Tokens that came without a choice are told after the pass that reads them, and recurrent
        // layers may have gone back behind the end.
        if run.missing == 0 { schedule.end(run) }
        return
      }
    } catch {
      schedule.end(run, error)
      return
    }
    if run.generation.isFull {
      run.generation.end(.contextFull, run.onText)
      schedule.end(run)
    }
  }
}

/// Loads a model on the thread of the engine that will own it.
private actor ModelLoader {
  private let thread: InferenceThread
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread.asUnownedSerialExecutor()
  }

  init(_ thread: InferenceThread) { self.thread = thread }

  func load(
    _ file: GGUFFile, _ options: EngineOptions, _ progress: (@Sendable (Double) -> Bool)?
  ) throws(EngineError) -> sending Model {
    let threads = options.threads ?? Machine.processors
    guard (1...1024).contains(threads) else { throw .badOption(name: "threads", value: threads) }
    if let context = options.context, context < 1 {
      throw .badOption(name: "context", value: context)
    }
    if let bytes = options.cacheBytes, bytes < 1 {
      throw .badOption(name: "cache bytes", value: bytes)
    }
    guard options.runningRequests >= 1 else {
      throw .badOption(name: "running requests", value: options.runningRequests)
    }
    guard options.waitingRequests >= 0 else {
      throw .badOption(name: "waiting requests", value: options.waitingRequests)
    }
    var modelOptions = ModelOptions()
    modelOptions.cacheBytes = options.cacheBytes ?? Machine.memory / 2
    modelOptions.context = options.context
    modelOptions.cacheType = options.cacheType
    do {
      return try Model(
        file, compute: Compute(threads: threads), options: modelOptions, progress: progress)
    } catch {
      throw error == .cancelled ? .cancelled : .model(error)
    }
  }
}

extension Duration {
  /// The length in seconds.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
