import Foundation
import TernQuant
import TernTestSupport
import Testing

/// A file of the suite of blocks.
func suiteFile(_ name: String) throws -> Data {
  try Data(contentsOf: #require(SharedSuites.url("suites/quant-blocks/\(name)")))
}

/// The little-endian float32 numbers of a file.
func floats(_ data: Data) -> [Float] { [Float](littleEndian: data) }

/// The values of whole blocks.
func decoded(_ type: TensorType, _ bytes: some Sequence<UInt8>) throws -> [Float] {
  let bytes = Array(bytes)
  var values = [Float](repeating: .nan, count: bytes.count / type.blockBytes * type.blockSize)
  try unsafe bytes.withUnsafeBytes { source in
    try unsafe values.withUnsafeMutableBufferPointer { target in
      try unsafe Quant.decode(type, source, into: target)
    }
  }
  return values
}

/// Whether two numbers are the same bit for bit, or both NaN.
func sameBits(_ a: Float, _ b: Float) -> Bool {
  a.bitPattern == b.bitPattern || (a.isNaN && b.isNaN)
}

/// The blocks of a row of elements.
func encoded(_ type: TensorType, _ values: [Float]) throws -> [UInt8] {
  var bytes = [UInt8](
    repeating: 0xA5, count: try #require(type.byteCount(elements: values.count)))
  try unsafe values.withUnsafeBufferPointer { source in
    try unsafe bytes.withUnsafeMutableBytes { target in
      try unsafe Quant.encode(type, source, into: target)
    }
  }
  return bytes
}

/// The sum of squared differences over a range of elements.
func squaredError(_ a: [Float], _ b: [Float], _ range: Range<Int>) -> Double {
  range.reduce(0.0) { sum, index in
    let difference = Double(a[index]) - Double(b[index])
    return sum + difference * difference
  }
}
