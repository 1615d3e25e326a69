import TernLocal

/// Writes an answer as a stream of events.
protocol EventWriter: Sendable {
  /// Whether the stream begins when the model has taken the prompt, and not with what it wrote.
  var beginsEarly: Bool { get }
  /// What is sent while nothing is there to be told.
  var keepAlive: [UInt8] { get }
  /// The events of a part of one of the answers.
  mutating func take(_ part: AnswerPart, choice: Int) -> [[UInt8]]
  /// What comes after all answers.
  mutating func finish() -> [[UInt8]]
  /// What tells of an error after the stream has begun, and ends it.
  mutating func fail(_ error: ServerError) -> [[UInt8]]
}

extension EventWriter {
  var beginsEarly: Bool { false }
  var keepAlive: [UInt8] { EventText.waiting }
}

/// Replies with a stream, once the first event is there.
enum EventReply {
  /// - Parameter place: Is held until the stream is over.
  static func make(
    _ choices: RunningChoices, _ exchange: Exchange,
    narrators: [AnswerNarrator], place: Admission.Place, writer: some EventWriter
  ) async throws(ServerError) -> ServerReply {
    var first = try await choices.nextOrNothing()
    while !writer.beginsEarly, case .event(_, .taken) = first {
      first = try await choices.nextOrNothing()
    }
    let begun = first
    let stream = ByteStream(exchange.share) { send in
      await write(choices, first: begun, narrators, exchange, writer: writer) { piece in
        exchange.note(reply: piece)
        return send(piece)
      }
      withExtendedLifetime(place) {}
    }
    return ServerReply(events: stream)
  }

  private static func write(
    _ choices: RunningChoices, first: RunningChoices.Next?,
    _ narrators: [AnswerNarrator], _ exchange: Exchange,
    writer: some EventWriter, to send: ByteStream.Send
  ) async {
    var writer = writer
    var narrators = narrators
    var next = first
    var pacer = Pacer()
    func sendAll(_ events: [[UInt8]]) throws(ServerError) {
      for event in events {
        guard send(event) else { throw .full }
      }
    }
    do throws(ServerError) {
      while let step = next {
        switch step {
        case .nothingYet: try sendAll([writer.keepAlive])
        case .event(let choice, let event):
          for part in narrators[choice].take(event) {
            try sendAll(writer.take(part, choice: choice))
          }
        }
        await pacer.step()
        next = try await choices.nextOrNothing()
      }
      try sendAll(writer.finish())
      exchange.end(status: 200)
    } catch {
      for event in writer.fail(error) { _ = send(event) }
      exchange.end(status: error.status, error: error.message)
    }
  }
}
