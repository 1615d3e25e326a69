extension LanguageModelSession {
  /// What a session works with, found anew before each request to a model: the model, instructions,
  /// tools and options.
  ///
  /// A body gives one ``Profile``, or another dynamic profile, with modifiers.
  ///
  /// ```swift
  /// struct Support: LanguageModelSession.DynamicProfile {
  ///   @SessionProperty(\.isExpert) var isExpert
  ///   var body: some DynamicProfile {
  ///     if isExpert {
  ///       Profile { Instructions("Answer in detail."); ManualTool() }.temperature(0.2)
  ///     } else {
  ///       Profile { Instructions("Answer shortly.") }
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// A modifier that is nearer to the profile wins over one that is further out, and the options of
  /// a request win over both.
  @_typeEraser(AnyDynamicProfile)
  public protocol DynamicProfile {
    /// What the body gives.
    associatedtype Body: LanguageModelSession.DynamicProfile

    /// What the session works with.
    @LanguageModelSession.DynamicProfileBuilder var body: Body { get }
  }

  /// Instructions and tools.
  public struct Profile: DynamicProfile, ResolvableProfile {
    private let instructions: any DynamicInstructions

    /// Instructions and tools.
    public init(@DynamicInstructionsBuilder _ dynamicInstructions: () -> some DynamicInstructions) {
      instructions = dynamicInstructions()
    }

    /// Never called: this type has no body.
    public var body: Never { noBody(of: Self.self) }

    func resolve(into resolved: inout ResolvedProfile) {
      SessionPropertyValues.withReadOnlyHistory { resolved.instructions.add(instructions) }
    }
  }

  /// A dynamic profile of any type.
  public struct AnyDynamicProfile: DynamicProfile, ResolvableProfile {
    private let base: any DynamicProfile

    /// The same profile without its type.
    public init(_ dynamicProfile: any DynamicProfile) { base = dynamicProfile }

    /// The same profile without its type.
    public init(erasing dynamicProfile: some DynamicProfile) { base = dynamicProfile }

    /// Never called: this type has no body.
    public var body: Never { noBody(of: Self.self) }

    func resolve(into resolved: inout ResolvedProfile) { resolved.add(base) }
  }

  /// One of two dynamic profiles.
  public struct ConditionalDynamicProfile<
    TrueContent: DynamicProfile, FalseContent: DynamicProfile
  >: DynamicProfile, ResolvableProfile {
    let branch: Branch

    enum Branch {
      case trueContent(TrueContent)
      case falseContent(FalseContent)
    }

    /// Never called: this type has no body.
    public var body: Never { noBody(of: Self.self) }

    func resolve(into resolved: inout ResolvedProfile) {
      switch branch {
      case .trueContent(let content): resolved.add(content, at: "true")
      case .falseContent(let content): resolved.add(content, at: "false")
      }
    }
  }

  /// Gives one dynamic profile, with conditions.
  @resultBuilder
  public struct DynamicProfileBuilder {
    /// The profile.
    public static func buildBlock<T: DynamicProfile>(_ content: T) -> T { content }

    /// The profile where a condition holds.
    public static func buildEither<TrueContent, FalseContent>(
      first content: TrueContent
    ) -> ConditionalDynamicProfile<TrueContent, FalseContent> {
      ConditionalDynamicProfile(branch: .trueContent(content))
    }

    /// The profile where a condition does not hold.
    public static func buildEither<TrueContent, FalseContent>(
      second content: FalseContent
    ) -> ConditionalDynamicProfile<TrueContent, FalseContent> {
      ConditionalDynamicProfile(branch: .falseContent(content))
    }

    /// Reports an error: a body contains exactly one profile.
    @available(*, unavailable, message: "a body gives one profile")
    public static func buildBlock<each Content: DynamicProfile>(
      _ contents: repeat each Content
    ) -> Never { noBody(of: Self.self) }

    /// A profile that only newer systems have.
    public static func buildLimitedAvailability(
      _ component: some DynamicProfile
    ) -> AnyDynamicProfile {
      AnyDynamicProfile(erasing: component)
    }
  }
}

extension LanguageModelSession.DynamicProfile {
  /// Instructions and tools.
  public typealias Profile = LanguageModelSession.Profile
  /// What a session works with.
  public typealias DynamicProfile = LanguageModelSession.DynamicProfile
  /// A value that the parts of a session share.
  public typealias SessionProperty = LanguageModelSession.SessionProperty
}

extension Never: LanguageModelSession.DynamicProfile {}
