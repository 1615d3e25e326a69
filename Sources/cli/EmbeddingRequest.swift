import TernDecode
import TernFormat
import TernJSON
import TernKernels
import TernModel

/// One call of `tern embed`.
struct EmbeddingRequest {
  private let arguments: EmbedArguments
  private let options: EmbeddingOptions
  private let pooling: Pooling?

  /// Texts that run together.
  private static let group = 64

  init(_ arguments: EmbedArguments) throws {
    try arguments.check()
    self.arguments = arguments
    options = arguments.options
    pooling = options.pooling
  }

  // MARK: Token ids; a vocabulary is not needed.

  func embed(tokens: [Int32]) throws {
    guard !tokens.isEmpty else { throw arguments.$tokens.missing }
    let path = try arguments.engine.model.path()
    let file = try GGUFFile(path: path)
    let model = try Model(
      file, compute: Compute(threads: arguments.engine.threads),
      options: arguments.engine.modelOptions(for: file))
    let pooling = pooling ?? model.config.encoding.pooling ?? .mean
    var run = EncodingRun([tokens], pooling: pooling, model: model)
    while run.vectors == nil { try run.step(model, limit: model.rowsPerPass) }
    let vector = try finished(run.vectors?.first ?? [], pooling, width: model.embeddingWidth)
    try write(
      rows(vector, pooling, width: model.embeddingWidth), tokens: tokens.count, inputs: [path])
  }

  /// States and scores are handed out as they are; vectors of texts are cut and normed.
  private func finished(_ vector: [Float], _ pooling: Pooling, width: Int) throws -> [Float] {
    switch pooling {
    case .none, .rank: vector
    case .mean, .first, .last: try options.finished(vector, width: width)
    }
  }

  // MARK: Texts.

  func embedTexts() async throws {
    let path = try arguments.engine.model.path()
    let engine = try await arguments.engine.openEngine()
    let prefix = try prefix(engine.file)
    let width = await engine.embeddingWidth
    if arguments.readsJSONLines {
      return try await answerLines(engine, prefix, width: width)
    }
    let texts = try givenTexts()
    var vectors: [[Float]] = []
    var count = 0
    for start in stride(from: 0, to: texts.count, by: Self.group) {
      let group = texts[start..<min(texts.count, start + Self.group)].map {
        engine.tokenizer.encode(prefix + $0, addSpecial: true)
      }
      count += group.reduce(0) { $0 + $1.count }
      let found = try await embedded(group, engine).flatMap { rows($0, pooling, width: width) }
      // Lines appear as they are made; what is written into one piece waits.
      if isOnePiece { vectors += found } else { try found.forEach(writeLine) }
    }
    if isOnePiece { try write(vectors, tokens: count, inputs: [path]) }
  }

  private var isOnePiece: Bool { arguments.printsJSON || writesNumbers }

  private func embedded(_ texts: [[Int32]], _ engine: Engine) async throws -> [[Float]] {
    guard let pooling, [Pooling.none, .rank].contains(pooling) else {
      return try await engine.embeddings(of: texts, options: options)
    }
    guard options.truncates else {
      return try await engine.vectors(of: texts, pooling: pooling)
    }
    var fitting: [[Int32]] = []
    for text in texts { fitting.append(await engine.truncated(text)) }
    return try await engine.vectors(of: fitting, pooling: pooling)
  }

  /// One vector, or those of all tokens.
  private func rows(_ vector: [Float], _ pooling: Pooling?, width: Int) -> [[Float]] {
    guard case .some(.none) = pooling else { return [vector] }
    return stride(from: 0, to: vector.count, by: width).map {
      Array(vector[$0..<min(vector.count, $0 + width)])
    }
  }

  private func prefix(_ file: GGUFFile) throws(CommandFailure) -> String {
    guard let task = arguments.task else { return arguments.prefix ?? "" }
    guard let prefix = task.prefix(for: file) else {
      throw .failed(
        "no words for \(arguments.$task) \(task.rawValue) are known for this model: give them with "
          + "\(arguments.$prefix)")
    }
    return prefix
  }

  /// The operands, or the lines of standard input.
  private func givenTexts() throws(CommandFailure) -> [String] {
    arguments.texts.isEmpty ? try Input.textLines("-") : arguments.texts
  }

  private func answerLines(_ engine: Engine, _ prefix: String, width: Int) async throws {
    var lines = InputLines()
    while let line = try lines.next() {
      let reply: JSON
      do {
        let tokens = engine.tokenizer.encode(prefix + (try text(line)), addSpecial: true)
        let vector = try await embedded([tokens], engine).first ?? []
        let vectors = rows(vector, pooling, width: width).map(Self.json)
        reply = [
          "embedding": pooling == Pooling.none ? .array(vectors) : vectors[0],
          "tokens": JSON(tokens.count),
        ]
      } catch {
        reply = ["error": .string(CommandFailure(error).message)]
      }
      try Output.write(reply)
    }
  }

  private func text(_ line: [UInt8]) throws -> String {
    let value = try Input.json(line: line)
    if case .string(let text) = value { return text }
    guard let text = value["text"]?.string else {
      throw CommandFailure.failed("the line is neither a JSON string nor an object with a text")
    }
    return text
  }

  // MARK: Output.

  /// Whether numbers are written as they are in memory.
  private var writesNumbers: Bool { arguments.writesBinary || arguments.file != nil }

  private func write(_ vectors: [[Float]], tokens: Int, inputs: [String]) throws {
    if writesNumbers {
      let path = arguments.file ?? "/dev/stdout"
      Signals.removeUnfinishedFiles()
      let file = try NumberFile(path, inputs: inputs)
      for vector in vectors {
        try unsafe vector.withUnsafeBytes { try unsafe file.write(Array($0)) }
      }
      try file.close()
      guard arguments.printsJSON else { return }
      return try Output.report(
        path,
        [
          "rows": JSON(vectors.count), "columns": JSON(vectors.first?.count ?? 0),
          "file": .string(path),
        ])
    }
    guard arguments.printsJSON else { return try vectors.forEach(writeLine) }
    try Output.write([
      "embeddings": .array(vectors.map(Self.json)), "dimensions": JSON(vectors.first?.count ?? 0),
      "tokens": JSON(tokens),
    ])
  }

  private func writeLine(_ vector: [Float]) throws {
    try Output.write(vector.map(\.description).joined(separator: " ") + "\n")
  }

  private static func json(_ vector: [Float]) -> JSON {
    // The shortest digits that mean the value.
    .array(vector.map { JSON(Double($0.description) ?? Double($0)) ?? .null })
  }
}
