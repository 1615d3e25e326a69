import Foundation
import Tern
import TernServe

extension Verb {
  static let batch = Verb(
    name: "batch",
    summary: "Answers a file of requests, in OpenAI's batch format.",
    discussion: """
      Each line of INPUT is a request:

        {"custom_id": "a1", "method": "POST", "url": "/v1/chat/completions", "body": {...}}

      and becomes a line of OUTPUT, in the same order, with the answer that a server would give:

        {"custom_id": "a1", "response": {"status_code": 200, "body": {...}}, "error": null}

      The url may be any endpoint of 'tern serve'. Requests run side by side: --parallel of them at a
      time. A line that cannot be answered has an error and does not stop the others; the exit status
      is 1 then.

        tern batch --model qwen.gguf requests.jsonl answers.jsonl
        tern batch --url http://balancer:8080 --parallel 64 requests.jsonl answers.jsonl

      A run that was interrupted in any way continues where it stopped when it is started again with
      the same files. --restart starts from the beginning.

      With --url the requests go to a server, or to a balancer before many; the key is that of
      TERN_API_KEY in the environment. A request that the server cannot take now is sent again.

      --json prints one document {lines, answered, failed, tokens} at the end: the lines of INPUT, and
      of this run those that it has answered, those of them with an error, and the tokens written.
      """,
    BatchArguments()
  ) { arguments in
    try await BatchFiles(arguments).run()
  }
}

/// The options of `tern batch`.
struct BatchArguments: VerbOptions {
  let engine = EngineArguments(cache: .f16)
  @Operands(.each(["INPUT", "OUTPUT"])) private var paths
  @Option(.json) var printsJSON
  @Option(
    .value("--url", "URL", .text, "a server that answers, instead of a model of this machine"))
  private var address
  @Option(
    .value("--parallel", "N", .int(in: 1...4096), "requests at a time", default: 16))
  var parallel
  @Option(.value("--name", "NAME", .text, "the model that requests may name").defaultText("any"))
  private var name
  @Option(.flag("--restart", "begin anew, whatever OUTPUT has")) var restarts

  var input: String { paths[0] }
  var output: String { paths[1] }

  /// Opens what answers the lines.
  func target() async throws -> any BatchTarget {
    if let address {
      guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()),
        url.host != nil
      else { throw CommandFailure.usage("\($address) \(address) is no address of a server") }
      return RemoteBatchTarget(url)
    }
    var options = engine.localOptions
    options.waitingRequests = max(256, 2 * parallel)
    let model = try await engine.openModel(options)
    var serving = ServerOptions()
    serving.modelName = name
    serving.acceptsAnyModel = name == nil
    // Nobody waits for too long here: lines are begun as others end.
    serving.queueLimit = parallel
    serving.queueTimeout = 1e6
    let server = ModelServer(model: model, options: serving)
    try await server.load()
    return server
  }
}
