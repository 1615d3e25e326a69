import TernTokens

/// The markers that a vocabulary has special tokens for (`<tool_call>`), and the bytes that stand for
/// them in texts that are being read.
///
/// These bytes are in no UTF-8, so that nothing but the token can be read where a marker is asked for,
/// and the token nowhere else.
struct VocabularyMarkers: Sendable {
  /// The byte of each marker.
  private(set) var bytes: [String: UInt8] = [:]
  /// The token of each byte.
  private(set) var tokens: [UInt8: Int32] = [:]
  private var texts: [UInt8: [UInt8]] = [:]

  /// No marker.
  static let none = VocabularyMarkers()

  /// Bytes that UTF-8 never has (Unicode 16, table 3-7).
  private static let free: [UInt8] = Array(0xF5...0xFF) + [0xC0, 0xC1]
  /// How many markers there may be; what is more counts as plain text.
  static let limit = free.count

  private init() {}

  /// Those of `texts` that are control or user-defined tokens.
  init(_ texts: [String], _ tokenizer: Tokenizer) {
    for text in texts where bytes[text] == nil && bytes.count < Self.limit {
      guard let token = tokenizer.token(named: text), !text.isEmpty else { continue }
      let attribute = tokenizer.attributes(of: token)
      guard attribute == .control || attribute == .userDefined else { continue }
      let byte = Self.free[bytes.count]
      bytes[text] = byte
      tokens[byte] = token
      self.texts[byte] = Array(text.utf8)
    }
  }

  var isEmpty: Bool { bytes.isEmpty }

  /// A text with its markers spelled out.
  func spelled(_ text: [UInt8]) -> [UInt8] {
    if isEmpty { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    for byte in text {
      if byte >= 0xC0, let marker = texts[byte] { result += marker } else { result.append(byte) }
    }
    return result
  }

  /// The byte of each token that is a marker.
  func byTokens() -> [Int32: UInt8] {
    tokens.reduce(into: [:]) { $0[$1.value] = $1.key }
  }
}

/// The leaf of one byte, which stands for a marker.
struct MarkerByte: LeafAutomaton {
  let byte: UInt8

  var start: Bool { false }
  var alphabet: [UInt8] { [byte] }
  func next(_ isRead: Bool, _ byte: UInt8) -> Bool? { !isRead && byte == self.byte ? true : nil }
  func isFinal(_ isRead: Bool) -> Bool { isRead }
  func ending(_ isRead: Bool) -> [UInt8] { isRead ? [] : [byte] }
}
