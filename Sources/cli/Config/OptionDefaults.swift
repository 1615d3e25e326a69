import Tern

/// Where the value of an option comes from.
enum OptionSource: Sendable, Equatable {
  case commandLine
  /// A variable of the environment.
  case environment(String)
  /// The file of defaults.
  case configuration
}

/// What holds for options that the command line does not have: the environment, then the file of
/// defaults.
struct OptionDefaults: Sendable {
  private let environment: SystemEnvironment
  private let configuration: Configuration

  /// Nothing but what the options declare themselves.
  static let none = OptionDefaults(SystemEnvironment([:]), .none)

  init(_ environment: SystemEnvironment, _ configuration: Configuration) {
    (self.environment, self.configuration) = (environment, configuration)
  }

  /// Those of this process for the options of a verb.
  static func current(for verb: Verb) throws(CommandFailure) -> OptionDefaults {
    let environment = SystemEnvironment.current
    // A verb that takes no defaults runs with a file that is wrong, too.
    guard !verb.settings.isEmpty else { return OptionDefaults(environment, .none) }
    do throws(ConfigurationError) {
      return OptionDefaults(
        environment, try Configuration(environment, verbs: Command.verbs))
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The words that an option of a verb has without the command line; `nil` where it has none.
  func words(
    _ option: OptionDeclaration, of verb: String
  ) -> (words: [String], source: OptionSource)? {
    if let variable = option.variable, let value = environment[variable.name] {
      let words = variable.isList ? value.split(separator: ":").map(String.init) : [value]
      return (words, .environment(variable.name))
    }
    guard let entry = configuration.entry(option, of: verb), let words = entry.words else {
      return nil
    }
    return (words, .configuration)
  }
}

/// A group whose options may stand in the file of defaults; others are for one call.
protocol SettingOptions: VerbOptions {}
