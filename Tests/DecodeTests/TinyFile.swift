import TernTestSupport

/// The file of the tiny model, made for a context of another length; there as long as this value.
struct TinyFile {
  private let folder: TemporaryFolder
  let path: String

  init(context: UInt32) throws {
    folder = try TemporaryFolder()
    path = folder.file("tiny.gguf")
    try Fixtures.writeTinyLlama(to: path, context: context)
  }
}
