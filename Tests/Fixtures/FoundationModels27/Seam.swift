import FoundationModels
import TernDecode
import TernTokens

// What local models need of the framework that they serve, beyond its public interface: nothing of
// it is there in Apple's.

extension SessionGenerationOptions {
  /// Options that only Tern's models know.
  var local: LocalGenerationOptions? { nil }
}

extension Completion {
  /// What a response tells beside its counts of tokens.
  func usageMetadata(_ tokenizer: Tokenizer) -> [String: any ConvertibleToGeneratedContent] { [:] }
}
