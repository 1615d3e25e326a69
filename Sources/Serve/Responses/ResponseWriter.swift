import TernJSON
import TernLocal

/// Writes an answer as the events of a response, and the response itself.
struct ResponseWriter: EventWriter {
  private let id = "resp_" + Exchange.name()
  private let exchange: Exchange
  private let model: String
  private let asked: ResponseParameters
  private let store: ResponseStore
  private var items: [ResponseItem] = []
  private var end: AnswerEnd?
  /// Events so far.
  private var count = 0

  init(_ state: ModelState, _ exchange: Exchange, _ asked: ResponseParameters) {
    (self.exchange, self.asked) = (exchange, asked)
    (model, store) = (state.name, state.responses)
  }

  mutating func take(_ part: AnswerPart, choice: Int) -> [[UInt8]] {
    switch part {
    case .taken: return []
    case .began:
      return [
        event("response.created", ["response": document("in_progress")]),
        event("response.in_progress", ["response": document("in_progress")]),
      ]
    case .text(let text, _):
      guard !text.isEmpty else { return [] }
      return begin(.message) + add(text, "response.output_text.delta")
    case .reasoning(let text):
      return begin(.reasoning) + add(text, "response.reasoning_text.delta")
    case .call(_, let id, let name): return begin(.call(id: id, name: name))
    case .arguments(_, let text): return add(text, "response.function_call_arguments.delta")
    case .callEnded: return close()
    case .finished(let end):
      self.end = end
      // A response has something in it.
      let opened = items.isEmpty ? begin(.message) : []
      return opened + close(isCutOff: end.isCutOff)
    }
  }

  mutating func finish() -> [[UInt8]] {
    let response = finished()
    let name = response["status"]?.string ?? ""
    return [event("response.\(name)", ["response": response])]
  }

  mutating func fail(_ error: ServerError) -> [[UInt8]] {
    [
      event(
        "error",
        [
          "code": .string(error.code ?? error.type), "message": .string(error.message),
          "param": error.parameter.map { .string($0) } ?? .null,
        ])
    ]
  }

  /// The response at its end; kept where the request wants it.
  func finished() -> JSON {
    let hasCalls = items.contains { if case .call = $0.kind { true } else { false } }
    exchange.note(finish: end?.finishReason(hasCalls: hasCalls) ?? "stop")
    let document = document(end?.isCutOff == true ? "incomplete" : "completed")
    if asked.isStored {
      store.keep(.init(messages: asked.messages + [items.message], document: document), as: id)
    }
    return document
  }

  private func document(_ status: String) -> JSON {
    var response: JSONObject = [
      "id": .string(id), "object": "response", "created_at": JSON(exchange.created),
      "status": .string(status), "background": false, "error": .null,
      "incomplete_details": status == "incomplete" ? ["reason": "max_output_tokens"] : .null,
      "model": .string(model), "output": .array(items.map(\.json)),
    ]
    for (name, value) in asked.repeated { response[name] = value }
    response["usage"] = end.map { Self.usage($0) } ?? .null
    return .object(response)
  }

  private static func usage(_ end: AnswerEnd) -> JSON {
    [
      "input_tokens": JSON(end.promptTokens),
      "input_tokens_details": ["cached_tokens": JSON(end.reusedTokens)],
      "output_tokens": JSON(end.tokens),
      "output_tokens_details": ["reasoning_tokens": JSON(end.reasoningTokens)],
      "total_tokens": JSON(end.promptTokens + end.tokens),
    ]
  }
}

// MARK: items

extension ResponseWriter {
  /// The item that is being written.
  private var open: Int? {
    items.indices.last.flatMap { items[$0].status == "in_progress" ? $0 : nil }
  }

  /// Begins an item, unless the open one is of the kind.
  private mutating func begin(_ kind: ResponseItem.Kind) -> [[UInt8]] {
    if let open, items[open].kind == kind { return [] }
    var events = close()
    let item = ResponseItem(kind)
    items.append(item)
    events.append(
      event(
        "response.output_item.added",
        ["output_index": JSON(items.count - 1), "item": item.json]))
    if kind == .message {
      events.append(event("response.content_part.added", place(["part": item.part])))
    }
    return events
  }

  private mutating func add(_ text: String, _ name: String) -> [[UInt8]] {
    guard let open else { return [] }
    items[open].text += text
    var members: JSONObject = ["delta": .string(text)]
    if items[open].kind == .message { members["logprobs"] = [] }
    return [event(name, place(members))]
  }

  /// Ends the open item.
  private mutating func close(isCutOff: Bool = false) -> [[UInt8]] {
    guard let open else { return [] }
    var events: [[UInt8]] = []
    let text = JSON.string(items[open].text)
    switch items[open].kind {
    case .message:
      events = [
        event("response.output_text.done", place(["text": text, "logprobs": []])),
        event("response.content_part.done", place(["part": items[open].part])),
      ]
    case .reasoning: events = [event("response.reasoning_text.done", place(["text": text]))]
    case .call(_, let name):
      events = [
        event(
          "response.function_call_arguments.done",
          place(["arguments": text, "name": .string(name)]))
      ]
    }
    items[open].status = isCutOff ? "incomplete" : "completed"
    events.append(
      event(
        "response.output_item.done", ["output_index": JSON(open), "item": items[open].json]))
    return events
  }

  /// Where the last item is, and what is told of it.
  private func place(_ members: JSONObject) -> JSONObject {
    guard let item = items.last else { return members }
    var place: JSONObject = [
      "item_id": .string(item.id), "output_index": JSON(items.count - 1),
    ]
    if case .call = item.kind {} else { place["content_index"] = 0 }
    for (name, value) in members { place[name] = value }
    return place
  }

  private mutating func event(_ name: String, _ members: JSONObject) -> [UInt8] {
    var event: JSONObject = ["type": .string(name), "sequence_number": JSON(count)]
    for (key, value) in members { event[key] = value }
    count += 1
    return EventText.event(name, .object(event))
  }
}
