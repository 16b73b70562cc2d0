import { expect, test } from 'vitest'
import { rtnAxes } from '../conjunction/rtn.ts'
import { transform, transpose } from '../mat3.ts'
import { buildMatrix, entry } from '../matrix.ts'
import { add, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { bentPlaneMap, makeBurnTrial, planeMap } from './burn-trial.ts'
import { J2, TWO_BODY } from './dynamics.ts'
import { makeEncounterModel } from './encounter-model.ts'
import { crossingCircles, RATE } from './testing/crossing-circles.ts'

/** The relative tolerance of an entry of the transition matrix: its rounding over half a revolution. */
const RELATIVE = 1e-9
/** The nonlinear part at 1 cm/s: its displacement of 90 m over the radius. */
const NONLINEAR = 1e-4
/** A burn of 1 cm/s moves the TCA by 5 ms, in which the plane rotates by 5e-6. */
const TURNED = 1e-4

/**
 * The error of Kepler's motion in the second-order effect of impulses under J2: a thousandth of this effect, which is a hundredth of the first
 * order.
 */
const BENT = 1e-3

/** The relative error of differences over 1 mm/s of the squares of distances of 1e5 m, in the test and in the map: actually 6e-8. */
const DIFFERENCED = 1e-6

const HALF_TURN_S = Math.PI / RATE
const model = crossingCircles({ missM: 50 })
const trial = makeBurnTrial(model, -HALF_TURN_S, null)

/** Converts from the radial, transverse and normal axes at the burn. */
const inertial = (rtn: Vec3): Vec3 => transform(transpose(trial.rtn), rtn)

/** Clohessy and Wiltshire after half a revolution: the displacement in radial, transverse, normal axes for 1 m/s along each of them. */
const PLACES: readonly Vec3[] = [
  [0, -4 / RATE, 0],
  [4 / RATE, (-3 * Math.PI) / RATE, 0],
  [0, 0, 0],
]

test('the state before the burn is half a revolution back on the circle, with its own axes', () => {
  expect(norm(add(trial.state.r, model.encounter.primary.r)) / norm(trial.state.r)).toBeLessThan(RELATIVE)
  expect(norm(add(trial.state.v, model.encounter.primary.v)) / norm(trial.state.v)).toBeLessThan(RELATIVE)
  const axes = rtnAxes(trial.state)
  for (const [k, row] of trial.rtn.entries()) expect(norm(subtract(row, axes[k]!))).toBeLessThan(RELATIVE)
})

test('no burn leaves the encounter unchanged, including the rounding of the propagation forth and back (rule F5)', () => {
  const { after } = trial.attempt([0, 0, 0])
  const before = model.after({ state: model.encounter.primary })
  expect(after.tcaS).toBe(before.tcaS)
  expect(after.missDistanceM).toBe(before.missDistanceM)
})

test('the transition matrix agrees with Clohessy and Wiltshire, and a burn arrives where the matrix predicts', () => {
  const { kicks } = trial.attempt([0, 0, 0])
  for (const [k, place] of PLACES.entries()) {
    const direction = inertial([0, 1, 2].map((i) => (i === k ? 1 : 0)) as unknown as Vec3)
    const moved = [0, 1, 2].map((i) => dot([entry(kicks, i, 0), entry(kicks, i, 1), entry(kicks, i, 2)], direction))
    // At the crossing, radial, transverse and normal are x, y and z.
    for (const [i, value] of place.entries())
      expect(Math.abs(moved[i]! - value) * RATE, `axis ${k}, ${i}`).toBeLessThan(RELATIVE)
  }
  const deltaV = inertial([0, 0.01, 0])
  const { after } = trial.attempt(deltaV)
  const carried = { ...after.primary, r: subtract(after.primary.r, scale(after.primary.v, after.tcaS)) }
  const offset = subtract(carried.r, model.encounter.primary.r)
  const expected = scale(PLACES[1]!, 0.01)
  expect(norm(subtract(offset, expected)) / norm(expected)).toBeLessThan(NONLINEAR)
})

test('an execution error spreads the arrival through the transition matrix, along the burn', () => {
  const error = { magnitude: 0.1, pointingRad: 0 }
  const uncertain = makeBurnTrial(model, -HALF_TURN_S, error)
  const deltaV = inertial([0, 0.02, 0])
  const [with_, without] = [uncertain.attempt(deltaV), trial.attempt(deltaV)]
  const added = (i: number, j: number) =>
    entry(with_.after.primary.covariance, i, j) - entry(without.after.primary.covariance, i, j)
  const moved = scale(PLACES[1]!, 0.1 * 0.02)
  for (const i of [0, 1] as const) {
    for (const j of [0, 1] as const)
      expect(Math.abs(added(i, j) / (moved[i] * moved[j]) - 1), `${i}, ${j}`).toBeLessThan(2 * NONLINEAR)
  }
  expect(Math.abs(added(2, 2))).toBeLessThan(RELATIVE * added(0, 0))
})

/** Returns the shift of the primary for a unit along a direction, in the plane normal to the relative velocity, here (0, −1, 1)/√2. */
const inPlane = ([x, y, z]: Vec3): Vec3 => [x, (y + z) / 2, (y + z) / 2]

test('planeMap() is the part of the displacement across the relative velocity', () => {
  const attempt = trial.attempt([0, 0, 0])
  const directions = (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as const
  ).map((axis) => inertial(axis))
  const map = planeMap(attempt, directions)!
  const [x, y] = attempt.after.planar!.axes
  for (const [k, [along, across]] of map.entries()) {
    const vector = add(scale(x, along), scale(y, across))
    expect(norm(subtract(vector, inPlane(PLACES[k]!))) * RATE, `axis ${k}`).toBeLessThan(TURNED)
  }
})

test('bentPlaneMap() differs from planeMap() only if the TCA has moved far, and then by the rotation of the plane', () => {
  const directions = [inertial([1, 0, 0]), inertial([0, 1, 0])]
  const near = trial.attempt(inertial([0, 0.01, 0]))
  const wanted = { directions, kind: 'probability' } as const
  expect(bentPlaneMap(trial, near, wanted)).toEqual(planeMap(near, directions))
  const [one, other] = [model.encounter.primary, model.encounter.secondary].map((object) => ({
    ...object,
    covariance: buildMatrix(3, 3, (i, j) => (i !== j ? 0 : i === 0 ? 1e4 : 1e5)),
  }))
  const long = makeEncounterModel({ primary: one!, secondary: other!, radiusM: 10 }, TWO_BODY)
  const bentTrial = makeBurnTrial(long, -HALF_TURN_S, null)
  // 12 m/s move the primary by 100 km along the track, and the TCA by 7 s: the orbits rotate by 0.7 % in that time.
  const far = bentTrial.attempt(inertial([0, 12, 0]))
  expect(Math.abs(far.after.tcaS)).toBeGreaterThan(1)
  const [bent, straight] = [bentPlaneMap(bentTrial, far, wanted)!, planeMap(far, directions)!]
  expect(bent).not.toEqual(straight)
  for (const [k, column] of bent.entries()) {
    const apart = Math.hypot(column[0] - straight[k]![0], column[1] - straight[k]![1])
    expect(apart / Math.hypot(...straight[k]!), `direction ${k}`).toBeLessThan(0.05)
  }
})

/** Covariances of the position alone, equal in all directions except for a relative change along one of them. */
function roundTrial(share: number, along: 0 | 1 | 2) {
  const [primary, secondary] = [model.encounter.primary, model.encounter.secondary].map((object) => ({
    ...object,
    covariance: buildMatrix(3, 3, (i, j) => (i !== j ? 0 : 1e4 * (1 + (i === along ? share : 0)))),
  }))
  const round = makeEncounterModel({ primary: primary!, secondary: secondary!, radiusM: 10 }, TWO_BODY)
  return makeBurnTrial(round, -HALF_TURN_S, null)
}

test.each(['probability', 'miss'] as const)(
  'bentPlaneMap() works for a covariance without principal axes: it is the change of the distance (%s)',
  (kind) => {
    const directions = [inertial([1, 0, 0]), inertial([0, 1, 0]), inertial([0, 0, 1])]
    const deltaV = inertial([0, 12, 0])
    const step = 1e-3
    for (const [share, along] of [
      [0, 0],
      [1e-12, 0],
      [1e-12, 1],
      [1e-6, 2],
    ] as const) {
      const round = roundTrial(share, along)
      const far = round.attempt(deltaV)
      const { miss } = far.after.planar!
      const map = bentPlaneMap(round, far, { directions, kind })!
      for (const [k, [x, y]] of map.entries()) {
        const at = (by: number) => round.attempt(add(deltaV, scale(directions[k]!, by))).after.missDistanceM
        // With one σ in all directions the number of sigmas is the distance over σ: w·dw is half of the change of its square.
        const [up, down] = [at(step), at(-step)]
        const expected = (up * up - down * down) / (4 * step)
        const found = -(miss.xM * x + miss.yM * y)
        expect(Math.abs(found - expected) / (miss.xM ** 2 + miss.yM ** 2), `${share} ${along} ${k}`).toBeLessThan(
          DIFFERENCED,
        )
      }
    }
  },
)

test('bentPlaneMap() expresses the sigmas of the next attempt correctly if its covariance is different', () => {
  const [primary, secondary] = [model.encounter.primary, model.encounter.secondary].map((object) => ({
    ...object,
    covariance: buildMatrix(3, 3, (i, j) => (i !== j ? 0 : 10 ** (4 + i))),
  }))
  const long = makeEncounterModel({ primary: primary!, secondary: secondary!, radiusM: 10 }, TWO_BODY)
  const bent = makeBurnTrial(long, -HALF_TURN_S, null)
  const deltaV = inertial([0, 12, 0])
  const directions = [inertial([1, 0, 0]), inertial([0, 1, 0]), inertial([0, 0, 1])]
  const far = bent.attempt(deltaV)
  const { xM, yM, sigmaXM, sigmaYM } = far.after.planar!.miss
  const map = bentPlaneMap(bent, far, { directions, kind: 'probability' })!
  const squareAt = (by: Vec3) => {
    const { miss } = bent.attempt(add(deltaV, by)).after.planar!
    return (miss.xM / miss.sigmaXM) ** 2 + (miss.yM / miss.sigmaYM) ** 2
  }
  for (const [k, [x, y]] of map.entries()) {
    const step = scale(directions[k]!, 1e-3)
    const expected = (squareAt(step) - squareAt(scale(step, -1))) / (4 * 1e-3)
    const found = -((xM * x) / sigmaXM ** 2 + (yM * y) / sigmaYM ** 2)
    expect(Math.abs(found - expected) / squareAt([0, 0, 0]), `direction ${k}`).toBeLessThan(DIFFERENCED)
  }
})

// Ten days are some 150 revolutions: over this time Kepler's motion does not give the second-order effect.
test.each([
  { revolutions: 2.5, transverseMps: 2 },
  { revolutions: 45.5, transverseMps: 1 },
  { revolutions: 150.5, transverseMps: 0.3 },
])(
  'under J2 the transition matrix changes with the burn over $revolutions revolutions and agrees with the propagated orbit',
  (at) => {
    const round = makeEncounterModel(model.encounter, J2)
    const burnS = -at.revolutions * round.periodS
    const kicked = makeBurnTrial(round, burnS, null)
    const deltaV = transform(transpose(kicked.rtn), [0, at.transverseMps, 40])
    const { kicks } = kicked.attempt(deltaV)
    const arrived = (dv: Vec3) =>
      J2.fly({ r: kicked.state.r, v: add(kicked.state.v, dv) }, { fromS: burnS, toS: 0 }, 'primary').r
    const largest = Math.max(...[0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => Math.abs(entry(kicks, i, j)))))
    const still = makeBurnTrial(round, burnS, null).attempt([0, 0, 0]).kicks
    let most = 0
    for (const j of [0, 1, 2]) {
      const unit = [0, 1, 2].map((k) => (k === j ? 0.01 : 0)) as unknown as Vec3
      const difference = subtract(arrived(add(deltaV, unit)), arrived(subtract(deltaV, unit)))
      for (const i of [0, 1, 2] as const) {
        expect(Math.abs(entry(kicks, i, j) - difference[i] / 0.02) / largest, `${i}, ${j}`).toBeLessThan(BENT)
        most = Math.max(most, Math.abs(entry(still, i, j) - difference[i] / 0.02) / largest)
      }
    }
    // The matrix without the burn would be at least ten times less accurate.
    expect(most).toBeGreaterThan(10 * BENT)
  },
)
