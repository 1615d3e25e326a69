import TernFormat
import TernGrammar
import TernKernels
import TernModel
import TernTokens

/// How an engine is set up.
package struct EngineOptions: Sendable {
  /// Threads that compute, the engine's own included; `nil` takes one for each processor.
  package var threads: Int?
  /// Positions the context holds; `nil` takes the model's own length or 4,096, whichever is less.
  package var context: Int?
  /// How keys and values are stored.
  package var cacheType = CacheType.f16
  /// How many sequences are kept for prompts that begin alike.
  package var keptSequences = 4

  package init() {}
}

/// Owns a model, its caches and the thread they run on.
///
/// Requests are served one after the other. A prompt that begins like an earlier sequence reuses
/// the cached state of the longest common prefix.
package actor Engine {
  private let thread: InferenceThread
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread.asUnownedSerialExecutor()
  }

  /// The file that was opened; its metadata is valid for the engine's life.
  package nonisolated let file: GGUFFile
  /// The file's vocabulary.
  package nonisolated let tokenizer: Tokenizer
  /// What constraints need to know of the vocabulary; made for the first constrained request.
  private var tables: ConstraintTables
  private let options: EngineOptions
  private let model: Model
  private var prefixes: PrefixCache
  private var logits: [Float] = []
  private var rows: [BatchRow] = []

  private init(
    file: GGUFFile, options: EngineOptions, thread: InferenceThread, tokenizer: Tokenizer,
    model: sending Model
  ) {
    self.file = file
    self.options = options
    self.thread = thread
    self.tokenizer = tokenizer
    tables = ConstraintTables(tokenizer)
    self.model = model
    prefixes = PrefixCache(capacity: options.keptSequences)
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
      // A file without a usable vocabulary is told so, whatever its weights are.
      _ = try await vocabulary.get()
      throw error
    }
    return Engine(
      file: file, options: options, thread: thread, tokenizer: try await vocabulary.get(),
      model: model)
  }

  private static func tokenizer(_ file: GGUFFile) -> Result<Tokenizer, EngineError> {
    do {
      let tokenizer = try Tokenizer(file)
      // The first prompt needs the merges: they are made beside the weights, and not waited for.
      Task.detached { tokenizer.prepare() }
      return .success(tokenizer)
    } catch {
      return .failure(.tokens(error))
    }
  }

  /// Positions the context holds now.
  package var contextLength: Int { model.contextLength }

  /// Makes room for `length` positions, up to the model's own context length.
  package func growContext(to length: Int) throws(EngineError) {
    do { try model.growContext(to: length) } catch { throw .model(error) }
  }

  /// Continues `prompt` and calls `onText` with every piece of text as it appears.
  ///
  /// Runs on the engine's thread, after the requests before it. The pieces joined are the
  /// completion's text. Looks at the task's cancellation before every layer, then throws
  /// ``EngineError/cancelled``; what was computed stays cached. Throws before any work when an
  /// option or the prompt cannot be used.
  package func generate(
    _ prompt: [Int32], options: GenerationOptions = GenerationOptions(),
    onText: @Sendable (String) -> Void = { _ in }
  ) throws(EngineError) -> Completion {
    guard !prompt.isEmpty else { throw .emptyPrompt }
    guard prompt.count <= model.contextLength else {
      throw .promptTooLong(tokens: prompt.count, context: model.contextLength)
    }
    var run = try Generation(
      prompt: prompt, options: options, contextLength: model.contextLength, tokenizer: tokenizer
    ) { tables.of($0) }
    // What is forced at the beginning is computed together with the prompt.
    guard try run.begin(onText) else { return run.completion }
    let (cache, reused) = prefixes.take(for: prompt, makeCache: model.makeCache)
    run.completion.reusedTokens = reused
    defer { prefixes.keep(cache, tokens: Array(run.sequence.prefix(cache.length))) }
    try prefill(cache, &run)
    try decode(cache, &run, onText)
    return run.completion
  }

  private func prefill(_ cache: KVCache, _ run: inout Generation) throws(EngineError) {
    let clock = ContinuousClock()
    let began = clock.now
    let prompt = run.completion.promptTokens - cache.length
    let count = run.sequence.count - cache.length
    try feed(run.sequence, to: cache)
    let seconds = (clock.now - began).seconds
    run.completion.prefillSeconds = seconds * Double(prompt) / Double(count)
    run.completion.generationSeconds = seconds - run.completion.prefillSeconds
  }

  private func decode(
    _ cache: KVCache, _ run: inout Generation, _ onText: (String) -> Void
  ) throws(EngineError) {
    let clock = ContinuousClock()
    let began = clock.now
    defer { run.completion.generationSeconds += (clock.now - began).seconds }
    while try run.choose(&logits, onText) {
      if run.sequence.count > contextLength {
        run.end(.contextFull, onText)
        return
      }
      try feed(run.sequence, to: cache)
    }
  }

  /// Computes what the cache lacks of a sequence, in one pass, and the logits after it.
  private func feed(_ sequence: [Int32], to cache: KVCache) throws(EngineError) {
    // Rows hold on to their cache.
    defer { rows.removeAll(keepingCapacity: true) }
    for position in cache.length..<sequence.count {
      rows.append(
        BatchRow(
          token: sequence[position], cache: cache, position: position,
          wantsLogits: position == sequence.count - 1))
    }
    try forward(rows)
  }

  private func forward(_ rows: [BatchRow]) throws(EngineError) {
    // Files may pad the output head past the vocabulary; such ids mean nothing.
    let count = tokenizer.count
    do {
      try unsafe model.forward(rows, isCancelled: { Task.isCancelled }) { _, values in
        logits.removeAll(keepingCapacity: true)
        unsafe logits.append(contentsOf: values.prefix(count))
      }
    } catch {
      throw error == .cancelled ? .cancelled : .model(error)
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
    var modelOptions = ModelOptions()
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
