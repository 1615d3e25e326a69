import Foundation
import Tern
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

  @Test("the first listing fills ten lines, and is the one below")
  func length() throws {
    let lines = try program("Tern.md").split(separator: "\n")
    #expect(lines.count <= 10)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    for line in lines where !line.hasPrefix("import ") { #expect(source.contains(line)) }
  }
}

/// The first listing of the catalog, line by line.
enum FirstListing {
  @Generable(description: "A drink to make") struct Drink {
    @Guide(description: "What it is called") let name: String
    @Guide(.range(1...4)) let cups: Int
  }

  static func run() async throws -> Drink {
    let session = LanguageModelSession(instructions: "You take orders in a café.")
    let drink = try await session.respond(to: "Two lattes, please.", generating: Drink.self)
    print("\(drink.content.cups) × \(drink.content.name)")
    return drink.content
  }
}

@Suite("First listing of the documentation")
struct FirstListingTests {
  @Test(
    "it runs",
    .enabled(if: SystemLanguageModel.default.isAvailable, "needs the embedded model"))
  func runs() async throws {
    let drink = try await FirstListing.run()
    #expect((1...4).contains(drink.cups) && !drink.name.isEmpty)
  }
}
