extension GenerationGuide {
  /// The array has at least `count` elements.
  public static func minimumCount<Element>(_ count: Int) -> GenerationGuide<[Element]>
  where Value == [Element] {
    .init(rule: .minimumCount(count))
  }

  /// The array has at most `count` elements.
  public static func maximumCount<Element>(_ count: Int) -> GenerationGuide<[Element]>
  where Value == [Element] {
    .init(rule: .maximumCount(count))
  }

  /// The number of elements lies in `range`.
  public static func count<Element>(_ range: ClosedRange<Int>) -> GenerationGuide<[Element]>
  where Value == [Element] {
    .init(rule: .count(range))
  }

  /// The array has exactly `count` elements.
  public static func count<Element>(_ count: Int) -> GenerationGuide<[Element]>
  where Value == [Element] {
    .init(rule: .count(count...count))
  }

  /// Each element follows `guide`.
  public static func element<Element>(_ guide: GenerationGuide<Element>) -> GenerationGuide<
    [Element]
  >
  where Value == [Element] {
    .init(rule: .element(guide.rule))
  }
}

// Where nothing says what the elements are, as in an attribute.
extension GenerationGuide where Value == [Never] {
  /// The array has at least `count` elements.
  public static func minimumCount(_ count: Int) -> GenerationGuide<Value> {
    .init(rule: .minimumCount(count))
  }

  /// The array has at most `count` elements.
  public static func maximumCount(_ count: Int) -> GenerationGuide<Value> {
    .init(rule: .maximumCount(count))
  }

  /// The number of elements lies in `range`.
  public static func count(_ range: ClosedRange<Int>) -> GenerationGuide<Value> {
    .init(rule: .count(range))
  }

  /// The array has exactly `count` elements.
  @_disfavoredOverload
  public static func count(_ count: Int) -> GenerationGuide<Value> {
    .init(rule: .count(count...count))
  }
}

extension GuideRule {
  fileprivate static func count(_ range: ClosedRange<Int>) -> GuideRule {
    .all([.minimumCount(range.lowerBound), .maximumCount(range.upperBound)])
  }
}
