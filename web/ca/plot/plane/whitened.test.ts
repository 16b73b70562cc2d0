import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mahalanobis } from '../../../chart/ellipse.ts'
import type { PlaneView } from './plane-view.ts'
import { whitenedBy } from './whitened.ts'

const viewOf = (parts: Partial<PlaneView>): PlaneView => ({
  id: 'a',
  number: 1,
  missM: undefined,
  combined: undefined,
  first: undefined,
  second: undefined,
  radiusM: 5,
  ...parts,
})
/** The covariance of an ellipse of 1,000 m by 10 m, turned by 30°: c² = 3/4, s² = 1/4. */
const NEEDLE = { xx: 750_025, yx: ((1_000_000 - 100) * Math.sqrt(3)) / 4, yy: 250_075 }

test('the ellipse of the message becomes the circle of radius 1, and a circle in metres has no radius in that plane', () => {
  const white = whitenedBy(NEEDLE)?.(viewOf({ combined: NEEDLE, missM: [500 * Math.sqrt(3), 500] }))
  expect(white?.combined?.xx).toBeCloseTo(1, 9)
  expect(white?.combined?.yy).toBeCloseTo(1, 6)
  expect(white?.combined?.yx).toBeCloseTo(0, 6)
  // A thousand metres along the needle are 1σ along the first axis.
  expect(white?.missM?.[0]).toBeCloseTo(1, 9)
  expect(white?.missM?.[1]).toBeCloseTo(0, 6)
  expect(white?.radiusM).toBeUndefined()
})

test('distances from the origin are Mahalanobis distances, for each message by its own covariance', () => {
  const length = fc.double({ min: 1, max: 5_000, noNaN: true })
  const angle = fc.double({ min: -1.5, max: 1.5, noNaN: true })
  const turned = (major: number, minor: number, rad: number) => {
    const [c, s] = [Math.cos(rad), Math.sin(rad)]
    return {
      xx: c * c * major ** 2 + s * s * minor ** 2,
      yx: c * s * (major ** 2 - minor ** 2),
      yy: s * s * major ** 2 + c * c * minor ** 2,
    }
  }
  const shape = fc.tuple(length, length, angle).filter(([a, b]) => a / b < 300 && b / a < 300)
  fc.assert(
    fc.property(shape, shape, fc.tuple(length, length), (by, other, missM) => {
      const [own, others] = [turned(...by), turned(...other)]
      const white = whitenedBy(own)?.(viewOf({ missM, combined: own }))
      expect(Math.hypot(...(white?.missM ?? [0, 0]))).toBeCloseTo(mahalanobis(missM, own), 2)
      const second = whitenedBy(own)?.(viewOf({ missM, combined: others }))
      const expected = mahalanobis(missM, others)
      const seen = mahalanobis(second?.missM ?? [0, 0], second?.combined ?? own)
      expect(Math.abs(seen / expected - 1)).toBeLessThan(1e-3)
    }),
  )
})

test('a covariance without an area gives no whitened plane', () => {
  expect(whitenedBy({ xx: 100, yx: 0, yy: 0 })).toBeUndefined()
})
