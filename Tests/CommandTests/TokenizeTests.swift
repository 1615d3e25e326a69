import Foundation
import TernJSON
import TernTestSupport
import Testing

@Suite("tern tokenize and detokenize")
struct TokenizeTests {
  private let model = Fixtures.tinyLlama

  private func ids(_ list: [Int32]) -> JSON {
    .array(list.map { JSON(Int($0)) })
  }

  @Test("the ids are the reference engine's, and back they give the text byte for byte")
  func roundTrip() throws {
    for (text, expected) in try Fixtures.tinyLlamaReference().tokens {
      let run = try CommandRun("tokenize", "--model", model, input: Array(text.utf8))
      #expect(try JSON(parsing: run.output) == ids(expected))
      let back = try CommandRun("detokenize", "--model", model, input: run.output)
      #expect(back.text == text)
    }
  }

  @Test("--special reads control tokens, --bos puts the beginning token first")
  func flags() throws {
    let reference = try Fixtures.tinyLlamaReference()
    for (text, expected) in reference.special {
      let run = try CommandRun("tokenize", "--model", model, "--special", input: Array(text.utf8))
      #expect(try JSON(parsing: run.output) == ids(expected))
      let back = try CommandRun("detokenize", "--model", model, "--special", input: run.output)
      #expect(back.text == text)
    }
    let run = try CommandRun("tokenize", "--model", model, "--bos", input: Array("the".utf8))
    #expect(try JSON(parsing: run.output).array?.first?.int == Int(reference.prompt[0]))
  }

  @Test("--jsonl answers every line with one line, also on failure")
  func lines() throws {
    let input = "\"the cat\"\nnot json\n[1]\n\"a\\nb\u{2028}\"\n\n\"\""
    let run = try CommandRun("tokenize", "--model", model, "--jsonl", input: Array(input.utf8))
    #expect(run.status == 0)
    let lines = try run.text.split(separator: "\n").map { try JSON(parsing: Array($0.utf8)) }
    #expect(lines.count == 6)
    #expect(lines[0].array != nil && lines[3].array != nil && lines[5] == .array([]))
    for index in [1, 2, 4] { #expect(lines[index]["error"]?.string != nil) }
    let arrays = "[116, 257]\n[99999]\n{}\n[1.5]\n[]"
    let back = try CommandRun("detokenize", "--model", model, "--jsonl", input: Array(arrays.utf8))
    let texts = try back.text.split(separator: "\n").map { try JSON(parsing: Array($0.utf8)) }
    #expect(texts.count == 5)
    #expect(texts[0].string != nil && texts[4] == .string(""))
    for index in 1...3 { #expect(texts[index]["error"]?.string != nil) }
  }

  @Test("input that is no array of ids is one line and exit status 1")
  func errors() throws {
    for input in ["", "[1", "{}", "[\"a\"]", "[99999]", "[-1]", "[1e30]"] {
      let run = try CommandRun("detokenize", "--model", model, input: Array(input.utf8))
      #expect(run.failed(with: 1), "\(input): \(run.status) \(run.errors)")
    }
  }

  @Test("with --bytes, bytes that are no UTF-8 come back as they were")
  func bytes() throws {
    let hostile: [UInt8] = [0xFF, 0xC3, 0x28, 0x00, 0xED, 0xA0, 0x80, 0xF0, 0x9F]
    let run = try CommandRun("tokenize", "--model", model, "--bytes", input: hostile)
    let back = try CommandRun("detokenize", "--model", model, input: run.output)
    #expect(back.output == hostile)
  }
}
