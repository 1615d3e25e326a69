/// Writes code that collects properties into content and leaves out those that are nil.
///
/// Whether a property is optional is decided by the overloads of a local function, not by how its
/// type is spelled: a type may hide behind an alias.
struct PropertyCollector {
  /// One line of the collecting code.
  enum Line {
    /// Adds the property of a key, which is an expression as the value is, so many levels in.
    case property(key: String, value: String, level: Int)
    /// Stands as it is.
    case code(String)
  }

  /// The expression that says whether nil is written as null.
  var explicitNil: String?
  /// The expression of the content's id, where it has one.
  var id: String?

  /// The body of `generatedContent`.
  func body(_ lines: [Line]) -> [String] {
    let idArgument = id.map { ", id: \($0)" } ?? ""
    guard !lines.isEmpty else {
      return ["TernSession.GeneratedContent(properties: [:]\(idArgument))"]
    }
    let calls = lines.flatMap { line in
      switch line {
      case .property(let key, let value, let level): indented(["add(\(key), \(value))"], by: level)
      case .code(let code): [code]
      }
    }
    return ["var properties: [(Swift.String, any TernSession.ConvertibleToGeneratedContent)] = []"]
      + calls
      + [
        "return TernSession.GeneratedContent(properties: properties\(idArgument)) { _, last in last }",
        "",
        "func add(_ name: Swift.String, _ value: some TernSession.Generable) {",
        "  properties.append((name, value))",
        "}",
        "func add(_ name: Swift.String, _ value: (some TernSession.Generable)?) {",
      ] + indented(optionalBody) + ["}"]
  }

  private var optionalBody: [String] {
    switch explicitNil {
    case nil, "false": ["if let value { properties.append((name, value)) }"]
    case "true": ["properties.append((name, value))"]
    case .some(let condition):
      ["if (\(condition)) || value != nil { properties.append((name, value)) }"]
    }
  }
}
