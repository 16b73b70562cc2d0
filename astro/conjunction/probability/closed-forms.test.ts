import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../../testing/real-between.ts'
import { settledValue } from '../../testing/settled-value.ts'
import type { PrincipalMiss } from '../principal-axes.ts'
import { alfano2005 } from './alfano-2005.ts'
import { chan1997 } from './chan-1997.ts'
import { circle2d } from './circle-2d.ts'
import { foster1992 } from './foster-1992.ts'
import { laas2015 } from './laas-2015.ts'
import { patera2001 } from './patera-2001.ts'
import { patera2005 } from './patera-2005.ts'

/** The density changes across the circle by the order of (R/σ)², 1e-6. */
const LEFT_OUT_SHARE = 2e-6

// Planar probabilities that have a closed form, for all methods of the same quantity: each with its stated accuracy.
const METHODS: readonly (readonly [
  name: string,
  of: (miss: PrincipalMiss, radiusM: number) => number,
  relative: number,
])[] = [
  ['circle2d', circle2d, 1e-10],
  ['laas2015', (miss, radiusM) => settledValue(laas2015(miss, radiusM)), 1e-9],
  ['patera2005', (miss, radiusM) => settledValue(patera2005(miss, radiusM)), 1e-9],
  ['chan1997', (miss, radiusM) => settledValue(chan1997(miss, radiusM)), 1e-10],
  ['patera2001', patera2001, 1e-3],
  ['alfano2005', alfano2005, 2e-2],
  ['foster1992', foster1992, 1e-3],
]
/** Chan's method is exact for round covariances only. */
const FOR_ELLIPSES = METHODS.filter(([name]) => name !== 'chan1997')
/** The polar grid of Foster and Estes resolves circles of up to about a standard deviation. */
const isWithinFoster = (name: string, sigmas: number) => name !== 'foster1992' || sigmas <= 1

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1))
const round = (xM: number, yM = 0): PrincipalMiss => ({ xM, yM, sigmaXM: 1, sigmaYM: 1 })

test.each(METHODS)('%s of a zero miss and a round covariance is 1 − exp(−R²/2σ²)', (name, of, relative) => {
  for (const radiusM of [0.1, 1, 4]) {
    if (!isWithinFoster(name, radiusM)) continue
    const closed = -Math.expm1((-radiusM * radiusM) / 2)
    expect(Math.abs(of(round(0), radiusM) / closed - 1), `${radiusM} σ`).toBeLessThan(relative)
    // The same in other units.
    expect(Math.abs(of({ xM: 0, yM: 0, sigmaXM: 250, sigmaYM: 250 }, 250 * radiusM) / closed - 1)).toBeLessThan(
      relative,
    )
  }
})

test.each(METHODS)('%s of a miss equal to the radius is (1 − exp(−a²) I₀(a²))/2', (name, of, relative) => {
  // Marcum's function of equal arguments, with the power series of I₀ (Abramowitz and Stegun, eq. 9.6.12).
  for (const a of [0.5, 1, 3]) {
    const terms = Array.from({ length: 40 }, (_, k) => ((a * a) / 2) ** (2 * k) / factorial(k) ** 2)
    const bessel = Math.exp(-a * a) * terms.reduce((sum, term) => sum + term)
    if (!isWithinFoster(name, a)) continue
    const closed = (1 - bessel) / 2
    expect(Math.abs(of(round(a * 0.6, a * 0.8), a) / closed - 1), `${a} σ`).toBeLessThan(relative)
  }
})

test.each(FOR_ELLIPSES)(
  '%s of a small circle in a wide covariance is the density at its centre times its area',
  (_name, of, relative) => {
    const sigma = realBetween(1, 50)
    const offset = realBetween(0.5, 2)
    fc.assert(
      fc.property(sigma, sigma, offset, offset, (sigmaXM, sigmaYM, x, y) => {
        const miss = { xM: x * sigmaXM, yM: y * sigmaYM, sigmaXM, sigmaYM }
        const radiusM = 1e-3
        const density = Math.exp(-(x * x + y * y) / 2) / (2 * Math.PI * sigmaXM * sigmaYM)
        // The neglected term is of the order of (R/σ)², 1e-6.
        expect(Math.abs(of(miss, radiusM) / (density * Math.PI * radiusM ** 2) - 1)).toBeLessThan(
          relative + LEFT_OUT_SHARE,
        )
      }),
      { numRuns: 2 },
    )
  },
)

test.each(FOR_ELLIPSES)('%s is symmetric in the axes, and in the side of the miss', (name, of, relative) => {
  const miss = { xM: 1.2, yM: -0.7, sigmaXM: 0.9, sigmaYM: 2.1 }
  const value = of(miss, 0.8)
  for (const other of [
    { ...miss, xM: -1.2 },
    { ...miss, yM: 0.7 },
    { xM: miss.yM, yM: miss.xM, sigmaXM: miss.sigmaYM, sigmaYM: miss.sigmaXM },
  ])
    expect(Math.abs(of(other, 0.8) / value - 1), name).toBeLessThan(relative)
})

test.each(FOR_ELLIPSES)('%s increases with the radius and decreases with the miss', (_name, of) => {
  const miss = { xM: 1, yM: 1, sigmaXM: 1, sigmaYM: 2 }
  const byRadius = [0.1, 0.3, 0.6, 0.9].map((radiusM) => of(miss, radiusM))
  const byMiss = [0, 0.5, 1, 2, 3].map((xM) => of({ ...miss, xM }, 0.5))
  expect(byRadius.toSorted((a, b) => a - b)).toEqual(byRadius)
  expect(byMiss.toSorted((a, b) => b - a)).toEqual(byMiss)
  expect(byMiss[0]).toBeLessThan(1)
})
