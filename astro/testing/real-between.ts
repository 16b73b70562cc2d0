import fc from 'fast-check'

const STEPS = 2 ** 31

/**
 * Returns an arbitrary for numbers of a range, most of which are uniform over it. `fc.double()` draws from all doubles, and almost all
 * doubles between 0 and 2π are below 1e-100. An angle would nearly always be 0, and a property would be tested for no other angle.
 */
export function realBetween(min: number, max: number): fc.Arbitrary<number> {
  const even = fc.integer({ min: 0, max: STEPS }).map((step) => min + (max - min) * (step / STEPS))
  return fc.oneof({ weight: 4, arbitrary: even }, { weight: 1, arbitrary: fc.double({ min, max, noNaN: true }) })
}
