import Foundation
import TernJSON
import TernLocal

/// What the parts of a server share.
final class ServerState: Sendable {
  /// Where a server is in its life.
  enum Phase: Sendable {
    case loading, ready
    /// Still answers, but says that it will stop.
    case leaving
    case stopping
  }

  let options: ServerOptions
  let phase = Locked(Phase.loading)
  /// What requests hold.
  let budget: RequestBudget
  let responses: ResponseStore
  /// When the server began, in seconds since 1970.
  let created: Int
  private let shelfCell = Locked<ModelShelf?>(nil)

  init(_ options: ServerOptions) {
    self.options = options
    budget = RequestBudget(limit: options.requestBytes)
    responses = ResponseStore(byteLimit: options.requestBytes / 4)
    created = Exchange.now
  }

  /// The models; there are none until their files are open.
  var models: [ModelState] { shelf?.models ?? [] }

  /// Where the models are kept; `nil` until their files are open.
  var shelf: ModelShelf? { shelfCell.withLock { $0 } }

  /// Takes the models that are to be served; of two with one name, the first.
  func serve(_ models: [(name: String, model: any ServedModel)]) {
    var states: [ModelState] = []
    for (name, model) in models where !states.contains(where: { $0.name == name }) {
      states.append(
        ModelState(name, model, index: states.count, options: options, responses: responses))
    }
    let limit = options.modelBytes ?? (states.count > 1 ? ServerOptions.defaultModelBytes : nil)
    let shelf = ModelShelf(states, limit: limit, timeout: .seconds(options.queueTimeout))
    shelfCell.withLock { $0 = shelf }
  }

  /// Requests for the models that are being answered, or wait.
  var activeRequests: Int { models.reduce(0) { $0 + $1.admission.count } }

  var originHeaders: HeaderFields {
    guard let origin = options.allowedOrigin else { return [:] }
    return [
      "Access-Control-Allow-Origin": origin,
      "Access-Control-Expose-Headers": "x-request-id, retry-after",
    ]
  }
}

extension ServerState {
  /// Throws where requests for models are not taken.
  func checkReady() throws(ServerError) {
    switch phase.withLock({ $0 }) {
    case .loading: throw .unavailable("The model is being loaded.")
    case .stopping: throw .unavailable("The server is about to stop.")
    case .ready, .leaving: break
    }
  }

  /// The models; throws while their files are being opened.
  func openModels() throws(ServerError) -> [ModelState] {
    guard let shelf else { throw .unavailable("The models are being opened.") }
    return shelf.models
  }

  /// The model of a name; the first one where nothing is named.
  func model(named name: String?) throws(ServerError) -> ModelState {
    let models = try openModels()
    guard let first = models.first else { throw .unavailable("The server has no models.") }
    guard let name else { return first }
    if let model = models.first(where: { $0.name == name }) { return model }
    guard options.acceptsAnyModel else {
      throw .unknownModel(name, known: models.map(\.name))
    }
    return first
  }

  /// Reads the body of a request for a model, and finds the model.
  func model(for exchange: Exchange) throws(ServerError) -> (ModelState, Parameters) {
    try checkReady()
    let parameters = try Parameters(exchange)
    let model = try model(named: try parameters.string("model"))
    exchange.count(for: model)
    return (model, parameters)
  }

  /// Throws where no model takes a request now; before its body is read.
  func checkRoom() throws(ServerError) {
    let models = models
    guard let first = models.first, models.allSatisfy(\.admission.isFull) else { return }
    _ = try first.admission.enter()
  }
}

extension ServerOptions {
  /// Three quarters of the machine's memory.
  static var defaultModelBytes: Int {
    Int(clamping: ProcessInfo.processInfo.physicalMemory / 4 * 3)
  }
}
