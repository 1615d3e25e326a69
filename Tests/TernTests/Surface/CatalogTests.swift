import Foundation
import TernTestSupport
import Testing

/// The listings of the documentation catalog compile as they stand.
@Suite(
  "Documentation catalog",
  .enabled(
    if: Toolchain.has("swiftc") && SeedListings.plugin != nil,
    "needs the compiler, the built modules and the macros' plugin"))
struct CatalogTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/Tern/Tern.docc")

  /// What a page's listings are together: each goes on where the one before it ended.
  private func program(_ page: String) throws -> String {
    let text = try String(
      contentsOf: Self.folder.appendingPathComponent(page), encoding: .utf8)
    var (program, isListing) = ("", false)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isListing = line == "```swift"
      } else if isListing {
        program += line + "\n"
      }
    }
    return program
  }

  @Test(
    "the listings of each page are a program without warnings",
    arguments: ["Tern.md", "DifferencesFromApple.md", "LocalModels.md"], [5, 6])
  func compiles(_ page: String, mode: Int) throws {
    let program = try program(page)
    #expect(program.split(separator: "\n").count > 5)
    let folder = try TemporaryFolder()
    try program.write(toFile: folder.file("main.swift"), atomically: true, encoding: .utf8)
    let toolchain = try #require(Toolchain.current)
    let outcome = try toolchain.typecheck(
      folder.file("main.swift"), mode: mode, plugin: SeedListings.plugin)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test("the first listing fills ten lines")
  func length() throws {
    #expect(try program("Tern.md").split(separator: "\n").count <= 10)
  }
}
