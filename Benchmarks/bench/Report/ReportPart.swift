/// The parts of a report, in the order of its page.
enum ReportPart: String, CaseIterable {
  case speed, depth, load, memory, many, masks, embeddings

  /// The order in which they are measured: short parts first, so that an early end has them.
  static let order: [ReportPart] = [.load, .memory, .masks, .speed, .embeddings, .depth, .many]

  /// The heading on the page.
  var title: String {
    switch self {
    case .speed: "Speed"
    case .depth: "Speed by depth"
    case .load: "Load"
    case .memory: "Memory"
    case .many: "Many sessions at once"
    case .masks: "Constrained generation"
    case .embeddings: "Embeddings"
    }
  }

  /// What is running, for the line of progress.
  var activity: String {
    switch self {
    case .speed: "generation and prompts"
    case .depth: "the same with more tokens in the context"
    case .load: "time to the first token"
    case .memory: "resident memory"
    case .many: "several sequences at once"
    case .masks: "which tokens a schema allows"
    case .embeddings: "texts to vectors"
    }
  }

  /// What is measured, and how to read it.
  var explanation: String {
    switch self {
    case .speed:
      """
      Tokens per second when one token after the other is generated, and when a whole prompt is read. \
      The dashed line is what this machine allows: generation reads all weights for each token, so \
      the memory's rate limits it; a prompt is arithmetic. The closer the bar, the less is left to gain.
      """
    case .depth:
      """
      The same two rates after ever more tokens of context: every token attends to all before it, so \
      both fall, and generation falls slowly where keys and values are small beside the weights.
      """
    case .load:
      """
      Time from the path of the file to the first token, each time in a new process and with the file \
      in the system's cache, and the steps that it consists of. Packing and preparing come after the \
      first token, in the background.
      """
    case .memory:
      """
      What the system counts for the process (pages of the mapped file included) in new processes: \
      after loading, while a prompt is read and tokens are generated, and beside it the file itself.
      """
    case .many:
      """
      Tokens per second of several sequences that generate at the same time, all together and each: \
      a pass reads the weights once for all of them, so together they are faster than one after the other.
      """
    case .masks:
      """
      Time to say which tokens a JSON Schema allows next, before each token of sample answers, when the \
      schema is new and when it was used before. It is added to every token of a constrained answer; \
      the scale is logarithmic.
      """
    case .embeddings:
      """
      Texts of equal length turned into vectors, in tokens per second: the encoder reads all texts of a \
      batch in one pass, and longer texts cost more for each token.
      """
    }
  }
}
