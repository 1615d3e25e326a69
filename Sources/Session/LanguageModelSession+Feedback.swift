import Foundation
import TernJSON

extension LanguageModelSession {
  /// Writes down what people think of the last answer: a JSON document with the transcript.
  ///
  /// Nothing is sent or stored.
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
    let document = try? Self.feedback(
      transcript: read(\.transcript), sentiment: sentiment, issues: issues,
      desiredOutput: desiredOutput)
    return Data((document?.bytes(.pretty)) ?? [])
  }

  /// Writes down what people think of the last answer, with the text that it should have been.
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

  /// Writes down what people think of the last answer, with the value that it should have been.
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
    transcript: Transcript, sentiment: LanguageModelFeedback.Sentiment?,
    issues: [LanguageModelFeedback.Issue], desiredOutput: Transcript.Entry?
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
    if let desiredOutput {
      document["desiredOutput"] =
        try Transcript(entries: [desiredOutput]).document()["transcript"]?["entries"]?[0]
    }
    return .object(document)
  }
}
