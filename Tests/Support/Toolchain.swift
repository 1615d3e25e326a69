import Foundation

/// The Swift toolchain that this program was built with, and the modules that were built with it.
///
/// Tests that need a tool skip by name where it is missing.
package struct Toolchain: Sendable {
  /// The folder of the tools.
  package let tools: URL
  /// The folder of what was built: the test bundle lies in it.
  package let products: URL

  /// The toolchain whose library this program has loaded, or `nil` where none can be found.
  package static let current: Toolchain? = {
    guard let root = loadedRoot() else { return nil }
    let products = URL(fileURLWithPath: CommandLine.arguments.first ?? "")
      .deletingLastPathComponent()
    return Toolchain(tools: root.appendingPathComponent("bin"), products: products)
  }()

  /// Whether all of these tools and the built modules are there; for `.enabled(if:)`.
  package static func has(_ tools: String...) -> Bool {
    guard let current else { return false }
    let files = FileManager.default
    return files.fileExists(atPath: current.modules.path)
      && tools.allSatisfy { files.isExecutableFile(atPath: current.path(of: $0)) }
  }

  /// The folder of the built modules.
  package var modules: URL { products.appendingPathComponent("Modules") }

  /// The path of a tool.
  package func path(of tool: String) -> String { tools.appendingPathComponent(tool).path }

  /// The architecture that this program was compiled for, as the tools call it.
  package static var target: String {
    #if arch(x86_64)
      "x86_64-unknown-linux-gnu"
    #else
      "aarch64-unknown-linux-gnu"
    #endif
  }

  /// What a tool printed, and how it ended.
  package struct Outcome: Sendable {
    package let status: Int32
    package let output: String
    package let errors: String
  }

  /// Runs a tool and waits for its end.
  package func run(_ tool: String, _ arguments: [String]) throws -> Outcome {
    let folder = try TemporaryFolder()
    // Files instead of pipes: neither side ever waits for the other.
    let (output, errors) = (folder.file("out"), folder.file("err"))
    for path in [output, errors] { try Data().write(to: URL(fileURLWithPath: path)) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path(of: tool))
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus,
      output: try String(contentsOfFile: output, encoding: .utf8),
      errors: try String(contentsOfFile: errors, encoding: .utf8))
  }

  /// Type-checks a file against the built modules, with the macros of `plugin`.
  ///
  /// `mode` is the language mode, `options` are further ones of the compiler. A file `main.swift` is a program, any other one of a library.
  package func typecheck(
    _ file: String, mode: Int, plugin: String?, options: [String] = []
  ) throws -> Outcome {
    let kind = file.hasSuffix("main.swift") ? [] : ["-parse-as-library"]
    let macros = plugin.map { ["-load-plugin-executable", "\($0)#TernMacros"] } ?? []
    return try run(
      "swiftc",
      kind + macros + options + [
        "-typecheck", "-swift-version", "\(mode)", "-I", modules.path, file,
      ])
  }

  /// The program that expands the macros, beside the test bundle; `nil` where it was not built.
  package static let macros: String? = {
    let path = current?.products.appendingPathComponent("TernMacros-tool").path ?? ""
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }()

  /// The folder of the modules that manifests of packages import.
  package var manifestModules: URL {
    tools.deletingLastPathComponent().appendingPathComponent("lib/swift/pm/ManifestAPI")
  }

  /// The folder above `lib/swift/linux`, from the list of files that this process has loaded.
  private static func loadedRoot() -> URL? {
    // The list says that it is empty, so it is read to its end.
    let maps = FileHandle(forReadingAtPath: "/proc/self/maps")
    guard let list = try? maps?.readToEnd() else { return nil }
    for line in String(decoding: list, as: UTF8.self).split(separator: "\n") {
      guard let end = line.range(of: "/lib/swift/linux/libswiftCore.so"),
        let start = line.firstIndex(of: "/")
      else { continue }
      return URL(fileURLWithPath: String(line[start..<end.lowerBound]))
    }
    return nil
  }
}
