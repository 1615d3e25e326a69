import Foundation
import TernCafe
import TernFormat
import TernTestSupport
import Testing

/// Where the embedded model is looked for, and what it is.
@Suite struct CafeModelTests {
  private func put(_ text: String, at url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  @Test func `the file is a resource that is found, small, and complete`() throws {
    let url = try CafeModel.fileURL()
    let file = try GGUFFile(path: url.path)
    let size = try #require(try url.resourceValues(forKeys: [.fileSizeKey]).fileSize)
    #expect(size <= 16_000_000)
    #expect(file.string("general.name") == "Café")
    for key in ["author", "license", "description", "basename"] {
      #expect(file.string("general.\(key)")?.isEmpty == false, "\(key)")
    }
    #expect(file.string("tokenizer.chat_template")?.contains("<tool_call>") == true)
    #expect(file.string("general.architecture") == "qwen3")
  }

  @Test func `the places are tried in order: beside, in a resource folder, in share, where built`()
    throws
  {
    let temporary = try TemporaryFolder()
    let folder = URL(filePath: temporary.path).resolvingSymlinksInPath()
    let executable = folder.appending(path: "bin/app")
    let places = [
      "source/cafe.gguf", "share/tern/cafe.gguf", "bin/cafe.gguf",
      "bin/Tern_TernCafe.resources/cafe.gguf",
    ]
    for place in places {
      try put(place, at: folder.appending(path: place))
      let found = try CafeModel.find(
        beside: executable, builtFrom: folder.appending(path: "source/File.swift"))
      #expect(found.path == folder.appending(path: place).path)
    }
  }

  @Test func `an executable that is a link finds what is beside the real one`() throws {
    let temporary = try TemporaryFolder()
    let folder = URL(filePath: temporary.path).resolvingSymlinksInPath()
    try put("", at: folder.appending(path: "opt/app"))
    try put("", at: folder.appending(path: "opt/cafe.gguf"))
    try put("", at: folder.appending(path: "bin/other"))
    let link = folder.appending(path: "bin/app")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: folder.appending(path: "opt/app"))
    let found = try CafeModel.find(beside: link, builtFrom: folder.appending(path: "none/File"))
    #expect(found.path == folder.appending(path: "opt/cafe.gguf").path)
  }

  @Test func `where it is absent, a typed error names the places`() throws {
    let temporary = try TemporaryFolder()
    let folder = URL(filePath: temporary.path).resolvingSymlinksInPath()
    let error = #expect(throws: CafeModelError.self) {
      try CafeModel.find(
        beside: folder.appending(path: "bin/app"), builtFrom: folder.appending(path: "x/File"))
    }
    let text = try #require(error?.description)
    #expect(text.contains(folder.appending(path: "share/tern/cafe.gguf").path))
    #expect(text.contains(folder.appending(path: "bin/cafe.gguf").path))
  }
}
