/// How the prompts of a pass share its rows.
///
/// The one that has the least left comes first, so that as many as possible are done soon: of prompts
/// that come together the first is done as soon as alone, and the last not later than if all had equal
/// parts. A small part is kept for the one that waits longest, which so goes on in every pass and comes to
/// its end, whatever comes after it.
enum PromptShares {
  /// What a prompt needs of passes.
  struct Claim {
    /// Rows until it is done; 0 where it is.
    var rows: Int
    /// Rows until somebody can go on: the request itself, or another one that waits for a beginning that
    /// both share.
    var urgent: Int
    /// Its place in the order of coming.
    var arrival: Int

    init(rows: Int, urgent: Int? = nil, arrival: Int) {
      (self.rows, self.arrival) = (rows, arrival)
      self.urgent = min(rows, urgent ?? rows)
    }
  }

  /// What part of a pass is kept for the prompt that came first.
  private static let keptPart = 8

  /// Divides `room` rows; each claim gets its rows in its place.
  static func divide(_ room: Int, among claims: [Claim]) -> [Int] {
    var shares = claims.map { _ in 0 }
    var left = room
    func give(_ order: [Int], _ wanted: (Claim) -> Int, keeping kept: Int = 0) {
      for place in order {
        let rows = min(wanted(claims[place]) - shares[place], left - kept)
        guard rows > 0 else { continue }
        shares[place] += rows
        left -= rows
      }
    }
    let oldestFirst = claims.indices.sorted { claims[$0].arrival < claims[$1].arrival }
    let shortestFirst = oldestFirst.sorted {
      (claims[$0].urgent, claims[$0].arrival) < (claims[$1].urgent, claims[$1].arrival)
    }
    let kept = claims.count { $0.rows > 0 } > 1 ? room / keptPart : 0
    give(shortestFirst, \.urgent, keeping: kept)
    give(shortestFirst, \.rows, keeping: kept)
    give(oldestFirst, \.rows)
    return shares
  }
}
