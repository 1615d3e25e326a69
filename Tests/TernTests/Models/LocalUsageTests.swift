import Foundation
import Tern
import TernFormat
import TernTestSupport
import Testing

/// The counts of tokens of local models.
@Suite(.timeLimit(.minutes(2))) struct LocalUsageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A model whose prompts end where reasoning has begun, or before an answer.
  private func model(reasons: Bool = false) throws -> LocalLanguageModel {
    let path = folder.file("model.gguf")
    try Fixtures.writeTinyLlama(to: path, context: 1024, controls: ["<think>", "</think>"])
    let file = try GGUFFile(path: path)
    var changed = TinyGGUF(metadata: file.metadata)
    changed.metadata["tokenizer.chat_template"] = .string(
      GGUFString(
        """
        {%- for message in messages %}[{{ message.role }}]\
        {%- if message.role == 'assistant' and message.reasoning_content %}\
        <think>{{ message.reasoning_content }}</think>{%- endif %}\
        {{- message.content }}{%- endfor %}\
        {%- if add_generation_prompt %}[assistant]\(reasons ? "<think>" : ""){%- endif %}
        """))
    for tensor in file.tensors {
      changed.add(
        tensor.name, tensor.type, tensor.dimensions, bytes: Array(file.bytes(of: tensor)))
    }
    let own = folder.file("own.gguf")
    try changed.write(to: own)
    return try LocalLanguageModel(contentsOf: URL(filePath: own))
  }

  private func wild(_ seed: UInt64, _ tokens: Int) -> GenerationOptions {
    GenerationOptions(
      samplingMode: .random(probabilityThreshold: 1, seed: seed), temperature: 2,
      maximumResponseTokens: tokens)
  }

  @Test func `snapshots in the midst of an answer count its prompt and its tokens so far`()
    async throws
  {
    let session = LanguageModelSession(model: try model())
    var counts: [Int] = []
    var text = 0
    let stream = session.streamResponse(to: "Hello", options: wild(1, 40))
    for try await snapshot in stream {
      counts.append(snapshot.usage.output.totalTokenCount)
      #expect(snapshot.usage.input.totalTokenCount > 0)
      #expect(snapshot.content.utf8.count > text)
      text = snapshot.content.utf8.count
    }
    let usage = try await stream.collect().usage
    #expect(counts.count > 10 && counts == counts.sorted() && Set(counts).count == counts.count)
    #expect((counts.last ?? 0) <= usage.output.totalTokenCount)
    #expect(usage.output.totalTokenCount == 40)
    #expect(usage.output.reasoningTokenCount == 0)
    #expect(session.usage.output.totalTokenCount == 40)
  }

  @Test func `a request that is left or cancelled counts its prompt and what was generated`()
    async throws
  {
    let model = try model()
    let whole = LanguageModelSession(model: model)
    let expected = try await whole.respond(to: "Hello", options: wild(1, 4)).usage.input
    for isCancelled in [false, true] {
      let session = LanguageModelSession(model: model)
      let seen = Gate()
      let task = Task {
        var number = 0
        for try await snapshot in session.streamResponse(to: "Hello", options: wild(1, 900)) {
          number = snapshot.usage.output.totalTokenCount
          if number >= 5, !isCancelled { break }
          if number >= 5 { await seen.open() }
        }
      }
      if isCancelled {
        await seen.pass()
        task.cancel()
      }
      _ = await task.result
      #expect(session.usage.input.totalTokenCount == expected.totalTokenCount)
      #expect((5...900).contains(session.usage.output.totalTokenCount))
    }
  }

  @Test func `tokens of reasoning are counted`() async throws {
    let session = LanguageModelSession(model: try model(reasons: true))
    var reasoning = 0
    var total = 0
    for seed in UInt64(0)..<6 {
      let usage = try await session.respond(to: "x", options: wild(seed, 24)).usage.output
      #expect(usage.totalTokenCount <= 24)
      #expect(usage.reasoningTokenCount <= usage.totalTokenCount)
      reasoning += usage.reasoningTokenCount
      total += usage.totalTokenCount
    }
    #expect(reasoning > 0 && reasoning <= total)
    #expect(session.usage.output.reasoningTokenCount == reasoning)
    #expect(session.transcript.kinds.contains("reasoning"))
  }

  @Test(
    arguments: [
      // Pieces, what of them is reasoning, and how many pieces that is.
      (["<think>", "Let", " me", "</think>", "Yes"], ["Let", " me"], 2),
      (["<think>", "\n", "Let", " me", "\n", "</think>", "\n", "Yes"], ["Let", " me"], 4),
      (["<", "think", ">", "a", "</", "b", "</", "think", ">", "c"], ["a", "</b"], 3),
      (["a", "b", "</think>", "c"], ["a", "b"], 2), (["Yes", " no"], [], 0),
      (["<think>", "</think>", "Yes"], [], 0),
    ])
  func `pieces between markers are reasoning, and markers are not`(
    pieces: [String], reasoning: [String], count: Int
  ) {
    var ledger = TokenLedger()
    var told = 0
    var left = reasoning[...]
    for piece in pieces {
      ledger.add(piece, tokens: 1)
      // As the parser does: reasoning is told when it is certain.
      if let next = left.first, next.hasSuffix(piece), piece != "</" {
        told += ledger.takeReasoning(next)
        left.removeFirst()
      }
    }
    ledger.takeOthers()
    #expect(left.isEmpty)
    #expect(ledger.total == pieces.count)
    #expect(ledger.reasoning == count)
    #expect(told <= count)
  }
}
