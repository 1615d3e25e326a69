import Foundation

extension String {
  /// The little-endian numbers of 32 bits in a text of base64.
  var floats: [Float]? {
    guard let data = Data(base64Encoded: self), data.count % 4 == 0 else { return nil }
    return stride(from: 0, to: data.count, by: 4).map { place in
      Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(data[place + $1]) << (8 * UInt32($1)) })
    }
  }
}
