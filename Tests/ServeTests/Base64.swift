import Foundation
import TernTestSupport

extension String {
  /// The little-endian numbers of 32 bits in a text of base64.
  var floats: [Float]? {
    guard let data = Data(base64Encoded: self), data.count % 4 == 0 else { return nil }
    return [Float](littleEndian: data)
  }
}
