/// The members of a JSON object, in order, each key once.
///
/// Keys are the same when their bytes are. Looking up is O(1): up to eight members are compared
/// one by one, more are found by a hash table.
package struct JSONObject: Sendable {
  /// One member of an object.
  package struct Member: Sendable {
    package var key: String
    package var value: JSON
  }

  private var members: [Member] = []
  /// Where each key is; empty for small objects.
  private var table: [ExactString: Int] = [:]

  /// Objects with more members than this have a table.
  private static let tableThreshold = 8

  package init() {}

  /// Members in order; of equal keys the last value counts, in the place of the first.
  package init(_ members: some Sequence<(String, JSON)>) {
    for (key, value) in members { self[key] = value }
  }

  /// Members whose keys may repeat.
  init(members: [Member]) {
    self.members = members
    let isSet: Bool
    if members.count > Self.tableThreshold {
      makeTable()
      isSet = table.count == members.count
    } else {
      isSet = members.indices.allSatisfy { end in
        !members[..<end].contains { $0.key.hasSameBytes(as: members[end].key) }
      }
    }
    if !isSet { self = JSONObject(members.lazy.map { ($0.key, $0.value) }) }
  }

  /// The keys in order; O(n).
  package var keys: [String] { members.map(\.key) }

  /// The values in the order of the keys; O(n).
  package var values: [JSON] { members.map(\.value) }

  /// The value of `key`: a new key goes to the end, `nil` removes the member (O(n)).
  package subscript(key: String) -> JSON? {
    get { index(of: key).map { members[$0].value } }
    set {
      switch (index(of: key), newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): remove(at: index)
      case (nil, let value?): append(key, value)
      case (nil, nil): break
      }
    }
  }

  /// The place of `key`, from 0.
  package func index(of key: String) -> Int? {
    if !table.isEmpty { return table[ExactString(key)] }
    return members.firstIndex { $0.key.hasSameBytes(as: key) }
  }

  private mutating func append(_ key: String, _ value: JSON) {
    members.append(Member(key: key, value: value))
    if !table.isEmpty {
      table[ExactString(key)] = members.count - 1
    } else if members.count > Self.tableThreshold {
      makeTable()
    }
  }

  private mutating func remove(at index: Int) {
    members.remove(at: index)
    table = [:]
    if members.count > Self.tableThreshold { makeTable() }
  }

  private mutating func makeTable() {
    table.reserveCapacity(members.count)
    for (index, member) in members.enumerated() { table[ExactString(member.key)] = index }
  }
}

extension JSONObject: Equatable {
  /// Whether both have the same members in the same order.
  package static func == (a: JSONObject, b: JSONObject) -> Bool {
    a.count == b.count
      && zip(a.members, b.members).allSatisfy { a, b in
        a.key.hasSameBytes(as: b.key) && a.value == b.value
      }
  }
}

extension JSONObject: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { members.count }
  package subscript(position: Int) -> (key: String, value: JSON) {
    (members[position].key, members[position].value)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }
}
