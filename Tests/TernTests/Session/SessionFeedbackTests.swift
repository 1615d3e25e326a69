import Foundation
import Tern
import TernTesting
import Testing

@Suite struct SessionFeedbackTests {
  private struct Document: Decodable {
    struct Issue: Decodable {
      let category: String
      let explanation: String?
    }
    struct Output: Decodable { let role: String }
    let sentiment: String?
    let issues: [Issue]
    let transcript: Transcript
    let desiredOutput: Output?
  }

  @Test func `Feedback is a document with the transcript`() async throws {
    let session = LanguageModelSession(model: ScriptedModel(Reply.text("a")))
    _ = try await session.respond(to: "x")
    let data = session.logFeedbackAttachment(
      sentiment: .negative,
      issues: [.init(category: .tooVerbose), .init(category: .incorrect, explanation: "It is b.")],
      desiredResponseText: "b")
    let document = try JSONDecoder().decode(Document.self, from: data)
    #expect(document.sentiment == "negative")
    #expect(document.issues.map(\.category) == ["tooVerbose", "incorrect"])
    #expect(document.issues[1].explanation == "It is b.")
    #expect(document.transcript == session.transcript)
    #expect(document.desiredOutput?.role == "response")
  }

  @Test func `Feedback may say nothing, or give the value that was wanted`() throws {
    let session = LanguageModelSession(model: ScriptedModel(Reply.text("a")))
    let data = session.logFeedbackAttachment(sentiment: nil)
    let document = try JSONDecoder().decode(Document.self, from: data)
    #expect(document.sentiment == nil && document.desiredOutput == nil && document.issues.isEmpty)
    let value = session.logFeedbackAttachment(
      sentiment: .positive,
      desiredResponseContent: Brew(flavor: "nutty", rating: 4, notes: []))
    #expect(String(decoding: value, as: UTF8.self).contains("nutty"))
    #expect(LanguageModelFeedback.Sentiment.allCases.count == 3)
    #expect(LanguageModelFeedback.Issue.Category.allCases.count == 8)
  }

  @Test func `Feedback tells what an error took back from the transcript`() async throws {
    struct Rejected: Decodable {
      struct Entry: Decodable { let role: String }
      let rejectedEntries: [Entry]?
    }
    struct Broken: Error {}
    let model = ScriptedLanguageModel([
      [.text("Half an answer"), .failure(Broken())], "A whole answer",
    ])
    let session = LanguageModelSession(model: model)
    await #expect(throws: Broken.self) { try await session.respond(to: "x") }
    #expect(session.transcript.isEmpty)
    var data = session.logFeedbackAttachment(sentiment: .negative)
    let roles = try JSONDecoder().decode(Rejected.self, from: data).rejectedEntries?.map(\.role)
    #expect(roles == ["user", "response"])
    #expect(String(decoding: data, as: UTF8.self).contains("Half an answer"))
    _ = try await session.respond(to: "x")
    data = session.logFeedbackAttachment(sentiment: .positive)
    #expect(try JSONDecoder().decode(Rejected.self, from: data).rejectedEntries == nil)
  }
}
