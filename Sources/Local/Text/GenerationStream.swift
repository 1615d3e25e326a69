extension LocalLanguageModel {
  /// What a model generates, piece by piece; may be read once.
  ///
  /// The generation begins when the stream is made. It stops within one token when the loop over the
  /// stream is left, when the stream is dropped, and when the task that reads it is cancelled, which
  /// then gets ``LocalLanguageModelError/cancelled``.
  public struct GenerationStream<Element: Sendable>: Sendable {
    /// What the stream throws.
    public typealias Failure = LocalLanguageModelError

    fileprivate enum Step: Sendable {
      case element(Element)
      case end
      case failure(LocalLanguageModelError)
    }

    fileprivate let steps: AsyncStream<Step>

    /// Starts `work`, which hands out the elements.
    init(
      _ work:
        @escaping @Sendable (
          _ yield: @escaping @Sendable (Element) -> Void
        ) async throws(LocalLanguageModelError) -> Void
    ) {
      let (steps, feed) = AsyncStream.makeStream(of: Step.self)
      self.steps = steps
      let task = Task {
        do throws(LocalLanguageModelError) {
          try await work { feed.yield(.element($0)) }
          feed.yield(.end)
        } catch {
          feed.yield(.failure(error))
        }
        feed.finish()
      }
      feed.onTermination = { _ in task.cancel() }
    }
  }
}

extension LocalLanguageModel.GenerationStream: AsyncSequence {
  /// Reads the stream.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(steps: steps.makeAsyncIterator())
  }

  /// Reads the elements of a stream, one after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var steps: AsyncStream<Step>.Iterator
    private var isOver = false

    fileprivate init(steps: AsyncStream<Step>.Iterator) { self.steps = steps }

    /// The next element, once there is one; `nil` after the last.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(LocalLanguageModelError) -> Element? {
      guard !isOver else { return nil }
      if Task.isCancelled {
        isOver = true
        throw .cancelled
      }
      let step = await steps.next(isolation: actor)
      if case .element(let element) = step { return element }
      isOver = true
      switch step {
      case .failure(let error): throw error
      case .end, .element: return nil
      // The stream ends without a word where its reader is cancelled.
      case nil: throw .cancelled
      }
    }
  }
}
