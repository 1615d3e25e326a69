import Foundation
import Tern
import TernHTTP
import TernServe

/// The options of `tern serve`.
struct ServeArguments: SettingOptions {
  let engine = EngineArguments(cache: .f16, models: ModelArguments(isList: true))
  let template = TemplateArguments()
  let verbose = VerboseArguments()
  @Option(.json) var printsJSON
  @Option(.value("--host", "NAME", .text, "the address to listen on", default: "127.0.0.1"))
  private var host
  @Option(
    .value(
      "--port", "N", .int(in: 0...65535), "the port to listen on; 0: any that is free",
      default: 8080))
  private var port
  @Option(.value("--socket", "PATH", .text, "listen on a socket in the file system instead"))
  private var socket
  @Option(.value("--alias", "NAME", .text, "the name by which clients ask for the one model"))
  var alias
  @Option(.flag("--any-model", "answer requests for models of other names too"))
  private var acceptsAnyModel
  @Option(.list("--api-key", "KEY", .text, "a key that clients must give").secret())
  private var keys
  @Option(.value("--api-key-file", "FILE", .text, "a file with a key on each line"))
  private var keyFile
  @Option(.flag("--insecure", "listen on any address without a key")) private var isInsecure
  @Option(
    .value(
      "--cors", "ORIGIN", .text, "the origin of pages in browsers that may ask; none: no page",
      default: "*"))
  private var origin
  @Option(.value("--tls-cert", "FILE", .text, "a certificate in PEM, for HTTPS"))
  private var certificate
  @Option(.value("--tls-key", "FILE", .text, "its private key in PEM")) private var certificateKey
  @Option(
    .value(
      "--queue", "N", .int(in: 0...100_000), "requests that may wait; more get the status 429",
      default: 64))
  private var queueLimit
  @Option(
    .value(
      "--queue-timeout", "N", .int(in: 1...86_400),
      "seconds that a request may wait; then it gets the status 429", default: 60))
  private var queueTimeout
  @Option(
    .value(
      "--parallel", "N", .int(in: 1...1024), "requests that are answered side by side",
      default: 16))
  var runningRequests
  @Option(
    .value(
      "--kept", "N", .int(in: 0...100_000), "conversations of which what was computed is kept",
      default: 64))
  var keptConversations
  @Option(
    .value(
      "--cache-bytes", "N", .int(in: 1...Int.max), "bytes for keys and values of a model's requests"
    ).defaultText("half of the machine's, shared by the models"))
  var cacheBytes
  @Option(
    .value(
      "--model-bytes", "N", .int(in: 1...Int.max),
      "bytes for weights, keys and values of all models that are loaded"
    ).defaultText("three quarters of the machine's; one model: no limit"))
  private var modelBytes
  @Option(
    .value(
      "--slots-dir", "DIR", .text,
      "a folder that keeps what was computed of conversations when the server ends"))
  private var slotsFolder
  @Option(
    .value(
      "--snapshot", "FILE", .text,
      "a saved session, or a text with the system prompt, which is computed before all else"))
  private var snapshot
  @Option(
    .value(
      "--max-body", "N", .int(in: 1...Int.max), "the largest request in bytes", default: 32 << 20))
  private var maximumBody
  @Option(
    .value(
      "--request-bytes", "N", .int(in: 1...Int.max),
      "bytes that requests may hold; one that finds none left gets the status 503"
    ).defaultText("an eighth of the machine's"))
  private var requestBytes
  @Option(
    .value(
      "--header-timeout", "N", .int(in: 1...3600), "seconds for the header of a request",
      default: 10))
  private var headerTimeout
  @Option(
    .value(
      "--body-timeout", "N", .int(in: 1...3600), "seconds within which more of a body must come"
    ).defaultText("three times --header-timeout"))
  private var bodyTimeout
  @Option(
    .value(
      "--idle-timeout", "N", .int(in: 1...86_400),
      "seconds between two requests of a connection", default: 75))
  private var idleTimeout
  @Option(
    .value(
      "--max-connections", "N", .int(in: 1...100_000), "connections at a time", default: 1024))
  private var maximumConnections
  @Option(
    .value(
      "--grace", "N", .int(in: 0...86_400), "seconds for answers when the server ends",
      default: 30))
  private var graceSeconds
  @Option(
    .value(
      "--lameduck", "N", .int(in: 0...86_400),
      "seconds in which requests are still taken when the server ends", default: 0))
  private var lameduckSeconds
  @Option(
    .value("--metrics-prefix", "TEXT", .text, "what names of metrics begin with", default: "tern:"))
  private var metricsPrefix
  @Option(
    .value(
      "--metrics-address", "HOST:PORT", .text,
      "where /metrics is served, with /health, instead of beside the model"))
  private var metricsAddress
  @Option(
    .flag(
      "--log-bodies", "log what was asked and answered too: all that clients say and get"))
  private var logsBodies
  @Option(
    .value(
      "--log", "FORM", .oneOf(["text": .text, "json": .json, "off": .off]),
      "how requests are logged: text, json or off", default: ServeLog.Form.text))
  var log

  var grace: Duration { .seconds(graceSeconds) }
  var lameduck: Duration { .seconds(lameduckSeconds) }

  /// What begins the address that clients are given.
  var scheme: String { certificate == nil ? "http" : "https" }

  /// Whether clients connect by a socket in the file system.
  var isOnSocket: Bool { socket != nil }

  /// The keys of the options, the file and the environment.
  func allKeys() throws(CommandFailure) -> [String] {
    var all = keys
    if let keyFile {
      all += try Input.textLines(keyFile).map { $0.trimmingCharacters(in: .whitespaces) }
    }
    if let key = ProcessInfo.processInfo.environment["TERN_API_KEY"] { all.append(key) }
    all.removeAll { $0.isEmpty }
    if all.isEmpty, !isInsecure, socket == nil, !isLoopback {
      throw .usage(
        "\($host) \(host) lets others in: give \($keys) or, if that is meant, \($isInsecure)")
    }
    return all
  }

  private var isLoopback: Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  func serverOptions() throws(CommandFailure) -> ServerOptions {
    var options = ServerOptions()
    options.modelBytes = modelBytes
    options.slotsFolder = slotsFolder.map { URL(filePath: $0.expandingTilde) }
    options.snapshot = try snapshot.map { (path) throws(CommandFailure) in
      try Self.checkFile(path.expandingTilde)
    }
    options.acceptsAnyModel = acceptsAnyModel
    options.keys = try allKeys()
    options.allowedOrigin = origin == "none" ? nil : origin
    options.queueLimit = queueLimit
    options.queueTimeout = Double(queueTimeout)
    options.metricsPrefix = metricsPrefix
    options.servesMetrics = metricsAddress == nil
    options.recordsBodies = logsBodies
    if let requestBytes { options.requestBytes = requestBytes }
    return options
  }

  /// The transport of `/metrics` by itself; `nil` where it is beside the model.
  func metricsOptions() throws(CommandFailure) -> HTTPOptions? {
    guard let metricsAddress else { return nil }
    guard let colon = metricsAddress.lastIndex(of: ":"),
      let port = Int(metricsAddress[metricsAddress.index(after: colon)...]),
      (0...65535).contains(port)
    else { throw .usage("\($metricsAddress) \(metricsAddress) is not HOST:PORT") }
    let host = metricsAddress[..<colon].trimmingCharacters(in: ["[", "]"])
    var options = HTTPOptions()
    options.address = .tcp(host: host.isEmpty ? "127.0.0.1" : host, port: port)
    return options
  }

  func transportOptions() throws(CommandFailure) -> HTTPOptions {
    var options = HTTPOptions()
    options.address = socket.map { .unix(path: $0) } ?? .tcp(host: host, port: port)
    options.maximumBody = maximumBody
    options.headerTimeout = Double(headerTimeout)
    options.bodyTimeout = Double(bodyTimeout ?? 3 * headerTimeout)
    options.idleTimeout = Double(idleTimeout)
    options.maximumConnections = maximumConnections
    switch (certificate, certificateKey) {
    case (nil, nil): break
    case (let chain?, let key?):
      options.certificate = .init(chain: try Input.text(chain), key: try Input.text(key))
    default: throw .usage("\($certificate) and \($certificateKey) belong together")
    }
    return options
  }
}
