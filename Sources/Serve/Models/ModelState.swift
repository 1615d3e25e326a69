import TernLocal

/// One of a server's models, with what the server counts of it.
final class ModelState: Sendable {
  /// The name by which clients ask for it.
  let name: String
  /// Its place among the server's models.
  let index: Int
  let model: any ServedModel
  let metrics = ServerMetrics()
  let admission: Admission
  let turns: Turns
  /// The responses that the server keeps, of all its models.
  let responses: ResponseStore
  private let kept: KeptConversations
  /// Loads it once, however many wait for it.
  private let loading: SharedLoad<Bool>

  init(
    _ name: String, _ model: any ServedModel, index: Int, options: ServerOptions,
    responses: ResponseStore
  ) {
    (self.name, self.model, self.index, self.responses) = (name, model, index, responses)
    admission = Admission(running: model.runningRequests, waiting: options.queueLimit)
    turns = Turns(
      capacity: model.runningRequests + max(1, model.runningRequests / 2),
      timeout: .seconds(options.queueTimeout))
    let kept = KeptConversations(name, model, isFirst: index == 0, options)
    self.kept = kept
    loading = SharedLoad { _ in
      try await model.load()
      await kept.restore()
      try await kept.warm()
      return true
    }
  }

  /// Bytes of its weights, and of what is kept of conversations at present.
  var byteCount: Int { model.weightBytes + model.activity.cacheBytes }

  /// Whether its weights are in memory.
  var isLoaded: Bool { loading.loaded != nil }

  /// How it is, in the words of llama.cpp's server.
  var status: String {
    if isLoaded { return "loaded" }
    return loading.isLoading ? "loading" : "unloaded"
  }

  /// Makes it ready; who comes meanwhile waits for the same work.
  func load() async throws(LocalLanguageModelError) {
    do { _ = try await loading.value() } catch let error as LocalLanguageModelError {
      throw error
    } catch is CancellationError {
      throw .cancelled
    } catch {
      throw .failed("\(error)")
    }
  }

  /// Writes what is kept of conversations into files, where they are wanted and it is loaded.
  func save() async { if isLoaded { await kept.save() } }

  /// Gives its memory back; what is kept of conversations is saved before.
  func unload() async {
    await save()
    loading.forget()
    await model.unload()
  }

  /// What reads the events of so many answers.
  func narrators(_ count: Int) -> [AnswerNarrator] {
    Array(repeating: narrator(promptTokens: 0), count: count)
  }

  /// What reads the events of an answer.
  ///
  /// - Parameter promptTokens: How many tokens of the prompt are told before those of the answer.
  func narrator(promptTokens: Int) -> AnswerNarrator {
    AnswerNarrator(bytes: { [model] in model.bytes(of: $0) }, promptTokens: promptTokens)
  }
}

/// A model that a server opens when it starts.
package struct ModelSource: Sendable {
  /// The name by which clients ask for it.
  package let name: String
  /// Opens its file; the weights are loaded later.
  package let open: @Sendable () async throws(LocalLanguageModelError) -> any ServedModel

  package init(
    name: String,
    open: @escaping @Sendable () async throws(LocalLanguageModelError) -> any ServedModel
  ) {
    (self.name, self.open) = (name, open)
  }
}
