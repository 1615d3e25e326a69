extension Languages {
  /// The part of a format that a model is asked to write: all of it is in ``format(_:)``, and masks
  /// of it are fast.
  ///
  /// Leaves out leap seconds, and of e-mail addresses quoted local parts, addresses in brackets, and
  /// labels of more than 30 characters between hyphens or with several of those.
  func plainFormat(_ name: String) -> Language? {
    switch name {
    case "time": written(Self.plainTime)
    case "date-time": concat([date, literal("T"), written(Self.plainTime)])
    case "email", "idn-email": plainAddress
    default: format(name)
    }
  }

  /// RFC 3339's `full-time` without leap seconds.
  static let plainTime =
    "(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?"
    + "(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"

  private var plainAddress: Language {
    let atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
    let label = "[A-Za-z0-9]{1,30}(?:-[A-Za-z0-9]{1,30})?"
    return written("\(atom)(?:\\.\(atom))*@\(label)(?:\\.\(label))*")
  }
}
