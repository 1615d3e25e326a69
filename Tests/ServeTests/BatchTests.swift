import TernJSON
import Testing

@testable import TernServe

/// Answers lines in another order than they come, and records how many it was asked at a time.
private actor ShuffledTarget: BatchTarget {
  private(set) var most = 0
  private var open = 0

  nonisolated func reply(toLine request: ServerRequest) async throws(BatchFault) -> ServerReply {
    await began()
    let body = (try? JSON(parsing: request.body)) ?? .null
    // Later lines are done sooner.
    for _ in 0..<(40 - (body["n"]?.int ?? 0) % 40) { await Task.yield() }
    await ended()
    if body["n"]?.int == 7 { throw BatchFault("no_reply", "lost") }
    return ServerReply(
      status: body["n"]?.int == 5 ? 400 : 200,
      ["n": body["n"] ?? .null, "usage": ["completion_tokens": 2]])
  }

  private func began() {
    open += 1
    most = max(most, open)
  }

  private func ended() { open -= 1 }
}

private func line(_ number: Int) -> [UInt8] {
  let json: JSON = [
    "custom_id": .string("id\(number)"), "method": "POST", "url": "/v1/completions",
    "body": ["n": JSON(number)],
  ]
  return json.bytes()
}

@Suite("Batches", .timeLimit(.minutes(5)))
struct BatchTests {
  @Test("answers come in the order of the lines, at most so many asked at a time")
  func order() async throws {
    let target = ShuffledTarget()
    var answers: [JSON] = []
    var last = BatchCounts()
    try await BatchRun((0..<100).map(line), target: target, width: 8).run { bytes, counts in
      #expect(bytes.last == 10)
      answers.append(try JSON(parsing: bytes))
      #expect(counts.lines == answers.count)
      last = counts
    }
    #expect(answers.map { $0["custom_id"]?.string } == (0..<100).map { "id\($0)" })
    #expect(answers[3]["response"]?["status_code"] == 200)
    #expect(answers[3]["response"]?["body"]?["n"] == 3)
    #expect(answers[3]["error"] == .null)
    #expect(answers[5]["response"]?["status_code"] == 400)
    #expect(answers[7]["response"] == .null)
    #expect(answers[7]["error"]?["code"] == "no_reply")
    #expect(last.failed == 2)
    #expect(last.tokens == 2 * 99)
    #expect(await (2...8).contains(target.most))
  }

  @Test(
    "a line that asks nothing has an error, and the others have their answers",
    arguments: [
      ("{", "The line is no JSON object."),
      (#"{"custom_id": "x"}"#, "The line has no url, such as /v1/chat/completions."),
      (#"{"url": "/v1/completions", "body": {}}"#, "The line has no custom_id."),
      (#"{"custom_id": "x", "method": "GET", "url": "/v1/models"}"#, "The method must be POST."),
      (#"{"custom_id": "x", "url": "/v1/completions"}"#, "The line has no body."),
      (
        #"{"custom_id": "x", "url": "/v1/completions", "body": {"stream": true}}"#,
        "A line of a batch cannot be streamed."
      ),
    ])
  func wrongLines(_ text: String, _ message: String) async throws {
    var answers: [JSON] = []
    try await BatchRun([Array(text.utf8), line(1)], target: ShuffledTarget(), width: 2)
      .run { bytes, _ in answers.append(try JSON(parsing: bytes)) }
    #expect(answers.count == 2)
    #expect(answers[0]["error"]?["message"] == .string(message))
    #expect(answers[1]["response"]?["status_code"] == 200)
  }

  @Test("an output that was cut off anywhere is gone on with, and becomes the same")
  func resume() async throws {
    let lines = (0..<12).map(line)
    var whole: [UInt8] = []
    try await BatchRun(lines, target: ShuffledTarget(), width: 4).run { bytes, _ in whole += bytes }
    for cut in stride(from: 0, through: whole.count, by: 37) {
      let progress = try BatchProgress(output: [Array(whole[..<cut])], input: lines)
      #expect(progress.answered == whole[..<cut].count { $0 == 10 })
      var output = Array(whole[..<progress.bytes])
      try await BatchRun(
        lines.dropFirst(progress.answered), target: ShuffledTarget(), width: 3
      ).run { bytes, _ in output += bytes }
      #expect(output == whole)
    }
  }

  @Test("the output of another batch is not gone on with")
  func mismatch() {
    let answer = Array(#"{"custom_id": "other"}"#.utf8) + [10]
    #expect(
      throws: BatchProgress.Mismatch(line: 1, found: "other", expected: "id0")
    ) { try BatchProgress(output: [answer], input: [line(0)]) }
    #expect(throws: BatchProgress.Mismatch(line: 1, found: nil, expected: nil)) {
      try BatchProgress(output: [answer], input: [])
    }
  }

  @Test("cancelling writes no line that was not answered")
  func cancellation() async throws {
    let client = try await ServerClient.cafe()
    let lines = (0..<50).map { number in
      let json: JSON = [
        "custom_id": .string("\(number)"), "url": "/v1/completions",
        "body": ["model": "cafe", "prompt": "The", "max_tokens": 60],
      ]
      return json.bytes()
    }
    let (started, feed) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      var answers: [JSON] = []
      do {
        try await BatchRun(lines, target: client.server, width: 4).run { bytes, _ in
          answers.append(try JSON(parsing: bytes))
          feed.yield()
        }
      } catch is CancellationError {}
      return answers
    }
    for await _ in started { break }
    task.cancel()
    let answers = try await task.value
    #expect(answers.count < 50)
    #expect(answers.allSatisfy { $0["response"]?["status_code"] == 200 })
  }
}
