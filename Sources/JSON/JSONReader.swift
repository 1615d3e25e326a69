/// One step of a JSON text.
package enum JSONEvent: Sendable, Equatable {
  case beginObject
  case endObject
  case beginArray
  case endArray
  /// The name of the next member.
  case key(String)
  case string(String)
  case number(JSONNumber)
  case bool(Bool)
  case null
}

/// Reads one JSON text that arrives in pieces, and tells its steps in order.
///
/// Strict by RFC 8259: UTF-8 without a byte order mark, one value, nothing else but white space.
/// How the text is cut into pieces, also within a character, changes neither events nor errors. An
/// escaped surrogate without its partner, which the grammar allows but no text can hold, reads as
/// U+FFFD, or as ``LoneSurrogates`` says. A number that ends the text is told by `finish()`. An error
/// ends the reading: every later call throws it again.
///
/// Cost: each byte is looked at once; memory is that of the current token and one byte for each
/// open array or object.
package struct JSONReader: Sendable {
  /// The deepest nesting that readers accept unless told otherwise: far above what documents
  /// have, and low enough that code calling itself once per level is safe on any stack.
  package static let defaultMaximumDepth = 512

  /// What an escaped surrogate without its partner reads as.
  package enum LoneSurrogates: Sendable {
    /// U+FFFD.
    case replaced
    /// The private character U+10F800…U+10FFFF with the same last 11 bits, so that different ones stay
    /// different from each other and from U+FFFD: for comparing values, not for showing them.
    case distinct
  }

  /// What may come next between tokens.
  enum Expect: UInt8, Sendable { case value, firstValue, key, firstKey, colon, comma, end }
  /// The token that the last piece ended in.
  enum Token: UInt8, Sendable { case none, string, number, literal }

  let maximumDepth: Int
  let loneSurrogates: LoneSurrogates
  var expect = Expect.value
  var token = Token.none
  /// The open containers: whether each is an object.
  var containers: [Bool] = []
  /// Bytes of the current token from earlier pieces, with escapes resolved.
  var scratch: [UInt8] = []
  var number = NumberState.start
  var literal = Literal.null
  /// Bytes of the literal that have been seen.
  var literalCount = 0
  var string = StringState()

  /// Bytes in all earlier pieces.
  var base = 0
  var line = 1
  /// Offset of the first byte of the line.
  var lineStart = 0
  var failure: JSONError?

  package init(
    maximumDepth: Int = Self.defaultMaximumDepth, loneSurrogates: LoneSurrogates = .replaced
  ) {
    self.maximumDepth = maximumDepth
    self.loneSurrogates = loneSurrogates
  }

  /// Reads the next piece and calls `emit` with each event that it completes.
  package mutating func push(
    _ bytes: Span<UInt8>, _ emit: (JSONEvent) -> Void
  ) throws(JSONError) {
    if let failure { throw failure }
    do throws(JSONError) {
      try read(bytes, emit)
    } catch {
      failure = error
      throw error
    }
    base += bytes.count
  }

  /// Ends the text; throws where it is not complete.
  package mutating func finish(_ emit: (JSONEvent) -> Void) throws(JSONError) {
    if let failure { throw failure }
    do throws(JSONError) {
      if token == .number, number.isComplete {
        emit(.number(JSONNumber(checked: takeScratch())))
        endValue()
      }
      guard token == .none, expect == .end else {
        throw error(.unexpectedEnd(expected: expectation), at: base)
      }
    } catch {
      failure = error
      throw error
    }
  }

  /// Reads the next piece and returns the events that it completes.
  package mutating func push(_ bytes: [UInt8]) throws(JSONError) -> [JSONEvent] {
    var events: [JSONEvent] = []
    try push(bytes.span) { events.append($0) }
    return events
  }

  /// Ends the text and returns the last event, if the end completes one.
  package mutating func finish() throws(JSONError) -> [JSONEvent] {
    var events: [JSONEvent] = []
    try finish { events.append($0) }
    return events
  }
}

extension JSONReader {
  /// What belongs at the place where the text stands, for errors.
  var expectation: JSONError.Expectation {
    switch token {
    case .string: return .quote
    case .number: return .digit
    case .literal: return .literal
    case .none: break
    }
    switch expect {
    case .value: return .value
    case .firstValue: return .valueOrEnd
    case .key: return .key
    case .firstKey: return .keyOrEnd
    case .colon: return .colon
    case .comma: return containers.last == true ? .commaOrBrace : .commaOrBracket
    case .end: return .end
    }
  }

  func error(_ problem: JSONError.Problem, at offset: Int) -> JSONError {
    JSONError(problem: problem, offset: offset, line: line, column: offset - lineStart + 1)
  }

  /// The scratch as text; leaves it empty but keeps its memory.
  mutating func takeScratch() -> String {
    defer { scratch.removeAll(keepingCapacity: true) }
    return String(decoding: scratch, as: UTF8.self)
  }

  @inline(__always)
  mutating func endValue() {
    token = .none
    expect = containers.isEmpty ? .end : .comma
  }
}

/// `true`, `false` or `null`.
enum Literal: Sendable {
  case `true`, `false`, null

  var text: StaticString {
    switch self {
    case .true: "true"
    case .false: "false"
    case .null: "null"
    }
  }

  var event: JSONEvent {
    switch self {
    case .true: .bool(true)
    case .false: .bool(false)
    case .null: .null
    }
  }
}
