import Foundation
import TernLocal

/// How a ``ModelServer`` is set up.
public struct ServerOptions: Sendable {
  /// The name by which clients ask for the one model of a server; `nil` takes the name in the
  /// model's file.
  public var modelName: String?
  /// Whether requests for models of other names are answered too, by the first model.
  public var acceptsAnyModel = false
  /// The accepted keys, of which clients must send one; if there are none, no key is needed.
  public var keys: [String] = []
  /// The origin from which pages in browsers may ask, `*` for any; `nil` for none.
  public var allowedOrigin: String? = "*"
  /// Requests that may wait for the model beside those that it answers; more get the status 429.
  public var queueLimit = 64
  /// Seconds that a request may wait; then it gets the status 429.
  public var queueTimeout = 60.0
  /// Bytes that weights and caches of all loaded models may have together.
  ///
  /// If another model would exceed it, others are unloaded. `nil`: three quarters of the machine's
  /// memory where there are several models, no limit where there is one.
  public var modelBytes: Int?
  /// Bytes that all requests may hold together: bodies, parsed requests, and answers that are not
  /// sent yet.
  ///
  /// A request that exceeds it gets the status 503. Kept responses may take another quarter of it.
  public var requestBytes = Int(clamping: ProcessInfo.processInfo.physicalMemory / 8)
  /// What the names of metrics begin with.
  public var metricsPrefix = "tern:"
  /// Whether `/metrics` is served; ``ModelServer/status`` always serves it.
  public var servesMetrics = true
  /// Whether records contain the bodies of requests and replies.
  public var recordsBodies = false
  /// A folder for the computed state of conversations, so that it outlives the process.
  ///
  /// It is written by ``ModelServer/save()`` and when a model is unloaded, and read when a model is
  /// loaded. Each model has its own folder in it. The files reveal the conversations, so only their
  /// owner can read them. Files that are damaged or belong to another model are skipped.
  /// Conversations of requests that share with a group or with none are not written.
  public var slotsFolder: URL?
  /// The beginning of the first model's conversations, which is computed before the server is
  /// ready.
  ///
  /// A file with a saved session, or with a text that is the system prompt.
  public var snapshot: URL?
  /// Called with one line for operators, such as a file that was skipped; on any thread.
  public var onNotice: (@Sendable (String) -> Void)?
  /// Called with every request when it is over; on any thread.
  public var onRequest: (@Sendable (RequestRecord) -> Void)?

  /// When a stream that has nothing to tell yet begins with a comment, and when the next one comes: so
  /// that nobody between client and server takes the connection for dead.
  package var keepAlive = (first: Duration.seconds(5), next: Duration.seconds(10))

  /// The defaults of every property.
  public init() {}
}

/// A record of a request that is over, without its content unless ``ServerOptions/recordsBodies``
/// is set.
public struct RequestRecord: Sendable, Equatable {
  /// Names the request; the reply has it as `x-request-id`.
  public var id: String
  /// Where it came from.
  public var client: String
  /// Method and path.
  public var method: String
  /// The path, without a query.
  public var path: String
  /// The name of the model that was asked; `nil` where none was.
  public var model: String?
  /// The status of the reply; 499 where the client left before.
  public var status = 0
  /// The tokens of the prompt.
  public var promptTokens = 0
  /// Tokens of the prompt that had been computed before.
  public var cachedTokens = 0
  /// Tokens that were written.
  public var generatedTokens = 0
  /// Of these those that left no choice.
  package var forcedTokens = 0
  /// Tokens that were drafted, and those of them that stood.
  package var draftedTokens = 0
  package var acceptedTokens = 0
  /// Seconds spent on the prompt.
  package var secondsOfPrompt = 0.0
  /// Seconds from the request's arrival to its turn; `nil` where it did not come to that.
  public var secondsQueued: Double?
  /// Seconds from the request's arrival to the first token; `nil` where none came.
  public var secondsToFirstToken: Double?
  /// Seconds from the request's arrival to the end of its answer.
  public var seconds = 0.0
  /// Why the answer ended, in the word that clients get; `nil` where there was none.
  public var finishReason: String?
  /// What went wrong; `nil` where nothing did.
  public var error: String?
  /// The request's body; `nil` unless ``ServerOptions/recordsBodies`` asks for it.
  public var requestBody: String?
  /// The reply's body, of a stream all its events; `nil` unless ``ServerOptions/recordsBodies`` asks for
  /// it.
  public var replyBody: String?

  init(id: String, request: ServerRequest, path: String) {
    (self.id, self.client) = (id, request.client)
    // Logs keep records for a while.
    (self.method, self.path) = (String(request.method.prefix(20)), String(path.prefix(200)))
  }

  /// Adds what one of the choices took.
  mutating func add(_ figures: GenerationFigures, countsPrompt: Bool) {
    forcedTokens += figures.forcedTokens
    draftedTokens += figures.draftedTokens
    acceptedTokens += figures.acceptedTokens
    if countsPrompt { secondsOfPrompt += figures.promptSeconds }
  }
}
