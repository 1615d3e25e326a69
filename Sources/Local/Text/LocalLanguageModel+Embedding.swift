import TernDecode
import TernModel
import TernSession

extension LocalLanguageModel {
  /// How the vector of a text is made.
  public struct EmbeddingOptions: Sendable, Hashable {
    /// How the states of a text's tokens become one vector.
    public enum Pooling: Sendable, Hashable {
      /// Their mean.
      case mean
      /// The state of the first token, which encoders like BERT keep for this.
      case first
      /// The state of the last token, the only one of a decoder that has seen the whole text.
      case last
    }

    /// The purpose of vectors, for models that were trained with certain words before texts.
    public enum Task: Sendable, Hashable {
      /// Questions or key words that documents are searched with.
      case query
      /// Texts that are searched.
      case document
      /// Texts that are compared with each other.
      case similarity
      /// Texts that are sorted into classes.
      case classification
      /// Texts that are sorted into groups that nobody has named.
      case clustering
    }

    /// How a text's states become one vector; `nil` does what the file says, else takes their mean.
    public var pooling: Pooling?
    /// Keeps only the first so many values, for models that were trained for that; `nil` keeps all.
    public var dimensions: Int?
    /// Whether vectors are divided by their lengths, so that their products are cosines.
    public var normalizes = true
    /// Whether texts that are longer than the context are cut at their ends instead of refused.
    public var truncates = false
    /// Puts the words before each text that the model was trained with for this purpose.
    ///
    /// A model for which such words are not known throws ``LocalLanguageModelError/badOption(_:)``;
    /// give it its words with ``prefix``.
    public var task: Task?
    /// Put before each text, after the words for ``task``.
    public var prefix = ""

    /// The defaults of every property.
    public init() {}
  }

  /// A document's place in a ranking.
  public struct RankedDocument: Sendable, Hashable {
    /// Its place in the list that was given.
    public var index: Int
    /// How well it answers the query: the model's own number, larger is better.
    public var score: Float

    /// A document at `index` of a list with its score.
    public init(index: Int, score: Float) {
      self.index = index
      self.score = score
    }
  }

  /// The vector of a text, with one value for each dimension of the model; texts with a similar
  /// meaning have vectors with a similar direction.
  ///
  /// Cost: one pass over the text's tokens.
  public func embedding(
    of text: String, options: EmbeddingOptions = EmbeddingOptions()
  ) async throws(LocalLanguageModelError) -> [Float] {
    try await embeddings(of: [text], options: options).first ?? []
  }

  /// A vector for each text, in their order.
  ///
  /// Texts run side by side, without padding; several at once take less time than one by one.
  /// - Throws: ``LocalLanguageModelError/contextExceeded(tokens:limit:)`` for a text that is longer
  ///   than the context, ``LocalLanguageModelError/badOption(_:)`` for options that the model cannot
  ///   have.
  public func embeddings(
    of texts: [String], options: EmbeddingOptions = EmbeddingOptions()
  ) async throws(LocalLanguageModelError) -> [[Float]] {
    let engine = try await runtime.engine()
    var prefix = options.prefix
    if let task = options.task {
      guard let words = task.engineTask.prefix(for: engine.file) else {
        throw .badOption("no words for the task \(task) are known for this model")
      }
      prefix = words + prefix
    }
    let tokens = texts.map { engine.tokenizer.encode(prefix + $0, addSpecial: true) }
    do { return try await engine.embeddings(of: tokens, options: options.engineOptions) } catch {
      throw LocalLanguageModelError(error)
    }
  }

  /// A vector for each text, of which the tokens are given, in their order.
  package func embeddings(
    of texts: [[Int32]], options: EmbeddingOptions
  ) async throws(LocalLanguageModelError) -> [[Float]] {
    let engine = try await runtime.engine()
    do { return try await engine.embeddings(of: texts, options: options.engineOptions) } catch {
      throw LocalLanguageModelError(error)
    }
  }

  /// Documents by how well they answer a query, the best first.
  ///
  /// The model must be a reranker: one with a ranking head, which reads query and document together.
  /// - Parameters:
  ///   - query: What is looked for.
  ///   - documents: Where it is looked for.
  ///   - top: How many of the best to return; `nil` returns all.
  ///   - truncates: Whether documents that do not fit the context with the query are cut at their ends
  ///     instead of refused.
  /// - Throws: ``LocalLanguageModelError/unusableModel(_:)`` where the model has no ranking head.
  public func rerank(
    query: String, documents: [String], top: Int? = nil, truncates: Bool = false
  ) async throws(LocalLanguageModelError) -> [RankedDocument] {
    let engine = try await runtime.engine()
    do {
      let ranking = try await engine.ranking(
        of: documents, for: query, truncates: truncates)
      return ranking.prefix(max(0, top ?? .max)).map {
        RankedDocument(index: $0.index, score: $0.score)
      }
    } catch {
      throw LocalLanguageModelError(error)
    }
  }
}

extension LocalLanguageModel.EmbeddingOptions {
  fileprivate var engineOptions: TernDecode.EmbeddingOptions {
    var engine = TernDecode.EmbeddingOptions()
    switch pooling {
    case .mean: engine.pooling = .mean
    case .first: engine.pooling = .first
    case .last: engine.pooling = .last
    case nil: break
    }
    engine.dimensions = dimensions
    engine.isNormalized = normalizes
    engine.truncates = truncates
    return engine
  }
}

extension LocalLanguageModel.EmbeddingOptions.Task {
  fileprivate var engineTask: TextTask {
    switch self {
    case .query: .query
    case .document: .document
    case .similarity: .similarity
    case .classification: .classification
    case .clustering: .clustering
    }
  }
}
