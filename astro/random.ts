/** A source of numbers in [0, 1). Every function that needs random numbers takes one as an argument, so that runs can be repeated. */
export type Random = () => number

/**
 * Returns a source that produces the same numbers for the same seed (any integer below 2³²): xoshiro128** of Blackman and Vigna, ACM Trans. Math.
 * Softw. 47 (2021), seeded by SplitMix32. Each number has 53 random bits; the period is 2¹²⁸ − 1.
 */
export function seededRandom(seed: number): Random {
  let mixer = seed >>> 0
  // A Weyl sequence with steps of 2³²/φ, each passed through the finaliser of MurmurHash3. It turns one number into four that look independent,
  // and the generator never starts with all zeros.
  const mix = () => {
    mixer = (mixer + 0x9e3779b9) >>> 0
    let z = mixer
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b)
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35)
    return (z ^ (z >>> 16)) >>> 0
  }
  let [a, b, c, d] = [mix(), mix(), mix(), mix()]
  const next = () => {
    const product = Math.imul(b, 5)
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << 11) | (d >>> 21)
    return result
  }
  // 26 bits of one number and 27 bits of the next make the 53 bits of a double.
  return () => ((next() >>> 6) * 2 ** 27 + (next() >>> 5)) / 2 ** 53
}

/**
 * Returns a source of standard normal numbers from a uniform one: Marsaglia's polar method (SIAM Review 6, 1964, 260–264), which is exact up to
 * the resolution of its source.
 */
export function standardNormal(random: Random): () => number {
  let spare: number | null = null
  return () => {
    if (spare !== null) {
      const value = spare
      spare = null
      return value
    }
    for (;;) {
      const [x, y] = [2 * random() - 1, 2 * random() - 1]
      const square = x * x + y * y
      if (square >= 1 || square === 0) continue
      const factor = Math.sqrt((-2 * Math.log(square)) / square)
      spare = y * factor
      return x * factor
    }
  }
}
