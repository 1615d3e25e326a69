import TernDecode

extension LocalLanguageModel {
  /// The memory that a model uses besides its weights, and its requests, at one moment.
  public struct Usage: Sendable, Equatable {
    /// Conversations and texts whose computed state is kept; see ``Options/keptConversations``.
    public var keptConversations = 0
    /// Bytes that these take together; what they have in common counts once.
    public var keptBytes = 0
    /// Bytes of the keys, values and states of all texts, the kept ones and those that are being
    /// answered.
    public var cacheBytes = 0
    /// How many of these bytes there may be: ``Options/cacheBytes``, or 0 until the weights are loaded.
    public var cacheLimit = 0
    /// Requests that are being answered.
    public var runningRequests = 0
    /// Requests that wait.
    public var waitingRequests = 0

    /// No conversations and no requests.
    public init() {}

    init(_ usage: EngineUsage) {
      keptConversations = usage.keptSequences
      keptBytes = usage.keptBytes
      cacheBytes = usage.cacheBytes
      cacheLimit = usage.cacheLimit
      runningRequests = usage.running
      waitingRequests = usage.waiting
    }
  }

  /// The memory that the model uses now, and its requests; does not load the weights.
  ///
  /// Asks between two passes of the model, so it may wait for one.
  public var usage: Usage {
    get async {
      guard let engine = runtime.loadedEngine else { return Usage() }
      return Usage(await engine.usage)
    }
  }

  /// Requests of an engine, and the memory of its caches, as of its last pass.
  package struct Activity: Sendable, Equatable {
    package var running = 0
    package var waiting = 0
    package var cacheBytes = 0
    package var cacheLimit = 0

    package init() {}
  }

  /// What the model does now; waits for nothing, and does not load the weights.
  package var activity: Activity {
    var activity = Activity()
    guard let engine = runtime.loadedEngine else { return activity }
    (activity.running, activity.waiting) = (engine.load.running, engine.load.waiting)
    activity.cacheBytes = engine.cacheLayout.memory.byteCount
    activity.cacheLimit = engine.cacheLayout.memory.limit
    return activity
  }
}
