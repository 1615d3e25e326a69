/// How byte-level vocabularies spell bytes.
package enum ByteSpelling {
  /// The printable character that spells `byte` in byte-level vocabularies.
  package static func of(_ byte: UInt8) -> String {
    var next: UInt32 = 0x100
    for candidate in 0...byte {
      let printable =
        (0x21...0x7E).contains(candidate) || (0xA1...0xAC).contains(candidate)
        || candidate >= 0xAE
      if candidate == byte {
        let scalar = printable ? Unicode.Scalar(UInt32(byte)) : Unicode.Scalar(next)
        return scalar.map { String(Character($0)) } ?? ""
      }
      if !printable { next += 1 }
    }
    return ""
  }
}
