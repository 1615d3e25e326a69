import Foundation

/// The model that comes with the package: Café, a small chat model in a GGUF file.
///
/// It chats, calls tools and fills structures in the world of a coffee shop; `models/README.md` is
/// its card. The file is a resource: deploy `cafe.gguf` beside the executable or in `../share/tern`.
public enum CafeModel {
  /// The file's name.
  public static let fileName = "cafe.gguf"

  /// Where the file is: beside the executable, then in `../share/tern`, then where it was built.
  ///
  /// Cost: some looks into the file system. Any thread may call it.
  /// - Throws: ``CafeModelError/notFound(searched:)``, which names the places.
  public static func fileURL() throws(CafeModelError) -> URL {
    try find(beside: Bundle.main.executableURL, builtFrom: URL(filePath: #filePath))
  }

  /// The first of the candidates that is a readable file.
  package static func find(beside executable: URL?, builtFrom source: URL) throws(CafeModelError)
    -> URL
  {
    let candidates = candidates(beside: executable, builtFrom: source)
    for url in candidates where FileManager.default.isReadableFile(atPath: url.path) { return url }
    throw .notFound(searched: candidates.map(\.path))
  }

  /// The places for an executable as it was called and, if that is a link, as it is.
  private static func candidates(beside executable: URL?, builtFrom source: URL) -> [URL] {
    var folders: [URL] = []
    for path in [executable, executable?.resolvingSymlinksInPath()].compactMap(\.self) {
      let folder = path.deletingLastPathComponent().standardizedFileURL
      if !folders.contains(folder) { folders.append(folder) }
    }
    let beside = folders.flatMap { folder in
      [
        folder.appending(path: resources).appending(path: fileName),
        folder.appending(path: fileName),
      ]
    }
    let shared = folders.map { folder in
      folder.deletingLastPathComponent().appending(path: "share/tern").appending(path: fileName)
    }
    return beside + shared + [source.deletingLastPathComponent().appending(path: fileName)]
  }

  /// The folder that the package manager puts the resource into, beside what it builds.
  private static let resources = "Tern_TernCafe.resources"
}

/// Why the embedded model cannot be had.
public enum CafeModelError: Error, Sendable, Equatable {
  /// The file is in none of these places.
  case notFound(searched: [String])
}

extension CafeModelError: LocalizedError, CustomStringConvertible {
  /// What happened and what helps, in one line.
  public var description: String {
    switch self {
    case .notFound(let places):
      """
      the embedded model \(CafeModel.fileName) is missing; it belongs beside the executable or in \
      ../share/tern (looked at \(places.joined(separator: ", ")))
      """
    }
  }

  /// The same, for people.
  public var errorDescription: String? { description }
}
