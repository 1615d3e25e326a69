import TernKernels

/// What the machine gives, measured again and again between the repetitions: on shared machines it
/// changes within minutes.
struct Limits {
  private let machine: MachineLimits
  private let team: Team
  private let single = Team(threads: 1)
  /// Bytes per second read by the threads in use, one value for each ``measure()``.
  private(set) var bandwidth: [Double] = []
  private(set) var oneThreadBandwidth: [Double] = []
  /// Int8 operations per second; empty where the instruction set has none.
  private(set) var int8: [Double] = []
  private(set) var oneThreadInt8: [Double] = []

  init(_ compute: Compute, _ settings: Settings) {
    machine = MachineLimits(isa: compute.isa, byteCount: settings.buffer)
    team = compute.team
  }

  mutating func measure() {
    bandwidth.append(machine.readRate(team))
    oneThreadBandwidth.append(machine.readRate(single))
    if let rate = machine.dotRate(team), let one = machine.dotRate(single) {
      int8.append(rate)
      oneThreadInt8.append(one)
    }
  }

  /// The shares that `rates`, one for each ``measure()``, times `amount` have of a limit.
  static func shares(_ rates: [Double], _ amount: Int, of limits: [Double]) -> [Double] {
    zip(rates, limits).map { $1 > 0 ? $0 * Double(amount) / $1 : 0 }
  }

  var figures: [Figure] {
    let one = "1 thread: \(fixed(oneThreadBandwidth.median / 1e9, 1))"
    var list = [
      Figure(
        "bandwidth_gb_per_s", "memory reads", "GB/s", .fact, bandwidth.median / 1e9, note: one),
      Figure(
        "bandwidth_1_thread_gb_per_s", "memory reads, 1 thread", "GB/s", .fact,
        oneThreadBandwidth.median / 1e9, isHidden: true),
    ]
    if !int8.isEmpty, let name = machine.dotInstructions {
      let one = "1 thread: \(fixed(oneThreadInt8.median / 1e9, 0)); \(name)"
      list += [
        Figure("int8_gops", "int8 peak", "Gops/s", .fact, int8.median / 1e9, note: one),
        Figure(
          "int8_1_thread_gops", "int8 peak, 1 thread", "Gops/s", .fact,
          oneThreadInt8.median / 1e9, isHidden: true),
      ]
    }
    return list
  }
}
