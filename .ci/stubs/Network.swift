// A network on which nobody can listen.
@_exported import Foundation

public enum NWError: Error { case posix(POSIXErrorCode) }

public enum NWEndpoint: Sendable {
  public enum Host: ExpressibleByStringLiteral, Sendable {
    case name(String)
    public init(stringLiteral value: String) { self = .name(value) }
  }
  public struct Port: Sendable {
    public var rawValue: UInt16
    public static let any = Port(rawValue: 0)
  }
  case hostPort(host: Host, port: Port)
}

public final class NWParameters {
  public static var tcp: NWParameters { NWParameters() }
  public var requiredLocalEndpoint: NWEndpoint?
}

public final class NWConnection: @unchecked Sendable {
  public enum SendCompletion { case contentProcessed(@Sendable (NWError?) -> Void) }
  public func start(queue: DispatchQueue) {}
  public func cancel() {}
  public func send(content: Data?, completion: SendCompletion) {}
  public func receive(
    minimumIncompleteLength: Int, maximumLength: Int,
    completion: @escaping @Sendable (Data?, Any?, Bool, NWError?) -> Void
  ) {}
}

public final class NWListener: @unchecked Sendable {
  public enum State: Sendable { case setup, waiting(NWError), ready, failed(NWError), cancelled }
  public var newConnectionHandler: (@Sendable (NWConnection) -> Void)?
  public var stateUpdateHandler: (@Sendable (State) -> Void)?
  public var port: NWEndpoint.Port? { nil }
  public init(using parameters: NWParameters) throws {}
  public func start(queue: DispatchQueue) { stateUpdateHandler?(.failed(.posix(.EADDRNOTAVAIL))) }
  public func cancel() {}
}
