import Foundation
import TernTestSupport
import Testing

/// Tern's public declarations beside the inventory of those of Apple's framework.
@Suite(
  "Public surface",
  .enabled(if: SharedSuites.available, "needs TERN_SHARED"),
  .enabled(
    if: Toolchain.has("swift-synthesize-interface", "swift-api-digester"),
    "needs the toolchain's tools and the built modules"))
struct SurfaceTests {
  /// The library and the modules that it re-exports.
  private static let modules = ["TernSession", "TernLocal", "Tern"]

  private let inventory: Inventory
  private let toolchain: Toolchain

  init() throws {
    let url = try #require(SharedSuites.url("reference/foundation-models-api.md"))
    inventory = Inventory(
      FinalInterface.amended(try String(contentsOf: url, encoding: .utf8)))
    toolchain = try #require(Toolchain.current)
  }

  private func interface() throws -> ModuleInterface {
    try ModuleInterface(modules: Self.modules, types: inventory.types, toolchain: toolchain)
  }

  @Test("the inventory is read: types, members, conformances")
  func inventoryIsRead() {
    #expect(inventory.types.count > 140)
    #expect(inventory.declarations.count > 850)
    #expect(inventory.conformances.count > 250)
    let initializer = Declaration(
      "init(id: String, toolName: String, segments: [Transcript.Segment])",
      in: "Transcript.ToolOutput")
    #expect(inventory.declarations.contains(initializer))
  }

  @Test("every declaration of the inventory is there, with its labels, types and defaults")
  func declarations() throws {
    let ours = try interface().declarations
    let known = Set(ours)
    for missing in inventory.declarations
    where !known.contains(missing) && SurfaceExceptions.reason(for: missing) == nil {
      let near = ours.filter { $0.owner == missing.owner && $0.name == missing.name }
      Issue.record("missing: \(missing)\(near.map { "\n  there is: \($0.text)" }.joined())")
    }
  }

  @Test("every conformance of the inventory is there")
  func conformances() throws {
    let ours = try interface().conformances
    for missing in inventory.conformances
    where !ours.contains(missing) && SurfaceExceptions.reason(for: missing) == nil {
      Issue.record("missing: \(missing)")
    }
  }

  @Test("code written for version 26 compiles without warnings: nothing that it uses is deprecated")
  func deprecations() throws {
    let theirs = Set(inventory.declarations)
    let deprecated = try interface().declarations.filter(\.isDeprecated)
    #expect(deprecated.count > 5)
    #expect(deprecated.filter(theirs.contains).isEmpty)
  }

  @Test("as many overloads of each name give way to others as in the inventory")
  func disfavoredOverloads() throws {
    let theirs = Dictionary(
      inventory.declarations.filter(\.isDisfavored).map { ("\($0.owner).\($0.name)", 1) },
      uniquingKeysWith: +)
    let digest = try ModuleDigest(modules: Self.modules, toolchain: toolchain)
    #expect(theirs.count > 10)
    for (name, count) in theirs.sorted(by: { $0.key < $1.key }) {
      #expect(digest.disfavored[name] == count, "\(name)")
    }
  }

  @Test("every exception is needed")
  func exceptions() throws {
    let ours = try interface()
    let known = Set(ours.declarations).union(ours.conformances)
    let missing = (inventory.declarations + inventory.conformances)
      .filter { !known.contains($0) }.map(\.description)
    for (part, _) in SurfaceExceptions.reasons {
      #expect(missing.contains { $0.contains(part) }, "nothing is missing that has \(part)")
    }
  }
}

/// Declarations are compared in one spelling.
@Suite("Public surface: spelling")
struct DeclarationTests {
  private func spelled(_ source: String, in owner: String = "") -> String {
    Declaration(source, in: owner, types: ["A", "A.B", "Error"]).text
  }

  @Test(
    "what a caller cannot see makes no difference",
    arguments: [
      ("public func f(to value: Tern.A) -> A", "func f(to prompt: A) -> A"),
      ("@_disfavoredOverload final public func f(_ a: A)", "func f(_ b: A)"),
      ("public let x: A", "var x: A { get }"),
      ("public var x: A", "var x: A { get set _modify }"),
      ("subscript(index: Int) -> A { get }", "subscript(position: Int) -> A { get }"),
      ("case f(_: A, b: A)", "case f(A, b: A)"),
      ("var x: any P & Q", "var x: any Q & P"),
      ("func f<T>() where T: P, T: Q", "func f<T>() where T : Q, T : P"),
      ("static var `default`: A { get }", "static let default: A"),
      ("nonisolated(nonsending) public func f() async", "func f() async"),
      ("macro M() = #externalMacro(module: \"A\", type: \"B\")", "macro M()"),
    ])
  func same(_ a: String, _ b: String) { #expect(spelled(a) == spelled(b)) }

  @Test(
    "what a caller can see makes one",
    arguments: [
      ("func f(to a: A)", "func f(for a: A)"), ("func f(a: A = A())", "func f(a: A)"),
      ("func f(@Builder a: () -> A)", "func f(a: () -> A)"), ("var x: A { get }", "var x: A"),
      ("static func f()", "func f()"), ("func f() throws", "func f()"),
      ("struct S", "enum S"), ("func f() -> sending A", "func f() -> A"),
    ])
  func different(_ a: String, _ b: String) { #expect(spelled(a) != spelled(b)) }

  @Test("types are named from the top level on")
  func names() {
    #expect(spelled("var b: B { get }", in: "A") == "var b: A.B { get }")
    #expect(spelled("func f(x: any Error)", in: "A") == "func f(x: any Error)")
    #expect(Declaration("init(to a: A, _ b: A)").name == "init(to:_:)")
    #expect(Declaration("func f<T>(_ a: T, b: A)").name == "f(_:b:)")
  }

  @Test("an interface is read: types within types, constraints of extensions, conformances")
  func interface() {
    let interface = ModuleInterface(
      """
      public struct A<T> : Tern.P where T : Q {

          @discardableResult
          public func f() -> Int
          public enum B : Hashable {
              case c
          }
      }
      extension A.B : R where T : S {
          public var x: Int { get }
      }
      """)
    #expect(
      interface.declarations.map(\.description) == [
        "struct A<T> where T: Q", "A — func f() -> Int", "A — enum B", "A.B — case c",
        "A.B — var x: Int { get } where T: S",
      ])
    #expect(
      interface.conformances.map(\.description).sorted() == [
        "A — : P", "A.B — : Equatable", "A.B — : Hashable", "A.B — : R where T: S",
      ])
  }
}
