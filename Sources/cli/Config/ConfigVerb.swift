import Tern
import TernJSON

extension Verb {
  static let config = Verb(
    name: "config",
    summary: "Shows the defaults of options, and where they come from.",
    discussion: """
      Defaults are in ~/.config/tern/config.json (or under XDG_CONFIG_HOME; TERN_CONFIG names another
      file, and empty means none): a JSON object with the names of options without dashes. What
      stands in an object under a verb's name is for that verb.

        {
          "models-dir": ["/data/models"],
          "model": "qwen3-4b",
          "threads": 8,
          "context": 8192,
          "temperature": 0.7,
          "serve": {"port": 9000, "context": 32768}
        }

      The command line wins over the environment (TERN_MODEL, TERN_MODELS), and that over the file. A
      key that is no such option, and a value that it cannot take, are errors. A switch is true or
      false; an option that may be given several times takes a list.

      Prints what is set, with its value and where that comes from, then the options that are not set,
      with what holds without a word. --path prints the file's path. --json prints
      {path, exists, settings: [{key, verb, value, from, default}]}.
      """,
    ConfigArguments()
  ) { arguments in
    try [arguments.$printsJSON, arguments.$printsPath].checkExclusive()
    let environment = SystemEnvironment.current
    if arguments.printsPath {
      guard let place = Configuration.place(environment) else {
        throw CommandFailure.failed("TERN_CONFIG is empty: no file of defaults is read")
      }
      return try Output.write(place.path + "\n")
    }
    let list = try SettingList(environment)
    if arguments.printsJSON {
      try Output.write(list.document)
    } else {
      try Output.write(list.text(columns: Output.isTerminal ? Terminal.columns : .max))
    }
  }
}

/// The options of `tern config`.
struct ConfigArguments: VerbOptions {
  @Option(.json) var printsJSON
  @Option(.flag("--path", "print the path of the file of defaults, whether it is there or not"))
  var printsPath
}
