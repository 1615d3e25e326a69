import TernModel

/// What is made of the states of texts.
package struct EmbeddingOptions: Sendable {
  /// How a text's states become one vector; `nil`: as the file says, else their mean.
  package var pooling: Pooling?
  /// The first so many values only, for models that were trained for that; `nil`: all.
  package var dimensions: Int?
  /// Whether vectors are divided by their lengths.
  package var isNormalized = true
  /// Whether texts that are longer than the context are cut instead of refused.
  package var truncates = false

  package init() {}

  /// What is done for vectors that the options describe, with a model whose vectors have `width`
  /// values.
  package func finished(_ vector: [Float], width: Int) throws(EngineError) -> [Float] {
    var vector = vector
    if let dimensions {
      guard (1...width).contains(dimensions) else {
        throw .badOption(name: "dimensions", value: dimensions)
      }
      vector.removeLast(max(0, vector.count - dimensions))
    }
    return isNormalized ? vector.normalized : vector
  }
}

extension Engine {
  /// Values of one vector of a text.
  package var embeddingWidth: Int { model.embeddingWidth }

  /// The mean of the model's last states over a text: a vector as long as the model is wide.
  ///
  /// Texts that mean alike have vectors that point alike, the better the more the model was trained
  /// for it. Throws where a state is not finite. Cost: one pass over the tokens, in pieces; other
  /// requests get their turn after each piece. Looks at the task's cancellation before every layer.
  package func embedding(_ tokens: [Int32]) async throws(EngineError) -> [Float] {
    try await vectors(of: [tokens], pooling: .mean).first ?? []
  }

  /// One vector for each text.
  ///
  /// Texts run side by side in passes without padding; what a text gives does not depend on the
  /// others but for rounding. Cost and cancellation as for ``embedding(_:)``.
  package func embeddings(
    of texts: [[Int32]], options: EmbeddingOptions = EmbeddingOptions()
  ) async throws(EngineError) -> [[Float]] {
    let width = model.embeddingWidth
    // What cannot be is said before any work.
    _ = try options.finished([], width: width)
    let texts = options.truncates ? texts.map(truncated) : texts
    var vectors = try await vectors(of: texts, pooling: vectorPooling(options.pooling))
    for index in vectors.indices {
      vectors[index] = try options.finished(vectors[index], width: width)
    }
    return vectors
  }

  /// The tokens that the context holds, with the one that the vocabulary puts last.
  package func truncated(_ tokens: [Int32]) -> [Int32] {
    guard tokens.count > contextLength, let last = tokens.last else { return tokens }
    guard tokenizer.closing != nil else { return Array(tokens.prefix(contextLength)) }
    return tokens.prefix(contextLength - 1) + [last]
  }

  /// The pooling that gives one vector for a text.
  private func vectorPooling(_ given: Pooling?) -> Pooling {
    let encoding = model.config.encoding
    switch given ?? encoding.pooling {
    case .rank?: return encoding.classifierPooling
    case .some(let pooling) where pooling != .none: return pooling
    case .some, nil: return .mean
    }
  }

  /// How well a document answers a query, from what both are as one text: larger is better.
  ///
  /// Throws where the file has no ranking head.
  package func scores(of texts: [[Int32]]) async throws(EngineError) -> [Float] {
    let labels = model.config.encoding.classifierLabels
    let place = labels.firstIndex { $0.lowercased() == "yes" } ?? 0
    let scores = try await vectors(of: texts, pooling: .rank)
    return scores.map { $0.indices.contains(place) ? $0[place] : $0.first ?? 0 }
  }

  /// Documents by how well they answer a query, the best first; equal ones in their order.
  ///
  /// - Parameter truncates: Whether documents are cut that do not fit the context with the query.
  package func ranking(
    of documents: [String], for query: String, truncates: Bool = false
  ) async throws(EngineError) -> [(index: Int, score: Float)] {
    let prompt = RankingPrompt(file, tokenizer)
    let limit = truncates ? contextLength : .max
    let scores = try await scores(
      of: documents.map { prompt.tokens(query: query, document: $0, limit: limit) })
    return scores.enumerated().map { (index: $0, score: $1) }.sorted {
      ($1.score, $0.index) < ($0.score, $1.index)
    }
  }

  /// What the model gives for each text, pooled so: no dimensions cut, nothing normed.
  package func vectors(
    of texts: [[Int32]], pooling: Pooling
  ) async throws(EngineError) -> [[Float]] {
    for tokens in texts {
      guard !tokens.isEmpty else { throw .emptyPrompt }
      guard tokens.count <= model.contextLength else {
        throw .promptTooLong(tokens: tokens.count, context: model.contextLength)
      }
    }
    var run = EncodingRun(texts, pooling: pooling, model: model)
    var isFirst = true
    while true {
      if let vectors = run.vectors { return vectors }
      if !isFirst, thread.waitingJobs > 0 { await thread.yield() }
      isFirst = false
      try step(&run)
    }
  }

  /// The next pass of a run; where memory runs short, kept sequences go.
  private func step(_ run: inout EncodingRun) throws(EngineError) {
    while true {
      do {
        try run.step(
          model, limit: Schedule.promptRows.alone,
          willRun: { rows in options.observer?(.pass(rows: rows)) },
          isCancelled: {
            options.observer?(.layer)
            return Task.isCancelled
          })
        return
      } catch .cancelled {
        throw .cancelled
      } catch .memory(let error) {
        guard schedule.dropOldest() else { throw .model(.memory(error)) }
      } catch {
        throw .model(error)
      }
    }
  }
}
