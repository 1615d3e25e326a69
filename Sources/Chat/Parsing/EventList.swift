/// The events of a piece; neighbouring texts are put together.
struct EventList: Sendable {
  enum Kind: Sendable { case content, reasoning }

  private var events: [ChatEvent] = []
  private var text: [UInt8] = []
  private var kind = Kind.content

  mutating func add(_ byte: UInt8, _ kind: Kind) {
    if kind != self.kind { flush() }
    self.kind = kind
    text.append(byte)
  }

  mutating func add(_ bytes: some Sequence<UInt8>, _ kind: Kind) {
    if kind != self.kind { flush() }
    self.kind = kind
    text.append(contentsOf: bytes)
  }

  mutating func add(_ event: ChatEvent) {
    flush()
    events.append(event)
  }

  mutating func take() -> [ChatEvent] {
    flush()
    defer { events = [] }
    return events
  }

  private mutating func flush() {
    guard !text.isEmpty else { return }
    let string = String(decoding: text, as: UTF8.self)
    events.append(kind == .content ? .content(string) : .reasoning(string))
    text.removeAll(keepingCapacity: true)
  }
}
