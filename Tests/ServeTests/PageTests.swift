import Testing

@testable import TernServe

@Suite("The page for browsers", .timeLimit(.minutes(5)))
struct PageTests {
  @Test("is one file that loads nothing from elsewhere, and needs no key")
  func page() async throws {
    let client = try await ServerClient.cafe { $0.keys = ["k"] }
    let reply = await client.send("GET", "/")
    #expect(reply.status == 200)
    #expect(reply.headers["content-type"] == "text/html; charset=utf-8")
    #expect(reply.headers["content-security-policy"]?.contains("default-src 'none'") == true)
    guard case .bytes(let bytes) = reply.body else { throw PageError.isStream }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("<!DOCTYPE html>"))
    for word in ["http://", "https://", " src=", "@import", "url(", "innerHTML"] {
      #expect(!text.contains(word), "\(word)")
    }
    #expect(text.contains("v1/chat/completions"))
  }

  @Test("does not hide what is at no path")
  func otherPaths() async throws {
    let client = try await ServerClient.cafe()
    #expect(await client.send("GET", "/index").status == 404)
    #expect(await client.send("POST", "/").status == 405)
  }

  private enum PageError: Error { case isStream }
}
