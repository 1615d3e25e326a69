import Foundation

extension LanguageModelSession {
  /// Writes the session into a file: its transcript, and what the model has computed of it, so that
  /// a restored session goes on without reading the conversation again.
  ///
  /// For sessions on a ``LocalLanguageModel`` or ``SystemLanguageModel``. The file takes the place of
  /// an older one only when it is whole. Cost: the context's keys and values, some megabytes.
  /// - Throws: ``SessionFileError``, the errors of loading the model and of writing.
  public func save(to url: URL) async throws {
    guard let runtime = source.setup().model.localRuntime else {
      throw SessionFileError.otherModel
    }
    let file = try await runtime.file(of: transcript)
    try Data(file.bytes).write(to: url, options: .atomic)
  }

  /// Whether a file begins as those of sessions do.
  package static func isSession(at url: URL) -> Bool {
    guard let file = try? FileHandle(forReadingFrom: url) else { return false }
    defer { try? file.close() }
    return (try? file.read(upToCount: SessionFile.magic.count)).map(Array.init) == SessionFile.magic
  }

  /// A session from a file that ``save(to:)`` wrote with the same model.
  ///
  /// - Throws: ``SessionFileError`` for a file that is damaged, of another version, or of another
  ///   model; the errors of loading the model and of reading.
  public convenience init(
    restoring url: URL, model: LocalLanguageModel, tools: [any Tool] = []
  ) async throws {
    let transcript = try await model.runtime.restore(try Data(contentsOf: url))
    self.init(model: model, tools: tools, transcript: transcript)
  }

  /// A session on the system's model from a file that ``save(to:)`` wrote with it.
  public convenience init(
    restoring url: URL, model: SystemLanguageModel = .default, tools: [any Tool] = []
  ) async throws {
    let runtime = try model.engine.model().runtime
    let transcript = try await runtime.restore(try Data(contentsOf: url))
    self.init(model: model, tools: tools, transcript: transcript)
  }
}

extension LanguageModel {
  /// What runs the model, where it is one of Tern's own.
  fileprivate var localRuntime: ModelRuntime? {
    switch self {
    case let model as LocalLanguageModel: model.runtime
    case let model as SystemLanguageModel: try? model.engine.model().runtime
    default: nil
    }
  }
}

extension ModelRuntime {
  /// A transcript with what is computed of it.
  fileprivate func file(of transcript: Transcript) async throws -> SessionFile {
    let model = try await loaded()
    var file = SessionFile(
      fingerprint: model.engine.fingerprint, transcript: try JSONEncoder().encode(transcript))
    if !transcript.isEmpty {
      let tokens = try model.beginning(of: transcript)
      if let kept = await model.engine.snapshot(of: tokens) {
        (file.tokens, file.cache) = kept
      }
    }
    return file
  }

  /// The transcript of a file, whose computed state is kept for the session that goes on with it.
  fileprivate func restore(_ data: Data) async throws -> Transcript {
    let file = try SessionFile(bytes: Array(data))
    let model = try await loaded()
    guard file.fingerprint == model.engine.fingerprint else { throw SessionFileError.otherModel }
    let transcript = try JSONDecoder().decode(Transcript.self, from: file.transcript)
    // A context of another size or precision cannot take the state: it is computed again.
    if !file.tokens.isEmpty { _ = await model.engine.restore(file.cache, tokens: file.tokens) }
    return transcript
  }
}
