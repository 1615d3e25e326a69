import Tern
import TernJSON

/// A tool of the command line: a program that is run for each call.
struct CommandTool: Tool {
  let name: String
  let description: String
  let parameters: GenerationSchema
  let program: ToolProgram
  /// Who is told of calls and results.
  let watcher: any ToolWatcher
  var memory = ToolMemory()

  /// What the program writes; the model is told where it fails.
  @concurrent
  func call(arguments: GeneratedContent) async throws -> String {
    let input = arguments.json.text()
    return try await memory.result(of: name, input) {
      watcher.called(name, arguments.json)
      var result: String
      do { result = try await program.run(input) } catch let failure as ToolProgram.Failure {
        result = "Error: \(failure)"
      }
      watcher.gave(name, result)
      return result
    }
  }
}

/// Hears of tools while they run, from any thread.
protocol ToolWatcher: Sendable {
  /// A tool begins.
  func called(_ tool: String, _ arguments: JSON)
  /// A tool has given something.
  func gave(_ tool: String, _ result: String)
}
