import Foundation
import TernFormat
import TernModel
import TernTestSupport
import Testing

/// What people are told of each architecture.
@Suite("Records of families")
struct FamilyRecordTests {
  @Test("Every family has a record")
  func complete() {
    let recorded = Set(FamilyRecord.all.map(\.name))
    for family in Family.table {
      #expect(
        recorded.contains(family.name),
        """
        \(family.name) has no record. Add a line to Sources/Model/Families/FamilyRecords.swift with \
        the models that people know, and with what its results were compared, or nothing where they \
        were not. Then write the list of SupportedModels.md anew: \
        TERN_RECORD=1 swift test --filter ArchitectureListTests
        """)
    }
  }

  @Test("Every record is of a family, in the order of the table")
  func ordered() {
    let names = FamilyRecord.all.map(\.name)
    let families = Family.table.map(\.name)
    for name in names where !families.contains(name) { Issue.record("\(name) is no family") }
    #expect(names == families.filter(names.contains))
  }

  @Test("Roles and mixers are those of well-known families")
  func roles() throws {
    let expected: [(String, Family.Role, [String])] = [
      ("llama", .decoder, ["attention"]), ("gemma2", .decoder, ["attention, sliding"]),
      ("deepseek2", .decoder, ["latent attention"]),
      ("deepseek32", .decoder, ["latent attention with an indexer"]),
      ("mamba", .recurrent, ["Mamba"]), ("rwkv7", .recurrent, ["time mix", "channel mix"]),
      ("jamba", .hybrid, ["Mamba", "attention"]),
      ("falcon-h1", .hybrid, ["Mamba-2", "attention"]), ("bert", .encoder, ["attention"]),
    ]
    for (name, role, mixers) in expected {
      let family = try #require(Family.named(name))
      #expect(family.role == role && family.mixerNames == mixers, "\(name)")
    }
  }

  @Test(
    "Every model of the suite is compared, where its family runs",
    .enabled(if: SharedSuites.available))
  func suite() throws {
    let root = try #require(SharedSuites.url("suites/architectures"))
    for folder in try FileManager.default.contentsOfDirectory(atPath: root.path).sorted() {
      let path = root.appendingPathComponent("\(folder)/model.gguf").path
      guard let file = try? GGUFFile(path: path),
        let name = file.string("general.architecture"), Family.named(name) != nil,
        !ArchitectureSuiteTests.rounded.contains(folder)
      else { continue }
      let record = FamilyRecord.all.first { $0.name == name }
      #expect(
        record?.comparisons.contains { $0.model == folder } == true,
        "the record of \(name) in FamilyRecords.swift does not have the suite's \(folder)")
    }
  }
}
