import Foundation
import TernFormat
import TernTokens

#if Cafe
  import TernCafe
#endif

/// Which model a verb is about, or which models.
struct ModelArguments: VerbOptions {
  @Option private var given: [String]

  /// - Parameter isList: Whether the option may be given several times, each with a name.
  init(isList: Bool = false) {
    _given = Option(
      .list(
        "--model", isList ? "[NAME=]PATH" : "PATH", .text,
        "the GGUF file, or the first part of a split one"
          + (isList ? "; several times for several models" : "")
      )
      .repeats(isList).short("-m").defaultText("that of TERN_MODEL, else Café"))
  }

  /// The option itself.
  var option: GivenOption { $given }

  /// The model that is named on the command line or in the environment, or the embedded one.
  func path() throws(CommandFailure) -> String {
    if let path = named { return path }
    #if Cafe
      do { return try CafeModel.fileURL().path } catch { throw CommandFailure(error) }
    #else
      throw .usage("\($given) PATH is missing, and no model was built in")
    #endif
  }

  /// The model that the option names, else `TERN_MODEL`; an empty variable names none.
  private var named: String? {
    if let path = given.last { return path }
    let variable = ProcessInfo.processInfo.environment["TERN_MODEL"]
    return variable?.isEmpty == false ? variable : nil
  }

  /// The models of the command line, each with the name that it is given there; where there are none,
  /// that of ``path()``.
  func all() throws(CommandFailure) -> [(name: String?, path: String)] {
    guard !given.isEmpty else { return [(nil, try path())] }
    return given.map { word in
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // A file's own name may have the sign too.
      guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains("/"),
        !FileManager.default.fileExists(atPath: word)
      else { return (nil, word) }
      return (String(parts[0]), String(parts[1]))
    }
  }

  /// What people call the model: its name, or that of its file.
  func name() -> String {
    guard let path = named else { return "Café" }
    let file = URL(filePath: path).lastPathComponent
    let name = (try? GGUFFile(path: path))?.string("general.name") ?? ""
    return name.isEmpty ? file : "\(name) (\(file))"
  }

  /// The model's file and its vocabulary.
  func tokenizer() throws(CommandFailure) -> Tokenizer {
    let path = try path()
    do { return try Tokenizer(GGUFFile(path: path)) } catch { throw CommandFailure(error) }
  }
}
