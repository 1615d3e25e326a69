/// Text for HTML: what `escape` and `safe` give.
enum Markup {
  /// The value's text with `& < > ' "` escaped, unless it is markup already.
  static func escaped(_ value: Value, _ machine: Machine) throws(TemplateError) -> Text {
    if case .string(let text) = value, text.isMarkup { return text }
    return try escaped(try Formatting.text(value, machine), machine)
  }

  static func escaped(_ text: Text, _ machine: Machine) throws(TemplateError) -> Text {
    var builder = machine.builder
    var plain = 0
    for (index, byte) in text.bytes.enumerated() {
      guard let entity = entity(byte) else { continue }
      builder.append(text, plain..<index)
      builder.append(entity, isData: text.isData(at: index))
      plain = index + 1
    }
    builder.append(text, plain..<text.bytes.count)
    return try machine.text(builder, isMarkup: true)
  }

  private static func entity(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "'"): "&#39;"
    case UInt8(ascii: "\""): "&#34;"
    default: nil
    }
  }

  /// The text without comments, tags and entities, and with single spaces.
  static func stripped(_ text: Text, _ machine: Machine) throws(TemplateError) -> Text {
    let withoutComments = try cut(text, from: "<!--", to: "-->", machine)
    let plain = try cut(withoutComments, from: "<", to: ">", machine)
    let words = try SplitMethods.words(plain, -1, machine).map { Value.string($0) }
    let joined = try SplitMethods.join(Text(" "), words, machine)
    return try unescaped(joined, machine)
  }

  private static func cut(
    _ text: Text, from begin: String, to end: String, _ machine: Machine
  ) throws(TemplateError) -> Text {
    let (begin, end) = (Array(begin.utf8), Array(end.utf8))
    var builder = machine.builder
    var index = 0
    let all = text.bytes.count
    while let start = UTF8Text.find(begin, in: text.bytes, index..<all),
      let stop = UTF8Text.find(end, in: text.bytes, start..<all)
    {
      builder.append(text, index..<start)
      index = stop + end.count
    }
    builder.append(text, index..<all)
    return try machine.text(builder)
  }

  private static let names: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    "copy": "©", "reg": "®", "hellip": "…", "mdash": "—", "ndash": "–",
  ]

  /// The text with its entities resolved: numbers, and the common names.
  static func unescaped(_ text: Text, _ machine: Machine) throws(TemplateError) -> Text {
    var builder = machine.builder
    var plain = 0
    var index = 0
    while index < text.bytes.count {
      guard text.bytes[index] == UInt8(ascii: "&"),
        let end = text.bytes[index..<min(index + 12, text.bytes.count)].firstIndex(
          of: UInt8(ascii: ";")),
        let scalar = scalar(String(decoding: text.bytes[(index + 1)..<end], as: UTF8.self))
      else {
        index += 1
        continue
      }
      builder.append(text, plain..<index)
      builder.append(scalar, isData: text.isData(at: index))
      index = end + 1
      plain = index
    }
    builder.append(text, plain..<text.bytes.count)
    return try machine.text(builder)
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return names[name] }
    let digits = name.dropFirst()
    let isHex = digits.hasPrefix("x") || digits.hasPrefix("X")
    let value = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap { Unicode.Scalar($0) }
  }
}
