import TernSession

/// Runs code in which `model` answers in place of `SystemLanguageModel`: sessions that name no model,
/// and those on `SystemLanguageModel.default`.
///
/// ```swift
/// try await withSystemLanguageModel(ScriptedLanguageModel(["Hello."])) {
///   #expect(try await Greeter().greeting() == "Hello.")
/// }
/// ```
///
/// This applies to the current task and its child tasks, but not to detached tasks, so tests can
/// run side by side. The system's model counts as available there.
public func withSystemLanguageModel<Result>(
  _ model: any LanguageModel, isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Result
) async rethrows -> Result {
  try await SystemModelSubstitute.$current.withValue(
    ForwardedModel(model), operation: body, isolation: isolation)
}
