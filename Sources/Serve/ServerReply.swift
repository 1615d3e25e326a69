import TernJSON

/// The answer to a request.
///
/// The reply to `HEAD` has the body that `GET` would have had: a transport sends its length only.
public struct ServerReply: Sendable {
  /// The status of HTTP.
  public var status: Int
  /// The header fields; those of the connection (lengths, `Date`) are added by the transport.
  public var headers: HeaderFields
  /// The body.
  public var body: Body

  /// The body of a reply.
  public enum Body: Sendable {
    /// All of it.
    case bytes([UInt8])
    /// One piece after the other, each to be sent as soon as it is there.
    case pieces(ByteStream)
  }

  /// The body as a stream, whatever its form: bytes that are there are one piece.
  public var pieces: ByteStream {
    switch body {
    case .bytes(let bytes): ByteStream(bytes)
    case .pieces(let pieces): pieces
    }
  }

  /// A reply of its parts.
  public init(status: Int = 200, headers: HeaderFields = [:], body: Body = .bytes([])) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// A JSON document.
  init(status: Int = 200, _ json: JSON) {
    self.init(
      status: status, headers: ["Content-Type": "application/json"], body: .bytes(json.bytes()))
  }

  /// A stream of events.
  init(events: ByteStream) {
    self.init(
      headers: [
        "Content-Type": "text/event-stream", "Cache-Control": "no-cache",
        // Proxies that collect what they pass on are told not to.
        "X-Accel-Buffering": "no",
      ], body: .pieces(events))
  }
}

/// The pieces of a body while they are being made; may be read once.
///
/// Each element is one whole event of an event stream. Leaving the loop over it, and cancelling the
/// task that reads it, ends the generation behind it.
public struct ByteStream: AsyncSequence, Sendable {
  /// One whole event.
  public typealias Element = [UInt8]
  /// Errors are sent as events.
  public typealias Failure = Never

  private let pieces: AsyncStream<[UInt8]>
  /// Counts the pieces that are not read yet; `nil` where they are counted already.
  private let share: RequestBudget.Share?

  /// Hands out a piece; false where nobody reads and there is no memory left for it.
  typealias Send = @Sendable ([UInt8]) -> Bool

  /// Starts `work`, which hands out the pieces; its task is cancelled when nobody reads them any more.
  init(_ share: RequestBudget.Share, _ work: @escaping @Sendable (@escaping Send) async -> Void) {
    let (pieces, feed) = AsyncStream.makeStream(of: [UInt8].self)
    (self.pieces, self.share) = (pieces, share)
    let task = Task {
      await work { piece in
        guard share.grow(by: piece.count, isAnswer: true) else { return false }
        feed.yield(piece)
        return true
      }
      feed.finish()
    }
    feed.onTermination = { _ in task.cancel() }
  }

  /// A stream of one piece that is there.
  init(_ piece: [UInt8]) {
    let (pieces, feed) = AsyncStream.makeStream(of: [UInt8].self)
    (self.pieces, share) = (pieces, nil)
    feed.yield(piece)
    feed.finish()
  }

  /// Reads the pieces.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(pieces: pieces.makeAsyncIterator(), share: share)
  }

  /// Reads one piece after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var pieces: AsyncStream<[UInt8]>.AsyncIterator
    fileprivate let share: RequestBudget.Share?

    /// The next piece, once there is one; `nil` after the last.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> [UInt8]? {
      let piece = await pieces.next(isolation: actor)
      share?.shrink(by: piece?.count ?? 0)
      return piece
    }
  }
}
