import TernLocal

/// Writes an answer as a stream of events.
protocol EventWriter: Sendable {
  /// The events of a part of one of the answers.
  mutating func take(_ part: AnswerPart, choice: Int) -> [[UInt8]]
  /// What comes after all answers.
  mutating func finish() -> [[UInt8]]
  /// What tells of an error after the stream has begun, and ends it.
  mutating func fail(_ error: ServerError) -> [[UInt8]]
}

/// Replies with a stream, once the first event is there.
enum EventReply {
  /// - Parameter place: Is held until the stream is over.
  static func make(
    _ choices: RunningChoices, _ exchange: Exchange,
    narrators: [AnswerNarrator], place: Admission.Place, writer: some EventWriter
  ) async throws(ServerError) -> ServerReply {
    let first = try await choices.nextOrNothing()
    let stream = ByteStream { send in
      await write(choices, first: first, narrators, exchange, writer: writer, to: send)
      withExtendedLifetime(place) {}
    }
    return ServerReply(events: stream)
  }

  private static func write(
    _ choices: RunningChoices, first: RunningChoices.Next?,
    _ narrators: [AnswerNarrator], _ exchange: Exchange,
    writer: some EventWriter, to send: @Sendable ([UInt8]) -> Void
  ) async {
    var writer = writer
    var narrators = narrators
    var next = first
    var pacer = Pacer()
    do throws(ServerError) {
      while let step = next {
        switch step {
        case .nothingYet: send(EventText.waiting)
        case .event(let choice, let event):
          for part in narrators[choice].take(event) {
            for event in writer.take(part, choice: choice) { send(event) }
          }
        }
        await pacer.step()
        next = try await choices.nextOrNothing()
      }
      for event in writer.finish() { send(event) }
      exchange.end(status: 200)
    } catch {
      for event in writer.fail(error) { send(event) }
      exchange.end(status: error.status, error: error.message)
    }
  }
}
