import Foundation
import TernCafe
import TernHTTP
import TernJSON
import TernLocal
import TernServe
import Testing

/// The page in a real browser: what somebody types, and what they then read.
///
/// Pictures are kept in the folder that `TERN_PICTURES` names.
@Suite(
  "The page in Chromium", .serialized, .timeLimit(.minutes(5)),
  .enabled(if: HTTPServer.isAvailable, "needs libmicrohttpd"),
  .enabled(if: Browser.path != nil, "needs chromium"))
struct BrowserTests {
  private func withPage(
    width: Int, height: Int, _ change: (inout ServerOptions) -> Void = { _ in },
    _ work: (BrowserPage, ModelServer) async throws -> Void
  ) async throws {
    var options = ServerOptions()
    options.modelName = "cafe"
    change(&options)
    let server = ModelServer(
      model: try LocalLanguageModel(contentsOf: CafeModel.fileURL()), options: options)
    try await server.load()
    var listening = HTTPOptions()
    listening.address = .tcp(host: "127.0.0.1", port: 0)
    let http = try HTTPServer(server, options: listening)
    let browser = try Browser()
    defer { browser.close() }
    do {
      let page = try await BrowserPage(
        browser, "http://\(http.address)/", width: width, height: height)
      try await work(page, server)
    } catch {
      await http.shutDown(grace: .zero)
      throw error
    }
    await http.shutDown(grace: .zero)
  }

  /// What the model answers at temperature 0.
  private func answer(_ server: ModelServer, _ question: String) async throws -> String {
    let body: JSON = [
      "temperature": 0, "messages": [["role": "user", "content": .string(question)]],
    ]
    let reply = await server.reply(
      to: ServerRequest(method: "POST", path: "/v1/chat/completions", body: body.bytes()))
    guard case .bytes(let bytes) = reply.body else { return "" }
    return try JSON(parsing: bytes)["choices"]?[0]?["message"]?["content"]?.string ?? ""
  }

  private func save(_ page: BrowserPage, _ name: String) async throws {
    guard let folder = ProcessInfo.processInfo.environment["TERN_PICTURES"] else { return }
    try await page.picture().write(to: URL(filePath: "\(folder)/\(name).png"))
  }

  private let text = "document.querySelector('article.assistant .text')?.textContent"
  private let note = "document.querySelector('article.assistant small')?.textContent"
  private let panelIsSeen =
    "(r => r.left >= 0 && r.right <= innerWidth && r.bottom <= innerHeight)"
    + "(document.querySelector('.panel').getBoundingClientRect())"
  /// Whether everything is within the width of the window.
  private let fits = "document.documentElement.scrollWidth <= window.innerWidth"

  @Test("a message that is typed is answered, on a wide window and on a phone's")
  func typing() async throws {
    for (name, width, height) in [("desktop", 1200, 800), ("phone", 390, 844)] {
      try await withPage(width: width, height: height) { page, server in
        try await page.wait(for: "document.querySelector('#model').value === 'cafe'")
        try await save(page, "\(name)-empty")
        try await page.click("details.settings summary")
        try await page.click("#temperature")
        try await page.type("0")
        try await save(page, "\(name)-settings")
        #expect(try await page.value(fits) == true)
        #expect(try await page.value(panelIsSeen) == true)
        try await page.click("details.settings summary")
        try await page.click("#prompt")
        try await page.type("Hello")
        try await page.pressEnter()
        try await page.wait(for: "\(note)?.includes('tokens')")
        let expected = try await answer(server, "Hello")
          .trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(!expected.isEmpty)
        #expect(try await page.value(text).string == expected)
        let asked = "document.querySelector('article.user .text').textContent"
        #expect(try await page.value(asked) == "Hello")
        #expect(try await page.value("document.querySelector('#prompt').value") == "")
        try await page.type("What is in the soup?")
        try await page.pressEnter()
        let notes = "document.querySelectorAll('article.assistant small')"
        try await page.wait(for: "\(notes).length === 2")
        #expect(try await page.value(fits) == true)
        let picture = try await page.picture()
        #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        try await save(page, name)
        try await page.click("#new")
        #expect(try await page.value("document.querySelectorAll('article').length") == 0)
      }
    }
  }

  @Test("without a key the page says so, and with one it answers")
  func key() async throws {
    try await withPage(width: 1200, height: 800) {
      $0.keys = ["k1"]
    } _: { page, _ in
      let model = "document.querySelector('#model').selectedOptions[0]?.textContent"
      try await page.wait(for: "\(model)?.includes('key')")
      try await page.click("details.settings summary")
      try await page.click("#key")
      try await page.type("k1")
      try await page.pressEnter()
      try await page.click("details.settings summary")
      try await page.wait(for: "\(model) === 'cafe'")
      try await page.click("#prompt")
      try await page.type("Hello")
      try await page.click("#send")
      try await page.wait(for: "\(note)?.includes('tokens')")
      #expect(try await page.value(text).string?.isEmpty == false)
    }
  }
}
