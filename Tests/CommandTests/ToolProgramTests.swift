import Foundation
import Tern
import TernJSON
import TernTestSupport
import Testing

@testable import TernCommand

@Suite("Programs as tools")
struct ToolProgramTests {
  private let fixture: ChatFixture

  init() throws { fixture = try ChatFixture() }

  /// A script that was just written is not run itself: another test, which starts a process in that
  /// moment, may keep it open for a while.
  private static let shell = URL(fileURLWithPath: "/bin/sh")

  private func program(_ script: String, timeLimit: Double = 30) throws -> ToolProgram {
    let path = try fixture.write("program.sh", script + "\n")
    return ToolProgram(
      executable: Self.shell, arguments: [path, "one", "$HOME; two"], timeLimit: timeLimit)
  }

  @Test("a program reads its input and gives what it writes, without the last line's end")
  func result() async throws {
    let program = try program("printf '%s,' \"$@\"; cat; echo; echo; echo noise >&2")
    #expect(try await program.run(#"{"a":1}"#) == #"one,$HOME; two,{"a":1}"#)
  }

  @Test("input and output may be long; a result has a limit")
  func long() async throws {
    let input = String(repeating: "0123456789", count: 30_000)
    let ignoring = try program("exec 0<&-; echo done")
    #expect(try await ignoring.run(input) == "done")
    let echoing = try program("cat; cat /dev/zero | head -c 1000000 >&2")
    let result = try await echoing.run(input)
    #expect(result.hasPrefix(input.prefix(ToolProgram.longestResult)))
    #expect(result.utf8.count < ToolProgram.longestResult + 100 && result.contains("left out"))
  }

  @Test("a failure is its status, and the last line of its standard error")
  func failure() async throws {
    let failing = try program(
      "echo partly; echo first >&2; echo ' the last  ' >&2; echo >&2; exit 3")
    let error = await #expect(throws: ToolProgram.Failure.self) { try await failing.run("") }
    #expect(error == .status(3, "the last") && error?.description == "the last")
    let silent = try program("exit 4")
    await #expect(throws: ToolProgram.Failure.status(4, "")) { try await silent.run("") }
    let killed = try program("kill -9 $$")
    await #expect(throws: ToolProgram.Failure.signal(9, "")) { try await killed.run("") }
    let missing = ToolProgram(executable: URL(fileURLWithPath: fixture.folder.file("none")))
    let start = await #expect(throws: ToolProgram.Failure.self) { try await missing.run("") }
    guard case .start? = start else { return #expect(Bool(false), "\(start as Any)") }
  }

  @Test("a program that takes too long is ended, with what it has started")
  func timeLimit() async throws {
    // On a busy machine a limit may be over before the program has begun: then a longer one is tried.
    for limit in [0.3, 3, 30, 300] where try !fixture.folder.entries().contains("pid") {
      let slow = try program(
        "sleep 3000 & echo $! > \(fixture.folder.file("pid")); wait", timeLimit: limit)
      await #expect(throws: ToolProgram.Failure.timeLimit(limit)) { try await slow.run("") }
    }
    let text = try String(contentsOfFile: fixture.folder.file("pid"), encoding: .utf8)
    let identifier = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    var isGone = false
    for _ in 0..<30_000 where !isGone {
      isGone = !isRunning(identifier)
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(isGone)
  }

  @Test("a program that leaves something running is not waited for")
  func background() async throws {
    let program = try program("sleep 20 & echo done")
    #expect(try await program.run("") == "done")
  }

  #if os(Linux)
    @Test("no signal is blocked in a program")
    func signals() async throws {
      let program = try program("grep SigBlk /proc/self/status")
      for _ in 0..<5 {
        #expect(try await program.run("").hasSuffix("0000000000000000"))
      }
    }
  #endif

  @Test("a cancelled call ends its program")
  func cancellation() async throws {
    let program = try program("echo > \(fixture.folder.file("mark")); sleep 300")
    let task = Task { try await program.run("") }
    while !FileManager.default.fileExists(atPath: fixture.folder.file("mark")) {
      try await Task.sleep(for: .milliseconds(5))
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("calls of one turn run at the same time, and their results stand in order")
  func parallel() async throws {
    // Each waits for what the other one does first.
    let meet = """
      read -r line; touch "\(fixture.folder.path)/$1"
      while [ ! -e "\(fixture.folder.path)/$2" ]; do sleep 0.01; done; echo "$1 got $line"
      """
    let path = try fixture.write("meet.sh", meet + "\n")
    let tools = try [("a", "b"), ("b", "a")].map { own, other in
      CommandTool(
        name: own, description: "", parameters: try GenerationSchema(document: ["type": "object"]),
        program: ToolProgram(
          executable: Self.shell, arguments: [path, own, other], timeLimit: 20),
        watcher: AnswerDisplay(writes: false))
    }
    let session = LanguageModelSession(
      model: CallingModel(calls: [("b", #"{"n":1}"#), ("a", #"{"n":2}"#)]), tools: tools)
    let answer = try await session.respond(to: Prompt("Go"))
    #expect(answer.content == "b: b got {\"n\":1}\na: a got {\"n\":2}")
  }

  @Test("a turn that is tried again gets the results of its calls, each once")
  func memory() async throws {
    let memory = ToolMemory()
    var runs = 0
    func call(_ tool: String, _ arguments: String = "{}") async -> String {
      await memory.result(of: tool, arguments) {
        runs += 1
        return "\(runs)"
      }
    }
    #expect(await [call("a"), call("a"), call("b")] == ["1", "2", "3"])
    memory.tryAgain()
    #expect(await [call("a"), call("b"), call("b"), call("a")] == ["1", "3", "4", "2"])
    memory.tryAgain()
    #expect(await [call("a"), call("a", "[]"), call("b"), call("b")] == ["1", "5", "3", "4"])
    memory.clear()
    #expect(await call("a") == "6")
  }

  @Test("a model is told of a tool that fails, and answers all the same")
  func told() async throws {
    let tool = CommandTool(
      name: "a", description: "", parameters: try GenerationSchema(document: ["type": "object"]),
      program: try program("echo no station >&2; exit 1"), watcher: AnswerDisplay(writes: false))
    let session = LanguageModelSession(model: CallingModel(calls: [("a", "{}")]), tools: [tool])
    #expect(try await session.respond(to: Prompt("Go")).content == "a: Error: no station")
  }
}

/// A model that calls tools, and then answers with their results.
private struct CallingModel: LanguageModel {
  let calls: [(name: String, arguments: String)]
  var capabilities = LanguageModelCapabilities([.toolCalling])
  var executorConfiguration: Int { 0 }

  init(calls: [(name: String, arguments: String)]) { self.calls = calls }

  struct Executor: LanguageModelExecutor {
    init(configuration: Int) {}

    func prewarm(model: CallingModel, transcript: Transcript) {}

    func respond(
      to request: LanguageModelExecutorGenerationRequest, model: CallingModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      let results = request.transcript.compactMap { entry in
        if case .toolOutput(let output) = entry { "\(output)" } else { nil }
      }
      if !results.isEmpty {
        let text = results.joined(separator: "\n")
        return await channel.send(.response(action: .appendText(text, tokenCount: 1)))
      }
      for (index, call) in model.calls.enumerated() {
        await channel.send(
          .toolCalls(
            action: .toolCall(
              id: "call-\(index)", name: call.name,
              action: .appendArguments(call.arguments, tokenCount: 1))))
      }
    }
  }
}
