import Foundation
import TernKernels
import Testing

#if os(Linux) && arch(x86_64)
  /// A program that is compiled for more than is asked of the processor at run time ends with an
  /// illegal instruction on a processor without it.
  @Suite("What the instruction-set modules are compiled for")
  struct ProcessorFeatureTests {
    /// The C compiler of the toolchain, beside the Swift compiler.
    static let clang: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
      .split(separator: ":").map { URL(fileURLWithPath: "\($0)/swiftc") }
      .map { $0.resolvingSymlinksInPath().deletingLastPathComponent().path + "/clang" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// The macros that the compiler defines with these flags: one or more for every feature.
    private func macros(
      _ flags: [String], processor: String = "x86_64"
    ) throws -> Set<String> {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: try #require(Self.clang))
      process.arguments =
        ["--target=\(processor)-unknown-linux-gnu"] + flags + ["-dM", "-E", "-x", "c", "/dev/null"]
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let data = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
      let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
      return Set(lines.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) })
    }

    /// The flags of a target in the manifest, which `function` takes.
    private func flags(
      of target: String, function: String = "instructionSet"
    ) throws -> [String] {
      let manifest = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Package.swift")
      let text = try String(contentsOf: manifest, encoding: .utf8)
      let start = try #require(text.range(of: "name: \"\(target)\", dependencies"))
      let call = try #require(
        text.range(of: "\(function)([", range: start.upperBound..<text.endIndex))
      let rest = text[call.upperBound...]
      let end = try #require(rest.firstIndex(of: "]"))
      return rest[..<end].split(separator: ",")
        .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " \n\"")) }
        .filter { !$0.isEmpty }
    }

    @Test(
      "every feature that the flags imply is asked of the processor", .enabled(if: clang != nil))
    func flags() throws {
      let any = try macros(["-march=x86-64"])
      let sets = [
        ("TernKernelsAVX2", ProcessorFeature.ofAVX2),
        ("TernKernelsAVXVNNI", ProcessorFeature.ofAVX2 + ProcessorFeature.ofAVXVNNI),
        ("TernKernelsAVX512", ProcessorFeature.ofAVX2 + ProcessorFeature.ofAVX512),
        (
          "TernKernelsAMX",
          ProcessorFeature.ofAVX2 + ProcessorFeature.ofAVX512 + ProcessorFeature.ofAMX
        ),
      ]
      for (target, features) in sets {
        let flags = try flags(of: target)
        #expect(flags.contains { $0.hasPrefix("-march=x86-64-v") }, "\(flags)")
        let implied = try macros(flags).subtracting(any)
        let asked = Set(features.flatMap { $0.macros })
        #expect(implied.count > 10)
        #expect(implied.subtracting(asked).sorted() == [], "\(target)")
      }
    }

    @Test(
      "every feature of 64-bit Arm that the flags imply is asked of the processor",
      .enabled(if: clang != nil))
    func armFlags() throws {
      let any = try macros(["-march=armv8-a"], processor: "aarch64")
      let sets = [
        ("TernKernelsNEON", ArmFeature.ofNEON),
        ("TernKernelsI8MM", ArmFeature.ofNEON + ArmFeature.ofI8MM),
      ]
      for (target, features) in sets {
        let flags = try flags(of: target, function: "armInstructionSet")
        #expect(flags.contains { $0.hasPrefix("-march=armv8") }, "\(flags)")
        let implied = try macros(flags, processor: "aarch64").subtracting(any)
        #expect(implied == Set(features.map(\.macro)), "\(target)")
      }
    }
  }
#endif
