import TernJSON

/// How many bytes requests hold together, and how many they may: their bodies, what is read of these, and
/// answers that nobody has taken yet.
///
/// What cannot be counted is estimated (``BodyWeight``). A request that finds nothing left is refused,
/// and others go on. The last eighth is for answers and small requests, the half of it for these alone:
/// large bodies keep neither from their ends. Any thread may use it.
package final class RequestBudget: Sendable {
  /// Bytes that requests may hold.
  package let limit: Int
  private let taken = Locked(0)

  /// What a request holds at most that counts as small.
  private static let smallRequest = 64 << 10

  /// - Parameter limit: Bytes; 1 or more.
  package init(limit: Int) { self.limit = max(1, limit) }

  /// Bytes that requests hold.
  package var used: Int { taken.withLock { $0 } }

  /// The most bytes that one request can get.
  package var largest: Int { limit - limit / 8 }

  /// Whether a request of so many bytes would find them now.
  package func hasRoom(for bytes: Int) -> Bool {
    bytes <= (bytes <= Self.smallRequest ? limit : largest) - used
  }

  /// The share of a new request, which holds nothing yet.
  package func share() -> Share { Share(self) }

  private func take(_ bytes: Int, upTo most: Int) -> Bool {
    taken.withLock { taken in
      guard bytes <= most - taken else { return false }
      taken += bytes
      return true
    }
  }

  private func give(_ bytes: Int) { taken.withLock { $0 -= bytes } }

  /// What one request holds; given back when it is dropped.
  package final class Share: Sendable {
    private let budget: RequestBudget
    private let held = Locked(0)

    fileprivate init(_ budget: RequestBudget) { self.budget = budget }

    /// Bytes that the request holds.
    package var bytes: Int { held.withLock { $0 } }

    /// Whether no request could hold so many bytes more than this one does.
    package func exceedsAll(_ bytes: Int) -> Bool { self.bytes + bytes > budget.largest }

    /// Takes more bytes; false, and none are taken, where they are not left.
    ///
    /// - Parameter isAnswer: Whether they are of an answer, and not of a body and what is read of it.
    package func grow(by bytes: Int, isAnswer: Bool = false) -> Bool {
      held.withLock { held in
        let large = isAnswer ? budget.limit - budget.limit / 16 : budget.largest
        let most = held + bytes <= RequestBudget.smallRequest ? budget.limit : large
        guard bytes >= 0, budget.take(bytes, upTo: most) else { return false }
        held += bytes
        return true
      }
    }

    /// Gives back some of the bytes.
    package func shrink(by bytes: Int) {
      held.withLock { held in
        let bytes = min(held, bytes)
        held -= bytes
        budget.give(bytes)
      }
    }

    deinit { budget.give(bytes) }
  }
}
