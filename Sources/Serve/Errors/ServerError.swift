import TernJSON

/// A reply that says what is wrong.
struct ServerError: Error, Sendable, Equatable {
  var status: Int
  /// The kind of error, in OpenAI's words.
  var type: String
  var code: String?
  /// The parameter of the request that is wrong.
  var parameter: String?
  var message: String
  var headers: HeaderFields = [:]

  private init(
    _ status: Int, _ type: String, code: String? = nil, parameter: String? = nil, _ message: String
  ) {
    (self.status, self.type, self.code) = (status, type, code)
    (self.parameter, self.message) = (parameter, message)
  }

  /// A request that nothing but another one can mend.
  static func invalid(_ message: String, parameter: String? = nil, code: String? = nil) -> Self {
    Self(400, "invalid_request_error", code: code, parameter: parameter, message)
  }

  static func contextExceeded(_ message: String, parameter: String?) -> Self {
    invalid(message, parameter: parameter, code: "context_length_exceeded")
  }

  static var invalidKey: Self {
    var error = Self(
      401, "invalid_request_error", code: "invalid_api_key",
      "The key is missing or wrong: send it as 'Authorization: Bearer KEY' or 'x-api-key: KEY'.")
    error.headers["WWW-Authenticate"] = "Bearer"
    return error
  }

  static func unknownPath(_ path: String) -> Self {
    Self(
      404, "invalid_request_error", code: "not_found", "There is nothing at \(path.prefix(200)).")
  }

  static func unknownResponse(_ id: String) -> Self {
    Self(
      404, "invalid_request_error", code: "not_found",
      "The response '\(id.prefix(100))' is not kept here.")
  }

  static func unknownModel(_ name: String, known: [String]) -> Self {
    let list = known.map { "'\($0)'" }.joined(separator: ", ")
    return Self(
      404, "invalid_request_error", code: "model_not_found", parameter: "model",
      "There is no model '\(name.prefix(200))' here; there is \(list).")
  }

  static func wrongMethod(_ method: String, allowed: [String]) -> Self {
    var error = Self(
      405, "invalid_request_error", code: "method_not_allowed",
      "\(method.prefix(20)) is not allowed here: \(allowed.joined(separator: ", ")).")
    error.headers["Allow"] = allowed.joined(separator: ", ")
    return error
  }

  static func timeout(_ message: String) -> Self { Self(408, "invalid_request_error", message) }

  static func tooLarge(limit: Int) -> Self { tooLarge("The body has more than \(limit) bytes.") }

  static func tooLarge(_ message: String) -> Self {
    Self(413, "invalid_request_error", code: "request_too_large", message)
  }

  /// - Parameter seconds: When it is worth another try.
  static func tooMany(_ message: String, retryAfter seconds: Int) -> Self {
    var error = Self(429, "rate_limit_error", code: "rate_limit_exceeded", message)
    error.headers["Retry-After"] = String(seconds)
    return error
  }

  /// The client has left; nobody reads this.
  static var cancelled: Self { Self(499, "server_error", code: "cancelled", "cancelled") }

  static func failed(_ message: String) -> Self { Self(500, "server_error", message) }

  /// Not now: loading, or stopping.
  static func unavailable(_ message: String) -> Self {
    var error = Self(503, "server_error", code: "unavailable", message)
    error.headers["Retry-After"] = "1"
    return error
  }
}

/// In whose words an endpoint tells errors.
enum ErrorShape: Sendable {
  case openAI, anthropic
}

extension ServerError {
  func json(_ shape: ErrorShape) -> JSON {
    switch shape {
    case .openAI:
      [
        "error": [
          "message": .string(message), "type": .string(type),
          "param": parameter.map { .string($0) } ?? .null,
          "code": code.map { .string($0) } ?? .null,
        ]
      ]
    case .anthropic:
      ["type": "error", "error": ["type": .string(anthropicType), "message": .string(message)]]
    }
  }

  func reply(_ shape: ErrorShape) -> ServerReply {
    var reply = ServerReply(status: status, json(shape))
    reply.headers.merge(headers)
    return reply
  }

  private var anthropicType: String {
    switch status {
    case 401: "authentication_error"
    case 404: "not_found_error"
    case 413: "request_too_large"
    case 429: "rate_limit_error"
    case 503: "overloaded_error"
    case 400..<500: "invalid_request_error"
    default: "api_error"
    }
  }
}
