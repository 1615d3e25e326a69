import TernJSON

/// What requests take in memory, estimated from above.
enum BodyWeight {
  /// Bytes of memory for a value of JSON with its place in an array or an object.
  static let value = 96
  /// Bytes of memory for a byte of text, on its way to a prompt and its tokens.
  static let text = 12

  /// The bytes that a body takes when it is read: as JSON, as a conversation, as a prompt and as tokens.
  ///
  /// Cost: one look at each byte, before anything is read.
  static func estimate(_ body: [UInt8]) -> Int {
    var values = 1
    var isText = false
    var isEscaped = false
    for byte in body {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"): values += 1
      default: break
      }
    }
    return text * body.count + value * values
  }

  /// The bytes that a value takes.
  static func estimate(_ json: JSON) -> Int {
    switch json {
    case .null, .bool: value
    case .number(let number): value + number.text.utf8.count
    case .string(let text): value + text.utf8.count
    case .array(let values): values.reduce(value) { $0 + estimate($1) }
    case .object(let members):
      zip(members.keys, members.values).reduce(value) {
        $0 + $1.0.utf8.count + estimate($1.1)
      }
    }
  }
}

extension Exchange {
  /// Counts bytes that the request holds from now on.
  ///
  /// - Throws: The status 503 where they are not left, and 413 where they never are.
  func hold(_ bytes: Int, isAnswer: Bool = false) throws(ServerError) {
    guard !share.grow(by: bytes, isAnswer: isAnswer) else { return }
    throw share.exceedsAll(bytes) ? .tooMuch : .full
  }
}

extension ServerError {
  /// The requests that are being answered leave no memory for another one.
  static var full: Self {
    unavailable("Other requests hold the memory that there is for requests.")
  }

  /// The request takes more than there is for all.
  static var tooMuch: Self {
    tooLarge("The request would take more memory than there is for requests.")
  }
}
