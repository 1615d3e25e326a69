import TernKernelCases
import TernKernels
import TernQuant
import TernTestSupport
import Testing

@Suite("Products with one activation row")
struct MultiplyRowTests {
  private static let columns = 512

  private func weight(
    _ type: TensorType, rows: Int, _ compute: Compute, using random: inout SeededGenerator
  ) throws -> WeightMatrix {
    let kept = KeptBytes(randomBlocks(type, rows: rows, columns: Self.columns, using: &random))
    return try unsafe WeightMatrix(
      kept.buffer, type: type, rows: rows, columns: Self.columns, owner: kept,
      team: compute.team, isa: compute.isa)
  }

  /// The product with two equal rows takes another way; its sums are the same ones.
  private func twice(_ weight: WeightMatrix, _ x: Rows, _ compute: Compute) -> [Float] {
    let input = RowBuffer(rows: 2, columns: x.columns)
    let output = RowBuffer(rows: 2, columns: weight.rows)
    let (both, y) = (input.rows(2), output.rows(2))
    for row in 0..<2 { for column in 0..<x.columns { both[row, column] = x[0, column] } }
    compute.multiply(weight, both, into: y)
    return (0..<weight.rows).map { y[0, $0] }
  }

  /// Large enough for many parts, with a last panel of few rows.
  @Test(
    "every type gives what it gives with a second row, to the bit, on any number of threads",
    arguments: usableISAs, panelTypes + floatTypes)
  func everyType(isa: ISA, type: TensorType) throws {
    var random = SeededGenerator(seed: 17)
    for threads in 1...3 {
      let compute = Compute(threads: threads, isa: isa, useBLAS: false)
      for rows in [1, 16, 501] {
        let weight = try weight(type, rows: rows, compute, using: &random)
        let (buffer, x) = randomRows(1, columns: Self.columns, using: &random)
        let output = RowBuffer(rows: 1, columns: rows)
        compute.multiply(weight, x, into: output.rows(1))
        let expected = twice(weight, x, compute)
        #expect((0..<rows).map { output.rows(1)[0, $0] } == expected, "\(rows), \(threads)")
        withExtendedLifetime(buffer) {}
      }
    }
  }

  @Test("products side by side do not disturb each other, with one input or several")
  func sideBySide() throws {
    var random = SeededGenerator(seed: 18)
    let shapes: [(TensorType, Int)] = [(.q4_K, 500), (.f16, 33), (.q6_K, 15), (.q8_0, 240)]
    for threads in 1...3 {
      let compute = Compute(threads: threads)
      let (first, x) = randomRows(1, columns: Self.columns, using: &random)
      let (second, z) = randomRows(1, columns: Self.columns, using: &random)
      var jobs: [MatmulJob] = []
      var outputs: [RowBuffer] = []
      for (index, (type, rows)) in shapes.enumerated() {
        outputs.append(RowBuffer(rows: 1, columns: rows))
        jobs.append(
          MatmulJob(
            weight: try weight(type, rows: rows, compute, using: &random),
            input: index == 3 ? z : x, output: outputs[index].rows(1)))
      }
      compute.multiply(jobs)
      check(jobs, compute)
      for job in jobs { for row in 0..<job.weight.rows { job.output[0, row] = .nan } }
      compute.multiply(jobs[0], jobs[1], jobs[3])
      compute.multiply(jobs[2].weight, jobs[2].input, into: jobs[2].output)
      check(jobs, compute)
      withExtendedLifetime((first, second, outputs)) {}
    }
  }

  private func check(_ jobs: [MatmulJob], _ compute: Compute) {
    for job in jobs {
      let found = (0..<job.weight.rows).map { job.output[0, $0] }
      #expect(found == twice(job.weight, job.input, compute), "\(job.weight.type.name)")
    }
  }

  @Test("nothing is written beyond the last row of a panel that is not full")
  func bounds() throws {
    var random = SeededGenerator(seed: 19)
    let compute = Compute(threads: 2)
    let weight = try weight(.q4_0, rows: 21, compute, using: &random)
    let (buffer, x) = randomRows(1, columns: Self.columns, using: &random)
    let output = RowBuffer(rows: 1, columns: 32)
    let all = output.rows(1)
    for column in 0..<32 { all[0, column] = 7 }
    compute.multiply(weight, x, into: all.slice(columns: 0..<21))
    #expect((21..<32).allSatisfy { all[0, $0] == 7 })
    #expect((0..<21).allSatisfy { all[0, $0] != 7 })
    withExtendedLifetime(buffer) {}
  }
}
