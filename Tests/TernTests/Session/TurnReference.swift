import Tern

/// What a session must be after each event of a turn, worked out anew from the list of all events:
/// the slow reference of the state machine.
struct TurnReference {
  enum Event: Equatable {
    case text(String)
    case thought(String)
    case call(city: String)
    case usage(input: Int, output: Int)
    /// The request to the model is over; with calls of tools, these run now.
    case requestEnds
    /// All tools have answered, in the order of the calls.
    case outputs([String])
    /// A tool has failed; these had answered.
    case toolFails([String?])
    /// The hook of answers is over.
    case hookEnds
    case end(Ending)
  }

  enum Ending: Equatable, CaseIterable {
    case error, cancelled, readerCancelled, readerLeaves, transcriptChanged
  }

  enum Outcome: Equatable {
    case answer(String)
    case failure(Ending)
  }

  /// An entry, as kind and text.
  typealias Entry = String

  /// The transcript before the turn.
  let before: [Entry]
  let prompt: String
  let preserves: Bool
  let hasHook: Bool
  /// Whether calls of tools end the turn.
  var returnsCalls = false
  private(set) var events: [Event] = []

  mutating func add(_ event: Event) { events.append(event) }

  /// What the events have made of the session.
  struct State: Equatable {
    var transcript: [Entry]
    var isResponding = true
    /// Tokens of the turn so far.
    var input = 0
    var output = 0
    /// What a reader gets, one after the other.
    var shown: [String] = []
    var outcome: Outcome?
    /// The kinds of the entries that the model is writing.
    var writing: [String] = []
  }

  var state: State {
    var state = State(
      transcript: before.first == "instructions" ? before : ["instructions"] + before)
    state.transcript.append("prompt \(prompt)")
    let start = state.transcript.count
    var live: [(kind: String, texts: [String])] = []
    var reported: (input: Int, output: Int)?
    var pieces = 0
    var committed: String?
    var isAsking = true

    func write(_ kind: String, _ text: String) {
      if live.last?.kind == kind {
        live[live.count - 1].texts.append(text)
      } else {
        live.append((kind, [text]))
      }
    }
    func entries() -> [Entry] {
      live.map { $0.kind + " " + $0.texts.joined(separator: $0.kind == "calls" ? " " : "") }
    }
    func count() {
      state.input += reported?.input ?? 0
      state.output += reported?.output ?? pieces
      (live, reported, pieces) = ([], nil, 0)
    }
    func end(_ outcome: Outcome) {
      count()
      state.isResponding = false
      state.outcome = outcome
    }

    for event in events {
      switch event {
      case .text(let text):
        write("response", text)
        pieces += 1
        state.shown.append(live[live.count - 1].texts.joined())
      case .thought(let text):
        write("reasoning", text)
        pieces += 1
      case .call(let city):
        write("calls", city)
        pieces += 1
        if returnsCalls {
          state.shown.append(live.last { $0.kind == "response" }?.texts.joined() ?? "")
        }
      case .usage(let input, let output): reported = (input, output)
      case .requestEnds:
        let hasCalls = live.contains { $0.kind == "calls" }
        let answer = live.last { $0.kind == "response" }?.texts.joined()
        let isCall = { (entry: Entry) in entry.hasPrefix("calls ") }
        state.transcript +=
          returnsCalls
          ? entries().filter { !isCall($0) } + entries().filter(isCall) : entries()
        if !hasCalls, answer == nil { state.transcript.append("response ") }
        count()
        isAsking = false
        guard !hasCalls || returnsCalls else { break }
        committed = answer ?? ""
        // A hook hears of answers, not of calls.
        if !hasHook || hasCalls && answer == nil { end(.answer(answer ?? "")) }
      case .outputs(let texts):
        state.transcript += texts.map { "output \($0)" }
        isAsking = true
      case .toolFails(let texts):
        state.transcript += texts.compactMap { $0 }.map { "output \($0)" }
        if !preserves { state.transcript = before }
        end(.failure(.error))
      case .hookEnds: end(.answer(committed ?? ""))
      case .end(let ending):
        if let answer = committed {
          let isLate = ending == .readerLeaves || ending == .readerCancelled
          end(isLate ? .answer(answer) : .failure(ending))
          break
        }
        if ending == .readerLeaves, let kept = kept(state.transcript[start...] + entries()) {
          state.transcript.replaceSubrange(start..., with: kept)
          end(.answer(String((kept.last ?? "").dropFirst("response ".count))))
          break
        }
        // A request whose task is cancelled is over when its model stops: the last words count.
        if ending == .cancelled, isAsking {
          write("response", PuppetModel.lastWords)
          pieces += 1
        }
        state.transcript = preserves ? state.transcript + entries() : before
        end(.failure(ending))
      }
    }
    if state.isResponding { state.transcript += entries() }
    state.writing = live.map(\.kind)
    return state
  }

  /// The entries up to the last answer that no open call comes before.
  private func kept(_ entries: ArraySlice<Entry>) -> [Entry]? {
    var open = 0
    var last: Int?
    for (index, entry) in zip(entries.indices, entries) {
      if entry.hasPrefix("calls ") { open += entry.split(separator: " ").count - 1 }
      if entry.hasPrefix("output ") { open -= 1 }
      if entry.hasPrefix("response "), open == 0 { last = index }
    }
    return last.map { Array(entries[...$0]) }
  }
}

extension Transcript {
  /// The entries as kind and text, in the form of the reference.
  var plain: [TurnReference.Entry] {
    map { entry in
      func text(_ segments: [Transcript.Segment]) -> String {
        segments.map(\.description).joined()
      }
      return switch entry {
      case .instructions: "instructions"
      case .prompt(let prompt): "prompt " + text(prompt.segments)
      case .response(let response): "response " + text(response.segments)
      case .toolOutput(let output): "output " + text(output.segments)
      case .toolCalls(let calls):
        "calls "
          + calls.map { (try? $0.arguments.value(String.self, forProperty: "city")) ?? "" }
          .joined(separator: " ")
      case .reasoning(let reasoning): "reasoning " + text(reasoning.segments)
      default: "?"
      }
    }
  }
}
