import Foundation

/// A POST request.
struct HTTPMessage: Sendable {
  let url: URL
  let headers: [String: String]
  let body: Data
}
