@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros
import TernMacroExpansion

/// The program that the compiler starts to expand Tern's macros.
///
/// It answers the compiler's messages on standard input and output until the input ends.
@main
struct Plugin: PluginProvider {
  static func main() throws {
    try CompilerPluginMessageListener(
      connection: StandardIOMessageConnection(),
      messageHandler: PluginProviderMessageHandler(provider: Plugin())
    ).main()
  }

  /// The macro of a name that `#externalMacro(module:type:)` gives; throws for one that the module does
  /// not have.
  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    switch typeName {
    case "GenerableMacro": GenerableMacro.self
    case "GuideMacro": GuideMacro.self
    case "SessionPropertyEntryMacro": SessionPropertyEntryMacro.self
    case "SessionPropertyEntryDefaultValueMacro": SessionPropertyEntryDefaultValueMacro.self
    default: throw MacroExpansionErrorMessage("\(moduleName) has no macro named \(typeName)")
    }
  }
}
