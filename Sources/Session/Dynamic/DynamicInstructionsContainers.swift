/// Dynamic instructions of any type.
public struct AnyDynamicInstructions: DynamicInstructions, ResolvableInstructions {
  private let base: any DynamicInstructions

  /// The same instructions without their type.
  public init(_ dynamicInstructions: any DynamicInstructions) { base = dynamicInstructions }

  /// The same instructions without their type.
  public init(erasing dynamicInstructions: some DynamicInstructions) { base = dynamicInstructions }

  /// Never called: this type has no body.
  public var body: Never { noBody(of: Self.self) }

  func resolve(into resolved: inout ResolvedInstructions) { resolved.add(base) }
}

/// Several dynamic instructions, one after the other.
public struct TupleDynamicInstructions<each Content: DynamicInstructions>: DynamicInstructions,
  ResolvableInstructions
{
  private let contents: (repeat each Content)

  /// One after the other.
  public init(_ contents: repeat each Content) { self.contents = (repeat each contents) }

  /// Never called: this type has no body.
  public var body: Never { noBody(of: Self.self) }

  func resolve(into resolved: inout ResolvedInstructions) {
    for content in repeat each contents { resolved.add(content) }
  }
}

/// One of two dynamic instructions.
public struct ConditionalDynamicInstructions<
  TrueContent: DynamicInstructions, FalseContent: DynamicInstructions
>: DynamicInstructions, ResolvableInstructions {
  private let branch: Branch

  /// Which of the two it is.
  public enum Branch {
    /// The one for a condition that holds.
    case trueContent(TrueContent)
    /// The one for a condition that does not hold.
    case falseContent(FalseContent)
  }

  /// One of the two.
  public init(_ branch: Branch) { self.branch = branch }

  /// Never called: this type has no body.
  public var body: Never { noBody(of: Self.self) }

  func resolve(into resolved: inout ResolvedInstructions) {
    switch branch {
    case .trueContent(let content): resolved.add(content)
    case .falseContent(let content): resolved.add(content)
    }
  }
}

/// Dynamic instructions for each element of a collection.
public struct DynamicInstructionsForEach<
  Data: RandomAccessCollection, ID: Hashable, Content: DynamicInstructions
>: DynamicInstructions, ResolvableInstructions {
  private let data: Data
  private let content: (Data.Element) -> Content

  /// Instructions for each element; `id` tells elements apart.
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @DynamicInstructionsBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.content = content
  }

  /// Never called: this type has no body.
  public var body: Never { noBody(of: Self.self) }

  func resolve(into resolved: inout ResolvedInstructions) {
    for element in data { resolved.add(content(element)) }
  }
}

extension DynamicInstructionsForEach where ID == Data.Element.ID, Data.Element: Identifiable {
  /// Instructions for each element.
  public init(
    _ data: Data, @DynamicInstructionsBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.init(data, id: \.id, content: content)
  }
}
