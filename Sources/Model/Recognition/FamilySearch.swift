import TernFormat

extension Family {
  /// The family of a file, or an error that says what the file is, or which family is the nearest.
  package static func of(_ file: GGUFFile) throws(ModelError) -> Family {
    if let kind = FileKind(file) {
      throw .notLanguageModel(kind, architecture: file.string("general.architecture"))
    }
    let name = try Hyperparameters(file.metadata).architecture
    if let family = named(name) { return family }
    throw .unknownArchitecture(
      name, nearest: NearestFamily(file, architecture: name), known: table.map(\.name).sorted())
  }
}

extension NearestFamily {
  /// Differences that are named.
  private static let shown = 6

  /// The family that is nearest to `file`; `nil` where none is like it.
  ///
  /// The file is loaded as one of every family, with weights left out. What differs decides, and the
  /// likeness of the names where little does.
  init?(_ file: GGUFFile, architecture: String) {
    guard Self.isUsual(file, architecture) else { return nil }
    let outline = FileOutline(file, architecture: architecture)
    let standIns = StandIns()
    let names = Likeness(file, architecture: architecture)
    var best: (survey: FamilySurvey, rank: Rank)?
    for family in Family.table {
      let survey = FamilySurvey(file, as: family, outline, standIns)
      let rank = Rank(survey, likeness: names.likeness(to: family.name))
      if best.map({ rank.isBetter(than: $0.rank) }) ?? true { best = (survey, rank) }
    }
    // Where half of the tensors are others, only the name can make a family the nearest.
    guard let (survey, rank) = best,
      survey.cost < Double(outline.kindCount) / 2 || rank.likeness > 0.6
    else { return nil }
    self.init(
      name: survey.family.name, differences: Array(survey.differences.prefix(Self.shown)),
      furtherCount: max(0, survey.differences.count - Self.shown))
  }

  /// Whether the file has not many more names than models have, so that comparing them takes no time.
  private static func isUsual(_ file: GGUFFile, _ architecture: String) -> Bool {
    file.tensors.count <= 1 << 14 && file.metadata.count <= 1 << 12
      && (0...512).contains(file.metadata.int(architecture + ".block_count") ?? 0)
  }
}

/// What is compared of two families.
///
/// The lower cost is better; then more keys that are read; then the family that is the rule (llama,
/// whose row has no particulars), and then a shorter name.
private struct Rank {
  let cost: Double
  let likeness: Double
  private let readKeys: Int
  private let name: String

  init(_ survey: FamilySurvey, likeness: Double) {
    self.likeness = likeness
    cost = survey.cost - likeness + (survey.lacksRecurrence ? 0.1 : 0)
    readKeys = survey.readKeys
    name = survey.family.name
  }

  func isBetter(than other: Rank) -> Bool {
    if abs(cost - other.cost) > 1e-9 { return cost < other.cost }
    if readKeys != other.readKeys { return readKeys > other.readKeys }
    if name == "llama" || other.name == "llama" { return name == "llama" }
    return name.utf8.count < other.name.utf8.count
  }
}
