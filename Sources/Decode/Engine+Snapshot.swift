import TernFormat
import TernModel

/// What an engine has computed, for files.
extension Engine {
  /// What is kept of a sequence's beginning; `nil` where nothing is.
  ///
  /// Cost: one copy of the cache.
  package func snapshot(of sequence: [Int32]) -> (tokens: [Int32], bytes: [UInt8])? {
    guard let (tokens, cache) = schedule.closest(to: sequence) else { return nil }
    let length = PrefixCache.commonPrefix(tokens, sequence)
    let fork = cache.fork()
    guard length > 0, case .kept = fork.truncate(to: length) else { return nil }
    return (Array(tokens.prefix(length)), fork.snapshot())
  }

  /// Keeps the state of a sequence that ``snapshot(of:)`` gave, of this model; `false` where the
  /// bytes are none of it.
  package func restore(_ bytes: [UInt8], tokens: [Int32]) -> Bool {
    guard let cache = model.makeCache(restoring: bytes), cache.length == tokens.count,
      tokens.allSatisfy({ $0 >= 0 && Int($0) < model.vocabularySize })
    else { return false }
    schedule.keep(cache, tokens: tokens)
    return true
  }

  /// A number of the file's tensors, their places and samples of their bytes, which other models will
  /// hardly have.
  ///
  /// Cost: some kilobytes of each tensor are read.
  package nonisolated var fingerprint: UInt64 {
    var hash = Fingerprint()
    hash.add(UInt64(file.fileSize))
    for tensor in file.tensors {
      hash.add(tensor.name.utf8)
      hash.add(UInt64(tensor.offset))
      unsafe file.withBytes(of: tensor) { bytes in
        unsafe hash.add(bytes.prefix(1024))
        unsafe hash.add(bytes.dropFirst(bytes.count / 2).prefix(1024))
      }
    }
    return hash.value
  }
}

/// FNV-1a with 64 bits.
///
/// https://datatracker.ietf.org/doc/html/rfc9923
package struct Fingerprint {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  mutating func add(_ number: UInt64) {
    add((0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
  }
}
