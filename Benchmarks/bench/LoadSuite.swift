import TernFormat
import TernModel
import TernTokens

/// Time from a path to the logits of a first token, of a file that the system has in memory.
///
/// The first token is computed on the file's bytes; what it leaves to be done behind is measured
/// after it: packing the weights, and the merges that encoding text needs. The first repetition is that of a new process; the later ones reuse memory that the process has
/// had before.
struct LoadSuite {
  let settings: Settings
  let subject: Subject

  func run(_ result: inout SuiteResult) throws {
    try warm()
    var open: [Double] = []
    var vocabulary: [Double] = []
    var weights: [Double] = []
    var first: [Double] = []
    var packing: [Double] = []
    var merges: [Double] = []
    var hasVocabulary = true
    for _ in 0..<settings.repetitions {
      var file: GGUFFile?
      var model: Model?
      open.append(try seconds { file = try GGUFFile(path: subject.path) })
      guard let file else { return }
      hasVocabulary = file.value("tokenizer.ggml.tokens") != nil
      var tokenizer: Tokenizer?
      vocabulary.append(try seconds { if hasVocabulary { tokenizer = try Tokenizer(file) } })
      weights.append(try seconds { model = try subject.load(file, settings, context: 64) })
      guard let model else { return }
      first.append(
        try seconds { try Runner(model: model).fill(model.makeCache(), 1, logits: true) })
      packing.append(seconds { model.finishPacking() })
      merges.append(seconds { tokenizer?.prepare() })
    }
    let total = open.indices.map { open[$0] + vocabulary[$0] + weights[$0] + first[$0] }
    result.figures = [
      Figure("load_s", "load to first token", "s", .time, each: total),
      Figure("open_s", "  open", "s", .time, each: open),
      Figure(
        "vocabulary_s", "  vocabulary", "s", .time, each: vocabulary,
        note: hasVocabulary ? "" : "the file has none"),
      Figure("weights_s", "  weights", "s", .time, each: weights),
      Figure("first_forward_s", "  first forward pass", "s", .time, each: first),
      Figure("packing_s", "packing the rest", "s", .time, each: packing),
      Figure("merges_s", "preparing to encode text", "s", .time, each: merges),
      Figure("load_first_s", "of the new process", "s", .fact, total[0]),
    ]
  }

  /// Reads the whole file once.
  private func warm() throws {
    let file = try GGUFFile(path: subject.path)
    var sum: UInt8 = 0
    for tensor in file.tensors {
      unsafe file.withBytes(of: tensor) { bytes in
        for offset in stride(from: 0, to: bytes.count, by: 4096) { unsafe sum ^= bytes[offset] }
      }
    }
    // The sum is used, so that the reads cannot be left out.
    if sum == 0 { file.adviseAll(.willNeed) }
  }
}
