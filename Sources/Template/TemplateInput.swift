import TernJSON

/// What a template is rendered with.
package struct TemplateInput: Sendable {
  /// The variables; the order of keys is kept, JSON's null is None.
  package var variables: JSONObject
  /// Variables whose text may become control tokens: theirs is no data.
  package var trusted: Set<String> = ["bos_token", "eos_token", "unk_token", "pad_token"]
  /// What `strftime_now` formats.
  package var now: TemplateClock

  package init(
    variables: JSONObject,
    trusted: Set<String> = ["bos_token", "eos_token", "unk_token", "pad_token"],
    now: TemplateClock
  ) {
    self.variables = variables
    self.trusted = trusted
    self.now = now
  }
}
