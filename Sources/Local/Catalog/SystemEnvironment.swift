import Foundation

/// The variables and the home folder of a process: they say where people keep files and settings.
package struct SystemEnvironment: Sendable, Equatable {
  private let variables: [String: String]
  /// The user's folder; `nil` where the system names none.
  package let home: String?

  /// - Parameter variables: An empty value is as good as none.
  package init(_ variables: [String: String]) {
    self.variables = variables
    home = variables["HOME"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// That of this process.
  package static var current: Self { Self(ProcessInfo.processInfo.environment) }

  /// The value of a variable; `nil` where it is not set, or is empty.
  package subscript(_ name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether a variable is set, and to nothing.
  package func isEmpty(_ name: String) -> Bool { variables[name] == "" }

  /// A path with the home folder in the place of a tilde at its beginning.
  package func expandingTilde(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home else { return path }
    return home + path.dropFirst()
  }

  /// A folder in the user's one; `nil` where that is not known.
  func inHome(_ path: String) -> String? { home.map { "\($0)/\(path)" } }

  /// The folder that a variable names, else one in the user's folder.
  func folder(_ variable: String, orInHome path: String) -> String? {
    self[variable] ?? inHome(path)
  }

  /// The paths of a variable that holds several, with colons between them.
  func paths(_ variable: String) -> [String]? {
    self[variable].map { $0.split(separator: ":").map { expandingTilde(String($0)) } }
  }
}
