import { expect, test } from 'vitest'
import orekit from './orekit.reference.json' with { type: 'json' }
import { patera2001 } from './patera-2001.ts'

/** Chords replace arcs: an error of at most 2e-6, and 1e-4 if the miss is many sigmas, because the error is multiplied by the exponent. */
const CONTOUR_RELATIVE = 1e-4

test.each(orekit.cases.filter((row) => row.case !== 'AlfanoTestCase5'))(
  'patera2001() is the exact integral to 1e-4 for $case',
  (row) => {
    const miss = { xM: row.xm_m, yM: row.ym_m, sigmaXM: row.sigma_x_m, sigmaYM: row.sigma_y_m }
    expect(Math.abs(patera2001(miss, row.hbr_m) / row.pc_exact_integral - 1)).toBeLessThan(CONTOUR_RELATIVE)
  },
)

test('patera2001() is 0 for a zero radius, 1 for an infinite one, and refuses invalid encounters', () => {
  const miss = { xM: 10, yM: 20, sigmaXM: 30, sigmaYM: 40 }
  expect(patera2001(miss, 0)).toBe(0)
  expect(patera2001(miss, Infinity)).toBe(1)
  expect(() => patera2001({ ...miss, sigmaXM: -1 }, 5)).toThrow('sigmaXM')
  expect(() => patera2001(miss, -5)).toThrow('radiusM')
})
