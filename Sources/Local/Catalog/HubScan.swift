import Foundation
import TernFormat

/// Looks for models in Hugging Face's cache.
///
/// `models--ORGANISATION--NAME/snapshots/REVISION/…/FILE.gguf` are links into `blobs`, whose names are
/// the SHA-256 of what they hold; `refs/main` names the usual revision.
struct HubScan {
  private var content = PlaceContent()

  static func content(of place: ModelPlace) -> PlaceContent {
    var scan = HubScan()
    for name in Folder.names(in: place.path, &scan.content.problems) {
      guard name.hasPrefix(prefix) else { continue }
      let repository = String(name.dropFirst(prefix.count)).replacing("--", with: "/")
      scan.visit("\(place.path)/\(name)", repository)
    }
    return scan.content
  }

  private static let prefix = "models--"

  /// Looks at all revisions of a repository, the usual one first.
  private mutating func visit(_ path: String, _ repository: String) {
    let main = Self.mainRevision(path)
    var revisions = Folder.names(in: "\(path)/snapshots", &content.problems)
    if let main, let place = revisions.firstIndex(of: main) {
      revisions.swapAt(0, place)
    }
    for revision in revisions {
      visit("\(path)/snapshots/\(revision)", repository, revision, within: [])
    }
  }

  /// The revision that `main` is; `nil` where the cache does not say.
  private static func mainRevision(_ path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: "\(path)/refs/main"),
      let bytes = try? file.read(upToCount: 100)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private mutating func visit(
    _ path: String, _ repository: String, _ revision: String, within folders: [String]
  ) {
    // Repositories have few folders; a link to one is none of theirs.
    guard folders.count <= 4, Folder.target(of: path) == nil else { return }
    let names = Folder.names(in: path, &content.problems)
    for (name, file) in ModelFileName.models(in: names) {
      let full = "\(path)/\(name)"
      guard !Folder.isFolder(full) else { continue }
      let within = (folders + [file.stem]).joined(separator: "/")
      content.models.append(
        ModelCandidate(
          full, .huggingFace,
          names: [
            file.stem, "\(repository):\(file.quantization ?? file.stem)", "\(repository)/\(within)",
            "\(repository)/\(within)@\(revision.prefix(8))", "\(repository)/\(within)@\(revision)",
          ], digest: file.part.count == 1 ? Self.digest(full) : nil))
    }
    for name in names where ModelFileName(name) == nil {
      let folder = "\(path)/\(name)"
      if Folder.isFolder(folder) { visit(folder, repository, revision, within: folders + [name]) }
    }
  }

  /// The digest by which the cache names a file's bytes.
  private static func digest(_ path: String) -> String? {
    guard let name = Folder.target(of: path)?.split(separator: "/").last else { return nil }
    return Digest.hexadecimal(name)
  }
}

/// SHA-256 as caches write it.
enum Digest {
  /// The 64 digits, in small letters; `nil` for anything else.
  static func hexadecimal(_ text: some StringProtocol) -> String? {
    guard text.utf8.count == 64, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      return nil
    }
    return text.lowercased()
  }
}
