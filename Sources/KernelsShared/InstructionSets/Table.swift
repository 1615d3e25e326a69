import TernKernelsPortable

// The kernels of `KernelsShared/Vector` as the module that compiles this file has them. Closures,
// because a function that is named would get a weak entry for C.

/// The float kernels of this instruction set.
func vectorKernels() -> VectorKernels {
  var kernels = VectorKernels()
  unsafe kernels.rmsNorm = { unsafe rmsNorm($0, $1, $2, $3, $4) }
  unsafe kernels.layerNorm = { unsafe layerNorm($0, $1, $2, $3, $4, $5) }
  unsafe kernels.addScaled = { unsafe addScaled($0, $1, $2, $3) }
  unsafe kernels.scale = { unsafe scaleValues($0, $1, $2, $3) }
  unsafe kernels.multiply = { unsafe multiplyValues($0, $1, $2, $3) }
  unsafe kernels.clamp = { unsafe clampValues($0, $1, $2) }
  unsafe kernels.softcap = { unsafe softcapValues($0, $1, $2) }
  unsafe kernels.softmax = { unsafe softmaxValues($0, $1) }
  unsafe kernels.activate = { unsafe activateValues($0, $1, $2) }
  unsafe kernels.gate = { unsafe gateValues($0, $1, $2, $3, $4) }
  unsafe kernels.gateClamped = { unsafe gateClampedValues($0, $1, $2, $3, $4, $5) }
  unsafe kernels.xielu = { unsafe xieluValues($0, $1, $2, $3, $4, $5) }
  unsafe kernels.gateLimited = { unsafe gateLimitedValues($0, $1, $2, $3, $4) }
  unsafe kernels.gateLogistic = { unsafe gateLogisticValues($0, $1, $2, $3) }
  unsafe kernels.keepAbove = { unsafe keepAboveValues($0, $1, $2) }
  unsafe kernels.rotateAdjacent = { unsafe rotateAdjacent($0, $1, $2, $3) }
  unsafe kernels.rotateHalves = { unsafe rotateHalves($0, $1, $2, $3) }
  unsafe kernels.largestValue = { unsafe largestValue($0, $1) }
  unsafe kernels.indexOfLargest = { unsafe indexOfLargest($0, $1) }
  unsafe kernels.sumOfExponentials = { unsafe sumOfExponentials($0, $1, $2) }
  unsafe kernels.groupMaxima = { unsafe groupMaxima($0, $1, $2) }
  unsafe kernels.weightsAbove = { unsafe weightsAbove($0, $1, $2, $3, $4, $5) }
  unsafe kernels.distanceBuckets = { unsafe distanceBuckets($0, $1, $2, $3, $4, $5, $6) }
  unsafe kernels.groupDistances = { unsafe groupDistances($0, $1, $2, $3) }
  unsafe kernels.areFiniteRows = { unsafe areFinite($0, $1, $2, $3) }
  unsafe kernels.halves = { unsafe halves($0, $1, $2) }
  unsafe kernels.streamSoftmax = { unsafe streamSoftmax($0, $1, $2, $3, $4, $5, $6, $7) }
  unsafe kernels.scaleWeights = { unsafe scaleWeights($0, $1, $2, $3, $4, $5) }
  unsafe kernels.spreadKeys = { unsafe spreadKeys($0, $1, $2, $3, $4, $5, $6, $7) }
  unsafe kernels.sumPositive = { unsafe sumPositive($0, $1, $2, $3) }
  unsafe kernels.tileFloats = { unsafe tileFloats($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10) }
  unsafe kernels.tileHalves = { unsafe tileHalves($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10) }
  unsafe kernels.tileKeyCodes = { unsafe tileKeyCodes($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10) }
  unsafe kernels.tileValueCodes = { unsafe tileValueCodes($0, $1, $2, $3, $4, $5, $6, $7, $8, $9) }
  return kernels
}

/// The kernels of recurrent layers of this instruction set.
func recurrentKernels() -> RecurrentKernels {
  var kernels = RecurrentKernels()
  unsafe kernels.convolve = {
    unsafe convolve($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
  }
  unsafe kernels.finiteExponentials = { unsafe finiteExponentials($0, $1, $2) }
  unsafe kernels.chunkProducts = { unsafe chunkProducts($0, $1, $2, $3) }
  unsafe kernels.decayedProducts = { unsafe decayedProducts($0, $1, $2, $3, $4) }
  unsafe kernels.decayRows = { unsafe decayRows($0, $1, $2, $3, $4, $5) }
  unsafe kernels.chunkSolve = { unsafe chunkSolve($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10) }
  unsafe kernels.updateState = { unsafe updateState($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10) }
  unsafe kernels.scanRow = { unsafe scanRow($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) }
  unsafe kernels.wkvRow = { unsafe wkvRow($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10) }
  unsafe kernels.applyFunction = { unsafe applyFunction($0, $1, $2, $3) }
  unsafe kernels.mixValues = { unsafe mixValues($0, $1, $2, $3, $4) }
  unsafe kernels.weightedDot = { unsafe weightedDot($0, $1, $2, $3) }
  unsafe kernels.l2Norm = { unsafe l2Norm($0, $1, $2, $3, $4) }
  return kernels
}
