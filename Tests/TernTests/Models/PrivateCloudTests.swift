import Foundation
import Observation
import Synchronization
import Tern
import TernTesting
import Testing

@Suite("Private Cloud Compute answered by a named model")
struct PrivateCloudTests {
  typealias Model = PrivateCloudComputeLanguageModel

  @Generable
  struct City {
    var name: String
  }

  @Test("a service makes it available, and answers with schemas, tools and levels of reasoning")
  func answers() async throws {
    let scripted = ScriptedLanguageModel([
      [.content(City(name: "Oslo"))], [.reasoning("Hm."), .text("Yes.")],
    ])
    var service = Model.Service(answeredBy: scripted, contextSize: 1000)
    service.supportedLanguages = [Locale.Language(identifier: "de")]
    try await Model.withService(service) {
      let model = Model()
      #expect(model.isAvailable)
      #expect(try await model.contextSize == 1000)
      #expect(try await model.supportsLocale(Locale(identifier: "de_AT")))
      #expect(try await !model.supportsLocale(Locale(identifier: "fr_FR")))
      let session = LanguageModelSession(model: model)
      #expect(
        try await session.respond(to: "A city?", generating: City.self).content.name == "Oslo")
      let answer = try await session.respond(
        to: "Sure?", contextOptions: ContextOptions(reasoningLevel: .deep))
      #expect(answer.content == "Yes.")
    }
    #expect(scripted.requests[1].request.contextOptions.reasoningLevel == .deep)
  }

  @Test("without a service it is not available, and requests say so")
  func nothing() async {
    await Model.withService(nil) {
      let model = Model()
      #expect(model.availability == .unavailable(.deviceNotEligible))
      await #expect(throws: Model.Error.self) { try await model.contextSize }
      let session = LanguageModelSession(model: model)
      await #expect(throws: Model.Error.self) { try await session.respond(to: "Hello?") }
    }
  }

  @Test("a quota that is used up refuses requests with the date when it is there again")
  func quota() async throws {
    let date = Date(timeIntervalSince1970: 2_000_000_000)
    var service = Model.Service(answeredBy: ScriptedLanguageModel(["Hello."]))
    service.quotaUsage = .limitReached(resetDate: date)
    await Model.withService(service) {
      let model = Model()
      #expect(model.quotaUsage.isLimitReached)
      let session = LanguageModelSession(model: model)
      do {
        _ = try await session.respond(to: "Hello?")
        Issue.record("answered")
      } catch Model.Error.quotaLimitReached(let reached) {
        #expect(reached.resetDate == date)
      } catch {
        Issue.record(error)
      }
    }
  }

  @Test("every error can be simulated")
  func failures() async throws {
    let failures: [Model.Error] = [
      .networkFailure(.init(debugDescription: "no network")),
      .serviceUnavailable(.init(debugDescription: "closed")),
    ]
    for failure in failures {
      var service = Model.Service(answeredBy: ScriptedLanguageModel(["Hello."]))
      service.failure = failure
      await Model.withService(service) {
        let session = LanguageModelSession(model: Model())
        do {
          _ = try await session.respond(to: "Hello?")
          Issue.record("answered")
        } catch let error as Model.Error {
          #expect(error.debugDescription == failure.debugDescription)
        } catch {
          Issue.record(error)
        }
      }
    }
  }

  @Test("a service that is not available answers nothing")
  func unavailable() async throws {
    var service = Model.Service(answeredBy: ScriptedLanguageModel(["Hello."]))
    service.availability = .unavailable(.systemNotReady)
    await Model.withService(service) {
      #expect(!Model().isAvailable)
      let session = LanguageModelSession(model: Model())
      await #expect(throws: Model.Error.self) { try await session.respond(to: "Hello?") }
    }
  }

  #if canImport(Glibc)
    @Test("the environment names a model; a file that cannot be opened is told")
    func environment() async {
      await #expect(processExitsWith: .success) {
        unsafe setenv("TERN_PRIVATE_MODEL", "/nowhere/model.gguf", 1)
        let model = PrivateCloudComputeLanguageModel()
        #expect(model.availability == .unavailable(.systemNotReady))
        do {
          _ = try await LanguageModelSession(model: model).respond(to: "Hello?")
          Issue.record("answered")
        } catch PrivateCloudComputeLanguageModel.Error.serviceUnavailable(let error) {
          #expect(error.debugDescription.contains("/nowhere/model.gguf"))
        }
      }
    }

    @Test("who watches the model sees when a service comes")
    func observation() async {
      await #expect(processExitsWith: .success) {
        let model = PrivateCloudComputeLanguageModel()
        let changed = Mutex(false)
        withObservationTracking {
          _ = model.availability
        } onChange: {
          changed.withLock { $0 = true }
        }
        PrivateCloudComputeLanguageModel.service = .init(
          answeredBy: ScriptedLanguageModel(["Hello."]))
        #expect(changed.withLock { $0 })
        #expect(model.isAvailable)
        PrivateCloudComputeLanguageModel.service = nil
        #expect(!model.isAvailable)
      }
    }
  #endif
}
