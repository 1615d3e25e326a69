/// Which scalars differ only in case: simple case folding, one scalar to one.
///
/// The standard library gives full mappings, so the simple ones are those that are one scalar long;
/// the Turkic `ı` folds to itself. Source: Unicode CaseFolding.txt, statuses C and S.
enum PatternFolding {
  /// `set` with every scalar that folds to the same as one in it.
  ///
  /// O(c log n) for c scalars that have case and n ranges.
  static func closure(of set: PatternSet) -> PatternSet {
    var ranges = set.ranges
    for members in classes.values where members.contains(where: set.contains) {
      ranges += members.map { $0...$0 }
    }
    return PatternSet(ranges)
  }

  /// The scalars that fold to one, for those to which more than one does.
  ///
  /// Some 1,400 classes, found once in a walk over all scalars with case.
  private static let classes: [UInt32: [UInt32]] = {
    var result: [UInt32: [UInt32]] = [:]
    for range in PatternProperties.set(named: "Cased")?.ranges ?? [] {
      for value in range { result[folded(value), default: []].append(value) }
    }
    // Marks and letters without the property that share a folding with one that has it.
    for value in [0x345] as [UInt32] { result[folded(value), default: []].append(value) }
    return result.filter { $0.value.count > 1 }
  }()

  /// The simple case folding of a scalar.
  static func folded(_ value: UInt32) -> UInt32 {
    guard value != 0x131, let scalar = Unicode.Scalar(value) else { return value }
    let upper = only(scalar.properties.uppercaseMapping) ?? scalar
    return (only(upper.properties.lowercaseMapping) ?? upper).value
  }

  /// The scalar of a text that has exactly one.
  private static func only(_ text: String) -> Unicode.Scalar? {
    let scalars = text.unicodeScalars
    return scalars.count == 1 ? scalars.first : nil
  }
}
