/// A finite set of number texts as a trie: of pinned values, which have one text each, or of
/// values to leave out, however many zeros end their fraction.
struct NumberWords {
  private var children: [Int64: Int32] = [:]
  private var isEnd: [Bool] = [false]
  /// Whether the text of a node has a point.
  private var hasPoint: [Bool] = [false]
  private var ignoresZeros = false

  static let root: Int32 = 0
  /// No word begins with what was read.
  static let none: Int32 = -1
  /// A word was read, and zeros that change nothing.
  private static let tail: Int32 = -2

  init() {}

  /// Values, in any spelling without an exponent.
  init(values: [Decimal]) {
    ignoresZeros = true
    for value in values { _ = insert(value.pointText.utf8) }
    for value in values { markZeros(after: insert(value.pointText.utf8)) }
  }

  var isEmpty: Bool { isEnd.count == 1 }

  /// Adds a text and returns its node.
  mutating func insert(_ word: some Sequence<UInt8>) -> Int32 {
    var node = NumberWords.root
    for byte in word {
      let key = NumberWords.key(node, byte)
      if let child = children[key] {
        node = child
      } else {
        let child = Int32(isEnd.count)
        isEnd.append(false)
        hasPoint.append(hasPoint[Int(node)] || byte == UInt8(ascii: "."))
        children[key] = child
        node = child
      }
    }
    isEnd[Int(node)] = true
    return node
  }

  /// Words that go on from this one with zeros after the point have its value on the way.
  private mutating func markZeros(after word: Int32) {
    var node = word
    while let child = children[NumberWords.key(node, zero(node))] {
      isEnd[Int(child)] = true
      node = child
    }
  }

  /// The byte that changes nothing after a node's text.
  private func zero(_ node: Int32) -> UInt8 {
    hasPoint[Int(node)] ? UInt8(ascii: "0") : UInt8(ascii: ".")
  }

  func next(_ node: Int32, _ byte: UInt8) -> Int32 {
    if node == NumberWords.none { return node }
    if node == NumberWords.tail { return byte == UInt8(ascii: "0") ? node : NumberWords.none }
    if let child = children[NumberWords.key(node, byte)] { return child }
    let isTail = ignoresZeros && isEnd[Int(node)] && byte == zero(node)
    return isTail ? NumberWords.tail : NumberWords.none
  }

  func isWord(_ node: Int32) -> Bool {
    node == NumberWords.tail || (node != NumberWords.none && isEnd[Int(node)])
  }

  private static func key(_ node: Int32, _ byte: UInt8) -> Int64 {
    Int64(node) << 8 | Int64(byte)
  }
}

extension NumberWords {
  /// What a shortest word that begins with what was read goes on with.
  func ending(_ node: Int32) -> [UInt8] {
    var level: [(node: Int32, text: [UInt8])] = [(node, [])]
    while !level.isEmpty {
      if let found = level.first(where: { isWord($0.node) }) { return found.text }
      level = level.flatMap { entry in
        NumberWords.bytes.compactMap { byte in
          let child = next(entry.node, byte)
          return child == NumberWords.none ? nil : (child, entry.text + [byte])
        }
      }
    }
    return []
  }

  private static let bytes = Array("0123456789.-+e".utf8)
}
