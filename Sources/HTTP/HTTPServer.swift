import Foundation
import TernServe

/// Serves a `ModelServer` to clients over HTTP/1.1, by libmicrohttpd.
///
/// ```swift
/// let server = ModelServer(model: model)
/// let http = try HTTPServer(server)
/// print("http://\(http.address)")
/// try await server.load()
/// ```
/// It listens as soon as it is made; while the model is being loaded, clients get the status 503.
/// Streams are sent as they are written, and the generation ends when its client disconnects. All
/// connections share one thread, which never waits for the model. Any thread may use it.
public final class HTTPServer: Sendable {
  private let server: ModelServer
  #if canImport(Glibc)
    private let daemon: Daemon
  #endif

  /// Whether libmicrohttpd is installed, which is opened at run time; otherwise there can be no server.
  public static var isAvailable: Bool {
    #if canImport(Glibc)
      MicroHTTPD.library != nil
    #else
      false
    #endif
  }

  /// Where the server listens: host and port, or the path of the socket.
  public let address: String
  /// The port; 0 for a socket in the file system.
  public let port: Int

  /// Begins to listen.
  ///
  /// - Throws: ``HTTPServerError`` where the address cannot be had, or where libmicrohttpd is missing.
  public init(
    _ server: ModelServer, options: HTTPOptions = HTTPOptions()
  ) throws(HTTPServerError) {
    self.server = server
    #if canImport(Glibc)
      guard let library = MicroHTTPD.library else { throw .noTransport }
      let listener = try Listener(options.address)
      (address, port) = (listener.name, listener.port)
      daemon = try Daemon(server, library, listener, options)
    #else
      throw .noTransport
    #endif
  }

  /// Requests that were taken and whose answers are not sent completely yet.
  public var openRequests: Int {
    #if canImport(Glibc)
      daemon.calls.count
    #else
      0
    #endif
  }

  /// Stops listening, waits for running answers, and ends those that take too long.
  ///
  /// Requests that come on connections which are open already get the status 503.
  ///
  /// - Parameter grace: How long answers may take.
  public func shutDown(grace: Duration) async {
    server.stop()
    #if canImport(Glibc)
      daemon.close()
      let end = ContinuousClock.now + grace
      while openRequests > 0, ContinuousClock.now < end { await Self.pause() }
      daemon.calls.cancelAll()
      let last = ContinuousClock.now + .seconds(2)
      while openRequests > 0, ContinuousClock.now < last { await Self.pause() }
      daemon.stop()
    #endif
  }

  private static func pause() async { try? await Task.sleep(for: .milliseconds(20)) }
}
