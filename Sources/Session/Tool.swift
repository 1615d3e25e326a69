import Foundation

/// A function of the program that a model can call, to get information or to have an effect.
///
/// The model sees the name, the description and the schema of the arguments; what the tool returns
/// goes into the transcript, where the model reads it before it answers. Calls of one turn run at
/// the same time. The session keeps the instance that it was given for as long as it lives.
public protocol Tool<Arguments, Output>: Sendable {
  /// What a call gives: a string, a value that is ``Generable``, or anything else that can stand in
  /// a prompt.
  associatedtype Output: PromptRepresentable
  /// What the model must write to call the tool.
  associatedtype Arguments: ConvertibleFromGeneratedContent

  /// The name by which the model calls; by default the name of the type.
  var name: String { get }
  /// What the tool does and when to use it, in a sentence: the model reads it.
  var description: String { get }
  /// The schema of the arguments; read once, when a session is made.
  var parameters: GenerationSchema { get }
  /// Whether name, description and schema stand in the instructions; by default they do.
  var includesSchemaInInstructions: Bool { get }

  /// Does what the tool is for; what it throws ends the request with a
  /// ``LanguageModelSession/ToolCallError``.
  @concurrent func call(arguments: Arguments) async throws -> Output
}

extension Tool {
  /// A value that the parts of a session share.
  public typealias SessionProperty = LanguageModelSession.SessionProperty

  /// The name of the type.
  public var name: String { "\(Self.self)" }

  /// Whether name, description and schema stand in the instructions: yes.
  public var includesSchemaInInstructions: Bool { true }
}

extension Tool where Arguments: Generable {
  /// The schema of the arguments' type.
  public var parameters: GenerationSchema { Arguments.generationSchema }
}

extension Tool where Arguments == String {
  /// Unavailable: the arguments of a tool have names.
  @available(*, unavailable, message: "Arguments of a tool are a Generable structure.")
  public var parameters: GenerationSchema { Arguments.generationSchema }
}

extension Tool where Arguments == Int {
  /// Unavailable: the arguments of a tool have names.
  @available(*, unavailable, message: "Arguments of a tool are a Generable structure.")
  public var parameters: GenerationSchema { Arguments.generationSchema }
}

extension Tool where Arguments == Double {
  /// Unavailable: the arguments of a tool have names.
  @available(*, unavailable, message: "Arguments of a tool are a Generable structure.")
  public var parameters: GenerationSchema { Arguments.generationSchema }
}

extension Tool where Arguments == Float {
  /// Unavailable: the arguments of a tool have names.
  @available(*, unavailable, message: "Arguments of a tool are a Generable structure.")
  public var parameters: GenerationSchema { Arguments.generationSchema }
}

extension Tool where Arguments == Decimal {
  /// Unavailable: the arguments of a tool have names.
  @available(*, unavailable, message: "Arguments of a tool are a Generable structure.")
  public var parameters: GenerationSchema { Arguments.generationSchema }
}

extension Tool where Arguments == Bool {
  /// Unavailable: the arguments of a tool have names.
  @available(*, unavailable, message: "Arguments of a tool are a Generable structure.")
  public var parameters: GenerationSchema { Arguments.generationSchema }
}
