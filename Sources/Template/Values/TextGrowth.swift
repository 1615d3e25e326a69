/// A text that grows at its end; texts that it was at some time share its bytes.
///
/// ```
/// builder   a b c d e f g h          "abcd" ~ "efgh" made the second text; the first is still there
/// first     ───────┘
/// second    ───────────────┘
/// ```
/// So putting a text together piece by piece (`ns.text ~ piece`) costs what the pieces are long,
/// not what the text is.
///
/// `@unchecked Sendable`: only the rendering that made it uses it.
final class TextGrowth: @unchecked Sendable {
  private var builder = TextBuilder()

  /// Shorter texts are copied.
  private static let shortest = 256

  /// What a text was when it became a part of this one.
  struct State: Sendable {
    let growth: TextGrowth
    let runs: Int
  }

  /// The bytes and runs of a text that it was.
  func prefix(_ count: Int, runs: Int, isData: Bool) -> (bytes: [UInt8], runs: [Text.Run]) {
    let bytes = Array(builder.bytes[..<count])
    if runs == 0 { return (bytes, []) }
    return (bytes, builder.ended[..<runs] + [Text.Run(end: count, isData: isData)])
  }

  /// Puts texts together: in place where the first is the end of a growing text.
  static func joined(
    _ first: Text, _ rest: [Text], isMarkup: Bool, _ machine: Machine
  ) throws(TemplateError) -> Text {
    let added = rest.reduce(0) { $0 + $1.byteCount }
    guard first.byteCount >= shortest, added <= machine.limits.stringBytes - first.byteCount else {
      var builder = machine.builder
      builder.append(first)
      for text in rest { builder.append(text) }
      return try machine.text(builder, isMarkup: isMarkup)
    }
    // Those that share the bytes must have their own before these grow.
    for text in rest { text.flatten() }
    var growth = TextGrowth()
    if let own = first.state?.growth, own.builder.count == first.byteCount {
      growth = own
      try machine.charge(bytes: added)
    } else {
      try machine.charge(bytes: first.byteCount + added)
      growth.builder.append(first)
    }
    for text in rest { growth.builder.append(text) }
    return Text(
      byteCount: growth.builder.count, isASCII: growth.builder.isASCII,
      isData: growth.builder.isData, isMarkup: isMarkup,
      State(growth: growth, runs: growth.builder.ended.count))
  }
}
