// URIs of RFC 3986, IRIs of RFC 3987 and templates of RFC 6570.
extension Languages {
  /// The characters that RFC 3987 adds: `ucschar`, and `iprivate` within queries.
  private static let ucschar = {
    var text = "\\u{A0}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFEF}"
    for plane in 1...13 {
      let hexadecimal = String(plane, radix: 16)
      text += "\\u{\(hexadecimal)0000}-\\u{\(hexadecimal)FFFD}"
    }
    return text + "\\u{E1000}-\\u{EFFFD}"
  }()
  private static let iprivate = "\\u{E000}-\\u{F8FF}\\u{F0000}-\\u{FFFFD}\\u{100000}-\\u{10FFFD}"

  private static let percent = "%[0-9A-Fa-f]{2}"

  /// `unreserved` and `sub-delims`, for use in a class.
  private static func plain(_ international: Bool) -> String {
    "A-Za-z0-9._~!$&'()*+,;=\\-" + (international ? ucschar : "")
  }

  /// A scheme, and all that follows.
  func uri(international: Bool) -> Language {
    let segment = "(?:[\(Self.plain(international)):@]|\(Self.percent))"
    let path = written("(?:/(?:\(segment)+(?:/\(segment)*)*)?|\(segment)+(?:/\(segment)*)*)?")
    let hierarchy = or([networkPath(international), path])
    return concat([
      written("[A-Za-z][A-Za-z0-9+.\\-]*:"), hierarchy, queryAndFragment(international),
    ])
  }

  /// A URI, or a reference without a scheme, whose first segment has no colon.
  func uriReference(international: Bool) -> Language {
    let plain = Self.plain(international)
    let segment = "(?:[\(plain):@]|\(Self.percent))"
    let first = "(?:[\(plain)@]|\(Self.percent))"
    let path = written("(?:/(?:\(segment)+(?:/\(segment)*)*)?|\(first)+(?:/\(segment)*)*)?")
    let relative = concat(
      or([networkPath(international), path]), queryAndFragment(international))
    return or([uri(international: international), relative])
  }

  /// `//`, an authority and a path that is empty or begins with `/`.
  private func networkPath(_ international: Bool) -> Language {
    let plain = Self.plain(international)
    let user = written("(?:(?:[\(plain):]|\(Self.percent))*@)?")
    let name = written("(?:[\(plain)]|\(Self.percent))*")
    let future = written("[Vv][0-9A-Fa-f]+\\.[\(Self.plain(false)):]+")
    let address = concat([literal("["), or([ipv6, future]), literal("]")])
    let port = written("(?::[0-9]*)?")
    let path = written("(?:/(?:[\(plain):@]|\(Self.percent))*)*")
    return concat([literal("//"), user, or([name, address]), port, path])
  }

  private func queryAndFragment(_ international: Bool) -> Language {
    let part = "\(Self.plain(international)):@/?"
    let query = part + (international ? Self.iprivate : "")
    return written("(?:\\?(?:[\(query)]|\(Self.percent))*)?(?:#(?:[\(part)]|\(Self.percent))*)?")
  }

  /// RFC 6570, section 2; the apostrophe is a literal by erratum 6937.
  var uriTemplate: Language {
    let characters =
      "!#$&'(-;=?-\\[\\]_a-z~" + Self.ucschar + Self.iprivate
    let character = "(?:[A-Za-z0-9_]|\(Self.percent))"
    let name = "\(character)(?:\\.?\(character))*"
    let variable = "\(name)(?::[1-9][0-9]{0,3}|\\*)?"
    let expression = "\\{[+#./;?&=,!@|]?\(variable)(?:,\(variable))*\\}"
    return written("(?:[\(characters)]|\(Self.percent)|\(expression))*")
  }
}
