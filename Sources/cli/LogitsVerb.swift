import Foundation
import TernFormat
import TernJSON
import TernKernels
import TernModel

extension Verb {
  static let logits = Verb(
    name: "logits", operands: "",
    summary: "Writes the raw logits of a token sequence to a file.",
    discussion: """
      FILE gets little-endian float32 values, one row of the vocabulary's size for the last
      position, or with --all for every position. --step K feeds the last K tokens one at a time,
      the others as one batch. Keys and values are kept in float32 unless --cache says otherwise,
      so that the numbers can be compared with a reference. Logits that are not finite are an error,
      and are not written.

        tern logits --model model.gguf --tokens 1,403,407 --all --out logits.f32
      """,
    options: [
      .model, .threads, .context, .cache(default: "f32"), .json,
      .value("--tokens", "1,2,3", "the sequence"),
      .flag("--all", "every position instead of the last"),
      .value("--step", "K", "feed the last K tokens one at a time (default: 0)"),
      .value("--out", "FILE", "where the numbers go"),
    ]
  ) { arguments in
    _ = try arguments.operands()
    guard let tokens = try arguments.tokens("--tokens"), !tokens.isEmpty else {
      throw CommandFailure.usage("--tokens 1,2,3 is missing")
    }
    guard let path = arguments.string("--out") else {
      throw CommandFailure.usage("--out FILE is missing")
    }
    let steps = try arguments.int("--step", in: 0...tokens.count) ?? 0
    var options = ModelOptions()
    options.context = try arguments.context()
    options.cacheType = try arguments.cacheType(default: .f32)
    let input = try arguments.modelPath()
    let model = try Model(
      GGUFFile(path: input), compute: Compute(threads: arguments.threads()), options: options)
    let all = arguments.has("--all")
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
    if arguments.has("--json") {
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
