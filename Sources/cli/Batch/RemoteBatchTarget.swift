import Foundation
import TernRemote
import TernServe

/// A server that answers the lines of a batch.
struct RemoteBatchTarget: BatchTarget {
  private let client: RemoteClient

  init(_ url: URL) {
    var options = RemoteModelOptions()
    // A batch has time: a server that starts anew is waited for.
    (options.retries, options.firstPause) = (10, .seconds(1))
    (options.longestPause, options.silence) = (.seconds(60), .seconds(3600))
    let key = ProcessInfo.processInfo.environment["TERN_API_KEY"]
    client = RemoteClient(url: url, key: key?.isEmpty == false ? key : nil, options: options)
  }

  func reply(toLine request: ServerRequest) async throws(BatchFault) -> ServerReply {
    do {
      let (status, headers, body) = try await client.post(request.path, request.body)
      var fields = HeaderFields()
      for (name, value) in headers { fields.add(name, value) }
      return ServerReply(status: status, headers: fields, body: .bytes(body))
    } catch { throw BatchFault("no_reply", CommandFailure(error).message) }
  }
}
