import Foundation
import Testing

@Suite struct ExtractionTests {
  private let file = Documents.root.appending(path: "Tests/Examples/notes.txt")

  @Test func `each paragraph of a file becomes a note that fits its text`() async throws {
    let notes = try await Extraction().notes(in: file)
    #expect(notes.map(\.note) == [.sour, .floral, .nutty, .bitter, .chocolatey], "\(notes)")
    // What could not be drunk has the lowest rating, what was best the highest.
    #expect(notes.map(\.rating).min() == notes[3].rating, "\(notes)")
    #expect(notes.map(\.rating).max() == notes[1].rating, "\(notes)")
    #expect(notes.allSatisfy { !$0.advice.isEmpty && !$0.flavor.isEmpty })
  }

  @Test func `a file that is missing is an error`() async {
    await #expect(throws: CocoaError.self) {
      try await Extraction().notes(in: URL(filePath: "/nonexistent/notes.txt"))
    }
  }
}
