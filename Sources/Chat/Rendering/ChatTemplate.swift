import TernJSON
import TernTemplate

/// Writes conversations as the prompts that a model was trained on.
///
/// What the model's own template cannot write is put where it can: a system turn and tools that it
/// refuses or drops go into the first user turn, calls into the assistant's text and results into
/// user turns, in the form of ``FoldedTools``. Immutable: any thread may use it.
package final class ChatTemplate: Sendable {
  /// Where the template came from.
  package enum Origin: Sendable, Equatable {
    case file
    /// The file has none: one of the family that its vocabulary shows.
    case family(String)
    /// The file's cannot write the simplest conversation: one of the family serves instead.
    case replaced(String)
  }

  package let source: String
  package let origin: Origin
  package let features: TemplateFeatures
  /// How the model writes calls of tools.
  package let dialect: ToolDialect
  /// Whether the dialect is what the model shows, or was asked for; otherwise it is a guess.
  package let knowsDialect: Bool
  private let template: Template
  private let tokens: TemplateTokens

  /// Compiles a model's template and finds out what it can do: some milliseconds.
  ///
  /// - Parameters:
  ///   - source: the file's `tokenizer.chat_template`; `nil` where it has none.
  ///   - hasToken: whether the vocabulary has a token of this text.
  ///   - dialect: overrides what is found out.
  package init(
    source: String?, architecture: String? = nil, tokens: TemplateTokens = TemplateTokens(),
    dialect: ToolDialect? = nil, hasToken: (String) -> Bool
  ) throws(ChatError) {
    let fallback = FallbackTemplates.find(architecture: architecture, hasToken: hasToken)
    var compiled = try Compiled(source ?? fallback.source, tokens)
    var origin = source == nil ? Origin.family(fallback.name) : .file
    if !compiled.features.hasTurns {
      compiled = try Compiled(fallback.source, tokens)
      origin = .replaced(fallback.name)
    }
    (self.source, template, features) = (compiled.source, compiled.template, compiled.features)
    self.origin = origin
    self.tokens = tokens
    let found =
      dialect ?? .detect(template: source, architecture: architecture, hasToken: hasToken)
    self.dialect = found ?? .hermesJSON
    knowsDialect = found != nil
  }

  /// A template and what it does.
  private struct Compiled {
    let source: String
    let template: Template
    let features: TemplateFeatures

    init(_ source: String, _ tokens: TemplateTokens) throws(ChatError) {
      let template: Template
      do { template = try Template(source) } catch { throw .template(error) }
      let probe = TemplateProbe { request, style in
        try? ChatTemplate.render(request, template, style, tokens).text
      }
      self.source = source
      self.template = template
      features = TemplateFeatures(probe, source: source, template)
    }
  }

  /// The prompt of a request.
  ///
  /// Text of the conversation is data in it: it never becomes a control token.
  package func render(_ request: ChatRequest) throws(ChatError) -> RenderedText {
    guard !request.messages.isEmpty else { throw .noMessages }
    let request = FoldedConversation(request, features).request
    do { return try Self.render(request, template, features.style, tokens) } catch {
      throw .template(error)
    }
  }

  private static func render(
    _ request: ChatRequest, _ template: Template, _ style: MessageStyle, _ tokens: TemplateTokens
  ) throws(TemplateError) -> RenderedText {
    var variables = request.variables
    variables["messages"] = .array(request.messages.map { $0.value(style) })
    variables["tools"] = request.tools.isEmpty ? .null : .array(request.tools.map(\.value))
    if variables["documents"] == nil { variables["documents"] = .null }
    variables["add_generation_prompt"] = .bool(request.addsGenerationPrompt)
    variables["bos_token"] = .string(tokens.bos)
    variables["eos_token"] = .string(tokens.eos)
    variables["unk_token"] = .string(tokens.unknown)
    variables["pad_token"] = .string(tokens.padding)
    return try template.render(TemplateInput(variables: variables, now: request.now))
  }
}
