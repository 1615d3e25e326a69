import Foundation
import Tern
import Testing

@Suite struct TranscriptCollectionTests {
  private func prompt(_ text: String) -> Transcript.Entry {
    .prompt(.init(id: text, segments: [.text(.init(id: "s", content: text))]))
  }

  private let instructions = Transcript.Entry.instructions(
    .init(id: "i", segments: [], toolDefinitions: []))

  @Test func `A transcript is a collection that can be changed`() {
    var transcript = Transcript(entries: [instructions])
    transcript.append(prompt("a"))
    transcript.append(contentsOf: [prompt("b"), prompt("c")])
    transcript[1] = prompt("z")
    transcript.remove(at: 2)
    transcript.insert(prompt("n"), at: 1)
    transcript.swapAt(1, 3)
    #expect(transcript.map(\.id) == ["i", "c", "z", "n"])
    transcript.replaceSubrange(1..<3, with: [])
    #expect(transcript.map(\.id) == ["i", "n"])
    #expect(transcript.startIndex == 0 && transcript.endIndex == 2)
    #expect(Transcript() == Transcript(entries: []))
    #expect(transcript.last?.id == "n")
  }

  @Test func `The history is what follows the instructions`() {
    var transcript = Transcript(entries: [instructions, prompt("a"), prompt("b")])
    #expect(transcript.history.map(\.id) == ["a", "b"])
    transcript.history = [prompt("c")]
    #expect(transcript.map(\.id) == ["i", "c"])
    transcript.history.append(prompt("d"))
    transcript.history.removeAll { $0.id == "c" }
    #expect(transcript.map(\.id) == ["i", "d"])
    var bare = Transcript()
    bare.history.append(prompt("a"))
    #expect(bare.map(\.id) == ["a"])
  }

  @Test func `The history is changed in place, and its parts have the places of the whole`() {
    var transcript = Transcript(entries: [instructions, prompt("a"), prompt("b"), prompt("c")])
    transcript.history.append(contentsOf: [prompt("d"), prompt("e")])
    let history = transcript.history
    let second = history.index(after: history.startIndex)
    let part = history[second..<history.index(second, offsetBy: 2)]
    #expect(part.startIndex == second && part.map(\.id) == ["b", "c"])
    #expect(history.distance(from: second, to: history.endIndex) == 4)
    transcript.history[second] = prompt("z")
    transcript.history[history.startIndex...second].reverse()
    transcript.history.insert(prompt("n"), at: transcript.history.endIndex)
    transcript.history.removeLast(2)
    #expect(transcript.map(\.id) == ["i", "z", "a", "c", "d"])
    #expect(history.map(\.id) == ["a", "b", "c", "d", "e"])
  }

  @Test func `Filtering gives an array, or a transcript where one is asked for`() {
    let transcript = Transcript(entries: [instructions, prompt("a"), prompt("b")])
    let others = transcript.filter { $0.id != "a" }
    let asArray: [Transcript.Entry] = others
    #expect(asArray.map(\.id) == ["i", "b"])
    let asTranscript: Transcript = transcript.filter { $0.id != "i" }
    #expect(asTranscript == Transcript(entries: [prompt("a"), prompt("b")]))
    let session = LanguageModelSession(transcript: transcript.filter { $0.id == "i" })
    #expect(session.transcript.map(\.id) == ["i"])
    let later = transcript.dropFirst().filter { $0.id != "a" }
    #expect(later as [Transcript.Entry] == [prompt("b")])
    let slice: Slice<Transcript> = transcript.suffix(2).filter { $0.id == "a" }
    #expect(slice.map(\.id) == ["a"])
  }

  @Test func `Entries of different content or ids differ`() throws {
    #expect(prompt("a") == prompt("a"))
    #expect(prompt("a") != prompt("b"))
    let everything = try TranscriptSamples.everything()
    #expect(everything == (try TranscriptSamples.everything()))
    for index in everything.indices {
      var other = everything
      other[index] = prompt("other")
      #expect(other != everything)
    }
  }

  @Test func `Tool calls of one turn are a collection`() {
    let calls = Transcript.ToolCalls(
      id: "c",
      ["a", "b"].map { .init(id: $0, toolName: $0, arguments: GeneratedContent(properties: [:])) })
    #expect(calls.map(\.toolName) == ["a", "b"])
    #expect(calls.count == 2 && calls[1].id == "b")
    #expect(calls.description == "a: {}\nb: {}")
  }

  @Test func `A switch over the entries of version 26 is exhaustive`() {
    let name =
      switch instructions {
      case .instructions: "instructions"
      case .prompt: "prompt"
      case .toolCalls: "calls"
      case .toolOutput: "output"
      case .response: "response"
      }
    #expect(name == "instructions")
    let segment = Transcript.Segment.text(.init(content: "x"))
    let text: String =
      switch segment {
      case .text(let text): text.content
      case .structure(let structure): structure.source
      }
    #expect(text == "x")
  }

  @Test func `The cases of version 27 are made and matched by their names`() throws {
    let thought = Transcript.Reasoning(id: "r", segments: [.text(.init(id: "s", content: "hm"))])
    let entry: Transcript.Entry = .reasoning(thought)
    #expect(entry == Transcript.Entry(reasoning: thought))
    #expect([thought].map(Transcript.Entry.reasoning) == [entry])
    if case .reasoning(let found) = entry { #expect(found == thought) } else { Issue.record() }

    let image = Transcript.AttachmentSegment(
      id: "a", content: .image(.init(imageURL: URL(filePath: "/cup.png"))), label: "cup")
    let note = Note(id: "n", content: 3)
    let segments: [Transcript.Segment] = [.attachment(image), custom(note)]
    #expect(segments[0] == .init(attachment: image))
    let names = segments.map { segment in
      switch segment {
      case .text, .structure: "other"
      case .attachment(let image): image.label ?? ""
      case .custom(let custom): "\(custom)"
      }
    }
    #expect(names == ["cup", "3"])
  }

  @Test func `The cases of version 27.2 are made and matched by their names`() {
    let data = Transcript.DataAttachment(contentType: .json, content: Data("{}".utf8))
    let attachment: Transcript.Attachment = .data(data)
    #expect(attachment == .init(data: data))
    let kind =
      switch attachment {
      case .image: "image"
      case .data(let data): data.contentType.identifier
      }
    #expect(kind == "public.json")
    let image = Transcript.Attachment.image(.init(data: Data([1, 2])))
    #expect(image == image && image != attachment)
    let count =
      switch image {
      case .image(let image): image.data.count
      }
    #expect(count == 2)
    let entry: Transcript.Entry = .data(.init(id: "d", contentType: .pdf, content: Data([1])))
    #expect(entry.id == "d" && entry.description == "(Data) com.adobe.pdf, 1 bytes")
  }
}

/// Content of a type that only the test knows, as the betas of version 27 allowed it.
private struct Note: Transcript.ProviderSegment {
  let id: String
  let content: Int
}

/// A segment of the betas: who makes one is told that the form is gone.
private func custom(_ note: Note) -> Transcript.Segment { BetaSegments.current.custom(note) }

private protocol SegmentMaking { func custom(_ note: Note) -> Transcript.Segment }

private struct BetaSegments: SegmentMaking {
  static var current: any SegmentMaking { Self() }
  @available(*, deprecated)
  func custom(_ note: Note) -> Transcript.Segment { .custom(note) }
}
