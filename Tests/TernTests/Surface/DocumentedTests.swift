import Foundation
import TernJSON
import TernTestSupport
import Testing

/// Every public symbol says what it is.
@Suite(
  "Documentation of the public surface",
  .enabled(
    if: Toolchain.has("swift-symbolgraph-extract"),
    "needs the toolchain's tools and the built modules"))
struct DocumentedTests {
  @Test(
    "every public symbol has a documentation comment of its own",
    arguments: [
      ("TernSession", 700), ("TernLocal", 80), ("Tern", 60), ("TernCafe", 4), ("TernTesting", 40),
      ("TernRemote", 30), ("TernServe", 30),
    ])
  func comments(_ module: String, least: Int) throws {
    let toolchain = try #require(Toolchain.current)
    let folder = try TemporaryFolder()
    let outcome = try toolchain.run(
      "swift-symbolgraph-extract",
      [
        "-module-name", module, "-I", toolchain.modules.path, "-target", Toolchain.target,
        "-output-dir", folder.path, "-minimum-access-level", "public",
        "-skip-inherited-docs", "-skip-synthesized-members",
      ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    var count = 0
    for file in try folder.entries() where file.hasSuffix(".symbols.json") {
      let data = try Data(contentsOf: URL(fileURLWithPath: folder.file(file)))
      let graph = try JSON(parsing: Array(data))
      // What the compiler derives has no place in a source.
      for symbol in graph["symbols"]?.array ?? [] where symbol["location"] != nil {
        count += 1
        let path = (symbol["pathComponents"]?.array ?? []).compactMap(\.string)
        #expect(symbol["docComment"] != nil, "\(path.joined(separator: ".")) says nothing")
      }
    }
    #expect(count > least)
  }
}
