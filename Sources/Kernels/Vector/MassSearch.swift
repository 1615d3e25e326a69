import TernKernelsPortable

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The buffers of ``LogitWeights/cut(_:mass:)``.
struct MassSearch {
  /// Bucket 0, `buckets` of equal width, and 16 for what is farther away.
  static var buckets: Int { 1007 }
  static var codes: Int { 1024 }
  /// Members that are sorted at once; more are looked at through narrower buckets first.
  static var fewMembers: Int { 2048 }

  /// The weight of every bucket as four partial sums, by the token's id modulo 4.
  var histogram: [SIMD4<Double>] = []
  /// The buckets of a block of logits.
  var codes: [Float] = []
  /// How near each group of the block comes to a bucket.
  var near: [Float] = []
  /// The tokens of one bucket: `order of the logit, highest first | id`.
  var members: [UInt64] = []
}

/// How logits fall into buckets: bucket 1 begins half a width before `start` below the top.
private struct Scale {
  var start: Float
  var perBucket: Float
}

extension LogitWeights {
  /// The cut of the smallest set of most likely tokens that holds at least `mass` (below 1).
  ///
  /// Of equal logits the lowest ids come first. At least one token stays.
  ///
  /// ``fill(_:temperature:cut:)`` must have computed all the weights of the same logits.
  ///
  /// Instead of sorting the vocabulary, weights are added up in buckets by the distance of the logit
  /// from the top; only the bucket in which the mass is reached is sorted. Cost: two passes of the
  /// row, one with an addition for each token.
  package mutating func cut(_ logits: [Float], mass: Float) -> LogitCut {
    let total = total
    guard total > 0, !logits.isEmpty else { return LogitCut(least: -.infinity) }
    // Tokens lighter than (1 - mass) total / n cannot be needed: all of them together would hold
    // less than what may be left out. A little farther, against rounding.
    let rest = max(1 - Double(mass), 0x1p-26) * total / Double(logits.count)
    let range = Float(max(0.01 - log(rest), 0.01))
    var scale = Scale(start: 0, perBucket: Float(MassSearch.buckets - 5) / range)
    var found = crossing(logits, scale, mass)
    guard let first = found else { return LogitCut(least: -.infinity) }
    collect(first.bucket, logits, scale)
    if search.members.count > MassSearch.fewMembers {
      // The same with the whole scale over that bucket and its neighbours.
      scale.start = max(0, scale.start + Float(first.bucket - 3) / scale.perBucket)
      scale.perBucket *= Float(MassSearch.buckets / 5)
      found = crossing(logits, scale, mass)
      if let second = found {
        collect(second.bucket, logits, scale)
        return walk(logits, second.target - second.before)
      }
    }
    return walk(logits, first.target - first.before)
  }

  /// The bucket in which the mass is reached, the mass before it, and the mass to reach.
  private mutating func crossing(
    _ logits: [Float], _ scale: Scale, _ mass: Float
  ) -> (bucket: Int, before: Double, target: Double)? {
    search.histogram.removeAll(keepingCapacity: true)
    for _ in 0..<MassSearch.codes { search.histogram.append(.zero) }
    for start in stride(from: 0, to: logits.count, by: Self.blockSize) {
      findBuckets(logits, start, scale)
      addBlock(start)
    }
    var total = 0.0
    for sums in search.histogram { total += sums.sum() }
    let target = Double(mass) * total
    var held = 0.0
    for bucket in 0...MassSearch.buckets {
      let next = held + search.histogram[bucket].sum()
      if next >= target && next > 0 { return (bucket, held, target) }
      held = next
    }
    return nil
  }

  /// The buckets of the block of logits from `start`; the last block is filled up with the last.
  private mutating func findBuckets(_ logits: [Float], _ start: Int, _ scale: Scale) {
    let count = min(Self.blockSize, logits.count - start)
    search.codes.resize(to: Self.blockSize)
    unsafe search.codes.withUnsafeMutableBufferPointer { codes in
      unsafe logits.withUnsafeBufferPointer { logits in
        guard let from = logits.baseAddress, let to = codes.baseAddress else { return }
        unsafe vector.distanceBuckets(
          from + start, count, top, scale.start, scale.perBucket, MassSearch.buckets, to)
      }
    }
    for index in count..<Self.blockSize { search.codes[index] = Float(0x80_0000 + 1023) }
  }

  private mutating func addBlock(_ start: Int) {
    let count = min(Self.blockSize, weights.count - start)
    unsafe search.histogram.withUnsafeMutableBytes { histogram in
      unsafe search.codes.withUnsafeBufferPointer { codes in
        unsafe weights.withUnsafeBufferPointer { weights in
          guard let sums = unsafe histogram.baseAddress?.assumingMemoryBound(to: Double.self),
            let code = codes.baseAddress, let weight = weights.baseAddress
          else { return }
          // Without checks: this loop is the larger part of the search.
          let from = unsafe weight + start
          var i = 0
          while i < count {
            let a = unsafe Int(UInt16(truncatingIfNeeded: code[i].bitPattern)) &<< 2
            let b = unsafe Int(UInt16(truncatingIfNeeded: code[i &+ 1].bitPattern)) &<< 2
            let c = unsafe Int(UInt16(truncatingIfNeeded: code[i &+ 2].bitPattern)) &<< 2
            let d = unsafe Int(UInt16(truncatingIfNeeded: code[i &+ 3].bitPattern)) &<< 2
            unsafe sums[a] += Double(from[i])
            unsafe sums[b &+ 1] += Double(from[i &+ 1])
            unsafe sums[c &+ 2] += Double(from[i &+ 2])
            unsafe sums[d &+ 3] += Double(from[i &+ 3])
            i &+= 4
          }
        }
      }
    }
  }

  /// Gathers the tokens of a bucket.
  private mutating func collect(_ bucket: Int, _ logits: [Float], _ scale: Scale) {
    let target = Float(0x80_0000 + bucket)
    search.members.removeAll(keepingCapacity: true)
    search.near.resize(to: Self.blockSize / Self.groupSize)
    for start in stride(from: 0, to: logits.count, by: Self.blockSize) {
      findBuckets(logits, start, scale)
      unsafe search.near.withUnsafeMutableBufferPointer { near in
        unsafe search.codes.withUnsafeBufferPointer { codes in
          guard let from = codes.baseAddress, let to = near.baseAddress else { return }
          unsafe vector.groupDistances(from, near.count, target, to)
        }
      }
      for group in search.near.indices where search.near[group] == 0 {
        for index in group * Self.groupSize..<(group + 1) * Self.groupSize
        where search.codes[index] == target {
          search.members.append(Self.key(start + index, logits[start + index]))
        }
      }
    }
  }

  /// Orders by logit, highest first, then by id.
  private static func key(_ id: Int, _ logit: Float) -> UInt64 {
    // The sum makes one zero of the two.
    let bits = (logit + 0).bitPattern
    let order = bits >> 31 == 0 ? ~bits & 0x7FFF_FFFF : bits
    return UInt64(order) << 32 | UInt64(truncatingIfNeeded: id)
  }

  /// The member of the bucket at which its sorted weights reach `mass`.
  private mutating func walk(_ logits: [Float], _ mass: Double) -> LogitCut {
    search.members.sort()
    var held = 0.0
    var last = 0
    for member in search.members {
      last = Int(truncatingIfNeeded: member & 0xFFFF_FFFF)
      held += Double(weights[last])
      if held >= mass { break }
    }
    return LogitCut(least: logits[last], lastTie: last)
  }
}
