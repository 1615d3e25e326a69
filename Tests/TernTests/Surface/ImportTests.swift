import Foundation
import TernTestSupport
import Testing

/// What comes with the name of each module.
@Suite(
  "Imports",
  .enabled(
    if: Toolchain.has("swiftc") && Toolchain.macros != nil,
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
      folder.file("Model.swift"), mode: mode, plugin: Toolchain.macros)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test(
    "macros and sessions on a model of one's own need one import, whichever of these it is",
    arguments: ["TernSession", "Tern", "FoundationModels"], [5, 6])
  func oneImport(_ module: String, mode: Int) throws {
    let folder = try TemporaryFolder()
    let source = """
      import \(module)

      @Generable struct Order {
        @Guide(description: "What is drunk") let drink: String
        @\(module).Guide(.range(1...4)) let cups: Int
        let id: \(module).GenerationID
      }

      @Generable enum Answer { case yes, no(reason: String) }

      extension SessionPropertyValues {
        @SessionPropertyEntry var city = "Naples"
      }

      func order(_ model: some LanguageModel) async throws -> Order {
        let session = LanguageModelSession(model: model, instructions: "Take orders.")
        _ = LanguageModelSession(profile: LanguageModelSession.Profile { Instructions("Take orders.") })
        return try await session.respond(to: "Two, please.", generating: Order.self).content
      }
      """
    try source.write(toFile: folder.file("Order.swift"), atomically: true, encoding: .utf8)
    let toolchain = try #require(Toolchain.current)
    let outcome = try toolchain.typecheck(
      folder.file("Order.swift"), mode: mode, plugin: Toolchain.macros)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }
}
