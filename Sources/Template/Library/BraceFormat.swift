/// `str.format`.
enum BraceFormat {
  static func apply(
    _ text: Text, _ positional: [Value], named: [Arguments.Named], _ machine: Machine
  ) throws(TemplateError) -> Text {
    try machine.charge(text.byteCount >> 6)
    var format = Format(positional: positional, named: named, machine: machine, text: text)
    return try machine.text(try format.format(text, depth: 2), isMarkup: text.isMarkup)
  }

  private struct Format {
    let positional: [Value]
    let named: [Arguments.Named]
    let machine: Machine
    let text: Text
    /// The place that the next empty name means; `nil` once a place was named.
    var next: Int? = 0
    var hasPlaces = false

    init(positional: [Value], named: [Arguments.Named], machine: Machine, text: Text) {
      self.positional = positional
      self.named = named
      self.machine = machine
      self.text = text
    }

    mutating func format(_ text: Text, depth: Int) throws(TemplateError) -> TextBuilder {
      guard depth > 0 else { throw .runtime("Max string recursion exceeded") }
      var builder = machine.builder
      let bytes = text.bytes
      var index = 0
      var plain = 0
      while index < bytes.count {
        let byte = bytes[index]
        guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") else {
          index += 1
          continue
        }
        builder.append(text, plain..<index)
        if index + 1 < bytes.count, bytes[index + 1] == byte {
          builder.append(text, index..<(index + 1))
          index += 2
          plain = index
          continue
        }
        guard byte == UInt8(ascii: "{") else {
          throw .runtime("Single '}' encountered in format string")
        }
        let end = try fieldEnd(bytes, index + 1)
        builder.append(try field(text.slice((index + 1)..<end).marked(false), depth))
        index = end + 1
        plain = index
      }
      builder.append(text, plain..<bytes.count)
      return builder
    }

    private func fieldEnd(_ bytes: [UInt8], _ start: Int) throws(TemplateError) -> Int {
      guard start < bytes.count else { throw .runtime("Single '{' encountered in format string") }
      var open = 1
      var index = start
      var isInSpec = false
      while index < bytes.count {
        if bytes[index] == UInt8(ascii: ":") { isInSpec = true }
        if bytes[index] == UInt8(ascii: "{") { open += 1 }
        if bytes[index] == UInt8(ascii: "}") {
          open -= 1
          if open == 0 { return index }
        }
        // A bracket may hold what would end the field.
        if bytes[index] == UInt8(ascii: "["), open == 1, !isInSpec {
          guard let close = bytes[index...].firstIndex(of: UInt8(ascii: "]")) else {
            throw .runtime("expected '}' before end of string")
          }
          index = close
        }
        index += 1
      }
      throw .runtime("expected '}' before end of string")
    }

    private mutating func field(_ field: Text, _ depth: Int) throws(TemplateError) -> Text {
      let bytes = field.bytes
      var isInBrackets = false
      let nameEnd =
        bytes.firstIndex { byte in
          if byte == UInt8(ascii: "[") { isInBrackets = true }
          if byte == UInt8(ascii: "]") { isInBrackets = false }
          return !isInBrackets && (byte == UInt8(ascii: "!") || byte == UInt8(ascii: ":"))
        } ?? bytes.count
      var value = try self.value(String(decoding: bytes[..<nameEnd], as: UTF8.self))
      var rest = nameEnd
      if rest < bytes.count, bytes[rest] == UInt8(ascii: "!") {
        guard rest + 1 < bytes.count,
          rest + 2 == bytes.count || bytes[rest + 2] == UInt8(ascii: ":")
        else { throw .runtime("expected ':' after conversion specifier") }
        value = try converted(value, bytes[rest + 1])
        rest += 2
      }
      var spec = Text.empty
      if rest < bytes.count {
        let inner = field.slice((rest + 1)..<bytes.count)
        spec =
          inner.bytes.contains(UInt8(ascii: "{"))
          ? try format(inner, depth: depth - 1).text() : inner
      }
      if text.isMarkup, spec.isEmpty { return try Markup.escaped(value, machine) }
      if spec.isEmpty { return try Formatting.text(value, machine) }
      return try FormatSpec(spec).format(value, machine)
    }

    private func converted(_ value: Value, _ letter: UInt8) throws(TemplateError) -> Value {
      switch letter {
      case UInt8(ascii: "s"): return .string(try Formatting.text(value, machine))
      case UInt8(ascii: "r"): return .string(try Formatting.repr(value, machine))
      case UInt8(ascii: "a"): return .string(try PercentFormat.ascii(value, machine))
      default:
        throw .runtime(
          "Unknown conversion specifier '\(String(Character(UnicodeScalar(letter))))'")
      }
    }

    /// The value that a name such as `0.key[1]` means.
    private mutating func value(_ name: String) throws(TemplateError) -> Value {
      let first = name.prefix { $0 != "." && $0 != "[" }
      var value = try argument(String(first))
      var rest = name.dropFirst(first.count)
      while let mark = rest.first {
        rest = rest.dropFirst()
        if mark == "." {
          let label = String(rest.prefix { $0 != "." && $0 != "[" })
          rest = rest.dropFirst(label.count)
          value = try Attributes.attribute(Text(label), of: value, MethodNames(label), machine)
        } else {
          guard let end = rest.firstIndex(of: "]") else {
            throw .runtime("Missing ']' in format string")
          }
          let key = String(rest[..<end])
          rest = rest[rest.index(after: end)...]
          value = try Attributes.item(Int(key).map { .int($0) } ?? .text(key), of: value, machine)
        }
      }
      return value
    }

    private mutating func argument(_ name: String) throws(TemplateError) -> Value {
      if name.isEmpty {
        guard let place = next else {
          throw .runtime(
            "cannot switch from manual field specification to automatic field numbering")
        }
        hasPlaces = true
        next = place + 1
        return try positional(place)
      }
      if let place = Int(name), name.utf8.allSatisfy(Lexer.isDigit) {
        guard !hasPlaces else {
          throw .runtime(
            "cannot switch from automatic field numbering to manual field specification")
        }
        next = nil
        return try positional(place)
      }
      guard let argument = named.last(where: { $0.name == name }) else {
        throw .runtime("KeyError: '\(name)'")
      }
      return argument.value
    }

    private func positional(_ place: Int) throws(TemplateError) -> Value {
      guard place < positional.count else {
        throw .runtime("Replacement index \(place) out of range for positional args tuple")
      }
      return positional[place]
    }
  }
}
