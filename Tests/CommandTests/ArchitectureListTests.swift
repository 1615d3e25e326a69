import Foundation
import TernJSON
import TernModel
import TernTestSupport
import Testing

@testable import TernCommand

/// The documentation's list of architectures, and the verb that prints it.
@Suite("The list of architectures")
struct ArchitectureListTests {
  private static let begin = "<!-- tern architectures --markdown -->\n"
  private static let end = "<!-- end -->"

  private var page: URL {
    URL(fileURLWithPath: Fixtures.tinyLlama)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/Tern/Tern.docc/SupportedModels.md")
  }

  @Test("the page's list is what is printed; TERN_RECORD=1 writes it anew")
  func pageList() throws {
    let text = try String(contentsOf: page, encoding: .utf8)
    let start = try #require(text.range(of: Self.begin))
    let stop = try #require(text.range(of: Self.end, range: start.upperBound..<text.endIndex))
    let printed = try CommandRun("architectures", "--markdown")
    #expect(printed.status == 0 && printed.errors.isEmpty)
    let listed = text[start.upperBound..<stop.lowerBound]
    if listed != printed.text, ProcessInfo.processInfo.environment["TERN_RECORD"] == "1" {
      let changed = text[..<start.upperBound] + printed.text + text[stop.lowerBound...]
      try Data(changed.utf8).write(to: page)
      return
    }
    let found = listed.split(separator: "\n").map(String.init)
    let wanted = printed.text.split(separator: "\n").map(String.init)
    let isSame = String(listed) == printed.text
    #expect(
      isSame,
      """
      SupportedModels.md's list of architectures is not that of `tern architectures --markdown`; write it anew \
      with: TERN_RECORD=1 swift test --filter ArchitectureListTests
      too many: \(found.filter { !wanted.contains($0) })
      missing: \(wanted.filter { !found.contains($0) })
      """)
  }

  @Test("README has their number")
  func count() throws {
    let readme = page.deletingLastPathComponent().appendingPathComponent("../../../README.md")
    let text = try String(contentsOf: readme, encoding: .utf8)
    #expect(text.contains("[\(Family.table.count) architectures]("))
  }

  @Test("every family is listed, with what was compared or with the word that nothing was")
  func forms() throws {
    let lines = try CommandRun("architectures").text.split(separator: "\n")
    #expect(lines.count == Family.table.count)
    for (line, family) in zip(lines, Family.table) {
      #expect(line.hasPrefix(family.name + " "))
      #expect(line.contains("not compared") || line.contains("e-"))
      // The numbers that are shown read back as the largest ones.
      let record = try #require(FamilyRecord.all.first { $0.name == family.name })
      let words = line.split(separator: " ").map { $0.filter { $0 != "," } }
      for quantity in Set(record.comparisons.map(\.quantity)) {
        let place = try #require(words.firstIndex(of: quantity.rawValue))
        #expect(Float(words[place + 1]) == record.difference(quantity), "\(line)")
      }
    }
    let document = try JSON(parsing: CommandRun("architectures", "--json").output)
    let entries = try #require(document.array)
    #expect(entries.compactMap { $0["architecture"]?.string } == Family.table.map(\.name))
    let qwen = try #require(entries.first { $0["architecture"]?.string == "qwen3" })
    let quantities = qwen["comparisons"]?.array?.compactMap { $0["quantity"]?.string }
    #expect(quantities == ["logits", "vectors", "vectors"])
    let plain = try #require(entries.first { $0["architecture"]?.string == "falcon" })
    #expect(plain["comparisons"]?.array?.isEmpty == true && plain["kind"]?.string == "decoder")
    #expect(try CommandRun("architectures", "--json", "--markdown").failed(with: 2))
    #expect(try CommandRun("architectures", "more").failed(with: 2))
  }
}
