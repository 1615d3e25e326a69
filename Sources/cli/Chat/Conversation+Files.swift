import Foundation
import Tern
import TernFormat

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Conversation {
  /// Writes the conversation into a file, and says so; a file that is no session's is left as it is.
  ///
  /// A pipe or a device gets the bytes; it is not replaced.
  func save(_ path: String) async throws {
    let path = path.expandingTilde
    switch FileKind(path) {
    case .none: try await session.save(to: URL(filePath: path))
    case .file:
      let target = URL(filePath: path).resolvingSymlinksInPath()
      guard LanguageModelSession.isSession(at: target) else { throw ConversationError.otherFile }
      try await session.save(to: target)
    case .folder: throw ConversationError.folder
    case .other:
      try NumberFile.check(path)
      let folder = FileManager.default.temporaryDirectory
      let file = folder.appending(path: "tern-\(UUID().uuidString).session")
      defer { try? FileManager.default.removeItem(at: file) }
      try await session.save(to: file)
      let out = try NumberFile(path, inputs: [])
      try out.write(Input.anyBytes(file.path))
      try out.close()
    }
    Output.note("(saved to \(path): \(turns))")
  }

  /// Goes on with the conversation of a file, and says so; this one stays where that cannot be.
  func load(_ path: String) async throws {
    let path = path.expandingTilde
    if FileKind(path) == .folder { throw ConversationError.folder }
    let restored = try await LanguageModelSession(
      restoring: URL(filePath: path), model: model, tools: tools)
    restored.transcript = restored.transcript.offering(tools)
    session = restored
    Output.note("(loaded from \(path): \(turns))")
  }

  /// How many turns the conversation has, in words.
  private var turns: String {
    let count = session.transcript.turns.count
    return count == 1 ? "1 turn" : "\(count) turns"
  }
}

/// What stands at a path.
private enum FileKind {
  case none, file, folder, other

  init(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      self = .none
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    default: self = .other
    }
  }
}
