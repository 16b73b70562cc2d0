import { expect, test } from 'vitest'
import { GM_EARTH } from '../../constants.ts'
import { norm } from '../../vec3.ts'
import { encounterDuration } from '../duration.ts'
import { pairOfCdm } from '../testing/cdm-object.ts'
import cara from './cara.reference.json' with { type: 'json' }
import { checkUsage, USAGE_LIMITS } from './usage-checks.ts'

/** exp of ln, and back: rounding. */
const LOGARITHM_DIGITS = 12

/** The correction is that of a small radius: a tenth of the 0.02 at which it decides covers what the radius adds. */
const SMALL_RADIUS = 2e-3
/** Curved paths move the peak and change its width by shares of this size where no check fails. */
const CURVED = 0.05

const found = cara.messages.map((row) => {
  const { primary, secondary } = pairOfCdm(row.objects)
  return { row, primary, secondary, checks: checkUsage(primary, secondary, row.HBR_m) }
})
const planar = found.filter(({ row }) => row.ViolationsPc2D === 0)

test('checkUsage() predicts the curved value where it is small against the plane', () => {
  const { row, checks } = found.find(({ row: { id } }) => id.startsWith('000028654'))!
  expect(Math.abs(Math.exp(checks.logCorrection!) * row.Pc2D - row.Nc2D) / row.Nc2D).toBeLessThan(SMALL_RADIUS)
})

test("checkUsage() has CARA's verdict of 35 messages", () => {
  // Digits of CARA's code: inaccurate, offset, extended.
  const verdicts = found.map(({ row, checks: { inaccurate, offset, extended } }) => {
    const inaccuracy = inaccurate === null || inaccurate > USAGE_LIMITS.inaccurate ? 100 : 0
    const [late, long] = [offset > USAGE_LIMITS.offset ? 10 : 0, extended > USAGE_LIMITS.extended ? 1 : 0]
    return [row.id, inaccuracy + late + long]
  })
  expect(verdicts).toEqual(cara.messages.map(({ id, ViolationsPc2D }) => [id, ViolationsPc2D]))
})

test('checkUsage() has the factor from the plane to the curve, and shares of it, where CARA has both', () => {
  for (const { row, checks } of planar) {
    const { logCorrection, inaccurate } = checks
    expect(Math.abs(logCorrection! - Math.log(row.Nc2D / row.Pc2D)), row.id).toBeLessThan(SMALL_RADIUS)
    // 1 − exp(−|ln q|) is 1 − q or 1 − 1/q, whichever is positive.
    const factor = Math.exp(logCorrection!)
    expect(inaccurate).toBeCloseTo(1 - Math.min(factor, 1 / factor), LOGARITHM_DIGITS)
  }
})

test('checkUsage() has the duration of Coppola and its later end as shares of the shorter period', () => {
  for (const { row, primary, secondary, checks } of planar) {
    const periods = [primary, secondary].map(({ r, v }) => {
      const semiMajorAxisM = 1 / (2 / norm(r) - norm(v) ** 2 / GM_EARTH)
      return 2 * Math.PI * Math.sqrt(semiMajorAxisM ** 3 / GM_EARTH)
    })
    // Without the radius, which CARA's shares leave out, on straight lines.
    const { startS, endS } = encounterDuration(primary, secondary, { radiusM: 0 })!
    const periodS = Math.min(...periods)
    expect(Math.abs(checks.extended / ((endS - startS) / periodS) - 1), row.id).toBeLessThan(CURVED)
    const later = Math.max(Math.abs(startS), Math.abs(endS))
    expect(Math.abs(checks.offset / (later / periodS) - 1), row.id).toBeLessThan(CURVED)
  }
})

test('checkUsage() fails what is above a limit, at most 1, and what cannot be followed', () => {
  expect(USAGE_LIMITS).toEqual({ extended: 0.02, offset: 0.01, inaccurate: 0.02 })
  for (const { row, checks } of found) {
    const { extended, offset, inaccurate } = checks
    const fails = inaccurate === null || inaccurate > 0.02 || extended > 0.02 || offset > 0.01
    expect(checks.isViolated, row.id).toBe(fails)
    for (const share of [extended, offset, inaccurate ?? 0]) expect(share <= 1 && share >= 0, row.id).toBe(true)
  }
  const { primary, secondary, row } = planar[0]!
  // An orbit that leaves the Earth has no elements.
  const leaving = { ...secondary, v: [2 * secondary.v[0], 2 * secondary.v[1], 2 * secondary.v[2]] as const }
  const checks = checkUsage(primary, leaving, row.HBR_m)
  expect(checks).toMatchObject({ isViolated: true, inaccurate: null, logCorrection: null })
})

test('checkUsage() names whose covariance is not positive definite', () => {
  const { primary, secondary, row } = planar[0]!
  const negative = (m: readonly (readonly number[])[]) =>
    m.map((line, i) => line.map((value, j) => (i < 3 && j < 3 ? (i === j ? (i === 0 ? -1e-3 : 1e4) : 0) : value)))
  const broken = (object: typeof primary) => ({ ...object, covariance: negative(object.covariance) })
  const of = (one: typeof primary, other: typeof primary) => checkUsage(one, other, row.HBR_m).notPositiveDefinite
  expect(of(primary, secondary)).toEqual({ primary: false, secondary: false, combined: false })
  expect(of(broken(primary), secondary)).toMatchObject({ primary: true, secondary: false })
  expect(of(primary, broken(secondary))).toMatchObject({ primary: false, secondary: true })
  expect(of(broken(primary), broken(secondary))).toEqual({ primary: true, secondary: true, combined: true })
})
