import TernJSON

/// A compiled Jinja template, with the rules of chat templates: Jinja2's immutable sandbox with
/// `trim_blocks`, `lstrip_blocks`, loop controls and `{% generation %}`.
///
/// Compiled once, rendered often, from any thread. Errors say where; no input makes a rendering run
/// past its limits. Source: the documentation and behaviour of Jinja2 3.1 and of transformers'
/// `apply_chat_template`.
package final class Template: Sendable {
  private let program: Program
  private let constants: Set<String>
  private let limits: TemplateLimits

  /// Compiles a source.
  package init(_ source: String, limits: TemplateLimits = TemplateLimits()) throws(TemplateError) {
    guard source.utf8.count <= limits.sourceBytes else {
      throw TemplateError(.limit, "the template is too long", at: Position())
    }
    var parser = Parser(try Lexer.tokens(source))
    let body = try parser.parseTemplate()
    var analyzer = Analyzer(nameCount: parser.nameCount, scopeCount: parser.scopeCount)
    try analyzer.resolve(template: body)
    program = Program(
      body: body, slots: analyzer.slots, plans: analyzer.plans, inputs: analyzer.inputs,
      blocks: analyzer.blocks)
    constants = parser.constants
    self.limits = limits
  }

  /// Renders with variables.
  ///
  /// Cost: that of the statements that run, within the limits.
  package func render(_ input: TemplateInput) throws(TemplateError) -> RenderedText {
    try machine(input).render()
  }

  /// What renders once.
  func machine(_ input: TemplateInput) -> Machine { Machine(program, input, limits) }

  /// The variables that the template reads from outside; the functions of the library are none.
  package var freeVariables: Set<String> {
    Set(program.inputs.filter { Globals.value($0) == nil })
  }

  /// Whether a string constant of the template is `text`.
  package func mentions(_ text: String) -> Bool { constants.contains(text) }
}
