import { expect, test } from 'vitest'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { seededRandom, standardNormal } from '../random.ts'
import { add, norm, subtract, type Vec3 } from '../vec3.ts'
import { compare } from './compare.ts'
import { determineOrbit } from './determine-orbit.ts'
import type { Observation } from './observation.ts'
import { FLY, measure, SITES, TRUTH } from './testing/simulate.ts'

/** flight-dynamics.md F20: from 10 km and 10 m/s off, along each axis and along all together. */
const DISPLACED: readonly (readonly [Vec3, Vec3])[] = [
  [
    [10_000, 0, 0],
    [0, 10, 0],
  ],
  [
    [0, -10_000, 0],
    [0, 0, -10],
  ],
  [
    [-5_774, 5_774, 5_774],
    [5.774, -5.774, 5.774],
  ],
]
/** The tolerances of F20. */
const [POSITION_M, VELOCITY_MPS, RESIDUAL_M, LEFT_OUT_M] = [1.5, 5e-4, 0.4, 5]
const [POINTS, LEAST_USED] = [95, 90]
/** The laser's noise, and the error of its wrong points. */
const [NOISE_M, WRONG_M] = [0.3, 200]
/** Four of the 95 points are wrong, within the number that F20 allows to leave out. */
const isWrong = (k: number) => k % 24 === 11

const flight = FLY(TRUTH) ?? missing()

/** Ranges of two of three stations over a day, with noise, four of them wrong. */
function laserRanges(): Observation[] {
  const normal = standardNormal(seededRandom(20))
  const noise = () => NOISE_M * normal()
  return Array.from({ length: POINTS }, (_, k) => {
    const one = measure('range', { flight, sensorId: 'AB'.charAt(k % 2), seconds: 900 * k, noise })
    if (one.kind !== 'range') throw new Error('a range was asked for')
    return { ...one, sigmaM: NOISE_M, rangeM: one.rangeM + (isWrong(k) ? WRONG_M : 0) }
  })
}

test.each(DISPLACED)(
  'F20: from %j m and %j m/s off, laser ranges lead to the orbit and predict a third station',
  (r, v) => {
    const observations = laserRanges()
    const start: CartesianState = { r: add(TRUTH.r, r), v: add(TRUTH.v, v) }
    // The start does not already meet the tolerance.
    expect(norm(subtract(start.r, TRUTH.r))).toBeGreaterThan(1_000 * POSITION_M)
    const found = determineOrbit({ start, fly: FLY, sites: SITES, observations })
    if (!found.ok) throw new Error(found.reason)
    expect(norm(subtract(found.state.r, TRUTH.r))).toBeLessThan(POSITION_M)
    expect(norm(subtract(found.state.v, TRUTH.v))).toBeLessThan(VELOCITY_MPS)
    const used = found.residuals.filter(({ edited }) => edited === null)
    expect(used.length).toBeGreaterThanOrEqual(LEAST_USED)
    const squares = used.reduce((sum, { residual }) => sum + residual ** 2, 0)
    expect(Math.sqrt(squares / used.length)).toBeLessThan(RESIDUAL_M)
    // The edited points are the wrong ones, and no others.
    const edited = found.residuals.flatMap(({ edited, observation }) => (edited === null ? [] : [observation]))
    expect(edited).toEqual(observations.flatMap((_, k) => (isWrong(k) ? [k] : [])))
    const [site, orbit] = [SITES.get('C'), FLY(found.state)]
    if (site === undefined || orbit === null) throw new Error('there is nothing to foretell')
    for (let seconds = 450; seconds < 900 * POINTS; seconds += 3_600) {
      const [off] = [compare(measure('range', { flight, sensorId: 'C', seconds }), site, orbit.stateAt)]
      if ('reason' in off) throw new Error(off.reason)
      expect(Math.abs(off[0]?.residual ?? Number.NaN)).toBeLessThan(LEFT_OUT_M)
    }
  },
)
