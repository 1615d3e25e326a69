import TernSession

/// The options of a session, in files where the engine's type of the same name is visible too.
typealias SessionGenerationOptions = GenerationOptions
