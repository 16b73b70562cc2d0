import fc from 'fast-check'

const STEPS = 2 ** 31

/**
 * Numbers of a range, most of them spread evenly over it. `fc.double()` alone draws from all the doubles that there are, and almost
 * all of those between 0 and 2π are smaller than 1e-100: an angle would nearly always be 0, and a property hold for nothing else.
 */
export function realBetween(min: number, max: number): fc.Arbitrary<number> {
  const even = fc.integer({ min: 0, max: STEPS }).map((step) => min + (max - min) * (step / STEPS))
  return fc.oneof({ weight: 4, arbitrary: even }, { weight: 1, arbitrary: fc.double({ min, max, noNaN: true }) })
}
