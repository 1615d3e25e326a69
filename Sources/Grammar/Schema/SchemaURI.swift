/// References to resources, by RFC 3986, as far as schemas need them.
enum SchemaURI {
  /// The text before `#` and the text after it.
  static func split(_ uri: String) -> (resource: String, fragment: String?) {
    guard let mark = uri.firstIndex(of: "#") else { return (uri, nil) }
    return (String(uri[..<mark]), String(uri[uri.index(after: mark)...]))
  }

  /// The text with `%XX` read as bytes of UTF-8.
  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var bytes: [UInt8] = []
    let source = Array(text.utf8)
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), index + 2 < source.count,
        let byte = UInt8(String(decoding: source[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The address of `reference`, which has no fragment, as seen from a resource at `base`.
  static func resolve(_ reference: String, base: String) -> String {
    if reference.isEmpty { return base }
    let target = Parts(reference)
    let origin = Parts(base)
    var result = target
    if target.scheme == nil {
      result.scheme = origin.scheme
      if target.authority == nil {
        result.authority = origin.authority
        if target.path.isEmpty {
          result.path = origin.path
          result.query = target.query ?? origin.query
        } else if !target.path.hasPrefix("/") {
          result.path = merged(target.path, base: origin)
        }
      }
    }
    result.path = withoutDots(result.path)
    return result.text
  }

  private static func merged(_ path: Substring, base: Parts) -> Substring {
    if base.authority != nil, base.path.isEmpty { return "/" + path }
    guard let slash = base.path.lastIndex(of: "/") else { return path }
    return base.path[...slash] + path
  }

  private static func withoutDots(_ path: Substring) -> Substring {
    guard path.contains("./") || path.hasSuffix(".") else { return path }
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        if kept.count > (path.hasPrefix("/") ? 1 : 0) { kept.removeLast() }
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return Substring(kept.joined(separator: "/"))
  }

  /// A URI taken apart: `scheme:` `//authority` `path` `?query`.
  private struct Parts {
    var scheme: Substring?
    var authority: Substring?
    var path: Substring
    var query: Substring?

    init(_ uri: String) {
      path = Substring(uri)
      if let mark = path.firstIndex(where: { ":/?".contains($0) }), path[mark] == ":",
        path.first?.isLetter == true
      {
        scheme = path[..<mark]
        path = path[path.index(after: mark)...]
      }
      if let mark = path.firstIndex(of: "?") {
        query = path[path.index(after: mark)...]
        path = path[..<mark]
      }
      if path.hasPrefix("//") {
        let rest = path.dropFirst(2)
        let end = rest.firstIndex(of: "/") ?? rest.endIndex
        authority = rest[..<end]
        path = rest[end...]
      }
    }

    var text: String {
      (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + path
        + (query.map { "?" + $0 } ?? "")
    }
  }
}
