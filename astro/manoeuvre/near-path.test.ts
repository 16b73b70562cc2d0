import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mahalanobisSquared } from '../conjunction/principal-axes.ts'
import cara from '../conjunction/probability/cara.reference.json' with { type: 'json' }
import { pairOfCdm } from '../conjunction/testing/cdm-object.ts'
import { realBetween } from '../testing/real-between.ts'
import { dot, norm, subtract, type Vec3 } from '../vec3.ts'
import { TWO_BODY } from './dynamics.ts'
import { makeEncounterModel } from './encounter-model.ts'
import { makeNearPath, REACH_SIGMAS } from './near-path.ts'

/**
 * The series ends after t⁴ at 30 s at most, with an error of 3 mm in position (see SERIES_S). Φ is approximated by [[I, tI], [0, I]]: the error
 * is (nt)²/2 of the covariance, 1e-3 of a sigma in low orbit at 30 s.
 */
const SERIES_M = 0.01
const SIGMA_SHARE = 2e-3

const rows = cara.messages.filter(({ Pc2D }) => Pc2D > 1e-6).slice(0, 4)
const models = rows.map((row) => makeEncounterModel({ ...pairOfCdm(row.objects), radiusM: row.HBR_m }, TWO_BODY))
const positionsOnly = rows.map((row) => {
  const { primary, secondary } = pairOfCdm(row.objects)
  const block = (m: readonly (readonly number[])[]) => m.slice(0, 3).map((line) => line.slice(0, 3))
  const [one, two] = [primary, secondary].map((object) => ({ ...object, covariance: block(object.covariance) }))
  return makeEncounterModel({ primary: one!, secondary: two!, radiusM: row.HBR_m }, TWO_BODY)
})

const moved = (v: Vec3, by: readonly number[]): Vec3 => [v[0] + by[0]!, v[1] + by[1]!, v[2] + by[2]!]
const metres = realBetween(-3000, 3000)
const speeds = realBetween(-2, 2)
const changes = fc.record({ dr: fc.tuple(metres, metres, metres), dv: fc.tuple(speeds, speeds, speeds) })

test.each([
  ['position and velocity', models],
  ['position alone', positionsOnly],
])("missOf() agrees with the planar miss of Kepler orbits from the model's search: covariances of %s", (_name, all) => {
  let [near, far] = [0, 0]
  fc.assert(
    fc.property(fc.constantFrom(...all), realBetween(0, 1), changes, (model, share, { dr, dv }) => {
      const { primary } = model.encounter
      const state = {
        r: moved(
          primary.r,
          dr.map((x) => share * x),
        ),
        v: moved(primary.v, dv),
      }
      const exact = model.after({ state }).planar!.miss
      const found = makeNearPath(model).missOf(state)
      const sigmas = Math.sqrt(mahalanobisSquared(exact))
      if (found === 'far') {
        far += 1
        expect(sigmas).toBeGreaterThan(REACH_SIGMAS * (1 - SIGMA_SHARE))
        return
      }
      near += 1
      if (found === 'none') throw new Error('none')
      expect(Math.abs(found.sigmaXM / exact.sigmaXM - 1)).toBeLessThan(SIGMA_SHARE)
      expect(Math.abs(found.sigmaYM / exact.sigmaYM - 1)).toBeLessThan(SIGMA_SHARE)
      const total = Math.hypot(exact.xM, exact.yM)
      expect(Math.abs(Math.hypot(found.xM, found.yM) - total)).toBeLessThan(SERIES_M)
      // The sign of an axis is arbitrary, and the axes rotate with errors of the covariance.
      const turned = SERIES_M + SIGMA_SHARE * total
      expect(Math.abs(Math.abs(found.xM) - Math.abs(exact.xM))).toBeLessThan(turned)
      expect(Math.abs(Math.abs(found.yM) - Math.abs(exact.yM))).toBeLessThan(turned)
    }),
    { numRuns: 150 },
  )
  expect(near).toBeGreaterThan(20)
  expect(far).toBeGreaterThan(5)
})

test('clearanceM() never exceeds the distance of the orbits minus twelve sigmas and the radius', () => {
  let cleared = 0
  const wide = fc.record({ dr: fc.tuple(metres, metres, metres), dv: fc.tuple(speeds, speeds, speeds) })
  fc.assert(
    fc.property(fc.constantFrom(...models), realBetween(0, 100), wide, (model, factor, { dr, dv }) => {
      const { primary } = model.encounter
      const state = {
        r: moved(
          primary.r,
          dr.map((x) => factor * x),
        ),
        v: moved(primary.v, dv),
      }
      const clearance = makeNearPath(model).clearanceM(state)
      if (!(clearance > 0)) return
      cleared += 1
      const after = model.after({ state })
      const { miss } = after.planar!
      // In every direction of the plane the miss exceeds twelve sigmas, where a sigma is at most the major axis.
      expect(after.missDistanceM - clearance).toBeGreaterThan(REACH_SIGMAS * miss.sigmaYM + model.encounter.radiusM)
    }),
    { numRuns: 150 },
  )
  expect(cleared).toBeGreaterThan(30)
})

/** The states are within a millisecond of their TCA: velocities and curvature add 2 mm in this time. */
const MILLISECOND_M = 0.01

test('clearanceM() of straight lines at the TCA is the miss minus the radius and twelve sigmas of both', () => {
  for (const model of models) {
    const { primary, secondary, radiusM } = model.encounter
    const [dr, dv] = [subtract(secondary.r, primary.r), subtract(secondary.v, primary.v)]
    const along = dot(dr, dv) / norm(dv)
    const straight = Math.sqrt(dot(dr, dr) - along * along)
    const trace = [primary, secondary].reduce(
      (sum, { covariance }) => sum + covariance[0]![0]! + covariance[1]![1]! + covariance[2]![2]!,
      0,
    )
    const expected = straight - radiusM - 12 * Math.sqrt(trace)
    expect(Math.abs(makeNearPath(model).clearanceM(primary) - expected)).toBeLessThan(MILLISECOND_M)
  }
})
