import Foundation
import TernTestSupport
import Testing

/// The map of the modules says what the sources do.
@Suite("Map of the modules")
struct ModuleMapTests {
  private let sources = URL(fileURLWithPath: Fixtures.tinyLlama)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources")
  private let map: String

  init() throws {
    map = try String(contentsOf: sources.appendingPathComponent("README.md"), encoding: .utf8)
  }

  /// The cells of the rows that begin with a link to a folder and the name of its module.
  private var rows: [(folder: String, module: String, imports: Set<String>)] {
    map.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 4, cells[0].hasPrefix("["), cells[1].hasPrefix("`") else { return nil }
      let folder = cells[0].drop { $0 != "(" }.dropFirst().dropLast()
      let imports = cells[3] == "–" ? [] : cells[3].split(separator: ", ").map(String.init)
      return (String(folder), cells[1].replacing("`", with: ""), Set(imports))
    }
  }

  /// The modules of this package that the sources of a folder import, without the first part of their
  /// names.
  private func imports(of folder: String) throws -> Set<String> {
    let folder = sources.appendingPathComponent(folder)
    var found: Set<String> = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where path.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let place = words.firstIndex(of: "import"), place < 3, words.count > place + 1,
          words[..<place].allSatisfy({ $0.hasPrefix("@") || $0 == "public" || $0 == "package" })
        else { continue }
        let name = words[place + 1]
        if name.hasPrefix("Tern") { found.insert(name == "Tern" ? "Tern" : "\(name.dropFirst(4))") }
      }
    }
    return found
  }

  @Test("every folder has a row, and imports what the row says")
  func imports() throws {
    let rows = rows
    let folders = try FileManager.default.contentsOfDirectory(atPath: sources.path)
      .filter { !$0.hasSuffix(".md") }
    #expect(Set(rows.map(\.folder)) == Set(folders))
    for row in rows {
      #expect(try imports(of: row.folder) == row.imports, "\(row.folder)")
    }
  }

  @Test("a module comes after those that it imports")
  func order() {
    var seen: Set<String> = ["Cafe", "Command"]
    for row in rows {
      #expect(row.imports.isSubset(of: seen), "\(row.folder)")
      seen.insert(row.module == "Tern" ? "Tern" : "\(row.module.dropFirst(4))")
    }
  }

  @Test("sessions and what they import know no engine")
  func sessionsAlone() throws {
    #expect(rows.first { $0.module == "TernSession" }?.imports == ["JSON"])
    #expect(rows.first { $0.module == "TernJSON" }?.imports == [])
  }

  @Test("every link leads to a file or folder")
  func links() throws {
    var count = 0
    for part in map.components(separatedBy: "](").dropFirst() {
      guard let path = part.split(separator: ")", maxSplits: 1).first else { continue }
      count += 1
      let url = sources.appendingPathComponent(String(path))
      #expect(FileManager.default.fileExists(atPath: url.path), "\(path)")
    }
    #expect(count > 30)
  }
}
