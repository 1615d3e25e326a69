import Foundation
import TernTestSupport

/// The public declarations of built modules, as the compiler prints them.
struct ModuleInterface {
  private(set) var declarations: [Declaration] = []
  /// Conformances, each as a declaration of the type, and those that follow from them.
  private(set) var conformances: Set<Declaration> = []

  /// Asks the compiler for the interfaces of modules.
  init(modules: [String], types: Set<String>, toolchain: Toolchain) throws {
    for module in modules {
      let text = try Self.text(module, toolchain)
      let part = ModuleInterface(text, types: types)
      declarations += part.declarations
      conformances.formUnion(part.conformances)
    }
  }

  private static func text(_ module: String, _ toolchain: Toolchain) throws -> String {
    // By itself, the module has no comments, which the compiler would read from the sources.
    let folder = try TemporaryFolder()
    let file = "\(module).swiftmodule"
    try FileManager.default.copyItem(
      atPath: toolchain.modules.appendingPathComponent(file).path, toPath: folder.file(file))
    let outcome = try toolchain.run(
      "swift-synthesize-interface",
      [
        "-module-name", module, "-I", folder.path, "-I", toolchain.modules.path,
        "-target", Toolchain.target,
      ])
    return outcome.output
  }

  /// Reads an interface: one declaration a line, members between the braces of their types.
  ///
  /// `types` are the full names of types that may be named as seen from a scope.
  init(_ text: String, types: Set<String> = []) {
    var scopes: [(name: String, constraints: String)] = []
    var attributes = ""
    for line in text.split(separator: "\n") {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.isEmpty || line.hasPrefix("//") || line.hasPrefix("import ") { continue }
      if line == "}" {
        if !scopes.isEmpty { scopes.removeLast() }
      } else if line.hasPrefix("@"), !line.contains(" public "), !line.contains(" var "),
        !line.contains(" func "), !line.contains(" init")
      {
        attributes += line + " "
      } else {
        let scope = scopes.last ?? ("", "")
        if line.hasSuffix("{") {
          scopes.append(addScope(attributes + line, in: scope))
        } else {
          declarations.append(
            Declaration(
              attributes + line, in: scope.name, constraints: scope.constraints, types: types))
        }
        attributes = ""
      }
    }
  }

  private mutating func addScope(
    _ line: String, in outer: (name: String, constraints: String)
  ) -> (name: String, constraints: String) {
    let header = InterfaceHeader(line)
    let isExtension = DeclarationToken.tokens(of: line).first == "extension"
    let name = isExtension || outer.name.isEmpty ? header.name : "\(outer.name).\(header.name)"
    if !isExtension { declarations.append(Declaration(header.declaration, in: outer.name)) }
    let constraints = isExtension ? header.constraints : ""
    for found in header.conformances {
      for implied in [found] + (Self.implied[found] ?? []) {
        conformances.insert(Declaration(name, conformsTo: implied, constraints: constraints))
      }
    }
    return (name, constraints)
  }

  /// What the standard library's and Tern's own protocols ask of conforming types, as far as it matters.
  private static let implied = [
    "Hashable": ["Equatable"], "LocalizedError": ["Error"], "Error": ["Sendable"],
    "LanguageModelExecutor": ["Sendable"],
    "Generable": ["ConvertibleFromGeneratedContent", "ConvertibleToGeneratedContent"],
  ]
}
