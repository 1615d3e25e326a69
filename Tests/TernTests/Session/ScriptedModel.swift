import Foundation
import Synchronization
import Tern

/// A model that plays what a test gives it, request by request, and remembers what it was asked.
struct ScriptedModel: LanguageModel {
  typealias Channel = LanguageModelExecutorGenerationChannel
  typealias Request = LanguageModelExecutorGenerationRequest
  typealias Reply = @Sendable (Request, Channel) async throws -> Void

  let script: Script
  var capabilities = LanguageModelCapabilities([.guidedGeneration, .toolCalling])
  var executorConfiguration: Script { script }

  /// A model that gives the replies one after the other; the last one again and again.
  init(_ replies: Reply...) { script = Script(replies) }

  /// What it was asked so far.
  var requests: [Request] { script.requests }

  /// The transcripts that it was prewarmed with.
  var prewarmed: [Transcript] { script.prewarmed.withLock { $0 } }

  struct Executor: LanguageModelExecutor {
    let script: Script

    init(configuration: Script) throws {
      script = configuration
      script.countExecutor()
    }

    func prewarm(model: ScriptedModel, transcript: Transcript) {
      script.prewarmed.withLock { $0.append(transcript) }
    }

    func respond(
      to request: Request, model: ScriptedModel, streamingInto channel: Channel
    ) async throws {
      try await script.reply(to: request)(request, channel)
    }
  }

  final class Script: Hashable, Sendable {
    private let replies: [Reply]
    private let asked = Mutex<[Request]>([])
    let prewarmed = Mutex<[Transcript]>([])
    /// The number of executors that were made.
    var executorCount: Int { made.load(ordering: .relaxed) }
    private let made = Atomic(0)

    init(_ replies: [Reply]) { self.replies = replies }

    var requests: [Request] { asked.withLock { $0 } }

    func reply(to request: Request) -> Reply {
      let number = asked.withLock { asked in
        asked.append(request)
        return asked.count - 1
      }
      return replies[min(number, replies.count - 1)]
    }

    func countExecutor() { made.add(1, ordering: .relaxed) }

    static func == (a: Script, b: Script) -> Bool { a === b }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }
}

/// Replies of a model.
enum Reply {
  typealias Channel = ScriptedModel.Channel

  /// Text in fragments.
  static func text(_ fragments: String...) -> ScriptedModel.Reply {
    { _, channel in
      for fragment in fragments {
        await channel.send(.response(action: .appendText(fragment, tokenCount: 1)))
      }
    }
  }

  /// Text, character by character.
  static func characters(_ text: String) -> ScriptedModel.Reply {
    { _, channel in
      for character in text {
        await channel.send(.response(action: .appendText(String(character), tokenCount: 1)))
      }
    }
  }

  /// Text without end, until the task is cancelled.
  static func endless(_ text: String = "word ") -> ScriptedModel.Reply {
    { _, channel in
      while true {
        try Task.checkCancellation()
        await channel.send(.response(action: .appendText(text, tokenCount: 1)))
        await Task.yield()
      }
    }
  }

  /// Nothing, until the task is cancelled.
  static let silence: ScriptedModel.Reply = { _, _ in try await Task.sleep(for: .seconds(3600)) }

  /// Calls of tools: names and arguments as JSON.
  static func calls(_ calls: (name: String, arguments: String)...) -> ScriptedModel.Reply {
    { _, channel in
      for (index, call) in calls.enumerated() {
        let middle = call.arguments.index(
          call.arguments.startIndex, offsetBy: call.arguments.count / 2)
        for part in [call.arguments[..<middle], call.arguments[middle...]] {
          await channel.send(
            .toolCalls(
              action: .toolCall(
                id: "call-\(index)", name: call.name,
                action: .appendArguments(String(part), tokenCount: 1))))
        }
      }
    }
  }

  /// An error.
  static func failure(_ error: any Error) -> ScriptedModel.Reply { { _, _ in throw error } }
}

/// Lets all go on together, once as many have come as it waits for.
actor Gate {
  private var missing: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ number: Int = 1) { missing = number }

  /// Comes, and waits for the others.
  func meet() async {
    open()
    await pass()
  }

  /// Comes without waiting.
  func open() {
    missing -= 1
    guard missing <= 0 else { return }
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  /// Waits until all have come.
  func pass() async {
    guard missing > 0 else { return }
    await withCheckedContinuation { waiting.append($0) }
  }
}

/// Waits until a condition holds; for what happens soon, but not at once.
func eventually(_ condition: () -> Bool) async -> Bool {
  for _ in 0..<10_000 {
    if condition() { return true }
    try? await Task.sleep(for: .milliseconds(1))
  }
  return false
}

extension Transcript {
  /// The kinds of the entries, a word each.
  var kinds: [String] {
    map { entry in
      switch entry {
      case .instructions: "instructions"
      case .prompt: "prompt"
      case .toolCalls: "calls"
      case .toolOutput: "output"
      case .response: "response"
      default: "reasoning"
      }
    }
  }
}
