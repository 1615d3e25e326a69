import Foundation
import TernVersion

/// A POST request.
struct HTTPMessage: Sendable {
  let url: URL
  let headers: [String: String]
  let body: Data

  /// What every request has.
  static let standardHeaders = [
    "content-type": "application/json", "user-agent": Version.product,
  ]
}
