import TernFormat
import TernTestSupport
import Testing

@Suite("Summaries and file types")
struct SummaryTests {
  @Test("parameters and bytes are added up by type, the largest first")
  func summary() throws {
    let summary = try Summary(smallModel().file())
    #expect(summary.architecture == "llama")
    #expect(summary.name == "small")
    #expect(summary.fileType == .q8_0)
    #expect(summary.parameterCount == 260)
    #expect(summary.tensorByteCount == 272 + 16)
    #expect(summary.types.map(\.type) == [.q8_0, .f32])
    #expect(summary.types.map(\.tensorCount) == [1, 2])
    #expect(summary.types.map(\.elementCount) == [256, 4])
    #expect(summary.bitsPerParameter == Double(2304) / Double(260))
  }

  @Test("an unknown file type keeps its number; an empty file divides by nothing")
  func edges() throws {
    let summary = try Summary(TinyGGUF(metadata: ["general.file_type": .uint32(33)]).file())
    #expect(summary.fileTypeNumber == 33)
    #expect(summary.fileType == nil)
    #expect(summary.bitsPerParameter == 0)
  }

  @Test("file types are found by their names, upper or lower case")
  func names() {
    #expect(FileType(name: "q4_k_m") == .q4_K_M)
    #expect(FileType.mxfp4_moe.name == "MXFP4_MOE")
    #expect(FileType(name: "nonsense") == nil)
    for type in FileType.allCases { #expect(FileType(name: type.name) == type) }
  }
}
