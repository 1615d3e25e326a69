/// The numbers below `count` of the bits that are set in words of 32 bits, the lowest first.
func setBits(of words: [UInt32], count: Int) -> [Int32] {
  var result: [Int32] = []
  for (place, word) in words.enumerated() {
    var rest = word
    while rest != 0 {
      let number = 32 * place + rest.trailingZeroBitCount
      if number < count { result.append(Int32(number)) }
      rest &= rest - 1
    }
  }
  return result
}
