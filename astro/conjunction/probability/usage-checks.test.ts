import { expect, test } from 'vitest'
import { GM_EARTH } from '../../constants.ts'
import { norm } from '../../vec3.ts'
import { encounterDuration } from '../duration.ts'
import { pairOfCdm } from '../testing/cdm-object.ts'
import cara from './cara.reference.json' with { type: 'json' }
import { checkUsage, USAGE_LIMITS } from './usage-checks.ts'

/** The rounding of exp of ln. */
const LOGARITHM_DIGITS = 12

/** The correction is for a small radius: a tenth of the limit of 0.02 covers the effect of the radius. */
const SMALL_RADIUS = 2e-3
/** Curved paths move the peak and change its width by relative amounts of this size if no check fails. */
const CURVED = 0.05

const found = cara.messages.map((row) => {
  const { primary, secondary } = pairOfCdm(row.objects)
  return { row, primary, secondary, checks: checkUsage(primary, secondary, row.HBR_m) }
})
const planar = found.filter(({ row }) => row.ViolationsPc2D === 0)

test('checkUsage() predicts the curved value if the correction to the planar value is small', () => {
  const { row, checks } = found.find(({ row: { id } }) => id.startsWith('000028654'))!
  expect(Math.abs(Math.exp(checks.logCorrection!) * row.Pc2D - row.Nc2D) / row.Nc2D).toBeLessThan(SMALL_RADIUS)
})

test("checkUsage() agrees with CARA's verdicts for 35 messages", () => {
  // Digits of CARA's code: inaccurate, offset, extended.
  const verdicts = found.map(({ row, checks: { inaccurate, offset, extended } }) => {
    const inaccuracy = inaccurate === null || inaccurate > USAGE_LIMITS.inaccurate ? 100 : 0
    const [late, long] = [offset > USAGE_LIMITS.offset ? 10 : 0, extended > USAGE_LIMITS.extended ? 1 : 0]
    return [row.id, inaccuracy + late + long]
  })
  expect(verdicts).toEqual(cara.messages.map(({ id, ViolationsPc2D }) => [id, ViolationsPc2D]))
})

test("checkUsage() agrees with CARA's factor from the planar to the curved value, if CARA has both", () => {
  for (const { row, checks } of planar) {
    const { logCorrection, inaccurate } = checks
    expect(Math.abs(logCorrection! - Math.log(row.Nc2D / row.Pc2D)), row.id).toBeLessThan(SMALL_RADIUS)
    // 1 − exp(−|ln q|) is 1 − q or 1 − 1/q, whichever is positive.
    const factor = Math.exp(logCorrection!)
    expect(inaccurate).toBeCloseTo(1 - Math.min(factor, 1 / factor), LOGARITHM_DIGITS)
  }
})

test("checkUsage() gives Coppola's duration and its later end relative to the shorter period", () => {
  for (const { row, primary, secondary, checks } of planar) {
    const periods = [primary, secondary].map(({ r, v }) => {
      const semiMajorAxisM = 1 / (2 / norm(r) - norm(v) ** 2 / GM_EARTH)
      return 2 * Math.PI * Math.sqrt(semiMajorAxisM ** 3 / GM_EARTH)
    })
    // On straight lines, and without the radius, which CARA's fractions neglect.
    const { startS, endS } = encounterDuration(primary, secondary, { radiusM: 0 })!
    const periodS = Math.min(...periods)
    expect(Math.abs(checks.extended / ((endS - startS) / periodS) - 1), row.id).toBeLessThan(CURVED)
    const later = Math.max(Math.abs(startS), Math.abs(endS))
    expect(Math.abs(checks.offset / (later / periodS) - 1), row.id).toBeLessThan(CURVED)
  }
})

test('checkUsage() reports violations above a limit, limits the fractions to 1, and reports orbits without elements', () => {
  expect(USAGE_LIMITS).toEqual({ extended: 0.02, offset: 0.01, inaccurate: 0.02 })
  for (const { row, checks } of found) {
    const { extended, offset, inaccurate } = checks
    const fails = inaccurate === null || inaccurate > 0.02 || extended > 0.02 || offset > 0.01
    expect(checks.isViolated, row.id).toBe(fails)
    for (const share of [extended, offset, inaccurate ?? 0]) expect(share <= 1 && share >= 0, row.id).toBe(true)
  }
  const { primary, secondary, row } = planar[0]!
  // An unbound orbit has no elements.
  const leaving = { ...secondary, v: [2 * secondary.v[0], 2 * secondary.v[1], 2 * secondary.v[2]] as const }
  const checks = checkUsage(primary, leaving, row.HBR_m)
  expect(checks).toMatchObject({ isViolated: true, inaccurate: null, logCorrection: null })
})

test('checkUsage() names the object whose covariance is not positive definite', () => {
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
