import Foundation
import TernFormat
import TernTestSupport
import Testing

@testable import TernCommand

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Damaged files") struct MutatedFileTests {
  #if canImport(Glibc)
    @Test("every verb that opens a damaged file does its work or says why not")
    func verbs() async throws {
      let folder = try TemporaryFolder()
      let result = await #expect(processExitsWith: .success) { [path = folder.path as String] in
        var files = try MutatedFiles(folder: path)
        try await files.run(rounds: SharedSuites.rounds(100_000))
      }
      let notes = ["found", "last", "errors"].map { name in
        (try? String(contentsOfFile: folder.file(name), encoding: .utf8)) ?? ""
      }
      #expect(notes[0].isEmpty, "\(notes[0])")
      if result == nil { Issue.record("at \(notes[1]): \(notes[2].suffix(2000))") }
    }
  #endif

  @Test("tern-bench says why it cannot measure a damaged file")
  func bench() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("m.gguf")
    var mutator = FileMutator(try SmallModels.all(), seed: 5)
    for round in 0..<max(6, SharedSuites.rounds(600)) {
      try Data(mutator.next()).write(to: URL(fileURLWithPath: path))
      let suite = ["load", "memory", "tokenize"][round % 3]
      let run = try CommandRun(
        arguments: [suite, "-m", path, "-r", "1", "--json"], program: "tern-bench")
      let isRight = run.status == 0 && !run.crashed || run.failed(with: 1)
      #expect(isRight, "round \(round), \(suite): \(run.status) \(run.errors)")
    }
  }

  @Test("quantizing reads numbers of the metadata within limits")
  func quantize() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("m.gguf")
    let file = try GGUFFile(path: Fixtures.tinyLlama)
    let keys = ["block_count", "expert_count", "attention.head_count", "attention.head_count_kv"]
    let values: [MetadataValue] = [
      .int64(.min), .int64(.max), .int32(-1), .uint64(.max), .float32(.nan), .array(.int64([.min])),
      .array(.uint8([])), .string("2"),
    ]
    for key in keys {
      for value in values {
        var model = TinyGGUF(metadata: file.metadata)
        model.metadata["llama.\(key)"] = value
        for tensor in file.tensors {
          model.add(tensor.name, tensor.type, tensor.dimensions, bytes: file.bytes(of: tensor))
        }
        try model.write(to: path)
        let run = try CommandRun("quantize", path, folder.file("out"), "Q4_K_M")
        #expect(run.failed(with: 1) && run.errors.contains(key), "\(key) \(value) \(run.errors)")
      }
    }
  }
}

#if canImport(Glibc)
  /// Runs the verbs on damaged files within this process, which is one of its own: what traps ends it.
  private struct MutatedFiles {
    private let folder: String
    private var path: String { folder + "/m.gguf" }
    /// Where the place is kept that has been reached.
    private let last: FileHandle
    /// How often each verb did its work, and how often it said why not.
    private var done: [String: Int] = [:]
    private var refused: [String: Int] = [:]

    init(folder: String) throws {
      self.folder = folder
      try Data().write(to: URL(fileURLWithPath: folder + "/last"))
      last = try FileHandle(forWritingTo: URL(fileURLWithPath: folder + "/last"))
    }

    mutating func run(rounds: Int) async throws {
      Command.prepare()
      try redirect()
      try Data(#"["a","the"]"#.utf8).write(to: URL(fileURLWithPath: folder + "/text"))
      try Data("{}".utf8).write(to: URL(fileURLWithPath: folder + "/vars"))
      var mutator = FileMutator(try SmallModels.all(), seed: 17)
      for round in 0..<rounds {
        let bytes = mutator.next()
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        if round % 500 == 0 { ftruncate(2, 0) }
        for words in verbs { try await check(words, round) }
      }
      for verb in Set(verbs.map { $0[0] }) where (done[verb] ?? 0) == 0 || refused[verb] == nil {
        try note("found", [verb], rounds, "always the same: \(done) \(refused)")
      }
    }

    /// Standard input and output are the null device, errors go to a file; memory is limited.
    private func redirect() throws {
      let null = unsafe open("/dev/null", O_RDWR)
      dup2(null, 0)
      dup2(null, 1)
      dup2(unsafe open(folder + "/errors", O_WRONLY | O_CREAT | O_APPEND, 0o600), 2)
      var limit = rlimit(rlim_cur: 6 << 30, rlim_max: 6 << 30)
      _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    }

    private var verbs: [[String]] {
      let model = ["-m", path]
      let small = model + ["-t", "1", "-n", "2", "--seed", "1"]
      return [
        ["inspect", path], ["inspect", path, "--json"], ["complete", "the an"] + small,
        ["complete", "a", "--choice", "the", "--cache", "q8_0"] + small,
        ["respond", "the"] + small,
        ["chat", "the"] + small, ["tokenize"] + model, ["detokenize", "--jsonl"] + model,
        ["embed", "a", "the", "-t", "1"] + model,
        ["rerank", "the", "--documents", folder + "/text", "-t", "1"] + model,
        ["logits", "--tokens", "1,2,3", "--all", "-t", "1", "--out", folder + "/out"] + model,
        ["render", "--vars", folder + "/vars"] + model,
        ["mask", "--choice", "the", "--text", folder + "/text"] + model,
        ["quantize", path, folder + "/q.gguf", "Q4_K_M", "-t", "1"],
        ["quantize", path, folder + "/q.gguf", "Q8_0", "-t", "1", "--allow-requantize"],
      ]
    }

    /// Runs one verb; what it does wrong, and what it did last, is kept in files.
    private mutating func check(_ words: [String], _ round: Int) async throws {
      // Ends what hangs.
      alarm(120)
      try last.seek(toOffset: 0)
      last.write(Data("round \(round), \(words[0])              ".utf8))
      do {
        try await Command.run(words)
        done[words[0], default: 0] += 1
      } catch {
        refused[words[0], default: 0] += 1
        let failure = CommandFailure(error)
        let message = failure.message
        let isTold = failure.status == 1 && (!message.isEmpty || words[0] == "chat")
        guard isTold, message.utf8.count < 20_000, !message.contains("for a reason") else {
          try note("found", words, round, message)
          return
        }
      }
    }

    private func note(_ name: String, _ words: [String], _ round: Int, _ text: String) throws {
      try Data("\(round) \(words): \(text)\n".utf8).write(
        to: URL(fileURLWithPath: folder + "/" + name))
    }
  }
#endif
