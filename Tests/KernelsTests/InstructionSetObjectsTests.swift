import Foundation
import Testing

#if os(Linux) && arch(x86_64)
  /// The linker keeps one copy of a weak function for the whole program: were one emitted in a
  /// module of one instruction set, other processors could run its code, or it theirs.
  @Suite("Objects of the instruction-set modules")
  struct InstructionSetObjectsTests {
    static let modules = ["TernKernelsAVX2", "TernKernelsAVX512"]

    /// The first of the symbol listers that is installed.
    static let lister: String? = ["/usr/bin/nm", "/usr/bin/llvm-nm"]
      .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// The object files of `module` in the build folder that holds this test program.
    private func objects(of module: String) throws -> [String] {
      let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      let test = program.pathExtension == "xctest" ? program : URL(fileURLWithPath: testProgram)
      let folder = test.deletingLastPathComponent().appendingPathComponent("\(module).build")
      return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".o") }
        .map { folder.appendingPathComponent($0).path }
    }

    /// The program as it was started: under an emulator `/proc/self/exe` may be the emulator.
    private var testProgram: String {
      CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    }

    /// What `nm` prints: address, kind, name.
    private func list(_ files: [String]) throws -> String {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: try #require(Self.lister))
      process.arguments = files
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      try process.run()
      let data = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: data, as: UTF8.self)
    }

    private static func parse(_ text: String) -> [(kind: String, name: String)] {
      text.split(separator: "\n").compactMap { line in
        let fields = line.split(separator: " ")
        return fields.count == 3 ? (String(fields[1]), String(fields[2])) : nil
      }
    }

    private static func weakFunctions(_ symbols: [(kind: String, name: String)]) -> [String] {
      symbols.filter { $0.kind.lowercased() == "w" }.map(\.name)
    }

    @Test("the reading of symbol lists finds weak functions and only them")
    func reading() {
      let text = """
        a.o:
        0000000000000000 T $s1a1fyyF
        0000000000000010 W $ss6SIMD16V
        0000000000000000 V __swift_reflection_version
                         U swift_release
        """
      #expect(Self.weakFunctions(Self.parse(text)) == ["$ss6SIMD16V"])
    }

    @Test("there is no weak function", .enabled(if: lister != nil), arguments: modules)
    func noWeakFunctions(module: String) throws {
      let list = try list(objects(of: module))
      // A sanitizer's build emits other functions and is shipped to nobody.
      if list.contains("__tsan_") || list.contains("__asan_") { return }
      let symbols = Self.parse(list)
      #expect(
        symbols.contains { $0.kind == "T" && $0.name.contains("multiplyPanel") },
        "the objects of \(module) were not found")
      #expect(Self.weakFunctions(symbols) == [])
    }
  }
#endif
