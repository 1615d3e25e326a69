import TernFormat

/// Typed, checked access to the metadata of one architecture: `key` means `<architecture>.<key>`.
///
/// Every integer is bounded so that the product of any two fits an `Int`; every float is finite.
struct Hyperparameters {
  /// The largest integer accepted: two of them multiply without overflow.
  static let limit = 1 << 30

  let architecture: String
  private let metadata: Metadata
  /// Where the keys that are read are kept, if anywhere.
  private let log: KeyLog?

  init(_ metadata: Metadata, log: KeyLog? = nil) throws(ModelError) {
    guard metadata["general.architecture"] != nil else {
      throw .missingKey("general.architecture")
    }
    guard let architecture = metadata.string("general.architecture") else {
      throw .badValue(
        key: "general.architecture", found: Self.text(metadata["general.architecture"]),
        expected: "a string")
    }
    self.architecture = architecture
    self.metadata = metadata
    self.log = log
  }

  func has(_ key: String) -> Bool { value(full(key)) != nil }

  /// The value of a full key.
  private func value(_ key: String) -> MetadataValue? {
    log?.keys.insert(key)
    return metadata[key]
  }

  /// The integer at `key` in `range`, or `nil` where the key is absent.
  func int(_ key: String, in range: ClosedRange<Int>) throws(ModelError) -> Int? {
    guard let value = value(full(key)) else { return nil }
    guard let int = metadata.int(full(key)), range.contains(int) else {
      throw bad(key, value, "an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return int
  }

  /// The integer at `key` in `range`; the key must exist.
  func requiredInt(_ key: String, in range: ClosedRange<Int>) throws(ModelError) -> Int {
    guard let int = try int(key, in: range) else { throw .missingKey(full(key)) }
    return int
  }

  /// One integer for every layer: from an array of at least `layers` values, or one value for all.
  func ints(
    _ key: String, layers: Int, in range: ClosedRange<Int>
  ) throws(ModelError) -> [Int]? {
    guard let value = value(full(key)) else { return nil }
    guard case .array = value else {
      return try int(key, in: range).map { Array(repeating: $0, count: layers) }
    }
    guard let ints = metadata.ints(full(key)), ints.count >= layers,
      ints.prefix(layers).allSatisfy(range.contains)
    else {
      throw bad(
        key, value,
        "\(layers) integers from \(range.lowerBound) to \(range.upperBound)")
    }
    return Array(ints.prefix(layers))
  }

  /// One finite number for every layer, from an array of at least `layers` or one value for all;
  /// `isBare`: the key has no architecture before it.
  func floats(
    _ key: String, layers: Int, isBare: Bool = false
  ) throws(ModelError) -> [Float]? {
    let key = isBare ? key : full(key)
    guard let value = value(key) else { return nil }
    var found: [Float]?
    if case .array = value {
      found = metadata.floats(key)
    } else {
      found = metadata.float(key).map { Array(repeating: $0, count: layers) }
    }
    guard let found, found.count >= layers, found.prefix(layers).allSatisfy({ $0.isFinite }) else {
      throw .badValue(
        key: key, found: Self.text(value), expected: "\(layers) finite numbers")
    }
    return Array(found.prefix(layers))
  }

  /// Whether each layer is set, from an array of booleans or integers; `nil` where the value is
  /// absent or no array.
  func flags(_ key: String, layers: Int) throws(ModelError) -> [Bool]? {
    guard let value = value(full(key)), case .array = value else { return nil }
    let flags = metadata.bools(full(key)) ?? metadata.ints(full(key))?.map { $0 != 0 }
    guard let flags, flags.count >= layers else {
      throw bad(key, value, "\(layers) booleans")
    }
    return Array(flags.prefix(layers))
  }

  /// The finite number at `key`, or `nil` where the key is absent.
  func float(_ key: String) throws(ModelError) -> Float? {
    guard let value = value(full(key)) else { return nil }
    guard let float = metadata.float(full(key)), float.isFinite else {
      throw bad(key, value, "a finite number")
    }
    return float
  }

  /// The finite number above 0 at `key`, or `nil` where the key is absent.
  func positive(_ key: String) throws(ModelError) -> Float? {
    guard let float = try float(key) else { return nil }
    guard float > 0 else { throw bad(key, metadata[full(key)], "a number above 0") }
    return float
  }

  func bool(_ key: String) throws(ModelError) -> Bool? {
    guard let value = value(full(key)) else { return nil }
    guard let bool = metadata.bool(full(key)) else { throw bad(key, value, "a boolean") }
    return bool
  }

  func string(_ key: String) throws(ModelError) -> String? {
    guard let value = value(full(key)) else { return nil }
    guard let string = metadata.string(full(key)) else { throw bad(key, value, "a string") }
    return string
  }

  /// The strings at `key`; `nil` where there are none.
  func strings(_ key: String) -> StringTable? { value(full(key))?.array?.strings }

  /// The error for a value of `key` that cannot be.
  func bad(_ key: String, expected: String) -> ModelError {
    bad(key, metadata[full(key)], expected)
  }

  func full(_ key: String) -> String { "\(architecture).\(key)" }

  private func bad(_ key: String, _ value: MetadataValue?, _ expected: String) -> ModelError {
    .badValue(key: full(key), found: Self.text(value), expected: expected)
  }

  /// A short text of a value for an error; arrays show only their first elements.
  private static func text(_ value: MetadataValue?) -> String {
    guard let value else { return "absent" }
    switch value {
    case .uint8(let number): return "\(number)"
    case .int8(let number): return "\(number)"
    case .uint16(let number): return "\(number)"
    case .int16(let number): return "\(number)"
    case .uint32(let number): return "\(number)"
    case .int32(let number): return "\(number)"
    case .uint64(let number): return "\(number)"
    case .int64(let number): return "\(number)"
    case .float32(let number): return "\(number)"
    case .float64(let number): return "\(number)"
    case .bool(let flag): return "\(flag)"
    case .string: return value.string ?? "a string"
    case .array(let array): return "\(array)"
    }
  }
}

/// Which keys of the metadata were asked for, by full name.
final class KeyLog {
  var keys: Set<String> = []
}
