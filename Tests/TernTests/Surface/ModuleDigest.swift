import Foundation
import TernJSON
import TernTestSupport

/// What the compiler knows of the declarations of modules that it does not print.
struct ModuleDigest {
  /// How many overloads of a name give way to others, by type and name: `A.f(to:)`.
  ///
  /// Those that are deprecated do not count.
  private(set) var disfavored: [String: Int] = [:]

  init(modules: [String], toolchain: Toolchain) throws {
    for module in modules { try add(module, toolchain) }
  }

  private mutating func add(_ module: String, _ toolchain: Toolchain) throws {
    let folder = try TemporaryFolder()
    _ = try toolchain.run(
      "swift-api-digester",
      [
        "-dump-sdk", "-module", module, "-I", toolchain.modules.path, "-target", Toolchain.target,
        "-avoid-location", "-o", folder.file("digest.json"),
      ])
    let data = try Data(contentsOf: URL(fileURLWithPath: folder.file("digest.json")))
    let root = try JSON(parsing: Array(data))
    count(root["ABIRoot"] ?? root, in: "")
  }

  private mutating func count(_ node: JSON, in owner: String) {
    for child in node["children"]?.array ?? [] {
      // What only the betas had gives way too.
      if child["deprecated"]?.bool != true,
        child["declAttributes"]?.array?.contains(.string("DisfavoredOverload")) == true,
        let name = child["printedName"]?.string
      {
        disfavored["\(owner).\(name)", default: 0] += 1
      }
      if child["kind"]?.string == "TypeDecl", let name = child["name"]?.string {
        count(child, in: owner.isEmpty ? name : "\(owner).\(name)")
      }
    }
  }
}
