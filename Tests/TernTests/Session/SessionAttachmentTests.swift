import Foundation
import Tern
import Testing

@Suite struct SessionAttachmentTests {
  @Test func `An image of a prompt reaches the model and can be referred to`() async throws {
    let url = URL(filePath: "/tmp/cup.png")
    let model = ScriptedModel(Reply.text(#"{"attachmentLabel":"cup"}"#))
    let session = LanguageModelSession(model: model)
    let answer = try await session.respond(generating: ImageReference.self) {
      "Which one is it?"
      Attachment(imageURL: url).label("cup")
      Attachment(imageURL: URL(filePath: "/tmp/pot.png"))
    }
    guard case .prompt(let prompt)? = model.requests.first?.transcript.first else {
      Issue.record("no prompt")
      return
    }
    #expect(
      prompt.description == "Which one is it?\n[cup]\n[pot.png]\nResponse Format: ImageReference")
    #expect(answer.content.attachmentLabel == "cup")
    #expect(answer.content.resolved(in: session.transcript)?.url == url)
    #expect(answer.content.resolved(in: Transcript()) == nil)
    let data = try JSONEncoder().encode(session.transcript)
    #expect(try JSONDecoder().decode(Transcript.self, from: data) == session.transcript)
  }

  @Test func `Models of Apple's servers are named, but never available`() async {
    let model = PrivateCloudComputeLanguageModel()
    #expect(!model.isAvailable && !model.quotaUsage.isLimitReached)
    let session = LanguageModelSession(model: model)
    await #expect(throws: PrivateCloudComputeLanguageModel.Error.self) {
      try await session.respond(to: "x")
    }
    #expect(throws: SystemLanguageModel.Adapter.AssetError.self) {
      try SystemLanguageModel.Adapter(name: "x")
    }
  }
}
