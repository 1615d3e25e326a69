import Synchronization
import Tern
import TernTesting
import Testing

// MARK: - The application

/// Takes orders in words and keeps the stock.
///
/// It names no model, so its sessions use the system's.
final class OrderDesk: Sendable {
  private let stock: Mutex<[String: Int]>

  init(stock: [String: Int]) { self.stock = Mutex(stock) }

  func count(of item: String) -> Int { stock.withLock { $0[item] ?? 0 } }

  /// What is said to a guest who orders.
  func take(_ order: String) async -> String {
    let session = LanguageModelSession(
      tools: [SellTool(desk: self)], instructions: "You sell what guests order.")
    do {
      return try await session.respond(to: order).content
    } catch {
      return "One moment, please. I will get somebody."
    }
  }

  struct SellTool: Tool {
    let desk: OrderDesk
    let name = "sell"
    let description = "Takes items out of the stock"

    @Generable struct Arguments {
      let item: String
      @Guide(.range(1...9)) let count: Int
    }

    func call(arguments: Arguments) async -> String {
      desk.stock.withLock { stock in
        guard let left = stock[arguments.item], left >= arguments.count else { return "sold out" }
        stock[arguments.item] = left - arguments.count
        return "sold"
      }
    }
  }
}

// MARK: - Its tests

/// Tests without a model file: `ScriptedLanguageModel` answers by a script and records its requests.
///
/// The application is what is tested: its tools, its prompts and how it handles errors.
@Suite struct OrderDeskTests {
  @Test func `an order is taken out of the stock, and the guest is told`() async {
    let desk = OrderDesk(stock: ["scone": 3])
    let model = ScriptedLanguageModel([
      [.call("sell", OrderDesk.SellTool.Arguments(item: "scone", count: 2))],
      "Here are your two scones.",
    ])
    let answer = await withSystemLanguageModel(model) { await desk.take("Two scones, please.") }
    #expect(answer == "Here are your two scones.")
    #expect(desk.count(of: "scone") == 1)
    // The second request contained the tool's output.
    #expect(model.requests.count == 2 && model.requests[1].toolOutputs == ["sold"])
    #expect(model.requests[0].instructions == "You sell what guests order.")
    #expect(model.requests[0].toolNames == ["sell"])
  }

  @Test func `an item that is sold out is not sold`() async {
    let desk = OrderDesk(stock: ["scone": 1])
    let model = ScriptedLanguageModel { request in
      // Answers can depend on what was asked.
      request.toolOutputs.isEmpty
        ? [.call("sell", json: #"{"item": "scone", "count": 2}"#)]
        : "Sorry: \(request.toolOutputs[0])."
    }
    let answer = await withSystemLanguageModel(model) { await desk.take("Two scones, please.") }
    #expect(answer == "Sorry: sold out.")
    #expect(desk.count(of: "scone") == 1)
  }

  @Test func `an error of the model becomes an apology`() async {
    struct Broken: Error {}
    let model = ScriptedLanguageModel([[.text("Here a"), .failure(Broken())]])
    let answer = await withSystemLanguageModel(model) {
      await OrderDesk(stock: [:]).take("A scone, please.")
    }
    #expect(answer.hasPrefix("One moment"))
  }

  @Test func `the stock is right when many guests order at once`() async {
    let desk = OrderDesk(stock: ["scone": 10])
    let model = ScriptedLanguageModel { request in
      request.toolOutputs.isEmpty
        ? [.call("sell", json: #"{"item": "scone", "count": 1}"#)]
        : "\(request.toolOutputs[0])"
    }
    let answers = await withSystemLanguageModel(model) {
      await withTaskGroup(of: String.self) { group in
        for _ in 0..<15 { group.addTask { await desk.take("A scone, please.") } }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(answers.count { $0 == "sold" } == 10 && answers.count { $0 == "sold out" } == 5)
    #expect(desk.count(of: "scone") == 0)
  }
}
