/// Changes of the inventory, which is that of a beta of version 27, to the version as it shipped, and
/// what version 27.2 adds.
enum FinalInterface {
  /// The inventory with its changes; text without an inventory stays as it is.
  static func amended(_ markdown: String) -> String {
    var owner = ""
    var lines: [String] = []
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("- **`"), let name = line.split(separator: "`").dropFirst().first {
        owner = String(name)
      }
      // The protocol and all that it has are gone.
      if owner == "Transcript.CustomSegment" || removed.contains(where: line.contains) { continue }
      lines.append(amended(String(line), of: owner))
    }
    return (lines + additions.split(separator: "\n").map(String.init)).joined(separator: "\n")
  }

  private static let removed = [
    "case custom(any Transcript.CustomSegment)", "func updateCustomSegment(",
    "init(capabilities: [LanguageModelCapabilities.Capability])",
  ]

  private static func amended(_ line: String, of owner: String) -> String {
    for change in changes where line.contains(change.old) && change.owner ?? owner == owner {
      return line.replacing(change.old, with: change.new)
    }
    let isProperty = line.contains("`var ")
    for old in ["any Sendable & Codable & Equatable", "any Codable & Sendable & Equatable"] {
      guard line.contains(old) else { continue }
      return line.replacing(
        old, with: isProperty ? "GeneratedContent" : "any ConvertibleToGeneratedContent")
    }
    return line
  }

  private static let changes: [(owner: String?, old: String, new: String)] = [
    (
      "LanguageModelSession.Usage", "var metadata: [String : any Sendable]",
      "var metadata: [String : GeneratedContent]"
    ),
    (nil, "var history: ArraySlice<Transcript.Entry>", "var history: Transcript.HistoryView"),
    (
      nil, "func resolve(in transcript: Transcript)",
      "func resolved(in entries: some Sequence<Transcript.Entry>)"
    ),
    (
      "PrivateCloudComputeLanguageModel", "Set<Locale.Language> { get }",
      "Set<Locale.Language> { get async throws }"
    ),
    (
      "PrivateCloudComputeLanguageModel", "= Locale.current) -> Bool",
      "= Locale.current) async throws -> Bool"
    ),
  ]

  private static let additions = """
    - **`Transcript.HistoryView`** — declares `struct HistoryView : Sendable, RandomAccessCollection, MutableCollection, RangeReplaceableCollection, ExpressibleByArrayLiteral` [27.0]
      - `mutating func append(_ newElement: Transcript.Entry)` [27.0]
      - `mutating func append(contentsOf newElements: some Sequence<Transcript.Entry>)` [27.0]
      - `subscript(bounds: Range<Transcript.HistoryView.Index>) -> Transcript.HistoryView { get set }` [27.0]
    - **`SystemLanguageModel.Variant`** — declares `struct Variant : Sendable` [27.0]
      - `static let core3: SystemLanguageModel.Variant` [27.0]
      - `static let coreAdvanced3: SystemLanguageModel.Variant` [27.0]
      - `var displayName: String { get }` [27.0]
    ### SystemLanguageModel
      - `var variant: SystemLanguageModel.Variant { get }` [27.0]
    ### Transcript.Attachment
      - `case data(Transcript.DataAttachment)` [27.2]
    ### Transcript.Entry
      - `case data(Transcript.DataEntry)` [27.2]
    - **`Transcript.DataAttachment`** — declares `struct DataAttachment : Sendable, Equatable` [27.2]
      - `var contentType: UTType` [27.2]
      - `var content: Data` [27.2]
      - `var metadata: GeneratedContent` [27.2]
      - `init(contentType: UTType, content: Data, metadata: GeneratedContent = GeneratedContent(properties: [:]))` [27.2]
    - **`Transcript.DataEntry`** — declares `struct DataEntry : Sendable, Identifiable, Equatable` [27.2]
    - `extension Transcript.DataEntry : CustomStringConvertible` [27.2]
      - `var id: String` [27.2]
      - `var contentType: UTType` [27.2]
      - `var content: Data` [27.2]
      - `var metadata: GeneratedContent` [27.2]
      - `init(id: String = UUID().uuidString, contentType: UTType, content: Data, metadata: GeneratedContent = GeneratedContent(properties: [:]))` [27.2]
    - **`DataAttachmentRepresentable`** — declares `protocol DataAttachmentRepresentable : Sendable` [27.2]
      - `init(_ attachment: Transcript.DataAttachment) throws` [27.2]
      - `var transcriptRepresentation: Transcript.DataAttachment { get }` [27.2]
    - **`DataEntryRepresentable`** — declares `protocol DataEntryRepresentable : Sendable` [27.2]
      - `init(_ entry: Transcript.DataEntry) throws` [27.2]
      - `var transcriptRepresentation: Transcript.DataEntry { get }` [27.2]
    ### LanguageModel
      - `func supportsDataAttachmentType(_ type: UTType) async throws -> Bool` [27.2]
      - `func supportsDataEntryType(_ type: UTType) async throws -> Bool` [27.2]
    - **`LanguageModelExecutorGenerationChannel.DataEntry`** — declares `struct DataEntry : Sendable` [27.2]
      - `var entryID: String?` [27.2]
      - `var action: LanguageModelExecutorGenerationChannel.DataEntry.Action` [27.2]
    - **`LanguageModelExecutorGenerationChannel.DataEntry.Action`** — declares `struct Action : Sendable` [27.2]
      - `static func update(contentType: UTType, content: Data, metadata: GeneratedContent = GeneratedContent(properties: [:])) -> LanguageModelExecutorGenerationChannel.DataEntry.Action` [27.2]
    - **`LanguageModelExecutorGenerationChannel.DataEntry.Update`** — declares `struct Update : Sendable` [27.2]
      - `var contentType: UTType` [27.2]
      - `var content: Data` [27.2]
      - `var metadata: GeneratedContent` [27.2]
    ### LanguageModelExecutorGenerationChannel.Event
      - `static func data(entryID: String? = nil, action: LanguageModelExecutorGenerationChannel.DataEntry.Action) -> LanguageModelExecutorGenerationChannel.Event` [27.2]
    """
}
