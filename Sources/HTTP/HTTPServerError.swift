import Foundation

/// Why a server cannot listen.
public enum HTTPServerError: Error, Sendable, Equatable {
  /// libmicrohttpd is not installed, or this system has no transport.
  case noTransport
  /// The server cannot listen on the address; the texts are the address and the system's reason.
  case cannotListen(address: String, reason: String)
  /// libmicrohttpd could not start, for example because the certificate cannot be used.
  case cannotStart
}

extension HTTPServerError: LocalizedError, CustomStringConvertible {
  /// What happened, in one line.
  public var description: String {
    switch self {
    case .noTransport:
      "connections need libmicrohttpd, which is missing: install it "
        + "(on Debian: apt-get install libmicrohttpd12)"
    case .cannotListen(let address, let reason): "cannot listen on \(address): \(reason)"
    case .cannotStart: "libmicrohttpd has not started: is the certificate one in PEM?"
    }
  }

  /// What happened, in one line.
  public var errorDescription: String? { description }
}
