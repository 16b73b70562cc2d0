import { expect, test } from 'vitest'
import { axesOf, type Covariance, equalAspect, mahalanobis, reachOfEllipse } from './ellipse.ts'

/** Returns R · diag(a², b²) · Rᵀ, the covariance whose ellipse has the half axes a and b and is turned by an angle. */
function turned(a: number, b: number, angle: number): Covariance {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  return { xx: a * a * c * c + b * b * s * s, yx: (a * a - b * b) * s * c, yy: a * a * s * s + b * b * c * c }
}

test('axesOf returns the axes of an ellipse that lies along x and y', () => {
  expect(axesOf({ xx: 9, yx: 0, yy: 4 })).toEqual({ majorM: 3, minorM: 2, angleRad: 0 })
  expect(axesOf({ xx: 4, yx: 0, yy: 9 })).toEqual({ majorM: 3, minorM: 2, angleRad: Math.PI / 2 })
})

test('axesOf [[2, 1], [1, 2]] gives the eigenvalues 3 and 1 at 45°', () => {
  const axes = axesOf({ xx: 2, yx: 1, yy: 2 })
  expect(axes?.majorM).toBeCloseTo(Math.sqrt(3), 12)
  expect(axes?.minorM).toBeCloseTo(1, 12)
  expect(axes?.angleRad).toBeCloseTo(Math.PI / 4, 12)
})

test.each([-80, -45, -10, 0.001, 30, 45, 89])('axesOf recovers an ellipse of 138 m × 47 m turned by %d°', (degrees) => {
  const axes = axesOf(turned(138, 47, (degrees * Math.PI) / 180))
  expect(axes?.majorM).toBeCloseTo(138, 9)
  expect(axes?.minorM).toBeCloseTo(47, 9)
  expect(axes?.angleRad).toBeCloseTo((degrees * Math.PI) / 180, 9)
})

test('axesOf handles a circle, a line, and an invalid covariance', () => {
  expect(axesOf({ xx: 4, yx: 0, yy: 4 })).toEqual({ majorM: 2, minorM: 2, angleRad: 0 })
  expect(axesOf({ xx: 1, yx: 1, yy: 1 })?.minorM).toBe(0)
  expect(axesOf({ xx: 1, yx: 2, yy: 1 })).toBeUndefined()
  expect(axesOf({ xx: -1, yx: 0, yy: -1 })).toBeUndefined()
  expect(axesOf({ xx: Number.NaN, yx: 0, yy: 1 })).toBeUndefined()
})

test('reachOf is k times the standard deviations, whatever the angle of the ellipse', () => {
  expect(reachOfEllipse({ xx: 9, yx: 5, yy: 16 }, 3)).toEqual([9, 12])
})

test('mahalanobis counts the sigmas along the axes', () => {
  expect(mahalanobis([6, 0], { xx: 9, yx: 0, yy: 4 })).toBeCloseTo(2, 12)
  expect(mahalanobis([3, 3], { xx: 2, yx: 1, yy: 2 })).toBeCloseTo(Math.sqrt(6), 12)
})

test('equalAspect makes a metre equally long on both axes and keeps the centre', () => {
  const wide = equalAspect({ x: [-100, 100], y: [-10, 30] }, { widthPx: 400, heightPx: 300 })
  expect(wide).toEqual({ x: [-100, 100], y: [-65, 85] })
  const high = equalAspect({ x: [0, 10], y: [0, 100] }, { widthPx: 200, heightPx: 100 })
  expect(high).toEqual({ x: [-95, 105], y: [0, 100] })
})
