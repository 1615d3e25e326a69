import TernJSON

/// A dynamic profile as the source of a session's setups.
final class ProfileSource: Sendable {
  /// The profile, which was handed over to the session.
  ///
  /// Requests of one session come one after the other, so its body never runs twice at the same
  /// time.
  private struct Box: @unchecked Sendable { let profile: any LanguageModelSession.DynamicProfile }

  private let box: Box
  private let active = Locked<[String: ResolvedProfile.ActivationHooks]>([:])

  /// What answers where the profile names no model.
  private let fallback: any LanguageModel

  init(_ profile: any LanguageModelSession.DynamicProfile, fallback: any LanguageModel) {
    box = Box(profile: profile)
    self.fallback = fallback
  }

  /// What the profile says now.
  func setup() -> SessionSetup { setup(resolved) }

  /// What the profile says now; parts of it that have become active, or have ceased to be, are told.
  func activeSetup() async -> SessionSetup {
    let resolved = resolved
    let before = active.withLock { active in
      let before = active
      active = resolved.activations
      return before
    }
    for place in before.keys.sorted() where resolved.activations[place] == nil {
      for hook in before[place]?.deactivate ?? [] { await hook.run() }
    }
    for place in resolved.activations.keys.sorted() where before[place] == nil {
      for hook in resolved.activations[place]?.activate ?? [] { await hook.run() }
    }
    return setup(resolved)
  }

  private var resolved: ResolvedProfile {
    var resolved = ResolvedProfile()
    resolved.add(box.profile)
    return resolved
  }

  private func setup(_ resolved: ResolvedProfile) -> SessionSetup {
    var setup = SessionSetup(
      model: resolved.model ?? fallback, tools: resolved.instructions.tools)
    setup.instructions = resolved.instructions.entry(listing: setup.listedDefinitions)
    setup.profile = resolved.settings
    return setup
  }
}
