import Foundation
import TernDecode
import TernKernels

extension MachineFacts {
  /// This machine; nothing that names its owner.
  init(_ compute: Compute) {
    let information = Self.processorInformation()
    processor = information.name
    cores = information.cores
    instructionSet = "\(compute.isa)"
    processors = Machine.processors
    memoryBytes = Machine.memory
    system = Self.systemName
  }

  /// The processor's name and its cores, where the system tells.
  private static func processorInformation() -> (name: String, cores: Int?) {
    #if os(Linux)
      let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
      return parse(processorList: text)
    #else
      return (systemText("machdep.cpu.brand_string") ?? "unknown", nil)
    #endif
  }

  /// What a text of the form of `/proc/cpuinfo` says: processors with the same package and core are
  /// one core.
  static func parse(processorList text: String) -> (name: String, cores: Int?) {
    var name: String?
    var cores: Set<String> = []
    var package = ""
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let key = parts[0].trimmingCharacters(in: .whitespaces)
      let value = parts[1].trimmingCharacters(in: .whitespaces)
      switch key {
      case "model name", "Model", "Hardware": if name == nil { name = value }
      case "physical id": package = value
      case "core id": cores.insert("\(package) \(value)")
      default: break
      }
    }
    return (name ?? architecture, cores.isEmpty ? nil : cores.count)
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86-64 processor"
    #elseif arch(arm64)
      "64-bit Arm processor"
    #else
      "unknown processor"
    #endif
  }

  /// The distribution and the kernel, or the name of Apple's system.
  private static var systemName: String {
    #if os(Linux)
      let release = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
      let line = release.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
      let name = line?.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" } ?? "Linux"
      let kernel = try? String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)
      guard let kernel else { return name }
      return "\(name), kernel \(kernel.trimmingCharacters(in: .whitespacesAndNewlines))"
    #else
      return "macOS \(ProcessInfo.processInfo.operatingSystemVersionString)"
    #endif
  }

  #if !os(Linux)
    private static func systemText(_ name: String) -> String? {
      var size = 0
      guard unsafe sysctlbyname(name, nil, &size, nil, 0) == 0, size > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: size)
      guard unsafe sysctlbyname(name, &bytes, &size, nil, 0) == 0 else { return nil }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  #endif
}
