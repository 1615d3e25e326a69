/// A finite set of number texts as a trie: pinned values, or values to leave out.
struct NumberWords {
  private var children: [Int64: Int32] = [:]
  private var isEnd: [Bool] = [false]

  static let root: Int32 = 0
  /// No word begins with what was read.
  static let none: Int32 = -1

  init() {}

  var isEmpty: Bool { isEnd.count == 1 }

  mutating func insert(_ word: some Sequence<UInt8>) {
    var node = NumberWords.root
    for byte in word {
      let key = NumberWords.key(node, byte)
      if let child = children[key] {
        node = child
      } else {
        let child = Int32(isEnd.count)
        isEnd.append(false)
        children[key] = child
        node = child
      }
    }
    isEnd[Int(node)] = true
  }

  /// Inserts a value with every number of zeros, up to `digits`, after its point.
  mutating func insert(_ value: Decimal, fractionDigits digits: Int) {
    var text = Array(value.pointText.utf8)
    insert(text)
    if value.fractionCount == 0, digits > 0 { text.append(UInt8(ascii: ".")) }
    for _ in 0..<max(0, digits - value.fractionCount) {
      text.append(UInt8(ascii: "0"))
      insert(text)
    }
  }

  func next(_ node: Int32, _ byte: UInt8) -> Int32 {
    node == NumberWords.none ? node : children[NumberWords.key(node, byte)] ?? NumberWords.none
  }

  func isWord(_ node: Int32) -> Bool { node != NumberWords.none && isEnd[Int(node)] }

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
