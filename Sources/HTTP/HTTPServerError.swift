import Foundation

/// Why a server cannot listen.
public enum HTTPServerError: Error, Sendable, Equatable {
  /// The program was built where libmicrohttpd was missing.
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
      "this program was built without libmicrohttpd: install its development files "
        + "(libmicrohttpd-dev on Debian), run 'swift package clean' and build again"
    case .cannotListen(let address, let reason): "cannot listen on \(address): \(reason)"
    case .cannotStart: "libmicrohttpd has not started: is the certificate one in PEM?"
    }
  }

  /// What happened, in one line.
  public var errorDescription: String? { description }
}
