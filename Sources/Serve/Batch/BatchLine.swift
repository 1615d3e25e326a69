import TernJSON

/// A line of a batch's input, in OpenAI's format.
///
/// ```
/// {"custom_id": "a1", "method": "POST", "url": "/v1/chat/completions", "body": {…}}
/// ```
package struct BatchLine: Sendable {
  /// The line's own name; `nil` where it has none that can be read.
  package let id: String?
  /// What the line asks; the fault where it asks nothing.
  package let request: Result<ServerRequest, BatchFault>

  /// Reads a line, which is never refused: what is wrong with it becomes its answer.
  package init(_ bytes: [UInt8]) {
    guard let json = try? JSON(parsing: bytes), json.object != nil else {
      (id, request) = (nil, .failure(.init("invalid_json_line", "The line is no JSON object.")))
      return
    }
    id = json["custom_id"]?.string
    request = Self.request(json, hasID: id != nil)
  }

  private static func request(
    _ json: JSON, hasID: Bool
  ) -> Result<ServerRequest, BatchFault> {
    func fault(_ text: String) -> Result<ServerRequest, BatchFault> {
      .failure(.init("invalid_request", text))
    }
    guard hasID else { return fault("The line has no custom_id.") }
    if let method = json["method"], method.string != "POST" {
      return fault("The method must be POST.")
    }
    guard let path = json["url"]?.string, path.hasPrefix("/") else {
      return fault("The line has no url, such as /v1/chat/completions.")
    }
    guard var body = json["body"]?.object else { return fault("The line has no body.") }
    if body["stream"]?.bool == true { return fault("A line of a batch cannot be streamed.") }
    body["stream"] = nil
    body["stream_options"] = nil
    return .success(
      ServerRequest(
        method: "POST", path: path, headers: ["Content-Type": "application/json"],
        body: JSON.object(body).bytes(), client: "batch"))
  }
}

/// Why a line has no reply.
package struct BatchFault: Error, Sendable, Equatable {
  package let code: String
  package let message: String

  package init(_ code: String, _ message: String) { (self.code, self.message) = (code, message) }
}

/// What answers the lines of a batch.
package protocol BatchTarget: Sendable {
  /// The reply to a line's request; throws where there is none.
  func reply(toLine request: ServerRequest) async throws(BatchFault) -> ServerReply
}

extension ModelServer: BatchTarget {
  package func reply(toLine request: ServerRequest) async throws(BatchFault) -> ServerReply {
    await reply(to: request)
  }
}

/// The answer to a line, as a line of a batch's output.
struct BatchAnswer: Sendable {
  let bytes: [UInt8]
  let isFailed: Bool
  /// Tokens that the answer says it took.
  let generatedTokens: Int

  init(id: String?, _ result: Result<ServerReply, BatchFault>) {
    var line: JSONObject = ["custom_id": id.map { .string($0) } ?? .null]
    switch result {
    case .success(let reply):
      let body = Self.json(reply.body)
      line["response"] = [
        "status_code": JSON(reply.status),
        "request_id": reply.headers["x-request-id"].map { .string($0) } ?? .null, "body": body,
      ]
      line["error"] = .null
      isFailed = !(200..<300).contains(reply.status)
      generatedTokens =
        body["usage"]?["completion_tokens"]?.int ?? body["usage"]?["output_tokens"]?.int ?? 0
    case .failure(let fault):
      line["response"] = .null
      line["error"] = ["code": .string(fault.code), "message": .string(fault.message)]
      (isFailed, generatedTokens) = (true, 0)
    }
    bytes = JSON.object(line).bytes() + [UInt8(ascii: "\n")]
  }

  private static func json(_ body: ServerReply.Body) -> JSON {
    // Nothing of a batch is streamed.
    guard case .bytes(let bytes) = body else { return .null }
    return (try? JSON(parsing: bytes)) ?? .string(String(decoding: bytes, as: UTF8.self))
  }
}
