import Foundation
import TernTestSupport
import Testing

/// What comes with the name of Apple's framework.
@Suite(
  "Imports",
  .enabled(
    if: Toolchain.has("swiftc") && SeedListings.plugin != nil,
    "needs the compiler, the built modules and the macros' plugin"))
struct ImportTests {
  @Test("a model of a view that imports Foundation, but not Observation", arguments: [5, 6])
  func observation(mode: Int) throws {
    let folder = try TemporaryFolder()
    let source = """
      import Foundation
      import FoundationModels

      @MainActor @Observable final class Conversation {
        var answer = ""
        private let session = LanguageModelSession()

        func ask(_ question: String) async throws {
          answer = try await session.respond(to: question).content
        }
      }
      """
    try source.write(toFile: folder.file("Model.swift"), atomically: true, encoding: .utf8)
    let toolchain = try #require(Toolchain.current)
    let outcome = try toolchain.typecheck(
      folder.file("Model.swift"), mode: mode, plugin: SeedListings.plugin)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }
}
