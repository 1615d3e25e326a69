/// One demand on a value: that it satisfies a schema node, or that it does not.
struct Literal: Hashable, Comparable {
  private let code: Int32

  private init(code: Int32) { self.code = code }

  /// The value satisfies `node`.
  init(_ node: Int) { code = Int32(truncatingIfNeeded: node) << 1 }

  var node: Int { Int(code >> 1) }

  var isNegative: Bool { code & 1 == 1 }

  /// The opposite demand.
  var negated: Literal { Literal(code: code ^ 1) }

  static func < (a: Literal, b: Literal) -> Bool { a.code < b.code }
}

/// What a JSON value is, as its first byte tells (and for true and false their second thought).
enum ValueKind: UInt8, CaseIterable {
  case null, `false`, `true`, number, string, array, object

  /// The type of JSON Schema.
  var type: TypeSet {
    switch self {
    case .null: .null
    case .false, .true: .boolean
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}
