import Foundation

/// The documents of this package: READMEs and the articles of the documentation catalogues.
enum Documents {
  /// The folder of the package.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The paths of all documents from ``root`` on, sorted.
  static let all: [String] = {
    let top = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    let folders = [".ci", "Benchmarks", "Sources", "Tests", "models"]
    let below = folders.flatMap { folder in
      let paths = try? FileManager.default.subpathsOfDirectory(
        atPath: root.appending(path: folder).path)
      return (paths ?? []).map { "\(folder)/\($0)" }
    }
    return (top + below).filter { $0.hasSuffix(".md") }.sorted()
  }()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The fenced blocks of a text, with the heading above them.
  static func blocks(_ text: String) -> [Block] {
    var (blocks, heading): ([Block], String) = ([], "")
    var open: Block?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let block = open {
          blocks.append(block)
          open = nil
        } else {
          open = Block(language: String(line.dropFirst(3)), heading: heading, lines: [])
        }
      } else if open != nil {
        open?.lines.append(String(line))
      } else if line.hasPrefix("#") {
        heading = line.drop { $0 == "#" || $0 == " " }.description
      }
    }
    return blocks
  }

  struct Block: Sendable {
    /// What stands behind the opening fence.
    let language: String
    /// The nearest heading above it.
    let heading: String
    var lines: [String]
  }
}
