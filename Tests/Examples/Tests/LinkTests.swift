import Foundation
import Testing

/// Links of the documents lead somewhere.
@Suite struct LinkTests {
  @Test(arguments: Documents.all)
  func `links to files lead to files`(_ page: String) throws {
    let text = try Self.prose(page)
    let folder = Documents.root.appending(path: page).deletingLastPathComponent()
    for target in Self.targets(text) {
      if target.contains("://") { continue }
      let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let file =
        parts[0].isEmpty
        ? Documents.root.appending(path: page)
        : folder.appending(path: String(parts[0]))
      #expect(FileManager.default.fileExists(atPath: file.path), "\(page): \(target)")
      guard parts.count == 2, file.pathExtension == "md" else { continue }
      let anchors = Self.anchors(try String(contentsOf: file, encoding: .utf8))
      #expect(anchors.contains(String(parts[1])), "\(page): no heading for \(target)")
    }
  }

  @Test func `README links to pages and to a picture`() throws {
    let targets = Self.targets(try Self.prose("README.md"))
    #expect(targets.count > 20)
    #expect(targets.contains { $0.hasSuffix(".svg") })
  }

  @Test func `README's figures are those of the benchmarks' page`() throws {
    let text = try Self.prose("README.md")
    let start = try #require(text.range(of: "\n## Compared with the alternatives\n")).upperBound
    let end = try #require(text.range(of: "\n## Documentation\n")).lowerBound
    let measured = Set(Self.figures(try Documents.text("Benchmarks/README.md")))
    let shown = Self.figures(String(text[start..<end]))
    #expect(start < end && shown.count > 20)
    for figure in shown { #expect(measured.contains(figure), "\(figure)") }
  }

  /// Numbers with a fraction, which no other word is taken for.
  private static func figures(_ text: String) -> [Substring] {
    text.matches(of: #/\b[0-9]+\.[0-9]+\b/#).map(\.output)
  }

  /// A document without its listings and its words in code.
  private static func prose(_ page: String) throws -> String {
    var isListing = false
    let lines = try Documents.text(page).split(separator: "\n", omittingEmptySubsequences: false)
    let prose = lines.filter { line in
      defer { if line.hasPrefix("```") { isListing.toggle() } }
      return !isListing && !line.hasPrefix("```")
    }
    return prose.joined(separator: "\n").replacing(#/`[^`\n]*`/#, with: "code")
  }

  /// Where links and pictures of Markdown and HTML lead.
  private static func targets(_ text: String) -> [String] {
    text.matches(of: #/\]\(([^()\s]+)\)/#).map { String($0.1) }
      + text.matches(of: #/(?:src|href)="([^"]+)"/#).map { String($0.1) }
  }

  /// The names that headings have in links, as code hosts make them.
  private static func anchors(_ text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { heading in
      let words = heading.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
      return String(
        words.compactMap { character -> Character? in
          if character == " " { return "-" }
          return character.isLetter || character.isNumber || "-_".contains(character)
            ? character : nil
        })
    }
  }
}
