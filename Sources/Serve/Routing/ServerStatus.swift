import Foundation
import TernJSON

/// How the server is.
enum ServerStatus {
  /// Whether requests for the model are taken.
  static func health(
    _ state: ServerState, _ exchange: Exchange
  ) throws(ServerError) -> ServerReply {
    switch state.phase.withLock({ $0 }) {
    case .loading: throw .unavailable("The model is being loaded.")
    case .leaving, .stopping: throw .unavailable("The server is about to stop.")
    case .ready: return ServerReply(["status": "ok"])
    }
  }

  static func metrics(
    _ state: ServerState, _ exchange: Exchange
  ) throws(ServerError) -> ServerReply {
    let text = MetricsText(state).text
    return ServerReply(
      headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8"],
      body: .bytes(Array(text.utf8)))
  }
}

extension ServerState {
  /// Throws where requests for the model are not taken.
  func checkReady() throws(ServerError) {
    switch phase.withLock({ $0 }) {
    case .loading: throw .unavailable("The model is being loaded.")
    case .stopping: throw .unavailable("The server is about to stop.")
    case .ready, .leaving: break
    }
  }

  /// Throws where a request names another model.
  func checkModel(_ parameters: Parameters) throws(ServerError) {
    guard let name = try parameters.string("model"), !options.acceptsAnyModel, name != modelName
    else { return }
    throw .unknownModel(name, known: modelName)
  }

  /// Reads the body of a request for the model, and checks whether it is one.
  func parameters(_ exchange: Exchange) throws(ServerError) -> Parameters {
    try checkReady()
    let parameters = try Parameters(exchange)
    try checkModel(parameters)
    return parameters
  }
}

/// The models that there are: one.
enum ModelList {
  private static let prefix = "/v1/models/"

  /// The name that a path asks for; `nil` where it is another path.
  static func name(in path: String) -> String? {
    guard path.hasPrefix(prefix) else { return nil }
    let name = String(path.dropFirst(prefix.count))
    return name.removingPercentEncoding ?? name
  }

  static func all(_ state: ServerState, _ exchange: Exchange) throws(ServerError) -> ServerReply {
    ServerReply(["object": "list", "data": [entry(state)]])
  }

  static func one(_ state: ServerState, _ exchange: Exchange) throws(ServerError) -> ServerReply {
    guard let name = name(in: exchange.path), name == state.modelName else {
      throw .unknownModel(name(in: exchange.path) ?? "", known: state.modelName)
    }
    return ServerReply(entry(state))
  }

  private static func entry(_ state: ServerState) -> JSON {
    [
      "id": .string(state.modelName), "object": "model", "created": JSON(state.created),
      // Anthropic's clients look for these.
      "type": "model", "display_name": .string(state.modelName),
      "owned_by": "tern", "max_model_len": JSON(state.model.contextSize),
    ]
  }
}
