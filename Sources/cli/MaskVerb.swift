import TernGrammar
import TernJSON
import TernTokens

extension Verb {
  static let mask = Verb(
    name: "mask",
    summary: "Walks a text token by token through a constraint.",
    discussion: """
      Walks the text of a file through a constraint, token by token. One line end at the end of the
      file is ignored. The vocabulary is that of --model, which may be a file with nothing else.

        tern mask --schema schema.json --text value.json --model vocab.gguf

      Prints {accepted, rejected_at, rejected_byte, tokens, forced, mask_us, mask_us_max}: whether
      the text satisfies the constraint; the index of the first token that is not allowed (the
      number of tokens where the text ends too early) and of the first such byte; the number of
      tokens, and how many of them left no choice; and the mean and the longest time of a mask in
      microseconds. Properties are accepted in any order, and numbers in any spelling; --order declared
      accepts only what generation would write.
      """,
    MaskArguments()
  ) { arguments in
    guard let path = arguments.file else { throw arguments.$file.missing }
    let base: MachineOptions = arguments.constraint.order == .declared ? .generation : .acceptance
    guard let constraint = try arguments.constraint.constraint(base) else {
      throw arguments.constraint.missing
    }
    var text = try Input.bytes(path)
    if text.last == UInt8(ascii: "\n") { text.removeLast() }
    if text.last == UInt8(ascii: "\r") { text.removeLast() }
    let tables = VocabularyTables(
      try arguments.model.tokenizer(), markers: constraint.markers.sorted())
    let walk = try MaskWalk(text, constraint, tables)
    try Output.write(walk.report)
  }
}

/// The options of `tern mask`.
struct MaskArguments: VerbOptions {
  let model = ModelArguments()
  @Option(.json) private var printsJSON
  @Option(.value("--text", "FILE", .text, "the text ('-' for standard input)")) var file
  let constraint = ConstraintArguments()
}

/// A text on its way through a constraint, token by token.
private struct MaskWalk {
  private let tokens: [Int32]
  private var rejectedToken: Int?
  private let rejectedByte: Int?
  private var forced = 0
  private var times: [Double] = []

  init(_ text: [UInt8], _ constraint: Constraint, _ tables: VocabularyTables) throws {
    tokens = tables.tokenizer.encode(utf8: text, continuing: true)
    rejectedByte = try Acceptor(constraint).length(accepted: text)
    try walk(Matcher(constraint, tables), TokenMask(tables))
  }

  private mutating func walk(_ matcher: Matcher, _ mask: TokenMask) throws {
    let clock = ContinuousClock()
    var run: ArraySlice<Int32> = []
    for (index, token) in tokens.enumerated() {
      let start = clock.now
      matcher.mask(mask)
      times.append((clock.now - start) / .microseconds(1))
      if run.isEmpty { run = matcher.forced()[...] }
      if let next = run.popFirst() {
        if next == token { forced += 1 } else { run = [] }
      }
      let isAllowed = matcher.accept(token)
      if let error = matcher.error { throw error }
      guard isAllowed else {
        rejectedToken = index
        return
      }
    }
    if !matcher.isComplete { rejectedToken = tokens.count }
  }

  var report: JSON {
    let mean = times.isEmpty ? 0 : times.reduce(0, +) / Double(times.count)
    return [
      "accepted": .bool(rejectedToken == nil && rejectedByte == nil),
      "rejected_at": rejectedToken.map { JSON($0) } ?? .null,
      "rejected_byte": rejectedByte.map { JSON($0) } ?? .null,
      "tokens": JSON(tokens.count),
      "forced": JSON(forced),
      "mask_us": JSON(mean) ?? .null,
      "mask_us_max": JSON(times.max() ?? 0) ?? .null,
    ]
  }
}
