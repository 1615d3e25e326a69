/// Why a command ended without doing its work; decides the exit status.
enum CommandFailure: Error {
  /// The command line cannot be understood: exit status 2.
  case usage(String)
  /// The work failed: exit status 1.
  case failed(String)

  /// One line for people.
  var message: String {
    switch self {
    case .usage(let text), .failed(let text):
      text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
  }

  var status: Int32 {
    switch self {
    case .usage: 2
    case .failed: 1
    }
  }

  /// Any error as a failure with its own description.
  init(_ error: any Error) {
    self = error as? CommandFailure ?? .failed("\(error)")
  }
}
