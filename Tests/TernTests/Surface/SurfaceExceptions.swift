/// What Tern leaves out of Apple's declarations, or spells differently, and why.
///
/// Every line must be needed: the test fails for one that nothing matches.
enum SurfaceExceptions {
  /// Parts of declarations, as they are printed by the test, with the reason.
  static let reasons: [(part: String, reason: String)] = [
    ("CGImage", "Core Graphics is Apple's"),
    ("CIImage", "Core Image is Apple's"),
    ("CVPixelBuffer", "Core Video is Apple's"),
    ("CVReadOnlyPixelBuffer", "Core Video is Apple's"),
    ("Transcript.ImageAttachment — init(imageURL:", "`orientation` is a type of Image I/O"),
    ("Attachment — init(imageURL:", "`orientation` is a type of Image I/O"),
    (
      "Transcript.Entry — case reasoning(",
      "switches written for 26 stay exhaustive: Transcript.Entry(reasoning:) makes it"
    ),
    (
      "Transcript.Segment — case attachment(",
      "switches written for 26 stay exhaustive: Transcript.Segment(attachment:) makes it"
    ),
    (
      "Transcript.Attachment — case data(",
      "switches written for 27.0 stay exhaustive: Transcript.Attachment(data:) makes it"
    ),
    (
      "Transcript.Entry — case data(",
      "switches written for 27.0 stay exhaustive: Transcript.Entry(data:) makes it"
    ),
    ("static var allCases:", "the compiler derives it, and does not list it"),
  ]

  /// The reason for which a declaration may be missing.
  static func reason(for declaration: Declaration) -> String? {
    reasons.first { declaration.description.contains($0.part) }?.reason
  }
}
