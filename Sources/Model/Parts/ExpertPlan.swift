import TernKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `1 / (1 + e^-x)`.
func sigmoid(_ x: Float) -> Float { 1 / (1 + expf(-x)) }

/// Which experts the rows of a batch use, and what is run for them.
///
/// Kept between calls so that its arrays keep their memory: a token allocates nothing.
final class ExpertPlan {
  /// One row's use of one expert.
  struct Choice {
    let row: Int
    let expert: Int
    let weight: Float
  }

  /// Choices of the same expert that run together: their places among all that do.
  struct Group {
    let expert: Int
    var slots: Range<Int>
  }

  /// The choices of all rows, sorted by expert, which is the order of their sums.
  private(set) var choices: [Choice] = []
  /// The groups of the choices that run together.
  private(set) var groups: [Group] = []
  /// The products of one half of the experts.
  private(set) var jobs: [MatmulJob] = []
  private var ranked: [Float] = []
  private var groupScores: [Float] = []
  private var places: [Int] = []
  private var weights: [Float] = []

  /// Chooses the best experts of every row of `scores`, which become probabilities where they are
  /// sigmoids.
  ///
  /// A row whose scores are not all finite gets weights of NaN.
  func choose(_ scores: Rows, _ sizes: ExpertConfig, bias: FloatVector?) {
    choices.removeAll(keepingCapacity: true)
    for row in 0..<scores.count {
      ranked.removeAll(keepingCapacity: true)
      unsafe scores.withRow(row) { values in
        if sizes.scores == .sigmoid {
          for expert in 0..<sizes.count { unsafe values[expert] = sigmoid(values[expert]) }
        }
        for expert in 0..<sizes.count {
          unsafe ranked.append(values[expert] + (bias?[expert] ?? 0))
        }
      }
      let isFinite = ranked.allSatisfy { $0.isFinite }
      if sizes.groups > 1 { keepBestGroups(sizes) }
      findLargest(sizes.used, of: &ranked)
      weights.removeAll(keepingCapacity: true)
      for place in places { weights.append(isFinite ? scores[row, place] : .nan) }
      weigh(sizes)
      for (expert, weight) in zip(places, weights) {
        choices.append(Choice(row: row, expert: expert, weight: weight))
      }
    }
    choices.sort { ($0.expert, $0.row) < ($1.expert, $1.row) }
  }

  /// The end of the longest run of choices from `start` on that holds all rows of its experts and
  /// no more than `capacity` choices; at least one expert's.
  func end(from start: Int, capacity: Int) -> Int {
    var end = start
    while end < choices.count {
      let next = choices[end...].firstIndex { $0.expert != choices[end].expert } ?? choices.count
      guard next - start <= capacity else { break }
      end = next
    }
    return end
  }

  /// Groups the choices of `range` by expert.
  func group(_ range: Range<Int>) {
    groups.removeAll(keepingCapacity: true)
    for (slot, choice) in choices[range].enumerated() {
      if let last = groups.last, last.expert == choice.expert {
        groups[groups.count - 1].slots = last.slots.lowerBound..<slot + 1
      } else {
        groups.append(Group(expert: choice.expert, slots: slot..<slot + 1))
      }
    }
  }

  /// Sets the products that run next.
  func setJobs(_ make: (Group, (MatmulJob) -> Void) -> Void) {
    for group in groups { make(group) { jobs.append($0) } }
  }

  /// Forgets the products, and with them the matrices.
  func clearJobs() { jobs.removeAll(keepingCapacity: true) }

  /// Leaves only the experts of the groups whose two best have the largest sums (DeepSeek-V3's
  /// group-limited routing).
  private func keepBestGroups(_ sizes: ExpertConfig) {
    let width = sizes.count / sizes.groups
    groupScores.removeAll(keepingCapacity: true)
    for start in stride(from: 0, to: sizes.count, by: width) {
      var (best, second) = (-Float.infinity, -Float.infinity)
      for score in ranked[start..<start + width] {
        if score > best {
          (best, second) = (score, best)
        } else if score > second {
          second = score
        }
      }
      groupScores.append(best + second)
    }
    findLargest(sizes.groupsUsed, of: &groupScores)
    for group in places { groupScores[group] = .infinity }
    for expert in ranked.indices where groupScores[expert / width] != .infinity {
      ranked[expert] = -.infinity
    }
  }

  /// The places of the `count` largest of `scores`, largest first; of equal ones the first.
  ///
  /// Always `count` different places, also where values are not numbers.
  private func findLargest(_ count: Int, of scores: inout [Float]) {
    places.removeAll(keepingCapacity: true)
    guard count <= 16 else {
      for place in scores.indices where scores[place].isNaN { scores[place] = -.infinity }
      places.append(contentsOf: scores.indices)
      places.sort { (scores[$1], $0) < (scores[$0], $1) }
      places.removeLast(places.count - count)
      return
    }
    for (place, score) in scores.enumerated() {
      // Every place gets in while there is room, also one whose score is no number.
      if places.count == count {
        guard score > scores[places[count - 1]] else { continue }
        places.removeLast()
      }
      var rank = places.count
      while rank > 0, score > scores[places[rank - 1]] { rank -= 1 }
      places.insert(place, at: rank)
    }
  }

  /// Turns the chosen experts' scores into their weights.
  private func weigh(_ sizes: ExpertConfig) {
    if sizes.scores == .sigmoidOfChosen {
      for index in weights.indices { weights[index] = sigmoid(weights[index]) }
    }
    if sizes.scores == .softmaxOfChosen, let largest = weights.max() {
      for index in weights.indices { weights[index] = expf(weights[index] - largest) }
      divide(by: weights.reduce(0, +))
    }
    if sizes.normalized {
      // The smallest normal Float16 keeps a sum of nothing from dividing by 0.
      divide(by: max(weights.reduce(0, +), 6.103515625e-5))
    }
    if sizes.scale != 1 {
      for index in weights.indices { weights[index] *= sizes.scale }
    }
  }

  private func divide(by sum: Float) {
    for index in weights.indices { weights[index] /= sum }
  }
}
