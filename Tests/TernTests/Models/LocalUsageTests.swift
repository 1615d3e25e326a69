import Foundation
import Tern
import TernFormat
import TernTestSupport
import TernTokens
import Testing

/// The counts of tokens of local models.
@Suite(.timeLimit(.minutes(2))) struct LocalUsageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A model whose prompts end where reasoning has begun, or before an answer.
  private func model(
    reasons: Bool = false, contextSize: Int? = nil
  ) throws -> LocalLanguageModel {
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
    var options = LocalLanguageModel.Options()
    options.contextSize = contextSize
    return try LocalLanguageModel(contentsOf: URL(filePath: own), options: options)
  }

  /// The tokens of the markers of reasoning.
  private func markers() throws -> (open: Int32, close: Int32) {
    let tokens = try GGUFFile(path: Fixtures.tinyLlama).strings("tokenizer.ggml.tokens")
    let count = Int32(try #require(tokens).count)
    return (count, count + 1)
  }

  /// What takes any token but the markers of reasoning, or those that are favoured.
  private func wild(
    _ seed: UInt64, _ tokens: Int?, favouring bias: [Int32: Float] = [:]
  ) throws -> GenerationOptions {
    let (open, close) = try markers()
    var options = GenerationOptions(
      samplingMode: .random(probabilityThreshold: 1, seed: seed), temperature: 2,
      maximumResponseTokens: tokens)
    var local = LocalGenerationOptions()
    local.logitBias = [open: -.infinity, close: -.infinity].merging(bias) { $1 }
    local.ignoresEndOfGeneration = true
    options.local = local
    return options
  }

  /// The text of an answer up to each of its tokens.
  private func texts(_ tokens: [Int32]) throws -> [[UInt8]] {
    let tokenizer = try Tokenizer(GGUFFile(path: folder.file("own.gguf")))
    var detokenizer = StreamingDetokenizer(tokenizer, continuing: true)
    var texts: [[UInt8]] = [[]]
    for token in tokens {
      texts.append((texts.last ?? []) + Array(try detokenizer.push(token).utf8))
    }
    return texts
  }

  @Test(arguments: UInt64(1)...3)
  func `snapshots in the midst of an answer count exactly the tokens of their text`(
    seed: UInt64
  ) async throws {
    let model = try model()
    let options = try wild(seed, 60)
    for cached in [false, true] {
      let session = LanguageModelSession(model: model)
      let stream = session.streamResponse(to: "Hello", options: options)
      var snapshots: [(text: [UInt8], usage: LanguageModelSession.Usage)] = []
      for try await snapshot in stream {
        snapshots.append((Array(snapshot.content.utf8), snapshot.usage))
      }
      let usage = try await stream.collect().usage
      let tokens = try #require(usage.details).tokens
      #expect(usage.output.totalTokenCount == tokens.count)
      #expect(session.usage.output.totalTokenCount == tokens.count)
      let texts = try texts(tokens)
      // Parts of characters and control tokens have no text.
      #expect(zip(texts, texts.dropFirst()).contains { $0.count == $1.count })
      #expect(snapshots.count > 10)
      for (text, now) in snapshots {
        let count = now.output.totalTokenCount
        #expect(texts.indices.contains(count) && texts[count] == text)
        #expect(now.output.reasoningTokenCount == 0)
        #expect(now.input.totalTokenCount == usage.input.totalTokenCount)
        #expect(now.input.cachedTokenCount == usage.input.cachedTokenCount)
      }
      // The first answer's prompt was computed for its text.
      #expect(!cached || usage.input.cachedTokenCount == usage.input.totalTokenCount - 1)
    }
  }

  @Test func `a request that is left or cancelled counts its prompt and what was generated`()
    async throws
  {
    let model = try model()
    let options = try wild(1, 900)
    var texts: [[UInt8]] = []
    for _ in 0..<2 {
      // The second answer uses what is computed of the prompt, as later ones do.
      let usage = try await LanguageModelSession(model: model)
        .respond(to: "Hello", options: options).usage
      texts = try self.texts(#require(usage.details).tokens)
    }
    for isCancelled in [false, true] {
      let session = LanguageModelSession(model: model)
      let seen = Gate()
      let task = Task {
        var number = 0
        for try await snapshot in session.streamResponse(to: "Hello", options: options) {
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
      let usage = session.usage
      #expect(usage.input.totalTokenCount > 1)
      #expect(usage.input.cachedTokenCount == usage.input.totalTokenCount - 1)
      #expect((5...900).contains(usage.output.totalTokenCount))
      if !isCancelled {
        guard case .response(let answer)? = session.transcript.last else {
          Issue.record("what was read of the answer stays")
          continue
        }
        let text = Array(answer.segments.map(\.description).joined().utf8)
        // A token is counted before its text is shown, and "<" waits: it may begin a marker.
        let count = usage.output.totalTokenCount
        #expect(texts.indices.contains(count))
        let counted = texts[max(0, count - 1)...].prefix(2)
        #expect(counted.contains(text) || counted.contains(text + Array("<".utf8)))
      }
    }
  }

  @Test func `a request that fails counts what was generated`() async throws {
    let session = LanguageModelSession(model: try model(reasons: true, contextSize: 64))
    await #expect(throws: (any Error).self) {
      try await session.respond(to: "Hello", options: wild(1, nil))
    }
    let usage = session.usage
    let tokens = try #require(usage.details).tokens
    #expect(usage.input.totalTokenCount > 1 && usage.output.totalTokenCount > 10)
    #expect(usage.output.totalTokenCount == tokens.count)
    // A full context brings the reasoning to an end.
    #expect(tokens.last == (try markers().close))
    #expect(usage.output.reasoningTokenCount == tokens.count - 1)
  }

  @Test func `tokens of reasoning are those before its marker`() async throws {
    let session = LanguageModelSession(model: try model(reasons: true))
    let close = try markers().close
    var places: [Int] = []
    for seed in UInt64(0)..<8 {
      let options = try wild(seed, 24, favouring: [close: 6])
      let usage = try await session.respond(to: "x", options: options).usage
      let tokens = try #require(usage.details?.tokens)
      places.append(tokens.firstIndex(of: close) ?? tokens.count)
      #expect(usage.output.totalTokenCount == tokens.count)
      #expect(usage.output.reasoningTokenCount == places.last)
    }
    #expect(session.usage.output.reasoningTokenCount == places.reduce(0, +))
    #expect(places.contains { (1..<24).contains($0) })
    #expect(session.transcript.kinds.contains("reasoning"))
  }

  @Test(
    arguments: [
      // The bytes of tokens' texts, the parts of reasoning, and the tokens of these.
      ([7, 3, 3, 8, 3], [7..<13], 2), ([7, 1, 3, 3, 1, 8, 1, 3], [7..<15], 4),
      // Tokens without text count where they come: within, at either end, and outside.
      ([7, 0, 3, 0, 3, 0, 8, 0, 3], [7..<13], 5), ([0, 7, 3, 8, 0], [7..<10], 1),
      // One that begins in a marker belongs to it.
      ([1, 5, 2, 1, 4, 8, 1], [7..<13], 2), ([7, 8, 3], [], 0), ([0, 2, 0], [], 0),
      ([4, 2, 8, 3, 7, 2, 8], [0..<6, 24..<26], 3),
    ] as [([Int], [Range<Int>], Int)])
  func `tokens that begin within parts of reasoning are reasoning`(
    lengths: [Int], parts: [Range<Int>], count: Int
  ) {
    // The parts are told at once, or after each token as far as its text goes.
    for isLate in [false, true] {
      var ledger = TokenLedger()
      var end = 0
      for (index, length) in lengths.enumerated() {
        let start = end
        end += length
        ledger.add(to: index + 1, textBytes: end)
        let told = parts.map { $0.clamped(to: start..<end) }.filter { !$0.isEmpty }
        if !isLate { ledger.settle(upTo: end, reasoning: told) }
      }
      if isLate { ledger.settle(upTo: end, reasoning: parts) }
      ledger.settle(upTo: end + 1)
      #expect(ledger.total == lengths.count)
      #expect(ledger.reasoning == count)
      #expect(ledger.others == lengths.count - count)
    }
  }
}
