import { expect, test } from 'vitest'
import { foster1992 } from './foster-1992.ts'
import orekit from './orekit.reference.json' with { type: 'json' }

/** The grid of the source, in steps of radius and angle, has an accuracy of about three digits. */
const POLAR_GRID_RELATIVE = 1e-3

test.each(orekit.cases.filter((row) => row.case !== 'AlfanoTestCase5'))(
  'foster1992() is the exact integral to 1e-3 for $case',
  (row) => {
    const miss = { xM: row.xm_m, yM: row.ym_m, sigmaXM: row.sigma_x_m, sigmaYM: row.sigma_y_m }
    expect(Math.abs(foster1992(miss, row.hbr_m) / row.pc_exact_integral - 1)).toBeLessThan(POLAR_GRID_RELATIVE)
  },
)

test('foster1992() is 0 for a zero radius, 1 for an infinite one, and refuses invalid encounters', () => {
  const miss = { xM: 10, yM: 20, sigmaXM: 30, sigmaYM: 40 }
  expect(foster1992(miss, 0)).toBe(0)
  expect(foster1992(miss, Infinity)).toBe(1)
  expect(() => foster1992({ ...miss, sigmaXM: -1 }, 5)).toThrow('sigmaXM')
  expect(() => foster1992(miss, -5)).toThrow('radiusM')
})
