import Foundation
import TernJSON

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What comes of a reply, in order.
enum TransferEvent: Sendable {
  case head(Head)
  case bytes(Data)

  /// Status and header fields.
  struct Head: Sendable {
    let status: Int
    /// By names in small letters.
    let headers: [String: String]

    var type: String { headers["content-type"]?.lowercased() ?? "" }
    var retryAfter: String? { headers["retry-after"] }
  }
}

/// Turns the callbacks of a `URLSession` into sequences.
///
/// A sequence that nobody reads any more cancels its transfer, and so closes the connection. There is
/// no way to hold a transfer up (`URLSession` on Linux): what is not read yet waits in memory.
final class TransferReceiver: NSObject, URLSessionDataDelegate, Sendable {
  typealias Events = AsyncThrowingStream<TransferEvent, any Error>

  private let open = Locked<[Int: Events.Continuation]>([:])

  /// Starts a transfer.
  func transfer(_ task: URLSessionDataTask) -> Events {
    let (events, continuation) = Events.makeStream()
    open.withLock { $0[task.taskIdentifier] = continuation }
    continuation.onTermination = { _ in task.cancel() }
    task.resume()
    return events
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse {
      let fields = response.allHeaderFields.compactMap { name, value in
        (name as? String).map { ($0.lowercased(), "\(value)") }
      }
      let head = TransferEvent.Head(
        status: response.statusCode, headers: Dictionary(fields) { first, _ in first })
      _ = continuation(of: dataTask)?.yield(.head(head))
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    _ = continuation(of: dataTask)?.yield(.bytes(data))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let continuation = open.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    continuation?.finish(throwing: error.map { HTTPFailure($0) })
  }

  /// Requests carry a key and a conversation: they do not follow a server's word to another one.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  private func continuation(of task: URLSessionTask) -> Events.Continuation? {
    open.withLock { $0[task.taskIdentifier] }
  }
}
