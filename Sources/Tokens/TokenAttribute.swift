/// What a token is for.
///
/// The raw values are those of `tokenizer.ggml.token_type` in GGUF files.
package enum TokenAttribute: UInt8, Sendable {
  /// A type number outside the format; decodes to nothing.
  case undefined = 0
  /// Ordinary text.
  case normal = 1
  /// Stands for text the vocabulary cannot spell; decodes to nothing unless asked for.
  case unknown = 2
  /// Steers the model (`<s>`, `<|im_end|>`); decodes to nothing unless asked for, and is only
  /// recognised in text when asked for.
  case control = 3
  /// Text that is always recognised as one token, before everything else.
  case userDefined = 4
  /// Never used; decodes to nothing.
  case unused = 5
  /// One byte, spelled `<0xHH>`.
  case byte = 6
}
