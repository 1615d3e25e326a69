import TernCafe
import TernJSON
import TernLocal
import TernServe
import TernSession
import Testing

/// Asks a server without sockets.
struct ServerClient: Sendable {
  let server: ModelServer
  var headers: HeaderFields = [:]

  /// A server of Café.
  static func cafe(_ change: (inout ServerOptions) -> Void = { _ in }) async throws -> Self {
    let model = try LocalLanguageModel(contentsOf: CafeModel.fileURL())
    return try await ServerClient(model, change)
  }

  /// A server of a model that plays a script.
  static func scripted(
    _ script: [ScriptedModel.Step], _ change: (inout ServerOptions) -> Void = { _ in }
  ) async throws -> Self {
    try await ServerClient(try ScriptedModel(script), change)
  }

  init(
    _ model: any ServedModel, _ change: (inout ServerOptions) -> Void = { _ in }
  ) async throws {
    var options = ServerOptions()
    options.modelName = "cafe"
    change(&options)
    server = ModelServer(serving: model, options: options)
    try await server.load()
  }

  /// A server of several models.
  init(
    _ models: [(name: String, model: any ServedModel)], _ change: (inout ServerOptions) -> Void
  ) async throws {
    var options = ServerOptions()
    change(&options)
    server = ModelServer(serving: models, options: options)
    try await server.load()
  }

  init(server: ModelServer) { self.server = server }

  func send(_ method: String, _ path: String, _ body: JSON? = nil) async -> ServerReply {
    await server.reply(
      to: ServerRequest(
        method: method, path: path, headers: headers, body: body?.bytes() ?? []))
  }

  /// The document with which a request is answered.
  func post(
    _ path: String, _ body: JSON, status: Int = 200,
    _ location: SourceLocation = #_sourceLocation
  ) async throws -> JSON {
    let reply = await send("POST", path, body)
    let json = try reply.json()
    #expect(reply.status == status, "\(json)", sourceLocation: location)
    return json
  }

  /// The events with which a request is answered, as texts.
  func stream(
    _ path: String, _ body: JSONObject, _ location: SourceLocation = #_sourceLocation
  ) async throws -> [Event] {
    var body = body
    body["stream"] = true
    let reply = await send("POST", path, .object(body))
    #expect(reply.status == 200, sourceLocation: location)
    guard case .pieces(let pieces) = reply.body else {
      Issue.record("no stream but \(try reply.json())", sourceLocation: location)
      return []
    }
    #expect(reply.headers["content-type"] == "text/event-stream", sourceLocation: location)
    var events: [Event] = []
    for await piece in pieces { events.append(try Event(piece)) }
    return events
  }

  /// An event of a stream.
  struct Event: Equatable {
    var name: String?
    var text: String

    init(_ bytes: [UInt8]) throws {
      let text = try #require(String(validating: bytes, as: UTF8.self))
      #expect(text.hasSuffix("\n\n"))
      var lines = text.dropLast(2).split(separator: "\n", omittingEmptySubsequences: false)
      if lines.count == 2 {
        name = String(try #require(lines.removeFirst().prefixed("event: ")))
      }
      #expect(lines.count == 1, "\(text)")
      self.text = String(try #require(lines[0].prefixed("data: ")))
    }

    var json: JSON { (try? JSON(parsing: text)) ?? .null }
  }
}

extension Substring {
  /// The rest behind a beginning.
  fileprivate func prefixed(_ beginning: String) -> Substring? {
    hasPrefix(beginning) ? dropFirst(beginning.count) : nil
  }
}

extension ServerReply {
  /// The body as a document.
  func json() throws -> JSON {
    guard case .bytes(let bytes) = body else { return .null }
    return bytes.isEmpty ? .null : try JSON(parsing: bytes)
  }
}

extension JSON {
  /// A question as a list of messages.
  static func user(_ text: String) -> JSON { [["role": "user", "content": .string(text)]] }

  /// A part at a path of names and numbers, such as `choices.0.message`.
  func at(_ path: String) -> JSON {
    path.split(separator: ".").reduce(self) { json, step in
      (Int(step).flatMap { json[$0] } ?? json[String(step)]) ?? .null
    }
  }
}
