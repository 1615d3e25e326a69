import Synchronization

#if os(Linux)
  import Glibc
#endif

/// Counts the calls to `malloc` and its relatives, of all threads, from inside the process.
///
/// A program on Linux calls a function of another library through a slot in a table of its own.
/// Once, the slots of the allocation functions, in the program and in every library it has loaded,
/// are pointed at functions here that count and pass the call on:
///
/// ```
/// libswiftCore.so  ──▶ slot of malloc ──▶ counted malloc ──▶ malloc of libc
/// tern-bench       ──▶ slot of malloc ──┘
/// ```
///
/// What libc allocates for itself is not seen.
enum AllocationCounter {
  /// Begins to count; false where this system or this way of linking does not allow it.
  static func start() -> Bool {
    #if os(Linux)
      return started
    #else
      return false
    #endif
  }

  /// Calls since counting began.
  static var count: Int {
    #if os(Linux)
      return Originals.all.calls.load(ordering: .relaxed)
    #else
      return 0
    #endif
  }
}

#if os(Linux)
  /// The slots are redirected once for the life of the process, and proved by one allocation.
  private let started: Bool = {
    guard let address = unsafe dlsym(nil, "dl_iterate_phdr") else { return false }
    // The originals must be known before the first call arrives.
    guard Originals.all.isComplete else { return false }
    let iterate = unsafe unsafeBitCast(address, to: Iterate.self)
    _ = unsafe iterate(
      { library, _, _ in
        if let library = unsafe library { unsafe redirectCalls(of: library) }
        return 0
      }, nil)
    let before = AllocationCounter.count
    unsafe UnsafeMutableRawPointer.allocate(byteCount: 1000, alignment: 16).deallocate()
    return AllocationCounter.count > before
  }()

  private typealias Visitor =
    @convention(c) (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?) -> Int32
  private typealias Iterate = @convention(c) (Visitor, UnsafeMutableRawPointer?) -> Int32
  private typealias Memory = UnsafeMutableRawPointer
  private typealias Malloc = @convention(c) (Int) -> Memory?
  private typealias Pair = @convention(c) (Int, Int) -> Memory?
  private typealias Realloc = @convention(c) (Memory?, Int) -> Memory?
  private typealias PosixMemalign =
    @convention(c) (UnsafeMutablePointer<Memory?>?, Int, Int) -> Int32

  /// What the slots held: the functions of libc.
  ///
  /// A C function cannot capture anything, so that this is the one global of the program.
  @safe
  private struct Originals: ~Copyable {
    let calls = Atomic<Int>(0)
    let malloc: Malloc?
    let calloc: Pair?
    let alignedAlloc: Pair?
    let realloc: Realloc?
    let posixMemalign: PosixMemalign?

    static let all = Originals()

    private init() {
      func find<T>(_ name: String, _ type: T.Type) -> T? {
        unsafe dlsym(nil, name).map { unsafe unsafeBitCast($0, to: type) }
      }
      unsafe malloc = find("malloc", Malloc.self)
      unsafe calloc = find("calloc", Pair.self)
      unsafe alignedAlloc = find("aligned_alloc", Pair.self)
      unsafe realloc = find("realloc", Realloc.self)
      unsafe posixMemalign = find("posix_memalign", PosixMemalign.self)
    }

    var isComplete: Bool {
      unsafe malloc != nil && calloc != nil && alignedAlloc != nil && realloc != nil
        && posixMemalign != nil
    }

    func count() { calls.wrappingAdd(1, ordering: .relaxed) }
  }

  private let countedMalloc: Malloc = {
    Originals.all.count()
    return Originals.all.malloc?($0)
  }
  private let countedCalloc: Pair = {
    Originals.all.count()
    return Originals.all.calloc?($0, $1)
  }
  private let countedAlignedAlloc: Pair = {
    Originals.all.count()
    return Originals.all.alignedAlloc?($0, $1)
  }
  private let countedRealloc: Realloc = {
    Originals.all.count()
    return unsafe Originals.all.realloc?($0, $1)
  }
  private let countedPosixMemalign: PosixMemalign = {
    Originals.all.count()
    return unsafe Originals.all.posixMemalign?($0, $1, $2) ?? ENOMEM
  }

  /// The function that counts in place of the one called `name`.
  func countedFunction(named name: UnsafePointer<CChar>) -> UnsafeRawPointer? {
    func address<T>(_ original: String, _ function: T) -> UnsafeRawPointer? {
      guard unsafe strcmp(name, original) == 0 else { return nil }
      return unsafe unsafeBitCast(function, to: UnsafeRawPointer.self)
    }
    return unsafe address("malloc", countedMalloc) ?? address("calloc", countedCalloc)
      ?? address("aligned_alloc", countedAlignedAlloc) ?? address("realloc", countedRealloc)
      ?? address("posix_memalign", countedPosixMemalign)
  }
#endif
