import Foundation
import TernFormat
import TernJSON
import TernTestSupport
import Testing

@testable import TernCommand

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Files that tern writes")
struct QuantizeOutputTests {
  private let model = Fixtures.tinyLlama
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  /// What kind of file something is.
  private func type(_ path: String) throws -> FileAttributeType? {
    try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
  }

  /// The model in Q8_0.
  private func quantized() throws -> String {
    let path = folder.file("q8.gguf")
    #expect(try CommandRun("quantize", model, path, "Q8_0").status == 0)
    return path
  }

  @Test(
    "weights that are quantized are quantized again only where that is asked for, and it is told")
  func requantizes() throws {
    let (path, out) = (try quantized(), folder.file("q4.gguf"))
    let refused = try CommandRun("quantize", path, out, "Q4_0")
    #expect(refused.failed(with: 1) && refused.errors.contains("--allow-requantize"))
    #expect(refused.errors.contains("Q8_0") && !FileManager.default.fileExists(atPath: out))
    let done = try CommandRun("quantize", path, out, "Q4_0", "--allow-requantize")
    #expect(done.status == 0 && done.errors.contains("quantized already"), "\(done.errors)")
    // Neither the type that they have, nor floats, lose anything.
    for type in ["Q8_0", "F16", "F32"] {
      let run = try CommandRun("quantize", path, out, type)
      #expect(run.status == 0 && run.errors.isEmpty, "\(type) \(run.errors)")
    }
  }

  @Test("the file that is read is not replaced, by whatever name")
  func ontoItself() throws {
    let path = folder.file("model.gguf")
    try bytes(model).write(to: URL(fileURLWithPath: path))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: path)
    try FileManager.default.linkItem(atPath: path, toPath: folder.file("hard"))
    for name in ["model.gguf", "link", "hard", "./model.gguf"] {
      let out = folder.file(name)
      #expect(try CommandRun("quantize", path, out, "Q8_0").failed(with: 1), "\(name)")
      let logits = try CommandRun("logits", "-m", path, "--tokens", "1", "--out", out)
      #expect(logits.failed(with: 1), "\(name)")
      #expect(try CommandRun("dequantize", "--type", "F16", path, out).failed(with: 1), "\(name)")
    }
    #expect(try bytes(path) == bytes(model))
    #expect(try folder.entries().sorted() == ["hard", "link", "model.gguf"])
  }

  @Test("a pipe, a device and standard output get the bytes, and stay what they are")
  func pipes() throws {
    let expected = try bytes(quantized())
    let program = CommandRun.folder.appendingPathComponent("tern").path
    // As root a device could be replaced: a pipe of the test's own is tried first.
    let pipe = folder.file("pipe")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    let run = try CommandRun(
      "-c", "cat \"$2\" > \"$3\" & \"$0\" quantize \"$1\" \"$2\" Q8_0; wait", program, model, pipe,
      folder.file("copy"), program: "/bin/sh")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try bytes(folder.file("copy")) == expected)
    #expect(try type(pipe) != .typeRegular)
    let standard = try CommandRun("quantize", model, "/dev/stdout", "Q8_0")
    #expect(Data(standard.output) == expected && standard.errors.contains("Q8_0"))
    let device = try CommandRun("quantize", model, "/dev/null", "Q8_0", "--json")
    #expect(try JSON(parsing: device.output)["bytes"]?.int == expected.count, "\(device.errors)")
    #expect(try type("/dev/null") != .typeRegular)
    let logits = try CommandRun(
      "logits", "-m", model, "--tokens", "1", "--out", "/dev/stdout", "--json")
    #expect(logits.output.count == 303 * 4 && logits.errors.contains("\"rows\":1"))
    let values = try CommandRun("dequantize", "--type", "F32", model, "/dev/stdout")
    #expect(Data(values.output) == (try bytes(model)), "\(values.errors)")
  }

  @Test("a link is followed: what it leads to is replaced")
  func links() throws {
    let out = folder.file("out.gguf")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: "out.gguf")
    for _ in 0..<2 {
      #expect(try CommandRun("quantize", model, folder.file("link"), "Q8_0").status == 0)
      #expect(try GGUFFile(path: out).tensors.isEmpty == false)
    }
    #expect(try folder.entries().sorted() == ["link", "out.gguf"])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link")) == "out.gguf")
  }

  @Test("/save writes to a pipe, and does not replace it")
  func saves() throws {
    let fixture = try ChatFixture()
    let pipe = fixture.folder.file("pipe")
    let saved = fixture.folder.file("saved")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    let lines = try fixture.write(
      "lines", "the cat\n/save \(pipe)\n/save \(saved)\n/load \(saved)\n")
    let run = try CommandRun(
      "-c", "cat \"$2\" > \"$2.copy\" & \"$0\" chat -m \"$1\" -n 3 --seed 1 < \"$3\"; wait",
      CommandRun.folder.appendingPathComponent("tern").path, fixture.model, pipe, lines,
      program: "/bin/sh")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try type(pipe) != .typeRegular)
    let loaded = try fixture.chat(["/load \(pipe).copy"], "--json")
    #expect(loaded.status == 0 && loaded.errors.contains("1 turn"), "\(loaded.errors)")
  }

  @Test("a signal takes the unfinished file away", arguments: [SIGINT, SIGTERM])
  func signals(signal: Int32) async throws {
    let path = folder.file("out.gguf")
    let status = signal == SIGINT ? ExitTest.Condition.signal(SIGINT) : .signal(SIGTERM)
    await #expect(processExitsWith: status) { [path = path as String, signal = signal as Int32] in
      Signals.removeUnfinishedFiles()
      let writer = try GGUFWriter(path: path, metadata: [:], tensors: [])
      kill(getpid(), signal)
      for _ in 0..<30_000 { try await Task.sleep(for: .milliseconds(10)) }
      try writer.finish()
    }
    #expect(try folder.entries() == [])
  }

  @Test("quantize that is interrupted leaves nothing behind")
  func interrupted() throws {
    // A gigabyte of zeros that the disk does not hold: enough to be at work still when interrupted.
    var file = RawGGUF(tensorCount: 1, metadataCount: 1)
    file.entry("general.architecture", type: 8)
    file.append(string: "llama")
    file.tensor("blk.0.ffn_up.weight", dimensions: [4096, 1 << 16], offset: 0)
    file.data(0)
    let path = folder.file("in.gguf")
    try Data(file.bytes).write(to: URL(fileURLWithPath: path))
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try handle.truncate(atOffset: UInt64(file.bytes.count) + (1 << 30))
    // Shells start what runs in the background with the signal ignored, and children inherit that.
    signal(SIGINT, SIG_DFL)
    let run = try RunningCommand(["quantize", path, folder.file("out.gguf"), "Q2_K", "-t", "1"])
    #expect(run.waits { _ in (try? folder.entries().contains { $0.hasSuffix(".part") }) == true })
    run.interrupt()
    #expect(try run.end() == -SIGINT, "\(run.output) \(run.errors)")
    #expect(try folder.entries() == ["in.gguf"])
  }
}
