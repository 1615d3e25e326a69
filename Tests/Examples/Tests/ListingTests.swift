import Foundation
import TernTestSupport
import Testing

/// Every Swift listing of the documents compiles as it stands.
///
/// The listings of a page are programs: one with an `import` line begins a program, and those below it
/// go on with it. One that begins with a label is part of a package's manifest.
@Suite(
  .enabled(
    if: Toolchain.has("swiftc") && Toolchain.macros != nil,
    "needs the compiler, the built modules and the macros' plugin"))
struct ListingTests {
  /// Headings whose listings need packages of others; tests with stand-ins for these compile them.
  private static let elsewhere = [
    "Hummingbird": "Tests/ServeTests/HummingbirdMountingTests.swift",
    "Vapor": "Tests/ServeTests/VaporMountingTests.swift",
  ]

  /// The pages with listings.
  static let pages = Documents.all.filter { page in
    // Modules that are no product of the package cannot be imported by a listing.
    page != "Sources/Grammar/README.md"
      && (try? Documents.text(page).contains("```swift\n")) == true
  }

  /// The programs of a page, in its order.
  static func programs(_ page: String) throws -> [String] {
    var programs: [String] = []
    for block in Documents.blocks(try Documents.text(page)) where block.language == "swift" {
      let text = block.lines.joined(separator: "\n") + "\n"
      if elsewhere[block.heading] != nil { continue }
      if block.lines.first?.hasPrefix("dependencies: [") == true {
        programs.append(
          "import PackageDescription\n\nlet package = Package(\n  name: \"app\",\n\(text))\n")
      } else if programs.isEmpty || block.lines.contains(where: { $0.hasPrefix("import ") }) {
        programs.append(text)
      } else {
        programs[programs.count - 1] += text
      }
    }
    return programs
  }

  @Test(arguments: pages)
  func `the listings of a page are programs without errors and warnings`(_ page: String) throws {
    let programs = try Self.programs(page)
    #expect(!programs.isEmpty)
    for program in programs { try check(program, mode: 6) }
  }

  @Test(arguments: ["README.md", "Sources/Tern/Tern.docc/Tern.md"])
  func `what a reader sees first compiles in the language mode of Swift 5 too`(_ page: String)
    throws
  {
    for program in try Self.programs(page) { try check(program, mode: 5) }
  }

  @Test func `all pages with listings are found, and those checked elsewhere are`() throws {
    #expect(Self.pages.count > 12 && Self.pages.contains("README.md"))
    for (heading, source) in Self.elsewhere {
      #expect(try Documents.text(source).contains("after: \"### \(heading)\""))
    }
  }

  @Test func `a listing that names what does not exist is found out`() throws {
    let folder = try TemporaryFolder()
    let program = "import FoundationModels\nlet session = LanguageModelSession(mode: 1)\n"
    let outcome = try outcome(of: program, in: folder, mode: 6)
    #expect(outcome.status != 0 && outcome.errors.contains("error: "))
  }

  private func check(_ program: String, mode: Int) throws {
    let outcome = try outcome(of: program, in: TemporaryFolder(), mode: mode)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)\n\(program)")
  }

  private func outcome(
    of program: String, in folder: TemporaryFolder, mode: Int
  ) throws -> Toolchain.Outcome {
    try program.write(toFile: folder.file("main.swift"), atomically: true, encoding: .utf8)
    let toolchain = try #require(Toolchain.current)
    return try toolchain.typecheck(
      folder.file("main.swift"), mode: mode, plugin: Toolchain.macros,
      options: ["-package-description-version", "6.2", "-I", toolchain.manifestModules.path])
  }
}
