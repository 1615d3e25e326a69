import Foundation
import TernServe
import Testing

/// The page of the endpoints names paths that the server knows.
@Suite struct EndpointPageTests {
  /// The paths in the first column of the page's table.
  private static let paths: [String] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = root.appending(path: "Sources/Serve/TernServe.docc/Endpoints.md")
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { $0.hasPrefix("| `/") }.flatMap { row in
      row.split(separator: "|")[0].matches(of: #/`([^`]+)`/#).map { String($0.1) }
    }
  }()

  @Test func `the page has the endpoints of all interfaces`() {
    #expect(Self.paths.count > 10 && Self.paths.contains("/v1/chat/completions"))
  }

  @Test(arguments: paths)
  func `a path of the page is answered`(_ path: String) async throws {
    let client = try await ServerClient.scripted([.text("Hi"), .end()])
    let statuses = await [
      client.send("GET", path).status, client.send("POST", path).status,
    ]
    #expect(!statuses.contains(404), "\(statuses)")
  }
}
