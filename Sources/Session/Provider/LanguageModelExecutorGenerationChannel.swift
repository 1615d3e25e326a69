/// The channel through which an executor sends a session what the model writes.
///
/// Events count in the order in which they are sent.
public struct LanguageModelExecutorGenerationChannel: AsyncSequence, Sendable {
  /// What is sent, one after the other.
  public typealias Element = Event

  private let sink: Sink

  private enum Sink: Sendable {
    /// Events wait until somebody iterates.
    case buffer(AsyncThrowingStream<Event, any Error>, Continuation)
    /// Events go to a session at once.
    case receiver(@Sendable (Event) -> Void)
  }

  private typealias Continuation = AsyncThrowingStream<Event, any Error>.Continuation

  /// A channel whose events wait until somebody iterates; for trying out an executor.
  public init() {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Event.self)
    sink = .buffer(stream, continuation)
  }

  /// A channel that hands each event over while it is being sent.
  init(receiver: @escaping @Sendable (Event) -> Void) { sink = .receiver(receiver) }

  /// Sends an event.
  public func send(_ event: Event) async {
    switch sink {
    case .buffer(_, let continuation): continuation.yield(event)
    case .receiver(let receive): receive(event)
    }
  }

  /// Ends the sequence of events.
  package func finish() {
    if case .buffer(_, let continuation) = sink { continuation.finish() }
  }

  /// The events; a session's own channel has none to iterate over.
  public func makeAsyncIterator() -> AsyncIterator {
    guard case .buffer(let stream, _) = sink else { return AsyncIterator(base: nil) }
    return AsyncIterator(base: stream.makeAsyncIterator())
  }

  /// Gives the events one by one.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var base: AsyncThrowingStream<Event, any Error>.AsyncIterator?

    /// The next event, once there is one; `nil` after the last.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Event? {
      try await base?.next(isolation: actor)
    }
  }
}
