import TernFormat
import TernModel

/// What an engine has computed, for files.
extension Engine {
  /// What is kept of a sequence's beginning; `nil` where nothing is.
  ///
  /// Cost: no copy; the pages are shared with the snapshot.
  package func snapshot(of sequence: [Int32]) -> (tokens: [Int32], state: CacheSnapshot)? {
    guard let (tokens, cache) = schedule.closest(to: sequence) else { return nil }
    let length = PrefixCache.commonPrefix(tokens, sequence)
    let fork = cache.fork()
    _ = fork.truncate(to: length)
    guard fork.length > 0 else { return nil }
    return (Array(tokens.prefix(fork.length)), fork.snapshot())
  }

  /// What is kept of the sequences of those for everyone, the last used first: a file does not tell
  /// whose a sequence was.
  ///
  /// Cost: no copy; the pages are shared with the snapshots.
  package func snapshots() -> [(tokens: [Int32], state: CacheSnapshot)] {
    schedule.keptForEveryone.reversed().compactMap { tokens, cache in
      let state = cache.snapshot()
      guard state.length > 0, state.length <= tokens.count else { return nil }
      return (Array(tokens.prefix(state.length)), state)
    }
  }

  /// Tokens of the kept sequences that the head for drafts has read.
  package var keptDraftTokens: Int { schedule.keptDraftTokens }

  /// Keeps the state of a sequence that ``cacheLayout`` has read; `false` where it cannot be used.
  package func restore(_ state: CacheSnapshot, tokens: [Int32]) -> Bool {
    guard let cache = model.makeCache(restoring: state), cache.length == tokens.count,
      tokens.allSatisfy({ $0 >= 0 && Int($0) < model.vocabularySize })
    else { return false }
    schedule.keep(cache, tokens: tokens)
    return true
  }

  /// A number of all that the meaning of tokens, keys and values depends on: the file's
  /// hyperparameters and vocabulary, its tensors' names, types and shapes, and samples of their
  /// bytes.
  ///
  /// Cost: some kilobytes of each tensor and the vocabulary are read.
  package nonisolated var fingerprint: UInt64 {
    var sum = Checksum()
    let parameters = (file.string("general.architecture") ?? "") + "."
    sum.add(file.metadata) { key in
      key.hasPrefix(parameters) || key.hasPrefix("tokenizer.")
        // The tokenizer reads the name too.
        || key == "general.architecture" || key == "general.name"
    }
    for tensor in file.tensors {
      sum.add(Array("\(tensor.name) \(tensor.type.rawValue) \(tensor.dimensions)".utf8))
      unsafe file.withBytes(of: tensor) { bytes in
        unsafe sum.add(UnsafeRawBufferPointer(rebasing: bytes.prefix(1024)))
        unsafe sum.add(
          UnsafeRawBufferPointer(rebasing: bytes.dropFirst(bytes.count / 2).prefix(1024)))
      }
    }
    return sum.value
  }
}
