import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import { norm, type Vec3 } from '../vec3.ts'
import type { BodyShape, Box, WingedBox } from './body-shape.ts'
import { combinedRadius, hardBodyRadius } from './hard-body-radius.ts'
import { meanAreaAbout, meanProjectedArea, projectedArea, projectedRadius } from './projected-area.ts'

/** The rounding of a sum of some dozen areas, by which it may exceed its bounds. */
const ROUNDING_SHARE = 1e-12

/** The rounding of areas of some m² from formulas of a few terms. */
const CLOSED_FORM_DIGITS = 12

/** Mirror images are clipped at other corners, with different rounding. */
const MIRRORED_DIGITS = 9

/** The error of means over the sphere: quadratures of a function with edges. */
const QUADRATURE_DIGITS = 3

/** The error of a mean over one revolution of a function with corners. */
const TURN_DIGITS = 5

/** The error of the mean of a constant. */
const CONSTANT_MEAN_DIGITS = 6

const box: Box = { kind: 'BOX', widthM: 2, heightM: 3, lengthM: 6 }

const oneWing: WingedBox = { ...box, kind: 'BOX_WING', wingLengthM: 4, wingWidthM: 2 }

const twoWings: WingedBox = { ...oneWing, kind: 'WING_BOX_WING' }

const size = realBetween(0.05, 20)

const winged = fc.record({
  kind: fc.constantFrom('BOX_WING' as const, 'WING_BOX_WING' as const),
  widthM: size,
  heightM: size,
  lengthM: size,
  wingLengthM: size,
  wingWidthM: size,
})

const component = realBetween(-1, 1)

const direction: fc.Arbitrary<Vec3> = fc.tuple(component, component, component).filter((v) => norm(v) > 0.01)

test('projectedArea() is a face along an axis, plus the visible wings', () => {
  expect(projectedArea(box, [1, 0, 0])).toBe(18)
  expect(projectedArea(box, [0, -5, 0])).toBe(12)
  expect(projectedArea(oneWing, [0, 0, 1])).toBeCloseTo(6 + 8, CLOSED_FORM_DIGITS)
  expect(projectedArea(twoWings, [0, 0, -1])).toBeCloseTo(6 + 16, CLOSED_FORM_DIGITS)
  // Seen edge-on, a wing has no area.
  expect(projectedArea(twoWings, [1, 0, 0])).toBeCloseTo(18, CLOSED_FORM_DIGITS)
  expect(projectedArea(twoWings, [0, 1, 0])).toBeCloseTo(12, CLOSED_FORM_DIGITS)
  expect(projectedArea({ kind: 'CANNONBALL', radiusM: 2 }, [1, 2, 3])).toBeCloseTo(4 * Math.PI, CLOSED_FORM_DIGITS)
  expect(projectedArea({ kind: 'OTHER', hardBodyRadiusM: 2, areaM2: 3 }, [1, 2, 3])).toBe(3)
})

test('projectedArea() counts the overlap of box and wing once', () => {
  // At 45° between x and z the box (2 wide, 6 long) has a projected width of (2 + 6)/√2, half of it on each side, and the wing from 1 to 5 m is
  // between 1/√2 and 5/√2: a length of 1/√2 is visible, 2 m wide.
  const seen = projectedArea(oneWing, [1, 0, 1])
  expect(seen).toBeCloseTo((8 / Math.SQRT2) * 3 + (1 / Math.SQRT2) * 2, CLOSED_FORM_DIGITS)
})

test('projectedArea() is equal from behind and for mirror images, and is within its bounds', () => {
  fc.assert(
    fc.property(winged, direction, (shape, [x, y, z]) => {
      const area = projectedArea(shape, [x, y, z])
      for (const other of [
        [-x, -y, -z],
        [x, -y, z],
        [x, y, -z],
      ] as Vec3[]) {
        expect(projectedArea(shape, other) / area).toBeCloseTo(1, MIRRORED_DIGITS)
      }
      const bare = projectedArea({ ...shape, kind: 'BOX' }, [x, y, z])
      const wings = shape.kind === 'BOX_WING' ? 1 : 2
      const most = bare + (wings * shape.wingLengthM * shape.wingWidthM * Math.abs(z)) / norm([x, y, z])
      expect(area).toBeGreaterThanOrEqual(bare * (1 - ROUNDING_SHARE))
      expect(area).toBeLessThanOrEqual(most * (1 + ROUNDING_SHARE))
      expect(projectedRadius(shape, [x, y, z])).toBeLessThanOrEqual(hardBodyRadius(shape))
    }),
    { numRuns: 300 },
  )
})

test('projectedArea() agrees with the hits of a grid of rays', () => {
  fc.assert(
    fc.property(winged, direction, (shape, along) => {
      const reach = 2 * hardBodyRadius(shape)
      const z = along.map((value) => value / norm(along)) as unknown as Vec3
      const x = (Math.abs(z[0]) < 0.6 ? [0, z[2], -z[1]] : [-z[2], 0, z[0]]) as Vec3
      const u = x.map((value) => value / norm(x)) as unknown as Vec3
      const v: Vec3 = [z[1] * u[2] - z[2] * u[1], z[2] * u[0] - z[0] * u[2], z[0] * u[1] - z[1] * u[0]]
      const count = 160
      const cell = (2 * reach) / count
      let hits = 0
      for (let i = 0; i < count; i += 1) {
        for (let k = 0; k < count; k += 1) {
          const [a, b] = [(i + 0.5) * cell - reach, (k + 0.5) * cell - reach]
          if (isHit(shape, [a * u[0] + b * v[0], a * u[1] + b * v[1], a * u[2] + b * v[2]], z)) hits += 1
        }
      }
      // The error is one cell on each side of an outline that is at most seven reaches long.
      expect(Math.abs(hits * cell * cell - projectedArea(shape, along))).toBeLessThan(7 * reach * cell)
    }),
    { numRuns: 12 },
  )
})

/** Returns whether the straight line through p along d hits the box or a wing: independent of the tested code. */
function isHit(shape: WingedBox, p: Vec3, d: Vec3): boolean {
  const half = [shape.widthM / 2, shape.heightM / 2, shape.lengthM / 2]
  let [enter, leave] = [-Infinity, Infinity]
  for (const k of [0, 1, 2] as const) {
    const [a, b] = [(-half[k]! - p[k]) / d[k], (half[k]! - p[k]) / d[k]]
    if (d[k] === 0) {
      if (Math.abs(p[k]) > half[k]!) leave = -Infinity
    } else {
      enter = Math.max(enter, Math.min(a, b))
      leave = Math.min(leave, Math.max(a, b))
    }
  }
  if (enter <= leave) return true
  if (d[2] === 0) return false
  const t = -p[2] / d[2]
  const [x, y] = [p[0] + t * d[0], p[1] + t * d[1]]
  const out = (shape.kind === 'BOX_WING' ? x : Math.abs(x)) - shape.widthM / 2
  return out >= 0 && out <= shape.wingLengthM && Math.abs(y) <= shape.wingWidthM / 2
}

test('meanProjectedArea() is a quarter of the surface of a convex body, and less with shaded wings', () => {
  expect(meanProjectedArea(box)).toBe((2 * (6 + 18 + 12)) / 4)
  expect(meanProjectedArea({ kind: 'CANNONBALL', radiusM: 1 })).toBeCloseTo(Math.PI, CLOSED_FORM_DIGITS)
  const free = meanProjectedArea(box) + (2 * 2 * 8) / 4
  const actual = meanProjectedArea(twoWings)
  expect(actual).toBeLessThan(free)
  expect(actual).toBeGreaterThan(meanProjectedArea(box))
  // Long wings on a tiny box are hardly shaded: the sum of the quarters.
  const kite: BodyShape = {
    kind: 'WING_BOX_WING',
    widthM: 0.01,
    heightM: 0.01,
    lengthM: 0.01,
    wingLengthM: 5,
    wingWidthM: 2,
  }
  expect(meanProjectedArea(kite) / ((2 * 2 * 10) / 4)).toBeCloseTo(1, QUADRATURE_DIGITS)
})

test('meanAreaAbout() averages the faces that are seen during the rotation', () => {
  // Spinning about y: faces of 18 and 6 m² are seen, each with a mean cosine of 2/π.
  expect(meanAreaAbout(box, [0, 2, 0])).toBeCloseTo((2 / Math.PI) * (18 + 6), TURN_DIGITS)
  expect(meanAreaAbout({ kind: 'CANNONBALL', radiusM: 1 }, [1, 1, 1])).toBeCloseTo(Math.PI, CONSTANT_MEAN_DIGITS)
})

test('impossible shapes and directions are refused by name', () => {
  expect(() => hardBodyRadius({ ...box, widthM: 0 })).toThrow('widthM of a BOX')
  expect(() => projectedArea({ ...oneWing, wingWidthM: Number.NaN }, [1, 0, 0])).toThrow('wingWidthM')
  expect(() => projectedArea(box, [0, 0, 0])).toThrow(RangeError)
  expect(() => meanProjectedArea({ ...box, heightM: -1 })).toThrow('heightM')
  expect(() => combinedRadius({ radiusM: -1, sigmaM: 0 }, { radiusM: 1, sigmaM: 0 })).toThrow(RangeError)
})

test('meanProjectedArea() is the mean over uniformly distributed directions', () => {
  const count = 20_000
  for (const shape of [twoWings, oneWing, { ...twoWings, widthM: 0.5, wingWidthM: 5 }]) {
    let sum = 0
    // A spiral of equal areas, rotated by the golden angle from one point to the next.
    for (let k = 0; k < count; k += 1) {
      const z = 1 - (2 * k + 1) / count
      const angle = k * Math.PI * (3 - Math.sqrt(5))
      const rim = Math.sqrt(1 - z * z)
      sum += projectedArea(shape, [rim * Math.cos(angle), rim * Math.sin(angle), z])
    }
    expect(meanProjectedArea(shape) / (sum / count)).toBeCloseTo(1, QUADRATURE_DIGITS)
  }
})
