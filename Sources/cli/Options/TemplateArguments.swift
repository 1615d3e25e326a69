import Foundation
import Tern
import TernChat
import TernJSON

/// How conversations are written for a model, and its calls read.
struct TemplateArguments: SettingOptions {
  @Option(
    .value(
      "--dialect", "NAME|FILE", .dialect,
      "how the model writes calls: a known dialect, or a file of JSON that describes one"
    )
    .defaultText("found out from the model"))
  private var dialect
  @Option(
    .list(
      "--var", "NAME=JSON", .variable, "a variable of the template, e.g. enable_thinking=false"))
  private var variables
  @Option(.now) private var now

  /// Sets what the command line says.
  func apply(to options: inout LocalLanguageModel.Options) {
    switch dialect {
    case .known(let dialect): options.toolDialect = dialect.name
    case .file(let url): options.toolDialectFile = url
    case nil: break
    }
    var members: JSONObject = [:]
    for (name, value) in variables { members[name] = value }
    options.template = TemplateSettings(variables: members, clock: now)
  }
}

extension ValueFormat where Value == (String, JSON) {
  /// A variable of a template; a value that is no JSON is a string.
  fileprivate static var variable: Self {
    Self(refusal: .takes("NAME=JSON")) { word in
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else { return .unfit(word) }
      let value = String(parts[1])
      return .value((String(parts[0]), (try? JSON(parsing: value)) ?? .string(value)))
    }
  }
}
