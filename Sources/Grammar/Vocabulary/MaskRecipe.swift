import TernTokens

/// How the mask of one thread is put together, cheap to keep and to follow.
///
/// mask = (base − subtracted ready masks − removed tokens) ∪ added tokens
struct MaskRecipe {
  /// A ready mask, or a saved one, or none.
  enum Base {
    case none
    case ready(Int)
    case saved(Int)
  }

  var base = Base.none
  /// Places in ``MaskMemo/ids``.
  var subtracted = 0..<0
  var removed = 0..<0
  var added = 0..<0
}

/// What was found out about masks of one constraint, to be used again.
struct MaskMemo {
  /// A thread, without what makes no difference.
  struct Key: NumberedKey {
    /// The lexer's state, or one that stands for all that are alike (``Lexer/alike(_:reach:)``).
    var leaf: Int32
    var stack: Int32
    var space: Int32
    /// The number of the text of a name so far, where that counts: ``MaskMemo/names``.
    var name: Int32

    func add(to mixer: inout Mixer) {
      mixer.add(UInt32(bitPattern: leaf))
      mixer.add(UInt32(bitPattern: stack))
      mixer.add(UInt32(bitPattern: space) ^ UInt32(bitPattern: name) << 16)
    }

    func hash(_ seed: HashSeed) -> UInt64 {
      var mixer = Mixer(seed)
      add(to: &mixer)
      return mixer.result
    }
  }

  /// Token ids and numbers of masks, lists of them one after another.
  let ids = Pool<Int32>(capacity: 1024)
  private(set) var recipes = KeyedValues<Key, MaskRecipe>(capacity: 256)
  /// The recipes of threads that are looked at together.
  var recipesOfSets: [[Key]: MaskRecipe] = [:]
  /// For each stack, the lists of ``VocabularyTables/closers`` that may follow: places in ``ids``.
  var closers = KeyedValues<StackKey, Range<Int>>()
  /// For each stack, the tokens that may follow and have white space before something else: places in
  /// ``ids``.
  var spaced = KeyedValues<StackKey, Range<Int>>()
  struct StackKey: NumberedKey {
    var stack: Int32

    func hash(_ seed: HashSeed) -> UInt64 {
      var mixer = Mixer(seed)
      mixer.add(UInt32(bitPattern: stack))
      return mixer.result
    }
  }
  struct LoopKey: Hashable {
    var form: EndlessLoop
    var stack: Int32
  }
  /// The tokens that leave loops of characters: places in ``ids``.
  var leavers: [LoopKey: Range<Int>] = [:]
  /// The tokens that must follow: places in ``ids``.
  private(set) var runs = KeyedValues<RunKey, Range<Int>>(capacity: 256)
  /// A thread and the last tokens before it.
  struct RunKey: NumberedKey {
    var thread: Key
    var tokens: SIMD4<Int32>

    init(_ thread: Key, _ last: ArraySlice<Int32>) {
      self.thread = thread
      tokens = SIMD4(repeating: -1)
      for (place, token) in last.suffix(4).enumerated() { tokens[place] = token }
    }

    func hash(_ seed: HashSeed) -> UInt64 {
      var mixer = Mixer(seed)
      thread.add(to: &mixer)
      for place in 0..<4 { mixer.add(UInt32(bitPattern: tokens[place])) }
      return mixer.result
    }
  }
  /// For each state of the lexer the one that stands for it in keys, or -1.
  private var alikeLeaves: [Int32] = []
  /// Beginnings of names, by which what follows them is kept.
  private var names = NumberedKeys<Name>()
  struct Name: NumberedKey {
    var bytes: ArraySlice<UInt8>

    func hash(_ seed: HashSeed) -> UInt64 {
      var mixer = Mixer(seed)
      var word: UInt32 = 1
      for byte in bytes {
        // The word begins with a 1, so that it is full when that bit is about to leave it.
        if word >> 24 != 0 {
          mixer.add(word)
          word = 1
        }
        word = word << 8 | UInt32(byte)
      }
      mixer.add(word)
      return mixer.result
    }
  }
  /// Whole masks, one after another.
  private(set) var saved: [UInt32] = []

  /// Numbers that may be kept before everything is forgotten: 16 MiB.
  static let limit = 4 << 20

  /// Forgets everything where too much has been kept.
  mutating func trim() {
    if ids.count + saved.count + 16 * names.count + 16 * recipesOfSets.count > Self.limit {
      self = MaskMemo()
    }
  }

  /// The number of a beginning of a name, from 1 on.
  mutating func number(of name: ArraySlice<UInt8>) -> Int32 {
    if let known = names.number(of: Name(bytes: name)) { return Int32(known + 1) }
    return Int32(names.add(Name(bytes: ArraySlice(Array(name)))).number + 1)
  }

  mutating func keep(_ key: RunKey, _ tokens: [Int32]) {
    let start = begin()
    ids.append(contentsOf: tokens)
    runs.keep(key, end(start))
  }

  /// The state that stands for `leaf` in keys, where it is known.
  @inline(__always)
  func alike(_ leaf: Int32) -> Int32? {
    guard Int(leaf) < alikeLeaves.count, alikeLeaves[Int(leaf)] >= 0 else { return nil }
    return alikeLeaves[Int(leaf)]
  }

  mutating func keep(_ leaf: Int32, alike: Int32) {
    while alikeLeaves.count <= Int(leaf) { alikeLeaves.append(-1) }
    alikeLeaves[Int(leaf)] = alike
  }

  mutating func keep(_ key: Key, _ recipe: MaskRecipe) { recipes.keep(key, recipe) }

  @inline(__always)
  func begin() -> Int { ids.count }
  @inline(__always)
  func add(_ id: Int32) { ids.append(id) }
  func add(_ list: UnsafeBufferPointer<Int32>) { unsafe ids.append(contentsOf: list) }
  @inline(__always)
  func end(_ start: Int) -> Range<Int> { start..<ids.count }

  /// Forgets the ids from `start` on.
  func drop(from start: Int) { ids.removeLast(ids.count - start) }

  /// Keeps a whole mask; its number.
  mutating func save(_ mask: MaskBuffer) -> Int {
    mask.append(to: &saved)
    return saved.count / mask.count - 1
  }
}

extension MaskBuffer {
  /// Puts the mask of `recipe` into the buffer, whatever is in it.
  func set(_ recipe: MaskRecipe, _ memo: MaskMemo, _ masks: ReadyMasks) {
    switch recipe.base {
    case .none: clear()
    case .ready(let mask): copy(masks.bits, mask)
    case .saved(let mask): copy(memo.saved, mask)
    }
    for place in recipe.subtracted { subtract(masks.bits, Int(memo.ids[place])) }
    for place in recipe.removed { remove(memo.ids[place]) }
    for place in recipe.added { insert(memo.ids[place]) }
  }

  /// Adds the mask of `recipe`, which must not take anything away.
  func formUnion(_ recipe: MaskRecipe, _ memo: MaskMemo, _ masks: ReadyMasks) {
    switch recipe.base {
    case .none: break
    case .ready(let mask): formUnion(masks.bits, mask)
    case .saved(let mask): formUnion(memo.saved, mask)
    }
    for place in recipe.added { insert(memo.ids[place]) }
  }
}
