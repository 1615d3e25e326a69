/// Reads one JSON text that arrives in pieces, and has at any moment the value so far.
///
/// Of a string that is being read the whole characters so far count, of a number the longest
/// beginning that is a number; a name counts once something of its value is known, a literal once it
/// is complete. Strict as ``JSONReader`` is.
///
/// Cost: linear in the text, but for a factor below seven that grows with its logarithm, with a look
/// at ``value`` after every piece, whether or not the looks before are kept: what is finished is
/// shared (``GrowingList``), and a look itself takes O(depth).
package struct PartialJSON: Sendable {
  private var reader: JSONReader
  /// The open containers, the outermost first.
  private var open: [Container] = []
  private var root: JSON?
  /// The characters of the string that is being read.
  private var string = GrowingList<UInt8>()
  /// Bytes of the reader's current string that ``string`` has.
  private var taken = 0
  private var finishedMoves = 0

  private struct Container: Sendable {
    let isObject: Bool
    var elements = GrowingList<JSON>()
    var members = GrowingList<JSONObject.Member>()
    /// The name of the member that is being read.
    var key: String?

    var moves: Int { elements.moves + members.moves }
  }

  package init(maximumDepth: Int = JSONReader.defaultMaximumDepth) {
    reader = JSONReader(maximumDepth: maximumDepth)
  }

  /// Whether the value has been read to its end; a number at the root never is before ``finish()``.
  package var isWhole: Bool { root != nil }

  /// Values and bytes that were copied so far: a measure of work that does not depend on the machine.
  package var moves: Int { finishedMoves + string.moves + open.reduce(0) { $0 + $1.moves } }

  /// Reads the next piece, which may end within a character.
  package mutating func push(_ bytes: Span<UInt8>) throws(JSONError) {
    var events: [JSONEvent] = []
    // What was read before an error counts.
    defer { updateString() }
    do throws(JSONError) {
      try reader.push(bytes) { events.append($0) }
    } catch {
      for event in events { add(event) }
      throw error
    }
    for event in events { add(event) }
  }

  /// Reads the next piece.
  package mutating func push(_ text: String) throws(JSONError) {
    try push(Array(text.utf8).span)
  }

  /// Ends the text; throws where it is not complete.
  package mutating func finish() throws(JSONError) {
    for event in try reader.finish() { add(event) }
  }

  /// The value so far; `nil` before anything of it is known.
  package var value: PartialValue? {
    if let root { return .whole(root) }
    var value = token
    for container in open.reversed() {
      if !container.isObject {
        value = .array(container.elements, next: value)
      } else if let key = container.key, let known = value {
        value = .object(container.members, next: (key, known))
      } else {
        value = .object(container.members, next: nil)
      }
    }
    return value
  }

  /// What is known of the string or number that is being read.
  private var token: PartialValue? {
    switch reader.token {
    case .string where !isName: .string(string)
    case .number: number.map(PartialValue.number)
    default: nil
    }
  }

  private var isName: Bool { reader.expect == .key || reader.expect == .firstKey }

  /// The longest beginning of the number that is one; what is missing at most is `-`, `.` or `e+`.
  private var number: JSONNumber? {
    var digits = reader.scratch
    for _ in 0..<3 {
      if let number = JSONNumber(text: String(decoding: digits, as: UTF8.self)) { return number }
      if digits.popLast() == nil { return nil }
    }
    return nil
  }

  private mutating func add(_ event: JSONEvent) {
    switch event {
    case .beginObject: open.append(Container(isObject: true))
    case .beginArray: open.append(Container(isObject: false))
    case .endObject, .endArray:
      guard let container = open.popLast() else { return }
      finishedMoves += container.moves
      put(
        container.isObject
          ? .object(JSONObject(members: container.members.array))
          : .array(container.elements.array))
    case .key(let key):
      open[open.count - 1].key = key
      endString()
    case .string(let text):
      put(.string(text))
      endString()
    case .number(let number): put(.number(number))
    case .bool(let value): put(.bool(value))
    case .null: put(.null)
    }
  }

  private mutating func put(_ value: JSON) {
    guard let last = open.indices.last else {
      root = value
      return
    }
    if let key = open[last].key {
      open[last].members.append(JSONObject.Member(key: key, value: value))
      open[last].key = nil
    } else {
      open[last].elements.append(value)
    }
  }

  /// Takes over the whole characters that the reader has added to an unfinished string.
  private mutating func updateString() {
    guard reader.token == .string, !isName else { return }
    var end = reader.scratch.count
    if reader.string.following > 0 {
      while end > taken, reader.scratch[end - 1] & 0xC0 == 0x80 { end -= 1 }
      end -= 1
    }
    guard end > taken else { return }
    string.append(contentsOf: reader.scratch[taken..<end])
    taken = end
  }

  private mutating func endString() {
    finishedMoves += string.moves
    string = GrowingList()
    taken = 0
  }
}
