/// A request of a client, whole, as a ``ModelServer`` takes it.
public struct ServerRequest: Sendable {
  /// The method, in capitals: `GET`, `POST`.
  public var method: String
  /// The path; a query behind `?` is ignored.
  public var path: String
  /// The header fields.
  public var headers: HeaderFields
  /// The body as it was sent, without chunks.
  public var body: [UInt8]
  /// Where the request comes from, such as an address: for logs, and to share the model fairly among
  /// clients without keys.
  public var client: String
  /// What the transport has counted for the request; `nil` where it counts nothing.
  package var share: RequestBudget.Share?

  /// A request of its parts.
  public init(
    method: String, path: String, headers: HeaderFields = [:], body: [UInt8] = [],
    client: String = ""
  ) {
    (self.method, self.path, self.headers) = (method, path, headers)
    (self.body, self.client) = (body, client)
  }
}
