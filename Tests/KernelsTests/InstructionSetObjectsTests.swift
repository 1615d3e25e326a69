import Foundation
import TernQuant
import Testing

#if os(Linux) && arch(x86_64)
  /// The linker keeps one copy of a weak function for the whole program: were one emitted in a
  /// module of one instruction set and in another, other processors could run its code, or it theirs.
  ///
  /// Weak functions that a module's own declarations give their names are in no other module, which
  /// is tested too.
  @Suite("Objects of the instruction-set modules")
  struct InstructionSetObjectsTests {
    static let modules = [
      "TernKernelsAVX2", "TernKernelsAVXVNNI", "TernKernelsAVX512", "TernKernelsAMX",
    ]

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

    /// The weak functions that other modules could have too.
    private static func weakFunctions(
      _ symbols: [(kind: String, name: String)], of module: String
    ) -> [String] {
      symbols.filter { $0.kind.lowercased() == "w" && !$0.name.hasPrefix(prefix(of: module)) }
        .map(\.name)
    }

    /// How the names of a module's functions begin.
    private static func prefix(of module: String) -> String { "$s\(module.utf8.count)\(module)" }

    @Test("the reading of symbol lists finds weak functions and only them")
    func reading() {
      let text = """
        a.o:
        0000000000000000 T $s1a1fyyF
        0000000000000010 W $ss6SIMD16V
        0000000000000020 W $s1b1gyyF
        0000000000000030 W $s1a1hyyF
        0000000000000040 W __swift_memcpy48_8
        0000000000000000 V __swift_reflection_version
                         U swift_release
        """
      let expected = ["$ss6SIMD16V", "$s1b1gyyF", "__swift_memcpy48_8"]
      #expect(Self.weakFunctions(Self.parse(text), of: "a") == expected)
    }

    /// The first of the disassemblers that is installed.
    static let disassembler: String? = ["/usr/bin/objdump", "/usr/bin/llvm-objdump"]
      .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Instructions that no module may contain, by the names of what processors need for them.
    static let foreign: [(feature: String, pattern: String)] = [
      ("BF16", "bf16"), ("AVX-VNNI", #"^\{vex\} vpdp"#), ("IFMA", "^vpmadd52"),
      ("FP16", "^v(add|sub|mul|div|sqrt|max|min|fn?m(add|sub)[0-9]+|mov|ucomi|cmp)[ps]h( |$)"),
      ("FP16", "^vcvt(ph2[^p]|ph2pd|[^p].*2ph|pd2ph)"), ("FP16", "^vmovw"),
      ("VBMI", "^vperm(b|i2b|t2b)|^vpmultishift"), ("VBMI2", "^vp(compress|expand)[bw]|^vpsh[lr]d"),
      ("BITALG, VPOPCNTDQ", "^vpopcnt|^vpshufbit"), ("GFNI", "gf2p8"), ("AES", "^v?aes"),
      ("PCLMUL", "pclmul"), ("SHA", "^sha[0-9]"), ("VP2INTERSECT", "^vp2inter"),
      ("AMX", "^(t(dp|ile|mm)|(ld|st)tilecfg)"), ("ADX", "^ad[co]x"), ("RDRND", "^rd(rand|seed)"),
      ("XOP, FMA4", "^vfn?m(add|sub)[ps][sd]|^vprot|^vpcom[^p]"),
      ("SSE4A", "^(extrq|insertq|movnts)"),
    ]

    /// The features of those that modules have beyond others.
    static let own = ["TernKernelsAVXVNNI": ["AVX-VNNI"], "TernKernelsAMX": ["AMX", "BF16"]]

    /// Every instruction once, as `name operands`.
    private func instructions(_ module: String) throws -> [Substring] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments =
        [
          "-c",
          "tool=$1; shift; $tool -d --no-show-raw-insn \"$@\" | sed -n 's/^ *[0-9a-f]*:[ \t]*//p' | sort -u",
          "sh", try #require(Self.disassembler),
        ] + (try objects(of: module))
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let data = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: data, as: UTF8.self).split(separator: "\n")
    }

    @Test(
      "there is no instruction of a feature that is not asked of the processor",
      .enabled(if: disassembler != nil), arguments: modules)
    func noForeignInstructions(module: String) throws {
      let all = try instructions(module)
      #expect(all.contains { $0.hasPrefix("vfmadd") })
      // The operand of a jump or a call is an address, which can look like a name.
      let computing = all.filter { !$0.hasPrefix("j") && !$0.hasPrefix("call") }
      let forms = Set(computing.map { $0.split(separator: " ").prefix(2).joined(separator: " ") })
      for (feature, pattern) in Self.foreign
      where !(Self.own[module] ?? []).contains(feature) {
        let regex = try Regex(pattern)
        #expect(forms.filter { $0.contains(regex) } == [], "\(feature)")
      }
      if module == "TernKernelsAVX2" || module == "TernKernelsAVXVNNI" {
        let wide = /%zmm|%k[1-7]|%[xy]mm(1[6-9]|[23][0-9])/
        #expect(all.filter { $0.contains(wide) }.isEmpty)
      }
    }

    @Test(
      "products with panels call nothing", .enabled(if: disassembler != nil && lister != nil),
      arguments: modules.filter { $0 != "TernKernelsAMX" })
    func noCalls(module: String) throws {
      let objects = try objects(of: module)
      let list = try list(objects)
      // A sanitizer puts calls everywhere.
      if list.contains("__tsan_") || list.contains("__asan_") { return }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: try #require(Self.disassembler))
      process.arguments =
        ["-d", "--no-show-raw-insn"] + objects.filter { $0.hasSuffix("/PanelProducts.swift.o") }
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let data = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      var (name, kernels, calls): (Substring, Set<Substring>, Set<Substring>) = ("", [], [])
      for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
        if line.hasSuffix(">:") {
          name = line
        } else if name.contains(/severalRows|oneRow/) {
          kernels.insert(name)
          if line.contains(/\tcall/) { calls.insert(name) }
        }
      }
      let types = TensorType.allCases.filter { $0.panel != nil }
      #expect(kernels.count >= types.count)
      #expect(calls == [])
    }

    @Test("the names of foreign instructions are told from those that may be used")
    func foreignNames() throws {
      func isForeign(_ text: String) throws -> Bool {
        try Self.foreign.contains { try text.contains(Regex($0.pattern)) }
      }
      for name in [
        "vdpbf16ps %zmm1", "vcvtne2ps2bf16 %zmm1", "{vex} vpdpbusd", "vpmadd52luq", "vaddph",
        "vfmadd231sh", "vcvtph2dq", "vpermt2b", "vpexpandb", "vpshldvw", "vpopcntd", "aesenc",
        "tdpbssd", "rdrand",
      ] { #expect(try isForeign(name), "\(name)") }
      for name in [
        "vpdpbusd %zmm1", "{evex} vpmaxsd", "vcvtph2ps", "vcvtps2ph", "vaddps", "vpermt2w",
        "vpshufb", "vmovshdup %xmm1", "vmovss", "vfmadd231ss", "vpsllvd", "test", "vpcmpeqd",
        "vpexpandd",
      ] { #expect(try !isForeign(name), "\(name)") }
    }

    @Test(
      "there is no weak function that another module could have", .enabled(if: lister != nil),
      arguments: modules)
    func noWeakFunctions(module: String) throws {
      let list = try list(objects(of: module))
      // A sanitizer's build emits other functions and is shipped to nobody.
      if list.contains("__tsan_") || list.contains("__asan_") { return }
      let symbols = Self.parse(list)
      #expect(
        symbols.contains { $0.kind == "T" && $0.name.contains(/kernelTable|rounded|panel/) },
        "the objects of \(module) were not found")
      #expect(Self.weakFunctions(symbols, of: module) == [])
    }

    @Test(
      "no other module of kernels has a function of theirs", .enabled(if: lister != nil),
      arguments: modules)
    func noCopies(module: String) throws {
      for other in Self.modules + ["TernQuant", "TernKernelsPortable", "TernKernels"]
      where other != module {
        let symbols = Self.parse(try list(objects(of: other)))
        #expect(symbols.contains { $0.name.hasPrefix(Self.prefix(of: other)) }, "\(other)")
        #expect(symbols.filter { $0.name.hasPrefix(Self.prefix(of: module)) }.map(\.name) == [])
      }
    }
  }
#endif
