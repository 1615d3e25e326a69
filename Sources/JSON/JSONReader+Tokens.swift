extension JSONReader {
  /// Reads one piece from token to token.
  mutating func read(
    _ bytes: Span<UInt8>, _ emit: (JSONEvent) -> Void
  ) throws(JSONError) {
    var index = 0
    switch token {
    case .none: break
    case .string: index = try readString(bytes, from: 0, emit)
    case .number: index = try readNumber(bytes, from: 0, emit)
    case .literal: index = try readLiteral(bytes, from: 0, emit)
    }
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): index += 1
      case UInt8(ascii: "\n"):
        index += 1
        line += 1
        lineStart = base + index
      case UInt8(ascii: "\""):
        guard expect != .colon, expect != .comma, expect != .end else {
          throw unexpected(byte, at: index)
        }
        token = .string
        index = try readString(bytes, from: index + 1, emit)
      case UInt8(ascii: ","):
        guard expect == .comma else { throw unexpected(byte, at: index) }
        expect = containers[containers.count - 1] ? .key : .value
        index += 1
      case UInt8(ascii: ":"):
        guard expect == .colon else { throw unexpected(byte, at: index) }
        expect = .value
        index += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["): try begin(byte, &index, emit)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): try end(byte, &index, emit)
      default:
        guard expect == .value || expect == .firstValue else {
          throw unexpected(byte, at: index)
        }
        index = try readScalar(bytes, from: index, emit)
      }
    }
  }

  private func unexpected(_ byte: UInt8, at index: Int) -> JSONError {
    error(.unexpected(byte, expected: expectation), at: base + index)
  }

  private mutating func begin(
    _ byte: UInt8, _ index: inout Int, _ emit: (JSONEvent) -> Void
  ) throws(JSONError) {
    guard expect == .value || expect == .firstValue else { throw unexpected(byte, at: index) }
    guard containers.count < maximumDepth else {
      throw error(.tooDeep(limit: maximumDepth), at: base + index)
    }
    let isObject = byte == UInt8(ascii: "{")
    containers.append(isObject)
    emit(isObject ? .beginObject : .beginArray)
    expect = isObject ? .firstKey : .firstValue
    index += 1
  }

  private mutating func end(
    _ byte: UInt8, _ index: inout Int, _ emit: (JSONEvent) -> Void
  ) throws(JSONError) {
    let isObject = byte == UInt8(ascii: "}")
    guard containers.last == isObject,
      expect == .comma || expect == (isObject ? .firstKey : .firstValue)
    else { throw unexpected(byte, at: index) }
    containers.removeLast()
    emit(isObject ? .endObject : .endArray)
    endValue()
    index += 1
  }

  /// Begins a number or a literal.
  private mutating func readScalar(
    _ bytes: Span<UInt8>, from index: Int, _ emit: (JSONEvent) -> Void
  ) throws(JSONError) -> Int {
    switch bytes[index] {
    case UInt8(ascii: "t"): literal = .true
    case UInt8(ascii: "f"): literal = .false
    case UInt8(ascii: "n"): literal = .null
    default:
      guard NumberState.start.next(bytes[index]) != nil else {
        throw unexpected(bytes[index], at: index)
      }
      token = .number
      number = .start
      return try readNumber(bytes, from: index, emit)
    }
    token = .literal
    literalCount = 0
    return try readLiteral(bytes, from: index, emit)
  }

  private mutating func readNumber(
    _ bytes: Span<UInt8>, from start: Int, _ emit: (JSONEvent) -> Void
  ) throws(JSONError) -> Int {
    var index = start
    var state = number
    while index < bytes.count, let next = state.next(bytes[index]) {
      state = next
      index += 1
    }
    number = state
    guard index < bytes.count else {
      scratch.append(contentsOf: bytes, start..<index)
      return index
    }
    guard state.isComplete else { throw unexpected(bytes[index], at: index) }
    let text: String
    if scratch.isEmpty {
      text = bytes.text(start..<index)
    } else {
      scratch.append(contentsOf: bytes, start..<index)
      text = takeScratch()
    }
    emit(.number(JSONNumber(checked: text)))
    endValue()
    return index
  }

  private mutating func readLiteral(
    _ bytes: Span<UInt8>, from start: Int, _ emit: (JSONEvent) -> Void
  ) throws(JSONError) -> Int {
    var index = start
    let length = literal.text.utf8CodeUnitCount
    while index < bytes.count, literalCount < length {
      guard bytes[index] == literal.byte(literalCount) else {
        throw unexpected(bytes[index], at: index)
      }
      index += 1
      literalCount += 1
    }
    if literalCount == length {
      emit(literal.event)
      endValue()
    }
    return index
  }
}

extension Literal {
  fileprivate func byte(_ index: Int) -> UInt8 { unsafe text.utf8Start[index] }
}

extension [UInt8] {
  /// Adds the bytes `range` of `source`.
  mutating func append(contentsOf source: Span<UInt8>, _ range: Range<Int>) {
    unsafe source.withUnsafeBufferPointer { unsafe append(contentsOf: $0[range]) }
  }
}

extension Span<UInt8> {
  /// The text of `range`, which must be UTF-8.
  func text(_ range: Range<Int>) -> String {
    unsafe withUnsafeBufferPointer { bytes in
      unsafe String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }
  }
}
