import Foundation
import TernDecode
import TernSession

extension LanguageModelSession {
  /// Writes the session to a file: its transcript and the model's computed state, so that a
  /// restored session continues without reading the conversation again.
  ///
  /// For sessions on a ``LocalLanguageModel`` or ``SystemLanguageModel``. The file replaces an
  /// older one only when it is complete. Cost: writes the context's keys and values, some
  /// megabytes, on a separate thread, without copying them in memory. If the task is cancelled, an
  /// older file stays as it was.
  /// - Throws: ``SessionFileError``, and the errors of loading the model.
  public func save(to url: URL) async throws {
    guard let runtime = (model as? any LocallyRunModel)?.localModel?.runtime else {
      throw SessionFileError.otherModel
    }
    let file = try await runtime.file(of: transcript)
    try await FileThread().run { try file.write(to: url.path) }
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
  ///   model; the errors of loading the model.
  public convenience init(
    restoring url: URL, model: LocalLanguageModel, tools: [any Tool] = []
  ) async throws {
    let transcript = try await model.restoredTranscript(from: url)
    self.init(model: model, tools: tools, transcript: transcript)
  }
}

/// A model whose requests a ``LocalLanguageModel`` answers.
package protocol LocallyRunModel: LanguageModel {
  /// The model that does the work; `nil` where it cannot be opened.
  var localModel: LocalLanguageModel? { get }
}

extension LocalLanguageModel: LocallyRunModel, Version26Model {
  package var localModel: LocalLanguageModel? { self }

  /// The transcript of a session's file, whose computed state is kept for the session that goes on
  /// with it.
  package func restoredTranscript(from url: URL) async throws -> Transcript {
    try await runtime.restore(url.path)
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
        (file.tokens, file.cache) = (kept.tokens, kept.state)
      }
    }
    return file
  }

  /// The transcript of a file, whose computed state is kept for the session that goes on with it.
  fileprivate func restore(_ path: String) async throws -> Transcript {
    let thread = FileThread()
    try await thread.run { () throws(SessionFileError) in try SessionFile.check(path: path) }
    let engine = try await loaded().engine
    let file = try await thread.run { () throws(SessionFileError) in
      try SessionFile(
        path: path, fingerprint: engine.fingerprint, layout: engine.cacheLayout)
    }
    let transcript = try JSONDecoder().decode(Transcript.self, from: file.transcript)
    // A context of another size or precision cannot take the state: it is computed again.
    if let cache = file.cache { _ = await engine.restore(cache, tokens: file.tokens) }
    return transcript
  }
}
