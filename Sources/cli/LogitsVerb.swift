import Foundation
import TernFormat
import TernJSON
import TernKernels
import TernModel

extension Verb {
  static let logits = Verb(
    name: "logits",
    summary: "Writes the raw logits of a token sequence to a file.",
    discussion: """
      FILE gets little-endian float32 values, one row of the vocabulary's size for the last
      position, or with --all for every position. --step K feeds the last K tokens one at a time,
      the others as one batch. Keys and values are kept in float32 unless --cache says otherwise,
      so that the numbers can be compared with a reference. Logits that are not finite are an error,
      and are not written.

        tern logits --model model.gguf --tokens 1,403,407 --all --out logits.f32
      """,
    LogitsArguments()
  ) { arguments in
    guard let tokens = arguments.tokens, !tokens.isEmpty else { throw arguments.$tokens.missing }
    guard let path = arguments.file else { throw arguments.$file.missing }
    let steps = try arguments.steps(of: tokens)
    let input = try arguments.engine.model.path()
    let file = try GGUFFile(path: input)
    let model = try Model(
      file, compute: Compute(threads: arguments.engine.threads),
      options: arguments.engine.modelOptions(for: file))
    let all = arguments.writesAll
    Signals.removeUnfinishedFiles()
    let out = try NumberFile(path, inputs: [input])
    let cache = model.makeCache()
    func feed(_ range: Range<Int>) throws {
      let rows = range.map {
        BatchRow(
          token: tokens[$0], cache: cache, position: $0,
          wantsLogits: all || $0 == tokens.count - 1)
      }
      var values: [UInt8] = []
      var damaged: Int?
      try unsafe model.forward(rows) { index, row in
        if unsafe !row.allSatisfy({ $0.isFinite }) { damaged = damaged ?? rows[index].position }
        unsafe values.append(contentsOf: UnsafeRawBufferPointer(row))
      }
      if let damaged { throw ModelError.notFinite(position: damaged) }
      try out.write(values)
    }
    let first = tokens.count - steps
    if first > 0 { try feed(0..<first) }
    for index in first..<tokens.count { try feed(index..<(index + 1)) }
    try out.close()
    if arguments.printsJSON {
      try Output.report(
        path,
        [
          "rows": JSON(all ? tokens.count : 1),
          "columns": JSON(model.vocabularySize),
          "file": .string(path),
        ])
    }
  }
}

/// The options of `tern logits`.
struct LogitsArguments: VerbOptions {
  let engine = EngineArguments(cache: .f32)
  @Option(.json) var printsJSON
  @Option(.value("--tokens", "1,2,3", .tokens, "the sequence")) var tokens
  @Option(.flag("--all", "every position instead of the last")) var writesAll
  @Option(
    .value("--step", "K", .int(in: 0...Int.max), "feed the last K tokens one at a time", default: 0)
  )
  private var steps
  @Option(.value("--out", "FILE", .text, "where the numbers go")) var file

  /// How many of the tokens are fed one at a time.
  func steps(of tokens: [Int32]) throws(CommandFailure) -> Int {
    guard steps <= tokens.count else {
      throw $steps.refuses("\(steps)", expected: ValueFormat.expectation(0...tokens.count))
    }
    return steps
  }
}
