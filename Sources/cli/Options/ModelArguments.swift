import Foundation
import Tern
import TernFormat
import TernTokens

#if Cafe
  import TernCafe
#endif

/// Which model a verb is about, or which models.
struct ModelArguments: SettingOptions {
  @Option private var given: [String]
  private let folders = ModelFolders()

  /// - Parameter isList: Whether the option may be given several times, each with a name.
  init(isList: Bool = false) {
    _given = Option(
      .list(
        "--model", isList ? "[NAME=]MODEL" : "MODEL", .text,
        "the GGUF file, or a model of 'tern models' by its name or a part of that"
          + (isList ? "; several times for several models" : "")
      )
      .repeats(isList).short("-m").variable("TERN_MODEL")
      .defaultText("that of TERN_MODEL, else Café"))
  }

  /// The option itself.
  var option: GivenOption { $given }

  /// The model that is named, or the embedded one.
  func path() throws(CommandFailure) -> String {
    if let word = given.last { return try file(word).path }
    #if Cafe
      do { return try CafeModel.fileURL().path } catch { throw CommandFailure(error) }
    #else
      throw .usage("\($given) MODEL is missing, and no model was built in")
    #endif
  }

  /// The file that a word means, and the name of a model that is not asked for by its path.
  func file(_ word: String) throws(CommandFailure) -> (name: String?, path: String) {
    try folders.file(word)
  }

  /// All models that are named, each with the name that it is given there or found by; where there
  /// are none, that of ``path()``.
  func all() throws(CommandFailure) -> [(name: String?, path: String)] {
    guard !given.isEmpty else { return [(nil, try path())] }
    var models: [(name: String?, path: String)] = []
    for word in given {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // A file's own name may have the sign too.
      guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains("/"),
        !FileManager.default.fileExists(atPath: word)
      else {
        models.append(try file(word))
        continue
      }
      models.append((String(parts[0]), try file(String(parts[1])).path))
    }
    return models
  }

  /// What people call the model: its name, or that of its file.
  func name() throws(CommandFailure) -> String {
    guard let word = given.last else { return "Café" }
    let (found, path) = try file(word)
    let name = found ?? URL(filePath: path).lastPathComponent
    let title = (try? GGUFFile(path: path))?.string("general.name") ?? ""
    return title.isEmpty ? name : "\(title) (\(name))"
  }

  /// The model's file and its vocabulary.
  func tokenizer() throws(CommandFailure) -> Tokenizer {
    let path = try path()
    do { return try Tokenizer(GGUFFile(path: path)) } catch { throw CommandFailure(error) }
  }
}
