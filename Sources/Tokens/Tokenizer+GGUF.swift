import TernFormat

extension VocabularySource {
  /// The vocabulary of a GGUF file: the metadata keys `tokenizer.ggml.*`.
  package init(_ metadata: Metadata) throws(TokenError) {
    let prefix = "tokenizer.ggml."
    guard let model = metadata.string(prefix + "model") else {
      throw .missingKey(prefix + "model")
    }
    self.init(model: model)
    pre = metadata.string(prefix + "pre") ?? ""
    name = metadata.string("general.name") ?? ""
    architecture = metadata.string("general.architecture") ?? ""
    // Only understood models are read further: others may keep anything under these keys.
    guard Tokenizer.knownModels.contains(model) else { return }
    guard metadata[prefix + "tokens"] != nil else { throw .missingKey(prefix + "tokens") }
    guard let strings = metadata.strings(prefix + "tokens") else {
      throw .wrongType(key: prefix + "tokens", expected: "an array of strings")
    }
    tokens = ByteStrings(strings)
    if metadata[prefix + "merges"] != nil {
      guard let strings = metadata.strings(prefix + "merges") else {
        throw .wrongType(key: prefix + "merges", expected: "an array of strings")
      }
      merges = ByteStrings(strings)
    }
    if metadata[prefix + "scores"] != nil {
      guard let values = metadata.floats(prefix + "scores") else {
        throw .wrongType(key: prefix + "scores", expected: "an array of numbers")
      }
      scores = values
    }
    if metadata[prefix + "token_type"] != nil {
      guard let values = metadata.ints(prefix + "token_type") else {
        throw .wrongType(key: prefix + "token_type", expected: "an array of integers")
      }
      types = values.map { Int32(clamping: $0) }
    }
    for key in metadata.keys where key.hasPrefix(prefix) && key.hasSuffix("_token_id") {
      ids[String(key.dropFirst(prefix.count))] = metadata.int(key)
    }
    addBOS = metadata.bool(prefix + "add_bos_token")
    addEOS = metadata.bool(prefix + "add_eos_token")
    addSpacePrefix = metadata.bool(prefix + "add_space_prefix")
    addSeparator = metadata.bool(prefix + "add_sep_token")
    removeExtraWhitespaces = metadata.bool(prefix + "remove_extra_whitespaces")
    lowercases = metadata.bool(prefix + "normalizer.lowercase")
    stripsAccents = metadata.bool(prefix + "normalizer.strip_accents")
    if let value = metadata[prefix + "precompiled_charsmap"] {
      characterMap = try Self.bytes(value, key: prefix + "precompiled_charsmap")
    }
  }

  private static func bytes(_ value: MetadataValue, key: String) throws(TokenError) -> [UInt8] {
    switch value.array {
    case .uint8(let bytes): return bytes
    case .int8(let bytes): return bytes.map { UInt8(bitPattern: $0) }
    default: throw .wrongType(key: key, expected: "an array of bytes")
    }
  }
}

extension Tokenizer {
  /// The tokenizer of a GGUF file, which may be a vocabulary without tensors.
  package convenience init(_ file: GGUFFile) throws(TokenError) {
    try self.init(try VocabularySource(file.metadata))
  }
}
