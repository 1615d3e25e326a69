extension Languages {
  /// The formats of JSON Schema 2020-12 that have a language here; ``format(_:)`` knows no others.
  ///
  /// `regex` is not among them, because regular expressions nest without end; nor is
  /// `idn-hostname`, whose rules count the length of another spelling of the name.
  static let formatNames = [
    "date", "date-time", "duration", "email", "hostname", "idn-email", "ipv4", "ipv6", "iri",
    "iri-reference", "json-pointer", "relative-json-pointer", "time", "uri", "uri-reference",
    "uri-template", "uuid",
  ]

  /// The language of a format of JSON Schema 2020-12; `nil` where `name` is none of
  /// ``formatNames``.
  ///
  /// Exact but for labels that begin with `xn--`, which are not decoded: `hostname` has none of them,
  /// e-mail addresses have all by their shape.
  func format(_ name: String) -> Language? {
    switch name {
    case "date": date
    case "time": time
    case "date-time": concat([date, scalars([0x54...0x54, 0x74...0x74]), time])
    case "duration": duration
    case "email": emailAddress(international: false)
    case "idn-email": emailAddress(international: true)
    case "hostname": hostname
    case "ipv4": ipv4
    case "ipv6": ipv6
    case "uri": uri(international: false)
    case "iri": uri(international: true)
    case "uri-reference": uriReference(international: false)
    case "iri-reference": uriReference(international: true)
    case "uri-template": uriTemplate
    case "uuid": written("[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
    case "json-pointer": jsonPointer
    case "relative-json-pointer":
      concat(
        written("(?:0|[1-9][0-9]*)(?:[+-](?:0|[1-9][0-9]*))?"), or([literal("#"), jsonPointer]))
    default: nil
    }
  }

  /// The language of a pattern that is written here, as a whole.
  func written(_ pattern: String) -> Language {
    // The patterns are constants that the tests read; one with a mistake would match nothing.
    (try? self.pattern(pattern, .ecma, wholeMatch: true)) ?? empty
  }

  /// `a` or nothing.
  func optional(_ a: Language) -> Language { or([epsilon, a]) }

  /// RFC 6901.
  private var jsonPointer: Language { written("(?:/(?:[^/~]|~[01])*)*") }
}
