import { expect, test } from 'vitest'
import { breakUp } from './fragments.ts'

/** The rounding of a quotient of two powers. */
const RATIO_DIGITS = 14

// CARA's unit test CollisionConsequenceNumPieces (2026): 2,000 kg hit at 10 km/s, pieces of 5 cm and more, rounded.
test.each([
  [0, false, 0],
  [1.6, false, 755],
  [3000, true, 9977],
])('breakUp() gives the published pieces of a secondary of %d kg', (secondaryKg, isCatastrophic, pieces) => {
  const found = breakUp({ primaryKg: 2000, secondaryKg, speedMps: 10_000 })
  expect(found.isCatastrophic).toBe(isCatastrophic)
  expect(Math.round(found.pieces)).toBe(pieces)
  // The result is the same if the masses are exchanged.
  const turned = breakUp({ primaryKg: secondaryKg, secondaryKg: 2000, speedMps: 10_000 })
  expect(turned).toEqual(found)
})

test('breakUp() follows the power of the size, and is catastrophic above 40 kJ/kg', () => {
  const impact = { primaryKg: 800, secondaryKg: 10, speedMps: 14_000 }
  const ratio = breakUp(impact, 0.1).pieces / breakUp(impact, 0.05).pieces
  expect(ratio).toBeCloseTo(2 ** -1.71, RATIO_DIGITS)
  // ½ 10 kg v² = 800 kg · 40 kJ/kg at v = 2,529.8 m/s.
  expect(breakUp({ ...impact, speedMps: 2_529 }).isCatastrophic).toBe(false)
  expect(breakUp({ ...impact, speedMps: 2_530.5 }).isCatastrophic).toBe(true)
  expect(() => breakUp({ ...impact, primaryKg: -1 })).toThrow(RangeError)
  expect(() => breakUp(impact, 0)).toThrow(RangeError)
})
