/// What was said in a session: instructions, prompts, calls and outputs of tools, and answers, in
/// order.
///
/// A transcript is a collection of its entries and can be saved: its document is the one that
/// FoundationModels writes.
public struct Transcript: Sendable, Equatable {
  private var storage: [Entry]

  /// No entries.
  public init() { storage = [] }

  /// A transcript of some entries.
  public init(entries: some Sequence<Entry> = []) { storage = Array(entries) }

  /// The entries after the leading ``Entry/instructions(_:)``.
  public var history: HistoryView {
    get { HistoryView(entries: storage[historyStart...]) }
    set { storage.replaceSubrange(historyStart..., with: newValue.entries) }
    _modify {
      let start = historyStart
      var history = HistoryView(entries: storage[start...])
      defer { storage.replaceSubrange(start..., with: history.entries) }
      yield &history
    }
  }

  private var historyStart: Int {
    storage.firstIndex { $0.instructions == nil } ?? storage.endIndex
  }

  /// The entries from `index` to the end; none where the index is past the end.
  func entries(from index: Int) -> ArraySlice<Entry> { storage.dropFirst(index) }
}

extension Transcript: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// Where an entry is: how many come before it.
  public typealias Index = Int

  /// The place of the first entry, 0.
  public var startIndex: Int { storage.startIndex }

  /// The place behind the last entry.
  public var endIndex: Int { storage.endIndex }

  /// The entry at a place.
  public subscript(index: Index) -> Entry {
    get { storage[index] }
    set { storage[index] = newValue }
  }

  /// Replaces entries; O(entries behind them and new ones).
  public mutating func replaceSubrange<C: Collection>(
    _ subrange: Range<Int>, with newElements: consuming C
  ) where C.Element == Entry {
    storage.replaceSubrange(subrange, with: newElements)
  }
}

extension [String: any ConvertibleToGeneratedContent] {
  /// The values as metadata holds them.
  var contents: [String: GeneratedContent] { mapValues { $0.generatedContent } }
}
