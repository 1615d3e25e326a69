import Foundation
import Tern
import TernJSON

/// The file of defaults: what options are where neither the command line nor the environment says.
///
/// A JSON object. Its keys are names of options without dashes; those in an object under a verb's name
/// are for that verb alone, and win over the others.
struct Configuration: Sendable {
  /// What the file says of one option.
  struct Entry: Sendable {
    /// As the file has it.
    let value: JSON
    /// As the command line would have it; `nil` for a switch that is off.
    let words: [String]?
  }

  /// The file; `nil` where none is to be read.
  let path: String?
  /// Whether the file is there.
  let isRead: Bool
  /// By the names of options, without dashes.
  private(set) var common: [String: Entry] = [:]
  /// The same by the names of verbs.
  private(set) var sections: [String: [String: Entry]] = [:]

  /// No defaults.
  static let none = Configuration()

  private init() { (path, isRead) = (nil, false) }

  /// Reads the file of an environment, and checks it against the options of all verbs.
  ///
  /// - Throws: ``ConfigurationError``, which names file and key. A file that nobody names need not be
  ///   there.
  init(_ environment: SystemEnvironment, verbs: [Verb]) throws(ConfigurationError) {
    let place = Self.place(environment)
    path = place?.path
    guard let place, FileManager.default.fileExists(atPath: place.path) || place.isNamed else {
      isRead = false
      return
    }
    isRead = true
    try read(Self.document(place.path), ConfigurationReader(place.path, environment), verbs)
  }

  /// Which file it is, and whether somebody has named it; `nil` where there is to be none.
  static func place(_ environment: SystemEnvironment) -> (path: String, isNamed: Bool)? {
    if let path = environment["TERN_CONFIG"] { return (environment.expandingTilde(path), true) }
    guard !environment.isEmpty("TERN_CONFIG") else { return nil }
    let folder = environment["XDG_CONFIG_HOME"] ?? environment.home.map { "\($0)/.config" }
    return folder.map { ("\($0)/tern/config.json", false) }
  }

  private static func document(_ path: String) throws(ConfigurationError) -> JSON {
    let bytes: [UInt8]
    do { bytes = try Input.anyBytes(path) } catch { throw .unreadable(error.message) }
    do { return try JSON(parsing: bytes) } catch { throw .notJSON(path: path, "\(error)") }
  }

  private mutating func read(
    _ document: JSON, _ reader: ConfigurationReader, _ verbs: [Verb]
  ) throws(ConfigurationError) {
    let known = Dictionary(uniqueKeysWithValues: verbs.map { ($0.name, $0) })
    let sectionNames = verbs.filter { !$0.settings.isEmpty }.map(\.name)
    for (key, value) in try reader.members(document, of: nil) {
      if let verb = known[key], value.object != nil, !verb.settings.isEmpty {
        for (inner, value) in try reader.members(value, of: key) {
          sections[key, default: [:]][inner] = try reader.entry(
            value, for: inner, in: key, options: verb.settings, sections: [])
        }
      } else {
        common[key] = try reader.entry(
          value, for: key, in: nil, options: verbs.flatMap(\.settings), sections: sectionNames)
      }
    }
  }

  /// What the file says of an option of a verb; `nil` where it says nothing.
  func entry(_ option: OptionDeclaration, of verb: String) -> Entry? {
    let key = option.settingName
    return sections[verb]?[key] ?? common[key]
  }
}

extension OptionDeclaration {
  /// The name by which the file of defaults has the option: without dashes.
  var settingName: String { String(name.drop { $0 == "-" }) }
}
