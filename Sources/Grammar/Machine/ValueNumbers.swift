import TernJSON

/// JSON values by number: equal ones, however they are written, have the same.
struct ValueNumbers {
  private var numbers: [[UInt8]: Int] = [:]
  private var values: [JSON] = []

  subscript(number: Int) -> JSON { values[number] }

  /// The number of a value, if it has one.
  func known(_ value: JSON) -> Int? { numbers[value.canonicalBytes()] }

  /// The number of a value: O(length of its text).
  mutating func number(of value: JSON) -> Int {
    let key = value.canonicalBytes()
    if let known = numbers[key] { return known }
    numbers[key] = values.count
    values.append(value)
    return values.count - 1
  }
}

extension JSON {
  /// Bytes that equal values share and no others: numbers in one form, members sorted by name.
  func canonicalBytes() -> [UInt8] {
    var bytes: [UInt8] = []
    addCanonicalBytes(&bytes)
    return bytes
  }

  private func addCanonicalBytes(_ bytes: inout [UInt8]) {
    switch self {
    case .null, .bool, .string: bytes += self.bytes()
    case .number(let number):
      let decimal = Decimal(reading: Array(number.text.utf8))
      if decimal.isNegative { bytes.append(UInt8(ascii: "-")) }
      bytes += decimal.digits.map { $0 + UInt8(ascii: "0") }
      bytes += Array("e\(decimal.exponent)".utf8)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for element in elements {
        element.addCanonicalBytes(&bytes)
        bytes.append(UInt8(ascii: ","))
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      let sorted = members.map { (name: Array($0.key.utf8), value: $0.value) }
        .sorted { $0.name.lexicographicallyPrecedes($1.name) }
      for member in sorted {
        bytes += JSON.string(String(decoding: member.name, as: UTF8.self)).bytes()
        bytes.append(UInt8(ascii: ":"))
        member.value.addCanonicalBytes(&bytes)
        bytes.append(UInt8(ascii: ","))
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }
}
