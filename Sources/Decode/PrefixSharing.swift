/// Which requests use what was computed of each other's prompts.
///
/// Requests share keys and values only with those of the same value.
package enum PrefixSharing: Sendable, Hashable {
  /// All that say nothing else.
  case everyone
  /// Those that know the same name.
  case group(String)
  /// The parts of one request, of this name, while they run: nothing of them is kept.
  case request(String)

  /// Whether what was computed stays after the request's end.
  var isKept: Bool {
    if case .request = self { false } else { true }
  }
}
