/// One option of a verb, as it is typed and explained.
struct CommandOption: Sendable {
  /// With its dashes, for example `--max-tokens`.
  let name: String
  /// Another name of one letter, for example `-n`.
  var short: String?
  /// What its value is, for the help text; `nil` for a switch.
  let value: String?
  let help: String
  var repeats = false

  static func flag(_ name: String, _ help: String) -> CommandOption {
    CommandOption(name: name, short: nil, value: nil, help: help)
  }

  static func value(
    _ name: String, _ value: String, _ help: String, repeats: Bool = false
  ) -> CommandOption {
    CommandOption(name: name, short: nil, value: value, help: help, repeats: repeats)
  }

  /// The same option with a name of one letter beside its own.
  func short(_ letter: String) -> CommandOption {
    var option = self
    option.short = letter
    return option
  }
}

/// The words after the verb, sorted into options and operands.
///
/// `--name value` and `--name=value` mean the same, as do `-n value` and `-n=value`; after `--`
/// everything is an operand; a lone `-`, negative numbers and other words behind one dash are operands
/// or values.
struct Arguments {
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]

  init(_ words: [String], options: [CommandOption]) throws(CommandFailure) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        return
      }
      guard word.hasPrefix("--") || Self.isShort(word) else {
        operands.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = options.first(where: { $0.name == name || $0.short == name }) else {
        throw .usage("unknown option \(name)")
      }
      let inline = parts.count > 1 ? String(parts[1]) : nil
      try add(option, inline: inline, rest: &rest)
    }
  }

  /// Whether a word is a dash and one letter, perhaps with a value.
  private static func isShort(_ word: String) -> Bool {
    let parts = word.utf8.prefix(3).map { Character(Unicode.Scalar($0)) }
    return parts.count > 1 && parts[0] == "-" && parts[1].isASCII && parts[1].isLetter
      && (parts.count == 2 || parts[2] == "=")
  }

  private mutating func add(
    _ option: CommandOption, inline: String?, rest: inout ArraySlice<String>
  ) throws(CommandFailure) {
    guard option.value != nil else {
      if inline != nil { throw .usage("\(option.name) takes no value") }
      values[option.name] = []
      return
    }
    guard let value = inline ?? rest.popFirst() else {
      throw .usage("\(option.name) needs a value")
    }
    if values[option.name] != nil && !option.repeats {
      throw .usage("\(option.name) is given twice")
    }
    values[option.name, default: []].append(value)
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  func string(_ name: String) -> String? { values[name]?.last }

  func strings(_ name: String) -> [String] { values[name] ?? [] }

  /// A whole number in `range`.
  func int(_ name: String, in range: ClosedRange<Int>) throws(CommandFailure) -> Int? {
    guard let text = string(name) else { return nil }
    guard let value = Int(text), range.contains(value) else {
      let upper = range.upperBound == .max ? "up" : "to \(range.upperBound)"
      throw .usage("\(name) takes a whole number from \(range.lowerBound) \(upper), not '\(text)'")
    }
    return value
  }

  func float(_ name: String) throws(CommandFailure) -> Float? {
    guard let text = string(name) else { return nil }
    guard let value = Float(text), value.isFinite else {
      throw .usage("\(name) takes a number, not '\(text)'")
    }
    return value
  }

  /// Token ids separated by commas or spaces.
  func tokens(_ name: String) throws(CommandFailure) -> [Int32]? {
    guard let text = string(name) else { return nil }
    var tokens: [Int32] = []
    for word in text.split(whereSeparator: { $0 == "," || $0 == " " }) {
      guard let token = Int32(word) else {
        throw .usage("\(name) takes token ids like 1,2,3, not '\(word)'")
      }
      tokens.append(token)
    }
    return tokens
  }

  /// Exactly these operands; throws a usage error naming the missing or surplus one.
  func operands(_ names: String...) throws(CommandFailure) -> [String] {
    if operands.count < names.count { throw .usage("\(names[operands.count]) is missing") }
    if operands.count > names.count {
      throw .usage("unexpected argument '\(operands[names.count])'")
    }
    return operands
  }
}
