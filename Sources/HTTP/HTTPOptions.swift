/// Where an ``HTTPServer`` listens, and what it lets clients do.
public struct HTTPOptions: Sendable {
  /// Where connections come in.
  public enum Address: Sendable, Equatable {
    /// A host, by name or number, and a port; port 0 takes any that is free.
    case tcp(host: String, port: Int)
    /// A socket in the file system.
    case unix(path: String)
  }

  /// Where connections come in.
  public var address = Address.tcp(host: "127.0.0.1", port: 8080)
  /// Bytes that the body of a request may have.
  public var maximumBody = 32 << 20
  /// Bytes that a connection may take for the header of a request.
  public var maximumHeader = 32 << 10
  /// Seconds until the header of a request must be there.
  public var headerTimeout = 10.0
  /// Seconds within which more of a body must come.
  public var bodyTimeout = 30.0
  /// Seconds that a connection may be silent between two requests.
  public var idleTimeout = 75.0
  /// The number of connections at a time.
  public var maximumConnections = 1024
  /// The texts of a certificate and its key in PEM; `nil` for connections that are not encrypted.
  public var certificate: Certificate?

  /// A certificate and its key.
  public struct Certificate: Sendable, Equatable {
    /// The certificate chain in PEM.
    public var chain: String
    /// The private key in PEM.
    public var key: String

    /// A certificate of its parts.
    public init(chain: String, key: String) { (self.chain, self.key) = (chain, key) }
  }

  /// The defaults of every property.
  public init() {}
}
