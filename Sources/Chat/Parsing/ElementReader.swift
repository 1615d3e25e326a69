import TernJSON

/// The arguments of a call that is written as elements, as far as they are read.
struct ElementReader: Sendable {
  /// What may stand between or in values.
  enum Mark: Sendable { case open, close, end }

  private(set) var style = ElementSyntax(open: "", close: "")
  /// The JSON text of the arguments so far.
  var output: [UInt8] = []
  /// Names of arguments, in order.
  var names: Set<String> = []
  /// Whether the next is the beginning of a value, behind its own marker.
  var awaitsValue = false
  /// The name of the argument as it is read.
  var header: [UInt8] = []
  var types = ArgumentTypes.all
  /// Whether the value is a string whatever it looks like, and so can be told as it comes.
  var isString = false
  /// The value, where it is no string.
  var text: [UInt8] = []
  /// Bytes of the value.
  var length = 0
  /// A line break that ends the value, or is part of it.
  var hasLineBreak = false
  /// Whether the last byte was a line break.
  var isAtLineStart = false
  var isCharacterData = false
  /// Calls in the value that are text, and have not ended.
  var nested = 0
  /// Whether it has been tried whether the value is whole.
  private var isTried = false
  /// Whether entities in the value stand for characters.
  var hasEntities = false
  /// What reads the value where it may be made of elements, and its schema.
  private var tree: NestedElements?
  private var schema: JSON?
  /// Elements in the value that have its name, and have not ended.
  var depth = 0
  /// Marks in a value: the argument's end, the next argument, the call's end.
  var marks = MarkerSet<Mark>()

  init() {}

  /// The marks of a dialect's elements.
  static func marks(_ reading: DialectReading) -> MarkerSet<Mark> {
    MarkerSet(
      reading.elementOpens.map { ($0, .open) } + reading.elementCloses.map { ($0, .close) }
        + reading.elementEnds.map { ($0, .end) })
  }

  init(_ style: ElementSyntax, _ marks: MarkerSet<Mark>) {
    (self.style, self.marks) = (style, marks)
    output = [UInt8(ascii: "{")]
  }

  /// Begins the value of an argument.
  mutating func beginValue(_ name: String, _ types: ArgumentTypes) {
    if output.count > 1 { output.append(UInt8(ascii: ",")) }
    output.append(UInt8(ascii: "\""))
    for byte in name.utf8 { JSONText.append(byte, to: &output) }
    output += Array("\":".utf8)
    names.insert(name)
    self.types = types
    hasEntities = style.isXML
    isString = types == .string && !hasEntities
    if isString { output.append(UInt8(ascii: "\"")) }
    text.removeAll(keepingCapacity: true)
    length = 0
    (hasLineBreak, isCharacterData, isTried) = (false, false, false)
    isAtLineStart = false
    nested = 0
  }

  /// Has the value of the argument, which has begun, read as elements.
  ///
  /// - Parameter schema: that of all arguments.
  mutating func beginTree(_ name: String, _ schema: JSON, _ ends: [String]) {
    let tree = NestedElements(style: style, root: schema)
    (self.tree, self.schema, depth) = (tree, tree.schema(of: name, in: schema), 0)
    let tag = name + style.nameEnd
    marks = MarkerSet(
      [(style.open + tag, .open), (style.close + tag, .close)] + ends.map { ($0, .end) })
  }

  /// Whether a value that is no string is complete at the first mark in it.
  var isWhole: Bool {
    mutating get {
      guard !types.contains(.string), !isTried else { return false }
      isTried = true
      return JSONText.value(text) != nil
    }
  }

  /// Adds a byte of the value; a line break at its beginning may be markup.
  mutating func add(_ byte: UInt8) {
    defer { length += 1 }
    isAtLineStart = byte == UInt8(ascii: "\n")
    guard !isCharacterData else { return put(byte) }
    if length == 0, isAtLineStart, style.padding == "\n" { return }
    if hasLineBreak { put(UInt8(ascii: "\n")) }
    hasLineBreak = isAtLineStart
    if !isAtLineStart { put(byte) }
  }

  private mutating func put(_ byte: UInt8) {
    if isString { JSONText.append(byte, to: &output) } else { text.append(byte) }
  }

  /// - Parameter dropsLine: whether a line break at the end is markup.
  mutating func endValue(dropsLine: Bool) {
    if hasLineBreak, !dropsLine { put(UInt8(ascii: "\n")) }
    hasLineBreak = false
    if isString {
      output.append(UInt8(ascii: "\""))
    } else {
      if hasEntities { text = Self.resolved(text) }
      output += (tree?.value(text[...], schema) ?? types.value(text)).bytes()
    }
  }

  /// The text with the characters that its entities stand for.
  static func resolved(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(UInt8(ascii: "&")) else { return text }
    var string = String(decoding: text, as: UTF8.self)
    for (entity, character) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&"),
    ] {
      string = string.replacing(entity, with: character)
    }
    return Array(string.utf8)
  }
}
