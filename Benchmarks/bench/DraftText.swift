/// A prompt and its answer, for each kind of work that drafts are measured on.
struct DraftText {
  let name: String
  let prompt: String
  let answer: String

  static let all = [tools, extraction, editing, summary, prose, chat]

  /// The result of a tool is told in a sentence each.
  private static let tools = DraftText(
    name: "tool results",
    prompt: """
      You are a travel assistant. Use the tool find_trains(from, to, date) and tell the results.
      User: Which trains go from Freiburg to Lyon on the 12th of May? Book the cheapest one.
      Call: {"name": "find_trains", "arguments": {"from": "Freiburg", "to": "Lyon", "date": "2026-05-12"}}
      Result: [{"train": "TGV 9877", "departure": "06:48", "arrival": "11:02", "changes": 1, "via":
      "Mulhouse Ville", "price": 89.50, "id": "FRB-LYS-0648-9877"}, {"train": "ICE 275 / TGV 6817",
      "departure": "10:56", "arrival": "15:34", "changes": 2, "via": "Basel SBB, Besançon TGV", "price":
      64.20, "id": "FRB-LYS-1056-6817"}, {"train": "RE 17027 / TGV 6823", "departure": "14:21",
      "arrival": "19:06", "changes": 2, "via": "Mulhouse Ville, Belfort - Montbéliard TGV", "price":
      71.00, "id": "FRB-LYS-1421-6823"}]
      Answer:
      """,
    answer: """
       There are three trains from Freiburg to Lyon on the 12th of May:
      - TGV 9877, departure 06:48, arrival 11:02, one change via Mulhouse Ville, price 89.50
      - ICE 275 / TGV 6817, departure 10:56, arrival 15:34, two changes via Basel SBB, Besançon TGV, price 64.20
      - RE 17027 / TGV 6823, departure 14:21, arrival 19:06, two changes via Mulhouse Ville, Belfort - Montbéliard TGV, price 71.00
      The cheapest one is ICE 275 / TGV 6817. I book it now.
      Call: {"name": "book_train", "arguments": {"id": "FRB-LYS-1056-6817", "from": "Freiburg", "to": "Lyon", "date": "2026-05-12", "price": 64.20}}
      """)

  /// Records with the words of a text in them.
  private static let extraction = DraftText(
    name: "extraction",
    prompt: """
      Extract all events from the text as a JSON array of objects with the members "title", "place",
      "date", "organiser" and "contact".
      Text: The Botanical Society of Uppsala opens its spring season with a guided walk through the
      arboretum at Hammarskog on 18 April 2026; please write to Ingrid Sandelin (sandelin@botuppsala.example)
      if you want to come along. On 2 May 2026 the Friends of the Old Observatory invite to a night of
      the planets in the Observatory Park, weather permitting; questions are answered by Olof Brännström,
      telephone 018-555 01 77. Finally the Fyris River Rowing Club holds its regatta for beginners at the
      boathouse in Flottsund on 23 May 2026, and Maja Lindqvist (regatta@fyrisrowing.example) takes the
      names of crews until the week before.
      JSON:
      """,
    answer: """
       [
        {
          "title": "guided walk through the arboretum",
          "place": "Hammarskog",
          "date": "18 April 2026",
          "organiser": "The Botanical Society of Uppsala",
          "contact": "Ingrid Sandelin (sandelin@botuppsala.example)"
        },
        {
          "title": "night of the planets",
          "place": "Observatory Park",
          "date": "2 May 2026",
          "organiser": "Friends of the Old Observatory",
          "contact": "Olof Brännström, telephone 018-555 01 77"
        },
        {
          "title": "regatta for beginners",
          "place": "the boathouse in Flottsund",
          "date": "23 May 2026",
          "organiser": "Fyris River Rowing Club",
          "contact": "Maja Lindqvist (regatta@fyrisrowing.example)"
        }
      ]
      """)

  private static let source = """
    struct Inventory {
      private var counts: [String: Int] = [:]

      /// Adds so many pieces of an article.
      mutating func add(_ article: String, count: Int) {
        counts[article] = (counts[article] ?? 0) + count
      }

      /// Takes pieces out; false where there are not enough.
      mutating func take(_ article: String, count: Int) -> Bool {
        let stored = counts[article] ?? 0
        if stored < count {
          return false
        }
        counts[article] = stored - count
        return true
      }

      /// The articles of which there are fewer pieces than the limit.
      func scarce(below limit: Int) -> [String] {
        var names: [String] = []
        for (name, count) in counts {
          if count < limit {
            names.append(name)
          }
        }
        return names.sorted()
      }

      /// All pieces together.
      var total: Int {
        var sum = 0
        for (_, count) in counts {
          sum += count
        }
        return sum
      }
    }
    """

  /// A file is written again with small changes.
  private static let editing = DraftText(
    name: "editing",
    prompt: """
      Rename the method `take` to `remove`, let `add` refuse counts below 1 with a precondition, and let
      `total` use `reduce`. Write the whole file again.

      \(source)

      New file:

      """,
    answer: """
      struct Inventory {
        private var counts: [String: Int] = [:]

        /// Adds so many pieces of an article.
        mutating func add(_ article: String, count: Int) {
          precondition(count >= 1, "a count is 1 or more")
          counts[article] = (counts[article] ?? 0) + count
        }

        /// Takes pieces out; false where there are not enough.
        mutating func remove(_ article: String, count: Int) -> Bool {
          let stored = counts[article] ?? 0
          if stored < count {
            return false
          }
          counts[article] = stored - count
          return true
        }

        /// The articles of which there are fewer pieces than the limit.
        func scarce(below limit: Int) -> [String] {
          var names: [String] = []
          for (name, count) in counts {
            if count < limit {
              names.append(name)
            }
          }
          return names.sorted()
        }

        /// All pieces together.
        var total: Int {
          counts.values.reduce(0, +)
        }
      }
      """)

  /// A summary that quotes.
  private static let summary = DraftText(
    name: "quoting",
    prompt: """
      Summarise the minutes in a few sentences. Quote decisions word for word.
      Minutes: The council met in the library. Councillor Achterberg reported on the harbour wall: the
      divers found the foundation sound, but the upper courses have lost mortar over a length of forty
      metres. After a long discussion it was decided: "The upper courses of the harbour wall are pointed
      before the first of October, and the mooring of vessels above twelve metres is forbidden until the
      work has been accepted." Councillor Demirel asked for a second crossing near the school. The council
      decided with nine votes to two: "A crossing with lights is built at the corner of Mill Lane and
      School Road; the speed limit between the church and the bridge is reduced to thirty kilometres per
      hour." The budget of the library was adopted without discussion: "The library receives 48,000 for the
      coming year, of which at least a third is spent on books for children and young people."
      Summary:
      """,
    answer: """
       The council dealt with the harbour wall, a crossing near the school and the library. As the divers found the foundation sound, but forty metres of the upper courses without mortar, it was decided: "The upper courses of the harbour wall are pointed before the first of October, and the mooring of vessels above twelve metres is forbidden until the work has been accepted." At the request of Councillor Demirel the council decided: "A crossing with lights is built at the corner of Mill Lane and School Road; the speed limit between the church and the bridge is reduced to thirty kilometres per hour." The library's budget was adopted: "The library receives 48,000 for the coming year, of which at least a third is spent on books for children and young people."
      """)

  /// Prose that repeats nothing.
  private static let prose = DraftText(
    name: "free prose",
    prompt: "Write the beginning of a short story about a lighthouse keeper who cannot sleep.\n",
    answer: """
      By the third week of November the fog had stopped lifting even at noon, and Tobias Renn counted the turns of the lamp the way other men count sheep, with the opposite result. He had tried warm milk. He had tried the almanac, which listed tides for harbours that no longer existed, and a bottle of plum brandy somebody's widow had left on the jetty without explanation. Nothing helped. Each time his eyelids grew heavy the beam swept across the ceiling, paused, or seemed to, and went on over the water as if it had noticed something out there worth a second glance. On Thursday, a little after four, he climbed up to see what it was. The gallery rail was cold enough to sting. Below him the sea breathed in and out against the rocks, slow, patient, like a large animal asleep in a stall, and he envied it with his whole heart. Then, quite close, a bell rang once where there was no buoy.
      """)

  /// Small talk and advice.
  private static let chat = DraftText(
    name: "free chat",
    prompt: """
      User: hey, I want to start running but I always give up after two weeks. any ideas?
      Assistant: That happens to nearly everybody! What usually makes you stop: is it boredom, sore legs, or just life getting in the way?
      User: mostly boredom, and then it rains once and I'm done
      Assistant:
      """,
    answer: """
       Ha, one wet Tuesday and the shoes go back into the cupboard, I know the type. Two things tend to help. First, make the runs shorter than you think you need: fifteen minutes is plenty in the beginning, and you should come home wanting more. Second, give each outing a small purpose besides fitness, for example finding a street you have never walked down, or listening to one chapter of an audiobook that is reserved for running. For bad weather, decide now what counts as too wet, write it on the fridge, and have a plan B such as ten minutes of stairs. And tell a friend when you go; it is surprisingly hard to skip when somebody asks how it went. Which days would suit you?
      """)
}
