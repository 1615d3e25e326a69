extension [String: any ConvertibleToGeneratedContent] {
  /// The values as metadata holds them.
  var contents: [String: GeneratedContent] { mapValues { $0.generatedContent } }
}
