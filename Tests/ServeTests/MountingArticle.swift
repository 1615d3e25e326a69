import Foundation
import TernJSON
import Testing

/// What the listings of `Mounting.md` have in common.
enum MountingArticle {
  /// Sends a request with a method, a path and a body; gives status, type and body of the reply.
  typealias Send = (String, String, [UInt8]) async throws -> (Int, String?, [UInt8])

  /// The first listing behind a title is what stands between the marks of a source.
  static func expectListing(after title: String, source: String) throws {
    let root = URL(filePath: source).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = try String(
      contentsOf: root.appending(path: "Sources/Serve/TernServe.docc/Mounting.md"), encoding: .utf8)
    let shown = try words(article, between: [title, "```swift"], and: "```")
    let run = try words(
      String(contentsOfFile: source, encoding: .utf8), between: ["// listing"], and: "// end")
    #expect(shown == run && run.count > 20)
  }

  /// The words behind the last of some marks, one after the other, up to the next mark: lines may be
  /// broken elsewhere.
  private static func words(
    _ text: String, between marks: [String], and end: String
  ) throws -> [Substring] {
    var rest = text[...]
    for mark in marks { rest = rest[try #require(rest.range(of: mark)).upperBound...] }
    return rest[..<(try #require(rest.range(of: end)).lowerBound)].split { $0.isWhitespace }
  }

  /// A stream, a document, an error and the page come through.
  static func expectAnswers(_ send: Send) async throws {
    let messages: JSON = [["role": "user", "content": "Hello"]]
    let stream = try await send(
      "POST", "/v1/chat/completions", (["messages": messages, "stream": true] as JSON).bytes())
    #expect(stream.0 == 200 && stream.1 == "text/event-stream")
    let events = String(decoding: stream.2, as: UTF8.self)
    #expect(events.contains("\"Hi\"") && events.hasSuffix("data: [DONE]\n\n"))

    let whole = try await send(
      "POST", "/v1/chat/completions", (["messages": messages] as JSON).bytes())
    #expect(whole.0 == 200 && whole.1 == "application/json")
    #expect(String(decoding: whole.2, as: UTF8.self).contains("\"Hi\""))

    let broken = try await send("POST", "/v1/chat/completions", Array("{".utf8))
    #expect(broken.0 == 400)
    #expect(try await send("GET", "/nothing", []).0 == 404)
    let page = try await send("GET", "/", [])
    #expect(page.0 == 200 && String(decoding: page.2, as: UTF8.self).contains("<html"))
  }
}
