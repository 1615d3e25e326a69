import Tern
import TernJSON

/// The options that may have defaults, with what holds of each.
struct SettingList {
  /// One option, or one option of one verb.
  private struct Setting {
    let declaration: OptionDeclaration
    /// The verb for which it is set; `nil`: all that have it.
    let verb: String?
    let value: JSON?
    let source: OptionSource?

    var key: String {
      (verb.map { "\($0)." } ?? "") + declaration.settingName
    }
  }

  private let configuration: Configuration
  private let settings: [Setting]

  init(_ environment: SystemEnvironment, verbs: [Verb] = Command.verbs) throws {
    let configuration = try Configuration(environment, verbs: verbs)
    var settings: [Setting] = []
    var known: Set<String> = []
    for option in verbs.flatMap(\.settings).map(\.declaration)
    where known.insert(option.settingName).inserted {
      let variable = option.variable.flatMap { environment[$0.name] == nil ? nil : $0 }
      let entry = configuration.common[option.settingName]
      let source: OptionSource? =
        variable.map { .environment($0.name) } ?? (entry == nil ? nil : .configuration)
      let value = variable.flatMap { environment[$0.name].map { JSON.string($0) } } ?? entry?.value
      settings.append(Setting(declaration: option, verb: nil, value: value, source: source))
    }
    for verb in verbs {
      let section = configuration.sections[verb.name] ?? [:]
      for option in verb.settings.map(\.declaration) {
        guard let entry = section[option.settingName] else { continue }
        settings.append(
          Setting(
            declaration: option, verb: verb.name, value: entry.value, source: .configuration))
      }
    }
    self.configuration = configuration
    self.settings = settings
  }

  var document: JSON {
    [
      "path": configuration.path.map { .string($0) } ?? .null,
      "exists": .bool(configuration.isRead),
      "settings": .array(
        settings.map { setting in
          [
            "key": .string(setting.declaration.settingName),
            "verb": setting.verb.map { .string($0) } ?? .null,
            "value": setting.declaration.isSecret && setting.value != nil
              ? "hidden" : setting.value ?? .null,
            "from": setting.source.map { .string(name($0)) } ?? .null,
            "default": setting.declaration.defaultText.map { .string($0) } ?? .null,
          ]
        }),
    ]
  }

  /// What is set, then what is not, in lines that fit so many columns.
  func text(columns: Int) -> String {
    let set = settings.filter { $0.source != nil }
    let others = settings.filter { $0.source == nil && $0.verb == nil }
    let width = settings.reduce(0) { max($0, $1.key.count) }
    let values = set.map { $0.declaration.isSecret ? "(hidden)" : $0.value.map(Self.shown) ?? "" }
    let valueWidth = min(40, values.reduce(0) { max($0, $1.columns) })
    func line(_ key: String, _ value: String) -> String {
      let space = String(repeating: " ", count: width - key.count + 2)
      return "  \(key)\(space)\(value)".cut(to: columns) + "\n"
    }
    var text = heading + "\n"
    if !set.isEmpty { text += "\nset:\n" }
    for (setting, value) in zip(set, values) {
      let space = String(repeating: " ", count: max(0, valueWidth - value.columns) + 2)
      text += line(setting.key, value + space + (setting.source.map(name) ?? ""))
    }
    text += "\nnot set:\n"
    for setting in others { text += line(setting.key, setting.declaration.defaultText ?? "-") }
    return text
  }

  private var heading: String {
    guard let path = configuration.path else { return "no file of defaults: TERN_CONFIG is empty" }
    return path + (configuration.isRead ? "" : " (not there)")
  }

  private func name(_ source: OptionSource) -> String {
    switch source {
    case .commandLine: "the command line"
    case .environment(let name): name
    case .configuration: "the file"
    }
  }

  /// A value as people write it.
  private static func shown(_ value: JSON) -> String {
    let text = value.string ?? value.array?.map(shown).joined(separator: ", ") ?? value.text()
    return text.shown
  }
}
