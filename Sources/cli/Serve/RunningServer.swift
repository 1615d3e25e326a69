import Foundation
import Tern
import TernHTTP
import TernJSON
import TernServe

/// A server from its first connection to its last.
struct RunningServer {
  private let arguments: ServeArguments
  private let log: ServeLog
  private let server: ModelServer
  private let transport: HTTPServer
  /// Where `/metrics` is served by itself.
  private let metrics: HTTPServer?
  /// The signals that end the server.
  private let signals: AsyncStream<Int32>

  /// Listens; the models are not opened yet.
  init(_ arguments: ServeArguments) throws {
    let sources = try arguments.sources()
    self.arguments = arguments
    let log = ServeLog(arguments.log, isVerbose: arguments.verbose.isVerbose)
    var options = try arguments.serverOptions()
    options.onRequest = { log.write($0) }
    options.onNotice = { Output.note("tern: serve: \($0)") }
    self.log = log
    server = ModelServer(opening: sources, options: options)
    transport = try HTTPServer(server, options: try arguments.transportOptions())
    let status = server.status
    metrics = try arguments.metricsOptions().map { try HTTPServer(status, options: $0) }
    // Whoever reads that the server is there may end it at once.
    signals = Self.endings()
    try announce(options, sources.map(\.name))
  }

  func run() async throws {
    let loading = Task { [server] in await Self.load(server) }
    for await _ in signals { break }
    let end = ContinuousClock.now + arguments.lameduck + arguments.grace
    server.announceStop()
    try? await Task.sleep(for: arguments.lameduck)
    await transport.shutDown(grace: arguments.grace)
    await metrics?.shutDown(grace: .zero)
    loading.cancel()
    await save(until: max(end, .now + Self.leastSaving))
    await log.finish()
  }

  /// The time for saving where answers have taken all that there was.
  private static let leastSaving = Duration.seconds(1)

  /// Saves what is kept of conversations, as far as that is done in time.
  private func save(until end: ContinuousClock.Instant) async {
    let saving = Task { [server] in await server.save() }
    let limit = Task {
      try await Task.sleep(until: end, clock: .continuous)
      saving.cancel()
    }
    await saving.value
    limit.cancel()
  }

  /// Opens the models and loads the first; a file that is no model ends the process.
  private static func load(_ server: ModelServer) async {
    do throws(LocalLanguageModelError) { try await server.load() } catch {
      // The server may end before the model is there.
      if error == .cancelled { return }
      Output.note("tern: serve: \(error)")
      if case .outOfMemory = error { return }
      exit(1)
    }
    Output.note("tern: serve: the model is ready")
  }

  /// The signals that end the server; a second one ends the process at once.
  private static func endings() -> AsyncStream<Int32> {
    let (signals, feed) = AsyncStream.makeStream(of: Int32.self)
    let isEnding = Counter()
    Signals.watch(Signals.endings) { number in
      guard isEnding.next() == 0 else { Signals.end(by: number) }
      feed.yield(number)
    }
    return signals
  }

  /// Tells where the server is, and how to try it.
  private func announce(
    _ options: ServerOptions, _ names: [String]
  ) throws(CommandFailure) {
    let key = options.keys.isEmpty ? "" : " -H 'Authorization: Bearer KEY'"
    let base =
      arguments.isOnSocket ? "http://localhost" : "\(arguments.scheme)://\(transport.address)"
    let socket = arguments.isOnSocket ? " --unix-socket '\(transport.address)'" : ""
    if arguments.printsJSON {
      return try Output.write([
        "model": .string(names[0]), "models": .array(names.map { .string($0) }),
        "address": .string(transport.address),
        "port": JSON(transport.port), "url": .string(base),
        "metrics": metrics.map { .string($0.address) } ?? .null,
      ])
    }
    if let metrics { Output.note("tern: serve: metrics at http://\(metrics.address)/metrics") }
    let place = arguments.isOnSocket ? transport.address : base
    Output.note("tern: serve: \(names.joined(separator: ", ")) at \(place)")
    Output.note(
      """
      curl\(socket) \(base)/v1/chat/completions\(key) -H 'Content-Type: application/json' \
      -d '{"messages": [{"role": "user", "content": "Hello"}]}'
      """)
  }
}

/// Counts from 0.
private final class Counter: Sendable {
  private let value = Locked(0)

  func next() -> Int {
    value.withLock { value in
      defer { value += 1 }
      return value
    }
  }
}
