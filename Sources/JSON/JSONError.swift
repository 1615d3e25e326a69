/// Why a text is not JSON, and where.
package struct JSONError: Error, Equatable {
  package enum Problem: Sendable, Equatable {
    /// This byte where something else should be.
    case unexpected(UInt8, expected: Expectation)
    /// The text ends where something should be.
    case unexpectedEnd(expected: Expectation)
    /// A character below U+0020 in a string, which must be escaped.
    case controlCharacter(UInt8)
    /// This byte after a backslash, or among the four digits after `\u`.
    case invalidEscape(UInt8)
    /// A byte in a string that is not UTF-8.
    case invalidUTF8
    /// More arrays and objects within each other than the limit.
    case tooDeep(limit: Int)
  }

  /// What may stand at a place.
  package enum Expectation: String, Sendable {
    case value = "a value"
    case valueOrEnd = "a value or ]"
    case key = "a key"
    case keyOrEnd = "a key or }"
    case colon = ":"
    case commaOrBracket = ", or ]"
    case commaOrBrace = ", or }"
    case end = "the end"
    case digit = "a digit"
    case literal = "true, false or null"
    case quote = "the end of the string"
  }

  package var problem: Problem
  /// The place in bytes from the start.
  package var offset: Int
  /// The line, from 1; lines end at `\n`.
  package var line: Int
  /// The place in the line in bytes, from 1.
  package var column: Int

  package init(problem: Problem, offset: Int, line: Int, column: Int) {
    self.problem = problem
    self.offset = offset
    self.line = line
    self.column = column
  }
}

extension JSONError: CustomStringConvertible {
  package var description: String { "line \(line), column \(column): \(problem)" }
}

extension JSONError.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unexpected(let byte, let expected): "\(Self.name(byte)) where \(expected) was expected"
    case .unexpectedEnd(let expected): "the text ends where \(expected) was expected"
    case .controlCharacter(let byte): "\(Self.name(byte)) in a string must be escaped"
    case .invalidEscape(let byte): "\(Self.name(byte)) in an escape sequence"
    case .invalidUTF8: "the string is not UTF-8"
    case .tooDeep(let limit): "more than \(limit) arrays and objects within each other"
    }
  }

  private static func name(_ byte: UInt8) -> String {
    if (0x21..<0x7F).contains(byte) { return "‘\(Character(UnicodeScalar(byte)))’" }
    return "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}

extension JSONError.Expectation: CustomStringConvertible {
  package var description: String { rawValue }
}
