import Foundation

extension Version {
  /// The commit that the program was built from, shortened; `nil` where it is not known.
  ///
  /// In an archive of the sources it stands in this file: git writes it there (`.gitattributes`). A
  /// program that lies in a checkout's build folder asks the checkout, so that nothing is compiled
  /// again where a commit is made. Any thread may read it.
  package static let commit: String? =
    archived.contains("$") ? built(in: checkout, program: Bundle.main.executableURL) : archived

  /// git replaces what stands between the signs when it makes an archive.
  private static let archived = "$Format:%h$"

  /// The folder of the package, where the program was built.
  private static var checkout: URL {
    let file = URL(filePath: #filePath)
    return file.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }

  /// The checkout's commit, if the program lies in it and is not older than the last change of commit.
  package static func built(in checkout: URL, program: URL?) -> String? {
    guard let program = program?.resolvingSymlinksInPath(),
      program.path.hasPrefix(checkout.resolvingSymlinksInPath().path + "/"),
      let repository = Repository(checkout), let commit = repository.head,
      let moved = repository.lastMove, let built = time(of: program), moved <= built
    else { return nil }
    return String(commit.prefix(7))
  }

  /// When a file was changed last.
  fileprivate static func time(of file: URL) -> Date? {
    try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
  }
}

/// The files of git in a checkout.
private struct Repository {
  /// What is this checkout's own.
  private let folder: URL
  /// What several checkouts share.
  private let common: URL

  init?(_ checkout: URL) {
    let entry = checkout.appending(path: ".git")
    if let link = Self.text(of: entry), link.hasPrefix("gitdir: ") {
      folder = URL(filePath: String(link.dropFirst(8)), relativeTo: checkout)
    } else {
      folder = entry
    }
    let path = Self.text(of: folder.appending(path: "commondir"))
    common =
      path.map { [folder] path in
        path.hasPrefix("/") ? URL(filePath: path) : folder.appending(path: path)
      } ?? folder
  }

  /// The commit that is checked out.
  var head: String? {
    guard let head = Self.text(of: folder.appending(path: "HEAD")) else { return nil }
    guard head.hasPrefix("ref: ") else { return Self.hash(head) }
    let name = String(head.dropFirst(5))
    for place in [folder, common] {
      if let text = Self.text(of: place.appending(path: name)) { return Self.hash(text) }
    }
    let packed = Self.text(of: common.appending(path: "packed-refs")) ?? ""
    let line = packed.split(separator: "\n").first { $0.hasSuffix(" " + name) }
    return line.flatMap { Self.hash(String($0.prefix { $0 != " " })) }
  }

  /// When another commit was checked out, or one was made.
  var lastMove: Date? {
    Version.time(of: folder.appending(path: "logs/HEAD"))
      ?? Version.time(of: folder.appending(path: "HEAD"))
  }

  private static func text(of file: URL) -> String? {
    let text = try? String(contentsOf: file, encoding: .utf8)
    return text?.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func hash(_ text: String) -> String? {
    text.count >= 40 && text.allSatisfy(\.isHexDigit) ? text : nil
  }
}
