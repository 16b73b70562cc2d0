import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { buildMatrix, entry } from '../matrix.ts'
import { flyTwoBody } from '../orbit/two-body.ts'
import { cross, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { TWO_BODY } from './dynamics.ts'
import { keplerPeriodS, makeEncounterModel } from './encounter-model.ts'

/** Two circular orbits of 7000 km in planes that cross at x at an angle of 60°: all results are sines and cosines. */
const RADIUS_M = 7e6
const RATE = Math.sqrt(GM_EARTH / RADIUS_M ** 3)
const SPEED = RADIUS_M * RATE
const TILT = Math.PI / 3

/** The motion in the 1 ms to the closest approach of the message is taken as straight, as in assess(): ½ g t² of both objects is neglected. */
const FALLEN_M = 5e-6
/** That error over a relative speed of 7.5 km/s, with Newton's last step. */
const TIME_S = 1e-9
/** Central differences of propagations over 1 m and 1 mm/s: truncation and rounding. */
const DIFFERENCED = 1e-5
/** The rounding of rotating a matrix forth and back. */
const ROUNDING = 1e-12
// Rounding in double precision over some steps: variances of 4e4 m², distances of some hundred metres, ratios of one, times of 1e4 s.
const VARIANCE_DIGITS = 10
const METRE_DIGITS = 11
const SHARE_DIGITS = 14
const PERIOD_DIGITS = 10

/** Returns the position and velocity of such an object `seconds` after its node, if it passed the node `lateS` late. */
function circular(tilt: number, seconds: number, lateS = 0) {
  const u = RATE * (seconds - lateS)
  const across: Vec3 = [0, Math.cos(tilt), Math.sin(tilt)]
  const r: Vec3 = [RADIUS_M * Math.cos(u), ...([1, 2] as const).map((k) => RADIUS_M * Math.sin(u) * across[k])] as never
  const v: Vec3 = [-SPEED * Math.sin(u), ...([1, 2] as const).map((k) => SPEED * Math.cos(u) * across[k])] as never
  return { r, v }
}

const three = buildMatrix(3, 3, (i, j) => [900, 40_000, 400][i]! * (i === j ? 1 : 0) + (i === j ? 0 : 100))
/** A positive definite matrix: large on the diagonal, and without zeros elsewhere. */
const six = buildMatrix(6, 6, (i, j) => {
  const sigma = [30, 200, 20, 0.2, 0.03, 0.02]
  return (i === j ? 1 : 0.1) * sigma[i]! * sigma[j]!
})
const encounter = (covariance: readonly (readonly number[])[]) => ({
  primary: { ...circular(0, 0), covariance },
  secondary: { ...circular(TILT, 0, 2e-3), covariance },
  radiusM: 10,
})

test.each([0, 1e-3, -0.5, 40, -300])(
  'after() finds the closest approach of circles: the primary %d s late',
  (lateS) => {
    const model = makeEncounterModel(encounter(three), TWO_BODY)
    const after = model.after({ state: circular(0, 0, lateS) })
    // The closest approach is where both objects are equally far from the node, on opposite sides: at the mean of their times at the node. The
    // chord joins two points at ∓u on circles at an angle i: d² = 2 r² (1 − cos² u + sin² u cos i).
    const [tcaS, u] = [(lateS + 2e-3) / 2, (RATE * (lateS - 2e-3)) / 2]
    const miss = 2 * RADIUS_M * Math.abs(Math.sin(u)) * Math.cos(TILT / 2)
    expect(Math.abs(after.tcaS - tcaS)).toBeLessThan(TIME_S)
    expect(Math.abs(after.missDistanceM - miss)).toBeLessThan(FALLEN_M)
    expect(norm(subtract(after.primary.r, circular(0, tcaS, lateS).r))).toBeLessThan(FALLEN_M)
    expect(norm(subtract(after.secondary.r, circular(TILT, tcaS, 2e-3).r))).toBeLessThan(FALLEN_M)
    const speed = norm(subtract(circular(TILT, tcaS, 2e-3).v, circular(0, tcaS, lateS).v))
    expect(Math.abs(after.relativeSpeedMps - speed)).toBeLessThan(TIME_S * 10)
  },
)

test('after() maps a covariance of position and velocity like propagations of its columns, and keeps it over no time', () => {
  const model = makeEncounterModel(encounter(six), TWO_BODY)
  const late = model.after({ state: circular(0, 0, 200) })
  // The burn moves the TCA by half of the delay. Φ is from differences about the orbit on which the object arrives.
  for (const [object, state] of [
    [late.primary, circular(0, 1e-3, 200)],
    [late.secondary, circular(TILT, 1e-3, 2e-3)],
  ] as const) {
    const column = (j: number) => {
      const moved = (sign: number) => {
        const values = [...state.r, ...state.v]
        const by = j < 3 ? 1 : 1e-3
        values[j]! += sign * by
        const end = flyTwoBody({ r: values.slice(0, 3) as never, v: values.slice(3) as never }, 100, GM_EARTH)
        return [...end.r, ...end.v].map((value) => value / (2 * by))
      }
      const [up, down] = [moved(1), moved(-1)]
      return up.map((value, i) => value - down[i]!)
    }
    const columns = [0, 1, 2, 3, 4, 5].map(column)
    const expected = (i: number, j: number) =>
      columns.reduce((sum, a, k) => sum + columns.reduce((part, b, l) => part + a[i]! * six[k]![l]! * b[j]!, 0), 0)
    for (let i = 0; i < 6; i += 1)
      for (let j = 0; j < 6; j += 1) {
        const size = Math.sqrt(expected(i, i) * expected(j, j))
        expect(Math.abs(entry(object.covariance, i, j) - expected(i, j)) / size).toBeLessThan(DIFFERENCED)
      }
  }
  const still = model.after({ state: circular(0, 0) })
  expect(still.primary.covariance).toEqual(six)
  expect(still.secondary.covariance).toEqual(six)
})

test('after() keeps a covariance of position in the rotating axes of its object', () => {
  const model = makeEncounterModel(encounter(three), TWO_BODY)
  const still = model.after({ state: circular(0, 0) })
  const late = model.after({ state: circular(0, 0, 200) })
  const seen = (object: { r: Vec3; v: Vec3; covariance: readonly (readonly number[])[] }) => {
    const radial = scale(object.r, 1 / norm(object.r))
    const momentum = cross(object.r, object.v)
    const normal = scale(momentum, 1 / norm(momentum))
    const axes = [radial, cross(normal, radial), normal]
    const row = (a: Vec3) => object.covariance.map((line) => dot(line as unknown as Vec3, a)) as unknown as Vec3
    return axes.map((a) => axes.map((b) => dot(b, row(a))))
  }
  for (const who of ['primary', 'secondary'] as const) {
    const [before, now] = [seen(still.atMessageEpoch[who]), seen(late.atMessageEpoch[who])]
    now.forEach((row, i) => {
      row.forEach((value, j) => {
        expect(Math.abs(value - before[i]![j]!) / 40_000).toBeLessThan(ROUNDING)
      })
    })
  }
})

test("after() adds a burn's contribution to the covariance of the primary only, in a matching size", () => {
  const added = buildMatrix(6, 6, (i, j) => (i === j ? 1000 + i : 0))
  for (const covariance of [three, six]) {
    const model = makeEncounterModel(encounter(covariance), TWO_BODY)
    const [plain, more] = [model.after({ state: circular(0, 0) }), model.after({ state: circular(0, 0), added })]
    more.primary.covariance.forEach((row, i) => {
      row.forEach((value, j) => {
        expect(value - entry(plain.primary.covariance, i, j)).toBeCloseTo(i === j ? 1000 + i : 0, VARIANCE_DIGITS)
      })
    })
    expect(more.primary.covariance.length).toBe(covariance.length)
    expect(more.secondary).toEqual(plain.secondary)
  }
})

test('the planar miss is the miss along its own axes, which are normal to the relative velocity', () => {
  const { primary, secondary, planar, missDistanceM } = makeEncounterModel(encounter(six), TWO_BODY).after({
    state: circular(0, 0, 0.05),
  })
  const { miss, axes } = planar!
  const [dr, dv] = [subtract(secondary.r, primary.r), subtract(secondary.v, primary.v)]
  const sum = (a: Vec3, b: Vec3) => {
    let total = 0
    for (const i of [0, 1, 2] as const)
      for (const j of [0, 1, 2] as const)
        total += a[i] * (entry(primary.covariance, i, j) + entry(secondary.covariance, i, j)) * b[j]
    return total
  }
  expect(dot(dr, axes[0])).toBeCloseTo(miss.xM, METRE_DIGITS)
  expect(dot(dr, axes[1])).toBeCloseTo(miss.yM, METRE_DIGITS)
  expect(Math.hypot(miss.xM, miss.yM)).toBeCloseTo(missDistanceM, METRE_DIGITS)
  expect(Math.sqrt(sum(axes[0], axes[0]))).toBeCloseTo(miss.sigmaXM, METRE_DIGITS)
  expect(Math.sqrt(sum(axes[1], axes[1]))).toBeCloseTo(miss.sigmaYM, METRE_DIGITS)
  expect(miss.sigmaXM).toBeLessThan(miss.sigmaYM)
  expect(sum(axes[0], axes[1]) / (miss.sigmaXM * miss.sigmaYM)).toBeCloseTo(0, SHARE_DIGITS)
  for (const axis of axes) expect(dot(axis, dv) / norm(dv)).toBeCloseTo(0, SHARE_DIGITS)
})

test('two objects side by side on one circle have no conjunction plane, and keep the TCA of the message', () => {
  const model = makeEncounterModel(
    {
      primary: { ...circular(0, 0), covariance: three },
      secondary: { ...circular(0, 0), covariance: three },
      radiusM: 5,
    },
    TWO_BODY,
  )
  const after = model.after({ state: circular(0, 0) })
  expect(after.planar).toBeNull()
  expect(after.missDistanceM).toBe(0)
})

test('keplerPeriodS() is 2π √(a³/µ), and throws for an unbound orbit', () => {
  expect(keplerPeriodS(circular(0, 0))).toBeCloseTo((2 * Math.PI) / RATE, PERIOD_DIGITS)
  // a = 2 r at the perigee of e = 1/2: v² = µ/r · 3/2.
  const perigee = { r: [RADIUS_M, 0, 0], v: [0, SPEED * Math.sqrt(1.5), 0] } as const
  expect(keplerPeriodS(perigee)).toBeCloseTo(((2 * Math.PI) / RATE) * Math.sqrt(8), PERIOD_DIGITS)
  const away = { r: [RADIUS_M, 0, 0], v: [0, SPEED * 1.415, 0] } as const
  expect(() => keplerPeriodS(away)).toThrow('the primary leaves the Earth')
})
