import Foundation
import TernJSON

extension LanguageModelSession {
  /// Makes a JSON document with the transcript and with feedback on the last answer.
  ///
  /// Nothing is sent or stored. Where the last request has failed, the entries that its error took back
  /// are in the document too.
  ///
  /// - Parameters:
  ///   - sentiment: How people found the answer.
  ///   - issues: What was wrong with it.
  ///   - desiredOutput: What the answer should have been.
  /// - Returns: The document; empty where the transcript holds a segment of a type whose values
  ///   cannot be encoded.
  @discardableResult
  public func logFeedbackAttachment(
    sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
    desiredOutput: Transcript.Entry? = nil
  ) -> Data {
    let (transcript, rejected) = read { ($0.transcript, $0.rejectedEntries) }
    let document = try? Self.feedback(
      transcript: transcript, rejected: rejected, sentiment: sentiment, issues: issues,
      desiredOutput: desiredOutput)
    return Data((document?.bytes(.pretty)) ?? [])
  }

  /// Makes a JSON document with feedback on the last answer, and with the text that it should have
  /// been.
  @discardableResult
  public func logFeedbackAttachment(
    sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
    desiredResponseText: String?
  ) -> Data {
    logFeedbackAttachment(
      sentiment: sentiment, issues: issues,
      desiredOutput: desiredResponseText.map { text in
        .response(.init(assetIDs: [], segments: [.text(.init(content: text))]))
      })
  }

  /// Makes a JSON document with feedback on the last answer, and with the value that it should have
  /// been.
  @discardableResult
  public func logFeedbackAttachment(
    sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
    desiredResponseContent: (any ConvertibleToGeneratedContent)?
  ) -> Data {
    let name = read { $0.transcript.last { $0.prompt != nil }?.prompt?.responseFormat?.name }
    return logFeedbackAttachment(
      sentiment: sentiment, issues: issues,
      desiredOutput: desiredResponseContent.map { value in
        let name = name ?? unqualifiedName(of: type(of: value))
        return .response(
          .init(
            assetIDs: [],
            segments: [.structure(.init(schemaName: name, content: value.generatedContent))]))
      })
  }

  private static func feedback(
    transcript: Transcript, rejected: [Transcript.Entry],
    sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue],
    desiredOutput: Transcript.Entry?
  ) throws -> JSON {
    var document: JSONObject = ["type": "Tern.Feedback", "version": 1]
    document["sentiment"] = sentiment.map { .string("\($0)") }
    document["issues"] = .array(
      issues.map { issue in
        var object: JSONObject = ["category": .string("\(issue.category)")]
        object["explanation"] = issue.explanation.map(JSON.string)
        return .object(object)
      })
    document["transcript"] = try transcript.document()
    if !rejected.isEmpty { document["rejectedEntries"] = try entries(rejected) }
    if let desiredOutput { document["desiredOutput"] = try entries([desiredOutput])?[0] }
    return .object(document)
  }

  /// Entries as a transcript's document has them.
  private static func entries(_ entries: [Transcript.Entry]) throws -> JSON? {
    try Transcript(entries: entries).document()["transcript"]?["entries"]
  }
}
