import Foundation
import TernTestSupport
import Testing

/// Each example is a whole program: one line is a comment here, because a module can have only one
/// entry, and the tests have theirs.
@Suite(
  .enabled(
    if: Toolchain.has("swiftc") && Toolchain.macros != nil,
    "needs the compiler, the built modules and the macros' plugin"))
struct ExampleProgramTests {
  private static let folder = Documents.root.appending(path: "Tests/Examples")
  private static let files =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".swift") }.sorted()
  private static let programs = files.filter { $0 != "OrderDeskTests.swift" }

  @Test(arguments: programs)
  func `an example is a program when its line "@main" is no comment`(_ file: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
    let program = text.replacing("\n// @main\n", with: "\n@main\n")
    #expect(program != text)
    let folder = try TemporaryFolder()
    try program.write(toFile: folder.file(file), atomically: true, encoding: .utf8)
    let outcome = try #require(Toolchain.current)
      .typecheck(folder.file(file), mode: 6, plugin: Toolchain.macros)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test func `examples are short, and their page lists them`() throws {
    #expect(Self.files.count == 6)
    let page = try Documents.text("Tests/Examples/README.md")
    for file in Self.files {
      let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 200)
      #expect(page.contains("[\(file)](\(file))"))
    }
  }
}
