import Testing

@testable import TernDecode

/// What drafts by a head are decided with.
@Suite("Feeds and acceptance of heads for drafts")
struct HeadLearningTests {
  private func take(_ feed: inout StateFeed, _ positions: Range<Int>) {
    for position in positions {
      let state = [Float(position), Float(-position)]
      unsafe state.withUnsafeBufferPointer { unsafe feed.take($0, at: position) }
    }
  }

  @Test("a feed holds the states of positions side by side")
  func feed() {
    var feed = StateFeed(width: 2)
    take(&feed, 0..<5)
    #expect(feed.start == 0 && feed.end == 5 && Array(feed[3]) == [3, -3])
    feed.drop(before: 2)
    #expect(feed.start == 2 && feed.end == 5 && Array(feed[2]) == [2, -2])
    feed.drop(before: 1)
    feed.cut(to: 4)
    #expect(feed.start == 2 && feed.end == 4 && feed.count == 2)
    take(&feed, 4..<6)
    #expect(feed.end == 6 && Array(feed[4]) == [4, -4])
    // Where positions are missing, those before them go.
    take(&feed, 9..<11)
    #expect(feed.start == 9 && feed.end == 11)
    feed.drop(before: 11)
    #expect(feed.start == 11 && feed.count == 0)
    take(&feed, 11..<12)
    #expect(feed.start == 11 && Array(feed[11]) == [11, -11])
    feed.cut(to: 0)
    #expect(feed.count == 0)
  }

  @Test("shares follow what came, for each lead and place, and for all together")
  func acceptance() {
    var acceptance = HeadAcceptance()
    let (clear, vague) = (
      HeadAcceptance.Kind(place: 0, lead: 5), HeadAcceptance.Kind(place: 0, lead: 0.1)
    )
    #expect(acceptance.share(clear) > acceptance.share(vague))
    #expect(HeadAcceptance.Kind(place: 0, lead: .nan) == vague)
    #expect(HeadAcceptance.Kind(place: 9, lead: 5) == HeadAcceptance.Kind(place: 3, lead: 5))
    let before = (acceptance.share(vague), acceptance.outlook(3))
    for _ in 0..<40 { acceptance.note(clear, came: false) }
    #expect(acceptance.share(clear) < 0.2 && acceptance.share(vague) < before.0)
    #expect(acceptance.outlook(3)[0] < 0.2 && acceptance.outlook(3)[1] == before.1[1])
    for _ in 0..<200 { acceptance.note(clear, came: true) }
    #expect(acceptance.share(clear) > 0.9 && acceptance.outlook(3)[0] > 0.9)
    #expect(acceptance.outlook(0).isEmpty && acceptance.outlook(-1).isEmpty)
  }

  @Test("a draft is as long as it raises the tokens a second, at the price of its tokens")
  func choice() {
    let costs = PassCosts { 1 + 0.1 * Double($0 - 1) }
    func length(_ shares: [Double], price: Double = 0, rows: Int = 1) -> Int {
      let guess = Guess(tokens: shares.map { _ in 1 }, shares: shares)
      return costs.choice(guess, rows: rows, expected: 1, rereads: false, price: price).length
    }
    #expect(length([0.9, 0.9, 0.9]) == 3)
    #expect(length([0.9, 0.1, 0.9]) == 1)
    #expect(length([0.12]) == 0 && length([]) == 0)
    #expect(length([0.9, 0.9, 0.9], price: 0.6) == 2 && length([0.5, 0.5], price: 0.6) == 0)
    #expect(length([1, 1, 1], rows: PassCosts.most) == 0)
    // Rates without a draft are those of the plain pass.
    #expect(
      costs.choice(Guess(), rows: 2, expected: 1, rereads: false).rate == 1 / costs.cost(2))
  }
}
