import Foundation
import Synchronization
import TernTestSupport
import Testing

@testable import TernDecode

/// Notes the passes of an engine, and holds it at one of them until others have asked it for
/// something.
final class EngineWatch: Sendable {
  private let passes = Mutex([Int]())
  private let holds = Mutex([Int: @Sendable (Engine) -> Bool]())
  private let engine = Mutex<Engine?>(nil)

  /// The rows of every pass so far.
  var rows: [Int] { passes.withLock { $0 } }
  var passCount: Int { passes.withLock { $0.count } }

  /// Opens an engine that this object watches.
  func open(
    _ path: String, _ change: (inout EngineOptions) -> Void = { _ in }
  ) async throws -> Engine {
    var options = EngineOptions()
    options.threads = 1
    options.cacheType = .f32
    options.keptSequences = 0
    change(&options)
    options.observer = { [self] in observe($0) }
    let opened = try await Engine.open(path: path, options: options)
    engine.withLock { $0 = opened }
    return opened
  }

  /// Before pass `number`, counted from 1, waits until something is so.
  func hold(pass number: Int, until condition: @escaping @Sendable (Engine) -> Bool) {
    holds.withLock { $0[number] = condition }
  }

  /// Before pass `number`, counted from 1, waits until so many jobs wait for the engine.
  func hold(pass number: Int, untilWaiting jobs: Int) {
    hold(pass: number) { $0.thread.waitingJobs >= jobs }
  }

  /// Before pass `number`, counted from 1, waits until the engine has so many requests, those counted
  /// that it has not looked at yet.
  func hold(pass number: Int, untilAsked requests: Int) {
    hold(pass: number) {
      $0.load.running + $0.load.waiting + $0.thread.waitingJobs >= requests
    }
  }

  /// Waits until a pass is being held or has been computed.
  func reached(pass number: Int) async throws {
    while passCount < number { try await Task.sleep(for: .milliseconds(1)) }
  }

  private func observe(_ event: PassEvent) {
    guard case .pass(let rows) = event else { return }
    let number = passes.withLock { passes in
      passes.append(rows)
      return passes.count
    }
    guard let isReady = holds.withLock({ $0[number] }), let engine = engine.withLock({ $0 }) else {
      return
    }
    while !isReady(engine) { Thread.sleep(forTimeInterval: 0.001) }
  }
}

extension GenerationOptions {
  /// The likeliest tokens, so many, whatever they are.
  static func likeliest(_ count: Int) -> GenerationOptions {
    var options = GenerationOptions()
    options.sampling = .greedy
    options.maximumTokens = count
    options.ignoresEndOfGeneration = true
    // Rows of passes are counted.
    options.drafts = .off
    return options
  }
}

/// Letters that differ from number to number.
func letters(_ count: Int, _ number: Int = 0) -> [Int32] {
  (0..<count).map { place in Int32(97 + (place * 7 + place / 20 + number * 5 + 3) % 26) }
}

/// A value that tasks and the engine's thread share.
final class Shared<Value: Sendable>: Sendable {
  private let state: Mutex<Value>

  init(_ value: Value) { state = Mutex(value) }

  var value: Value {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
