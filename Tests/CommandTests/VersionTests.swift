import Foundation
import TernJSON
import TernTestSupport
import TernVersion
import Testing

@Suite("The version")
struct VersionTests {
  private static let hash = "0123456789abcdef0123456789abcdef01234567"
  private static let other = "fedcba9876543210fedcba9876543210fedcba98"

  private var root: URL {
    URL(filePath: Fixtures.tinyLlama).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  @Test(arguments: ["tern", "tern-bench"])
  func `each program tells its version, with commit and configuration`(program: String) throws {
    let run = try CommandRun("--version", program: program)
    #expect(run.status == 0 && run.text.hasPrefix("\(program) \(Version.number) ("))
    #expect(run.text.hasSuffix(", \(Version.configuration))\n"))
    let document = try JSON(parsing: CommandRun("--version", "--json", program: program).output)
    #expect(document["program"]?.string == program)
    #expect(document["version"]?.string == Version.number)
    #expect(document["configuration"]?.string == Version.configuration)
    let commit = document["commit"]?.string
    #expect(run.text.contains("(\(commit ?? "unknown commit"),"))
    #expect(try CommandRun("--version", "--all", program: program).failed(with: 2))
  }

  @Test func `the changelog's first version is the program's, with its day`() throws {
    let text = try String(contentsOf: root.appending(path: "CHANGELOG.md"), encoding: .utf8)
    let heading = text.split(separator: "\n").first { $0.hasPrefix("## ") }
    #expect(heading == "## \(Version.number) – \(Version.date)")
  }

  @Test func `the commit is that of the branch, of no branch, or of the packed list`() throws {
    for head in ["ref: refs/heads/main", Self.hash, "ref: refs/heads/packed"] {
      let checkout = try Checkout(head: head + "\n")
      #expect(Version.built(in: checkout.url, program: checkout.program) == "0123456", "\(head)")
    }
  }

  @Test func `the commit of a linked checkout is its own`() throws {
    let checkout = try Checkout(head: "ref: refs/heads/main\n")
    try checkout.put("gitdir: \(checkout.folder.path)/.git/worktrees/two\n", at: "two/.git")
    try checkout.put("ref: refs/heads/second\n", at: ".git/worktrees/two/HEAD")
    try checkout.put("../..\n", at: ".git/worktrees/two/commondir")
    try checkout.put(Self.other + "\n", at: ".git/refs/heads/second")
    try checkout.put("", at: "two/.build/tern")
    let two = checkout.url.appending(path: "two")
    #expect(Version.built(in: two, program: two.appending(path: ".build/tern")) == "fedcba9")
  }

  @Test func `a program that is older than the commit, or lies elsewhere, has an unknown one`()
    throws
  {
    let checkout = try Checkout(head: Self.hash)
    try FileManager.default.setAttributes(
      [.modificationDate: Date.now.addingTimeInterval(60)],
      ofItemAtPath: checkout.folder.file(".git/logs/HEAD"))
    #expect(Version.built(in: checkout.url, program: checkout.program) == nil)
    let another = try Checkout(head: Self.hash)
    #expect(Version.built(in: another.url, program: checkout.program) == nil)
    #expect(Version.built(in: another.url, program: nil) == nil)
    let damaged = try Checkout(head: "ref: refs/heads/none")
    #expect(Version.built(in: damaged.url, program: damaged.program) == nil)
  }

  @Test func `archives of the sources have the commit in the file that git is told of`() throws {
    let attributes = try String(contentsOf: root.appending(path: ".gitattributes"), encoding: .utf8)
    #expect(attributes.contains("\nSources/Version/Commit.swift export-subst"))
  }

  /// A folder with the files that git has in a checkout, and a program that was built there.
  private struct Checkout {
    let folder: TemporaryFolder
    var url: URL { URL(filePath: folder.path) }
    var program: URL { url.appending(path: ".build/tern") }

    init(head: String) throws {
      folder = try TemporaryFolder()
      try put(head, at: ".git/HEAD")
      try put("", at: ".git/logs/HEAD")
      try put(VersionTests.hash + "\n", at: ".git/refs/heads/main")
      try put(
        "# pack-refs\n\(VersionTests.other) refs/heads/x\n\(VersionTests.hash) refs/heads/packed\n",
        at: ".git/packed-refs")
      try put("", at: ".build/tern")
    }

    func put(_ text: String, at path: String) throws {
      let file = url.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }
}
