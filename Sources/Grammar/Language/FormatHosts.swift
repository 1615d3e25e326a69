// Names and addresses of hosts, and addresses of e-mail.
extension Languages {
  /// RFC 1123: labels of letters, digits and inner hyphens, up to 63 characters each and 253 in all.
  ///
  /// No label begins with `xn--`: which of those spell a name of another script is more than an
  /// expression can tell, and what is not sure to be right is not let through.
  var hostname: Language {
    let name = written("\(Self.label)(?:\\.\(Self.label))*")
    return and([name, repeated(anyScalar, 1, 253)])
  }

  /// A label that does not begin with `xn--`, by how much of that it does begin with.
  private static let label = {
    func rest(_ count: Int) -> String { "(?:[A-Za-z0-9-]{0,\(count)}[A-Za-z0-9])?" }
    let afterX =
      "[A-MO-Za-mo-z0-9]\(rest(60))|-[A-Za-z0-9-]{0,60}[A-Za-z0-9]"
      + "|[Nn](?:[A-Za-z0-9]\(rest(59))|-[A-Za-z0-9]\(rest(58)))?"
    return "(?:[A-WYZa-wyz0-9]\(rest(61))|[Xx](?:\(afterX))?)"
  }()

  /// RFC 2673's dotted quad, without leading zeros.
  var ipv4: Language { written(Self.ipv4Pattern) }

  private static let ipv4Pattern = {
    let byte = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
    return "\(byte)(?:\\.\(byte)){3}"
  }()

  /// RFC 4291, section 2.2: eight groups, or fewer with one `::`; the last two may be an IPv4
  /// address.
  var ipv6: Language {
    let group = "[0-9A-Fa-f]{1,4}"
    var forms = ["\(group)(?::\(group)){7}", "(?:\(group):){6}\(Self.ipv4Pattern)"]
    for left in 0...7 {
      let head = left == 0 ? "::" : "\(group)(?::\(group)){\(left - 1)}::"
      let right = 7 - left
      var tails = [""]
      if right >= 1 { tails.append("\(group)(?::\(group)){0,\(right - 1)}") }
      if right >= 2 { tails.append("(?:\(group):){0,\(right - 2)}\(Self.ipv4Pattern)") }
      forms.append("\(head)(?:\(tails.joined(separator: "|")))")
    }
    return written(forms.joined(separator: "|"))
  }

  /// RFC 5321's `Mailbox`, and with `international` that of RFC 6531.
  func emailAddress(international: Bool) -> Language {
    let more = international ? "\\u0080-\\u{10FFFF}" : ""
    let atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\(more)-]+"
    let quoted = "\"(?:[ !#-\\[\\]-~\(more)]|\\\\[ -~])*\""
    let local = written("\(atom)(?:\\.\(atom))*|\(quoted)")
    let end = "[A-Za-z0-9\(more)]"
    let label = "\(end)(?:[A-Za-z0-9\(more)-]{0,61}\(end))?"
    let domain = written("\(label)(?:\\.\(label))*")
    return concat([local, literal("@"), or([domain, addressLiteral])])
  }

  /// RFC 5321's `address-literal`: an address in brackets, with a tag unless it is IPv4.
  private var addressLiteral: Language {
    let tag = written("[Ii][Pp][Vv]6:")
    let other = written("[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?:[!-Z^-~]+")
    // What begins with the tag of IPv6 has to be an IPv6 address.
    let general = and([other, not(concat(tag, anyString))])
    return concat([literal("["), or([ipv4, concat(tag, ipv6), general]), literal("]")])
  }
}
