import TernJSON

/// `GET` and `DELETE /v1/responses/ID`.
enum KeptResponse {
  private static let prefix = "/v1/responses/"

  /// The response that a path asks for; `nil` where it is another path.
  static func id(in path: String) -> String? {
    guard path.hasPrefix(prefix) else { return nil }
    let id = path.dropFirst(prefix.count)
    return id.isEmpty || id.contains("/") ? nil : String(id)
  }

  static func get(_ state: ServerState, _ exchange: Exchange) throws(ServerError) -> ServerReply {
    let id = id(in: exchange.path) ?? ""
    guard let kept = state.responses.response(id) else { throw .unknownResponse(id) }
    return ServerReply(kept.document)
  }

  static func delete(
    _ state: ServerState, _ exchange: Exchange
  ) throws(ServerError) -> ServerReply {
    let id = id(in: exchange.path) ?? ""
    guard state.responses.remove(id) else { throw .unknownResponse(id) }
    return ServerReply(["id": .string(id), "object": "response", "deleted": true])
  }
}
