extension Transcript {
  /// The entries of a transcript after its instructions, as a mutable collection.
  public struct HistoryView: Sendable {
    private(set) var entries: ArraySlice<Entry>

    init(entries: ArraySlice<Entry>) { self.entries = entries }

    /// No entries.
    public init() { entries = [] }
  }
}

extension Transcript.HistoryView {
  /// What the view holds.
  public typealias Element = Transcript.Entry
  /// A part of a view; it has the places of the whole.
  public typealias SubSequence = Transcript.HistoryView

  /// A place in a view.
  public struct Index: Comparable, Hashable, Sendable {
    fileprivate let offset: Int

    /// Whether a place comes before another.
    public static func < (a: Self, b: Self) -> Bool { a.offset < b.offset }
  }
}

extension Transcript.HistoryView: RandomAccessCollection, MutableCollection {
  /// The place of the first entry.
  public var startIndex: Index { Index(offset: entries.startIndex) }

  /// The place behind the last entry.
  public var endIndex: Index { Index(offset: entries.endIndex) }

  /// The place behind another.
  public func index(after index: Index) -> Index { Index(offset: index.offset + 1) }

  /// The place before another.
  public func index(before index: Index) -> Index { Index(offset: index.offset - 1) }

  /// The place some entries behind or before another; O(1).
  public func index(_ index: Index, offsetBy distance: Int) -> Index {
    Index(offset: index.offset + distance)
  }

  /// How many entries lie between two places; O(1).
  public func distance(from start: Index, to end: Index) -> Int { end.offset - start.offset }

  /// The entry at a place.
  public subscript(position: Index) -> Transcript.Entry {
    get { entries[position.offset] }
    set { entries[position.offset] = newValue }
    _modify { yield &entries[position.offset] }
  }

  /// The entries between two places.
  public subscript(bounds: Range<Index>) -> Transcript.HistoryView {
    get { Self(entries: entries[bounds.lowerBound.offset..<bounds.upperBound.offset]) }
    set { entries[bounds.lowerBound.offset..<bounds.upperBound.offset] = newValue.entries }
  }
}

extension Transcript.HistoryView: RangeReplaceableCollection, ExpressibleByArrayLiteral {
  /// A view of entries that are listed.
  public init(arrayLiteral elements: Transcript.Entry...) { self.init(entries: elements[...]) }

  /// Replaces entries; O(entries behind them and new ones).
  public mutating func replaceSubrange<C: Collection>(
    _ subrange: Range<Index>, with newElements: C
  ) where C.Element == Transcript.Entry {
    entries.replaceSubrange(
      subrange.lowerBound.offset..<subrange.upperBound.offset, with: newElements)
  }

  /// Adds an entry to the end.
  public mutating func append(_ newElement: Transcript.Entry) { entries.append(newElement) }

  /// Adds entries to the end, in order.
  public mutating func append(contentsOf newElements: some Sequence<Transcript.Entry>) {
    entries.append(contentsOf: newElements)
  }
}
