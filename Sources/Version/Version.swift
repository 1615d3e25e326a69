/// Which Tern this is: the one place that says it.
package enum Version {
  /// The number, by the rules of semantic versions.
  package static let number = "0.2.7"
  /// The day of the number, as the changelog has it.
  package static let date = "2026-11-27"
  /// The name and the number, as servers and clients send them.
  package static let product = "tern/\(number)"

  /// How the program was built.
  package static var configuration: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }

  /// The number with the commit and the configuration, for people.
  package static var text: String {
    "\(number) (\(commit ?? "unknown commit"), \(configuration))"
  }
}
