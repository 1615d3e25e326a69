// Elementary functions on lanes. The files of this folder are compiled once for each instruction
// set.

/// `e^x`: at most 2 units in the last place; 0 below −104, ∞ above 88.73, NaN for NaN.
///
/// `x = n ln 2 + r` with whole `n`; ln 2 in two parts so that `n` times the first is exact; a
/// polynomial of degree 6 for `e^r`, fitted by reweighted least squares with a relative error of
/// 3e-9. The reduction is Cody and Waite's.
@inline(__always) func exponential(_ x: Lanes) -> Lanes {
  exponential(limited: larger(splat(-105), smaller(splat(90), x)))
}

/// `e^x` for `x` in −105…90.
@inline(__always) func exponential(limited: Lanes) -> Lanes {
  let shifted = fma(limited, splat(1.442_695_04), splat(12_582_912))
  let n = shifted - splat(12_582_912)
  let r = fma(n, splat(2.121_944_40e-4), fma(n, splat(-0.693_359_375), limited))
  var p = fma(r, splat(1.381_453_94e-3), splat(8.368_745_45e-3))
  p = fma(r, p, splat(4.166_838_90e-2))
  p = fma(r, p, splat(1.666_652_11e-1))
  p = fma(r, p, splat(4.999_999_40e-1))
  p = fma(r, p, splat(1))
  p = fma(r, p, splat(1))
  return scaled(p, byPower: n, shifted: shifted)
}

/// `2^x` for `x` up to 120: at most 2 units in the last place; 0 below −151, NaN for NaN.
///
/// The whole part of `x` is taken off exactly; a polynomial of degree 6 for the rest, fitted like
/// that of `e^x`, with a relative error of 2e-9.
@inline(__always) func powerOfTwo(_ x: Lanes) -> Lanes {
  let limited = larger(splat(-152), x)
  let shifted = limited + splat(12_582_912)
  let n = shifted - splat(12_582_912)
  let f = limited - n
  var p = fma(f, splat(1.535_336_2e-4), splat(1.339_887_39e-3))
  p = fma(f, p, splat(9.618_436_92e-3))
  p = fma(f, p, splat(5.550_332_37e-2))
  p = fma(f, p, splat(2.402_264_77e-1))
  p = fma(f, p, splat(6.931_471_82e-1))
  return scaled(fma(f, p, splat(1)), byPower: n, shifted: shifted)
}

/// `x / (1 + e^-z)`: `x` times the logistic function of `z`; −0 for `x = −∞`.
@inline(__always) func logisticProduct(_ x: Lanes, _ z: Lanes) -> Lanes {
  larger(splat(-Float.greatestFiniteMagnitude), x) / (splat(1) + exponential(splat(0) - z))
}

/// `tanh x`: at most 4 units in the last place.
@inline(__always) func hyperbolicTangent(_ x: Lanes) -> Lanes {
  let size = magnitude(x)
  let far = splat(1) - splat(2) / (exponential(size + size) + splat(1))
  let s = x * x
  var p = fma(s, splat(-5.704_988_727_45e-3), splat(2.063_908_879_54e-2))
  p = fma(s, p, splat(-5.373_971_555_31e-2))
  p = fma(s, p, splat(1.333_144_220_36e-1))
  p = fma(s, p, splat(-3.333_328_194_22e-1))
  let near = fma(s * x, p, x)
  return select(size, less: splat(0.625), near, select(x, less: splat(0), splat(0) - far, far))
}

/// The exact gelu, `x/2 (1 + erf(x / sqrt 2))`, with a small relative error on both sides.
///
/// With `t = |x| / sqrt 2`: for `t < 1` a polynomial in `t²` for `erf(t) / t`; above, `erfc(t)` as
/// `e^-t²` times a polynomial in `1 / (1 + t/2)`. Both were fitted by reweighted least squares, with
/// relative errors of 1.3e-9 and 6.3e-8.
@inline(__always) func exactGelu(_ x: Lanes) -> Lanes {
  let t = magnitude(x) * splat(0.707_106_781)
  let s = t * t
  var p = fma(s, splat(7.853_854_2e-5), splat(-8.010_191_4e-4))
  p = fma(s, p, splat(5.188_327_3e-3))
  p = fma(s, p, splat(-2.685_381_1e-2))
  p = fma(s, p, splat(1.128_358_54e-1))
  p = fma(s, p, splat(-3.761_262_6e-1))
  p = fma(s, p, splat(1.128_379_106_5))
  let near = splat(0.5) * x * fma(x * splat(0.707_106_781), p, splat(1))

  // Beyond 13 the tail is zero in float32; the limit keeps infinities out of the products.
  let far = smaller(splat(13), t)
  let u = splat(1) / fma(far, splat(0.5), splat(1))
  var q = fma(u, splat(7.578_447_1e-2), splat(-3.324_317_97e-1))
  q = fma(u, q, splat(3.768_544_53e-1))
  q = fma(u, q, splat(3.328_739_4e-2))
  q = fma(u, q, splat(2.884_251_86e-1))
  q = fma(u, q, splat(2.749_093_43e-1))
  q = fma(u, q, splat(2.827_746_02e-1))
  q = fma(u, q, splat(-2.707_761_0e-5))
  let limit = splat(Float.greatestFiniteMagnitude)
  let finite = larger(splat(0) - limit, smaller(limit, x))
  let tail = splat(0.5) * finite * q * exponential(splat(0) - far * far)
  return select(t, less: splat(1), near, select(x, less: splat(0), tail, x - tail))
}

/// The nonlinear function of number `kind` (the raw values of `Activation`).
@inline(__always) func activation(_ kind: Int, _ x: Lanes) -> Lanes {
  switch kind {
  case 0: logisticProduct(x, x)
  case 1:
    // x/2 (1 + tanh u) is x times the logistic function of 2u.
    logisticProduct(x, x * fma(x * x, splat(0.071_354_816_3), splat(1.595_769_12)))
  case 2: exactGelu(x)
  case 3: logisticProduct(x, x * splat(1.702))
  case 4: larger(splat(0), x)
  default: larger(splat(0), x) * larger(splat(0), x)
  }
}
