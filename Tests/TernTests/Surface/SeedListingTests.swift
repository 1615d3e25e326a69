import Foundation
import TernTestSupport
import Testing

/// Published listings type-check against the built modules as they stand.
@Suite(
  "Published listings",
  .enabled(if: SharedSuites.available, "needs TERN_SHARED"),
  .enabled(
    if: Toolchain.has("swiftc") && Toolchain.macros != nil,
    "needs the compiler, the built modules and the macros' plugin"))
struct SeedListingTests {
  @Test("every listing compiles", arguments: SeedListings.all)
  func compiles(_ listing: SeedListings.Listing) throws {
    let toolchain = try #require(Toolchain.current)
    let outcome = try toolchain.typecheck(
      listing.path, mode: listing.mode, plugin: Toolchain.macros)
    let lines = outcome.errors.split(separator: "\n")
    let errors = lines.filter { $0.contains(": error: ") }
    #expect((outcome.status == 0) == listing.compiles, "\(errors.joined(separator: "\n"))")
    // Forms of the betas are deprecated; everything else is silent.
    let warnings = lines.filter { $0.contains(": warning: ") && !$0.contains("#Deprecated") }
    #expect(
      warnings.isEmpty || listing.name == "s000_15_classtool",
      "\(warnings.joined(separator: "\n"))")
  }

  @Test("there are listings")
  func count() { #expect(SeedListings.all.count >= 40) }
}

/// The listings, and what is known of them.
enum SeedListings {
  struct Listing: CustomTestStringConvertible, Sendable {
    let path: String
    /// The language mode, 5 or 6.
    let mode: Int

    var name: String {
      URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    }

    /// Whether it is to compile; the README of the listings says why some do not.
    var compiles: Bool {
      switch name {
      // A class whose state can change is not Sendable.
      case "s000_15_classtool": mode == 5
      // Leaves a case of version 26 out of a switch.
      case "s002_05_history": false
      default: true
      }
    }

    var testDescription: String { "\(name), Swift \(mode)" }
  }

  static let all: [Listing] = {
    guard let folder = SharedSuites.url("suites/seed-listings"),
      let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    else { return [] }
    return files.filter { $0.hasSuffix(".swift") }.sorted().flatMap { file in
      [5, 6].map { Listing(path: folder.appendingPathComponent(file).path, mode: $0) }
    }
  }()
}
