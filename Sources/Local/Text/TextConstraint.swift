import TernGrammar
import TernJSON

/// A restriction on the text of a ``LocalLanguageModel``, which cannot write anything else.
///
/// The text satisfies the constraint with any model and any limit of tokens: near the limit, the
/// shortest way to the end is taken. A constraint is checked when it is made, and can be used for
/// any number of requests, on any thread.
///
/// ```swift
/// var options = LocalGenerationOptions()
/// options.constraint = try .choices(["yes", "no"])
/// let answer = try await model.complete("Is the sky blue?", options: options).text
/// ```
public struct TextConstraint: Sendable {
  private let source: Source
  let compiled: Constraint

  /// What a constraint was made of.
  enum Source: Sendable, Equatable {
    case jsonSchema(String, documents: [String: String], formats: [String: String])
    case json
    case regex(String)
    case choices([String])
    case gbnf(String)
    case lark(String)
    case structuralTag(String)
    case structuralTags([Tag], [String], Int, Int?)
    case compiled(ObjectIdentifier)
  }

  init(_ source: Source, _ rule: GrammarRule) throws(LocalLanguageModelError) {
    self.source = source
    do { compiled = try Constraint(rule) } catch { throw .badConstraint(error.description) }
    if !compiled.isSatisfiable {
      throw .badConstraint(GrammarError.unsatisfiable.description)
    }
  }

  /// What was compiled elsewhere.
  package init(_ compiled: Constraint) {
    source = .compiled(ObjectIdentifier(compiled))
    self.compiled = compiled
  }

  /// A JSON value, without white space between its parts, that satisfies a JSON Schema (draft
  /// 2020-12); properties come in the order in which the schema declares them.
  ///
  /// `nullable` of OpenAPI 3.0 allows null beside a `type`, in schemas that name no dialect by
  /// `$schema`.
  ///
  /// - Parameters:
  ///   - schema: the schema, as JSON.
  ///   - documents: other schemas that `$ref` may lead to, as JSON, by their addresses. Documents
  ///     that no reference leads to are not checked.
  ///   - formats: what the keyword `format` means by some names: regular expressions as for
  ///     `pattern`. They take precedence over the formats of JSON Schema; other unknown names have
  ///     no effect.
  /// - Throws: ``LocalLanguageModelError/badConstraint(_:)`` for text that is no schema, and for a schema
  ///   with a keyword that cannot be enforced, which is named with its place.
  public static func jsonSchema(
    _ schema: String, documents: [String: String] = [:], formats: [String: String] = [:]
  ) throws(LocalLanguageModelError) -> TextConstraint {
    var others: [String: JSON] = [:]
    for (uri, text) in documents { others[uri] = try parsed(text, "the document '\(uri)'") }
    let json = try parsed(schema, "the schema")
      .withExtras(documents: others, formats: formats)
    return try TextConstraint(
      .jsonSchema(schema, documents: documents, formats: formats), .schema(json))
  }

  private static func parsed(
    _ text: String, _ name: String
  ) throws(LocalLanguageModelError) -> JSON {
    do { return try JSON(parsing: text) } catch {
      throw .badConstraint("\(name) is not JSON: \(error)")
    }
  }

  /// Any JSON value, without white space between its parts.
  public static func json() throws(LocalLanguageModelError) -> TextConstraint {
    try TextConstraint(.json, .json)
  }

  /// A text that a regular expression matches as a whole; the pattern is written as for Swift's
  /// `Regex`.
  ///
  /// - Throws: ``LocalLanguageModelError/badConstraint(_:)`` for a pattern that cannot be read or enforced
  ///   (look-around, back-references to groups of more than some hundred texts).
  public static func regex(_ pattern: String) throws(LocalLanguageModelError) -> TextConstraint {
    try TextConstraint(.regex(pattern), .pattern(pattern, .swift))
  }

  /// One of some texts.
  ///
  /// - Throws: ``LocalLanguageModelError/badConstraint(_:)`` where there is none.
  public static func choices(_ texts: [String]) throws(LocalLanguageModelError) -> TextConstraint {
    try TextConstraint(.choices(texts), .choices(texts))
  }
}

extension TextConstraint: Equatable {
  /// Whether both were made from the same source.
  public static func == (a: TextConstraint, b: TextConstraint) -> Bool { a.source == b.source }
}
