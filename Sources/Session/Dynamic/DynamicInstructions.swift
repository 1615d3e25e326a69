/// Instructions and tools that are computed before each request to a model.
///
/// A body lists ``Instructions``, tools and other dynamic instructions, with conditions and loops; it
/// may read what the session's parts share, see ``LanguageModelSession/SessionProperty``.
///
/// ```swift
/// struct Barista: DynamicInstructions {
///   @SessionProperty(\.isOpen) var isOpen
///   var body: some DynamicInstructions {
///     Instructions("You are a barista.")
///     if isOpen { OrderTool() }
///   }
/// }
/// ```
@_typeEraser(AnyDynamicInstructions)
public protocol DynamicInstructions {
  /// What the body lists.
  associatedtype Body: DynamicInstructions

  /// What there is to say and to call.
  @DynamicInstructionsBuilder var body: Body { get }
}

extension DynamicInstructions {
  /// Instructions for each element of a collection.
  public typealias ForEach = DynamicInstructionsForEach
  /// A value that the parts of a session share.
  public typealias SessionProperty = LanguageModelSession.SessionProperty
}

/// What dynamic instructions come to.
struct ResolvedInstructions {
  var parts: [Instructions] = []
  var tools: [any Tool] = []

  /// Adds what instructions say now.
  mutating func add(_ instructions: some DynamicInstructions) {
    if let own = instructions as? any ResolvableInstructions {
      own.resolve(into: &self)
    } else {
      add(instructions.body)
    }
  }

  /// The entry of a transcript with these instructions; of tools those that are listed there.
  func entry(listing definitions: [Transcript.ToolDefinition]) -> Transcript.Instructions {
    Transcript.Instructions(
      segments: Instructions(joining: parts).segments, toolDefinitions: definitions)
  }
}

/// Instructions that have no body but know themselves what they say.
protocol ResolvableInstructions {
  func resolve(into resolved: inout ResolvedInstructions)
}

/// The body of what has none; nobody asks for it.
func noBody(of type: Any.Type) -> Never {
  preconditionFailure("\(type) has no body")
}

extension Instructions: DynamicInstructions, ResolvableInstructions {
  /// No further instructions.
  public var body: some DynamicInstructions { EmptyDynamicInstructions() }

  func resolve(into resolved: inout ResolvedInstructions) { resolved.parts.append(self) }
}

/// Tools as instructions.
struct ToolInstructions: DynamicInstructions, ResolvableInstructions {
  let tools: [any Tool]

  var body: Never { noBody(of: Self.self) }

  func resolve(into resolved: inout ResolvedInstructions) {
    resolved.tools.append(contentsOf: tools)
  }
}

/// No instructions.
public struct EmptyDynamicInstructions: DynamicInstructions, Sendable, ResolvableInstructions {
  /// No instructions.
  public init() {}

  /// Never called: this type has no body.
  public var body: Never { noBody(of: Self.self) }

  func resolve(into resolved: inout ResolvedInstructions) {}
}

extension Never: DynamicInstructions {
  /// Never called: this type has no body.
  public var body: Never { noBody(of: Never.self) }
}

extension Optional: DynamicInstructions where Wrapped: DynamicInstructions {
  /// Never called: this type has no body.
  public var body: Never { noBody(of: Self.self) }
}

extension Optional: ResolvableInstructions where Wrapped: DynamicInstructions {
  func resolve(into resolved: inout ResolvedInstructions) {
    if let self { resolved.add(self) }
  }
}
