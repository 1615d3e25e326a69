import Foundation
import TernJSON
import TernVersion

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

  /// Which version of Tern it is, as vLLM's server says it of itself.
  static func version(
    _ state: ServerState, _ exchange: Exchange
  ) throws(ServerError) -> ServerReply {
    ServerReply(["version": .string(Version.number)])
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

/// The models that there are.
enum ModelList {
  private static let prefix = "/v1/models/"

  /// The name that a path asks for; `nil` where it is another path.
  static func name(in path: String) -> String? {
    guard path.hasPrefix(prefix) else { return nil }
    let name = String(path.dropFirst(prefix.count))
    return name.removingPercentEncoding ?? name
  }

  static func all(_ state: ServerState, _ exchange: Exchange) throws(ServerError) -> ServerReply {
    let models = try state.openModels()
    return ServerReply([
      "object": "list", "data": .array(models.map { entry($0, state.created) }),
      "server": .string(Version.product),
    ])
  }

  static func one(_ state: ServerState, _ exchange: Exchange) throws(ServerError) -> ServerReply {
    let models = try state.openModels()
    let name = name(in: exchange.path) ?? ""
    guard let model = models.first(where: { $0.name == name }) else {
      throw .unknownModel(name, known: models.map(\.name))
    }
    return ServerReply(entry(model, state.created))
  }

  private static func entry(_ model: ModelState, _ created: Int) -> JSON {
    [
      "id": .string(model.name), "object": "model", "created": JSON(created),
      // Anthropic's clients look for these.
      "type": "model", "display_name": .string(model.name),
      "owned_by": "tern", "max_model_len": JSON(model.model.contextSize),
      // As llama.cpp's server says it of its models.
      "status": ["value": .string(model.status)],
    ]
  }
}
