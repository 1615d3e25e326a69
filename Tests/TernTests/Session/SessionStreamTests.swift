import Tern
import Testing

@Suite(.timeLimit(.minutes(5))) struct SessionStreamTests {
  @Test func `Snapshots of a text are all of it so far`() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel(Reply.text("One", " two", " three")))
    let stream = session.streamResponse(to: "Count")
    var seen: [String] = []
    for try await snapshot in stream {
      #expect(snapshot.rawContent == GeneratedContent(snapshot.content))
      seen.append(snapshot.content)
    }
    #expect(seen == ["One", "One two", "One two three"])
    #expect(try await stream.collect().content == "One two three")
    #expect(session.transcript.kinds == ["prompt", "response"])
    #expect(!session.isResponding)
  }

  @Test func `Snapshots of a value grow property by property`() async throws {
    let json = #"{"flavor":"nutty","rating":4,"notes":["long","short"]}"#
    let session = LanguageModelSession(model: ScriptedModel(Reply.characters(json)))
    var flavors: [String?] = []
    var ratings: [Int?] = []
    var notes: [[String]?] = []
    var ids: Set<GenerationID> = []
    for try await snapshot in session.streamResponse(to: "Taste", generating: Brew.self) {
      flavors.append(snapshot.content.flavor)
      ratings.append(snapshot.content.rating)
      notes.append(snapshot.content.notes)
      ids.insert(snapshot.content.id)
    }
    let known = flavors.compactMap { $0 }
    #expect(known.contains("nu"))
    #expect(zip(known, known.dropFirst()).allSatisfy { $1.hasPrefix($0) })
    #expect(Set(ratings) == [nil, 4])
    let firstRating = try #require(ratings.firstIndex { $0 != nil })
    #expect(flavors[firstRating] == "nutty")
    #expect(notes.last == ["long", "short"])
    #expect(notes.contains(["long", "sh"]))
    #expect(ids.count == 1)
  }

  @Test func `A number at the root is known when it is complete`() async throws {
    let session = LanguageModelSession(model: ScriptedModel(Reply.characters("120")))
    var seen: [Int] = []
    for try await snapshot in session.streamResponse(to: "n", generating: Int.self) {
      seen.append(snapshot.content)
    }
    #expect(seen == [120])
  }

  @Test func `A stream can be collected without being read`() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel(Reply.text(#"{"flavor":"a","rating":1,"notes":[]}"#)))
    let response = try await session.streamResponse(generating: Brew.self) { "x" }.collect()
    #expect(response.content == Brew(flavor: "a", rating: 1, notes: []))
    #expect(response.transcriptEntries.count == 2)
  }

  @Test func `A stream can be read twice`() async throws {
    let session = LanguageModelSession(model: ScriptedModel(Reply.text("a", "b")))
    let stream = session.streamResponse(to: "x")
    var texts: [String] = []
    for try await snapshot in stream { texts.append(snapshot.content) }
    for try await snapshot in stream { texts.append(snapshot.content) }
    #expect(texts == ["a", "ab", "a", "ab"])
  }

  @Test func `A reader that falls behind catches up, and sees the end`() async throws {
    let number = 400
    let json = "[" + (0..<number).map(String.init).joined(separator: ",") + "]"
    let session = LanguageModelSession(model: ScriptedModel(Reply.characters(json)))
    let stream = session.streamResponse(to: "x", generating: [Int].self)
    #expect(await eventually { !session.isResponding })
    var counts: [Int] = []
    for try await snapshot in stream { counts.append(snapshot.content.count) }
    #expect(counts == counts.sorted())
    #expect(counts.last == number)
    #expect(counts.count > 100 && counts.count < 800)
  }

  @Test func `The session responds from the moment that a stream is made`() async throws {
    let gate = Gate()
    let model = ScriptedModel({ _, channel in
      await gate.pass()
      await channel.send(.response(action: .appendText("late", tokenCount: 1)))
    })
    let session = LanguageModelSession(model: model)
    let stream = session.streamResponse(to: "x")
    #expect(session.isResponding)
    #expect(session.transcript.kinds == ["prompt"])
    await gate.open()
    #expect(try await stream.collect().content == "late")
    #expect(!session.isResponding)
  }

  @Test func `The transcript shows what the model is writing`() async throws {
    let (first, second) = (Gate(), Gate())
    let model = ScriptedModel({ _, channel in
      await channel.send(.response(action: .appendText("half", tokenCount: 1)))
      await first.open()
      await second.pass()
      await channel.send(.response(action: .appendText(" whole", tokenCount: 1)))
    })
    let session = LanguageModelSession(model: model)
    let stream = session.streamResponse(to: "x")
    await first.pass()
    #expect(session.transcript.map(\.description) == ["(Prompt) x", "(Response) half"])
    await second.open()
    _ = try await stream.collect()
    #expect(session.transcript.last?.description == "(Response) half whole")
  }

  @Test func `Snapshots tell entries and tokens of the turn`() async throws {
    let model = ScriptedModel(
      Reply.calls(("EchoTool", #"{"city":"x"}"#)), Reply.text("a", "b"))
    let session = LanguageModelSession(model: model, tools: [EchoTool()])
    var kinds: [[String]] = []
    var tokens: [Int] = []
    for try await snapshot in session.streamResponse(to: "x") {
      kinds.append(Transcript(entries: snapshot.transcriptEntries).kinds)
      tokens.append(snapshot.usage.output.totalTokenCount)
    }
    #expect(kinds == Array(repeating: ["prompt", "calls", "output", "response"], count: 2))
    #expect(tokens == [3, 4])
  }

  @Test func `A stream throws the error of its request after what came before`() async throws {
    struct Broken: Error {}
    let model = ScriptedModel({ _, channel in
      await channel.send(.response(action: .appendText("a", tokenCount: 1)))
      throw Broken()
    })
    let session = LanguageModelSession(model: model)
    let stream = session.streamResponse(to: "x")
    var texts: [String] = []
    await #expect(throws: Broken.self) {
      for try await snapshot in stream { texts.append(snapshot.content) }
    }
    #expect(texts == ["a"])
    await #expect(throws: Broken.self) { try await stream.collect() }
    #expect(session.transcript.isEmpty)
  }

  @Test func `An answer that is none of the type is an error at its end`() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel(Reply.text(#"{"flavor":"a","rating":"#, #""x","notes":[]}"#)))
    await #expect(throws: GeneratedContent.ParsingError.self) {
      for try await _ in session.streamResponse(to: "x", generating: Brew.self) {}
    }
    #expect(session.transcript.isEmpty)
  }

  @Test func `Text that is replaced is replaced in the snapshots`() async throws {
    let model = ScriptedModel({ _, channel in
      await channel.send(.response(action: .appendText(#"{"flavor":"bad"#, tokenCount: 1)))
      await channel.send(
        .response(action: .replaceTextSegment(#"{"flavor":"good"#, tokenCount: 1)))
      await channel.send(
        .response(action: .appendText(#"","rating":1,"notes":[]}"#, tokenCount: 1)))
    })
    let session = LanguageModelSession(model: model)
    var flavors: [String?] = []
    for try await snapshot in session.streamResponse(to: "x", generating: Brew.self) {
      flavors.append(snapshot.content.flavor)
    }
    #expect(flavors.first == "bad")
    #expect(flavors.dropFirst().allSatisfy { $0 == "good" })
  }
}

/// Gives its argument back.
struct EchoTool: Tool {
  let description = "Gives its argument back."

  func call(arguments: CityArguments) async throws -> String { arguments.city }
}
