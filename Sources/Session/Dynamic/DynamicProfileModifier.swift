extension LanguageModelSession {
  /// A change of dynamic profiles that can be used again.
  public protocol DynamicProfileModifier {
    /// What the modifier makes.
    associatedtype Body: LanguageModelSession.DynamicProfile

    /// The changed profile.
    @LanguageModelSession.DynamicProfileBuilder func body(content: Content) -> Body
    /// The profile that is changed.
    typealias Content = LanguageModelSession.DynamicProfileModifierContent<Self>
    /// What a session works with.
    typealias DynamicProfile = LanguageModelSession.DynamicProfile
    /// A value that the parts of a session share.
    typealias SessionProperty = LanguageModelSession.SessionProperty
  }

  /// The profile that a modifier changes.
  public struct DynamicProfileModifierContent<Modifier: DynamicProfileModifier>: DynamicProfile,
    ResolvableProfile
  {
    let content: any LanguageModelSession.DynamicProfile

    /// Never called: this type has no body.
    public var body: Never { noBody(of: Self.self) }

    func resolve(into resolved: inout ResolvedProfile) { resolved.add(content) }
  }

  /// A profile that a modifier changes.
  public struct ModifiedDynamicProfile<
    Content: DynamicProfile, Modifier: DynamicProfileModifier
  >: DynamicProfile, ResolvableProfile {
    let content: Content
    let modifier: Modifier

    /// Never called: this type has no body.
    public var body: Never { noBody(of: Self.self) }

    func resolve(into resolved: inout ResolvedProfile) {
      resolved.add(
        modifier.body(content: DynamicProfileModifierContent(content: content)))
    }
  }
}

extension LanguageModelSession.DynamicProfile {
  /// The profile that a modifier makes of this one.
  public func modifier<Modifier: LanguageModelSession.DynamicProfileModifier>(
    _ modifier: Modifier
  ) -> some LanguageModelSession.DynamicProfile {
    LanguageModelSession.ModifiedDynamicProfile(content: self, modifier: modifier)
  }
}
