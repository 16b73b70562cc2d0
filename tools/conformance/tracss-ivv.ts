import { linearClosestApproach } from '@apsis/astro/conjunction/closest-approach.ts'
import type { EncounterObject } from '@apsis/astro/conjunction/conjunction-plane.ts'
import { mahalanobisOf, sixOf, sumOfSix } from '@apsis/astro/conjunction/relative-difference.ts'
import { covarianceFromRtn, rtnAxes } from '@apsis/astro/conjunction/rtn.ts'
import { transform } from '@apsis/astro/mat3.ts'
import { norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { circleAsGiven, principalOf } from './pc.ts'
import { type Json, nameOf, readTable } from './run/collection.ts'
import type { ReferenceSet, Source } from './run/set.ts'
import type { Check, Tally } from './run/tally.ts'

// The tolerances are those of README.md of the set, which come from the digits with which the keys are printed.
const PLACE_KM = 2e-6
const SPEED_KM_S = 1e-12
const TIME_S = 1e-6
const MAHALANOBIS = 2e-6
const PROBABILITY = 1e-5
const DERIVED = 1e-6
/** The keys print no smaller probability. */
const FLOOR = 1e-10
/** Half of the last digit of a radius that derived.csv gives, m; the probability grows with its square. */
const RADIUS_DIGIT_M = 5e-5
/** The combined radius of the spherical key, m: twice the default of 0.5 m. */
const DEFAULT_RADIUS_M = 1

/** Returns an object of a row; its covariance is that of a position in its own radial, along-track and cross-track axes. */
function objectOf(row: Json, which: 1 | 2): EncounterObject {
  const [r, v] = ['', 'v'].map((rate) =>
    row.vector(
      ['x', 'y', 'z'].map((axis) => `${rate}${axis}${which}`),
      1000,
    ),
  )
  const entry = (i: number, j: number) => row.number(`c${which}_${Math.min(i, j) + 1}${Math.max(i, j) + 1}`) * 1e6
  const covariance = Array.from({ length: 6 }, (_, i) =>
    Array.from({ length: 6 }, (_unused, j) => (i < 3 && j < 3 ? entry(i, j) : 0)),
  )
  const state = { r: r as Vec3, v: v as Vec3 }
  return { ...state, covariance: covarianceFromRtn(state, covariance) }
}

function compareGeometry(check: Check, row: Json, [one, two]: readonly [EncounterObject, EncounterObject]): void {
  check.near('range', norm(subtract(two.r, one.r)) / 1000, row.number('min_range'), PLACE_KM, 'km')
  check.near('speed', norm(subtract(two.v, one.v)) / 1000, row.number('Vrel'), SPEED_KM_S, 'km/s')
  for (const [which, self, other] of [
    [1, one, two],
    [2, two, one],
  ] as const) {
    const wanted = row.vector(
      ['x', 'y', 'z'].map((axis) => `local_${axis}${which}`),
      1000,
    )
    const found = transform(rtnAxes(self), subtract(other.r, self.r))
    for (const axis of [0, 1, 2] as const)
      check.near('local components', found[axis] / 1000, wanted[axis] / 1000, PLACE_KM, 'km')
  }
  const approach = linearClosestApproach(one, two)
  check.near('time of closest approach', approach.ok ? approach.seconds : Number.NaN, 0, TIME_S, 's')
}

function compareDistance(check: Check, row: Json, [one, two]: readonly [EncounterObject, EncounterObject]): void {
  const [first, second] = [one, two].map(({ covariance }) => sixOf(covariance))
  const combined = first && second ? sumOfSix(first, second) : undefined
  const distance = combined && mahalanobisOf(subtract(two.r, one.r), combined)
  check.relative('Mahalanobis distance', distance ?? undefined, row.number('mdistance'), MAHALANOBIS)
}

/** Returns the numbers of the rows that the makers of the set computed, by key and encounter. */
const derivedRows = (files: readonly string[]) =>
  new Map(
    files
      .filter((file) => nameOf(file) === 'derived.csv')
      .flatMap(readTable)
      .map((row) => [`${row.text('file')} ${row.text('conj_id')}`, row]),
  )

/** Returns the combined radius that the probability of a row implies, m; NaN if it implies none. */
const impliedRadius = (made: Json | undefined) =>
  made === undefined || made.text('implied_combined_radius_m') === ''
    ? Number.NaN
    : made.number('implied_combined_radius_m')

function compareKeys(tally: Tally, { files }: Source): void {
  const derived = derivedRows(files)
  let unknown = 0
  for (const file of files.filter((one) => nameOf(one) !== 'derived.csv')) {
    const key = nameOf(file).replace('.csv', '')
    for (const row of readTable(file)) {
      const pair = [objectOf(row, 1), objectOf(row, 2)] as const
      const name = `${key} ${row.text('conj_id')}: ${row.text('obj1')} and ${row.text('obj2')}`
      tally.run(`${name}, geometry`, (check) => compareGeometry(check, row, pair))
      tally.run(`${name}, Mahalanobis distance`, (check) => compareDistance(check, row, pair))
      const made = derived.get(`${key} ${row.text('conj_id')}`)
      tally.run(`${name}, encounter plane`, (check) => {
        if (made === undefined) throw new RangeError('derived.csv has no such row')
        const { miss } = principalOf(pair, 0)
        const { xM, yM, sigmaXM, sigmaYM } = miss
        const near = (found: number, column: string) =>
          check.relative(column, found / 1000, made.number(column), DERIVED)
        near(Math.hypot(xM, yM), 'miss_in_encounter_plane_km')
        near(sigmaXM, 'sigma_minor_km')
        near(sigmaYM, 'sigma_major_km')
        const wanted = made.number('pc_circle_combined_radius_1m')
        check.relative('circle of 1 m', circleAsGiven(pair, DEFAULT_RADIUS_M), wanted, DERIVED)
      })
      const wanted = row.number('prob')
      const isDefault = key === 'ivv_spherical'
      const radiusM = isDefault ? DEFAULT_RADIUS_M : impliedRadius(made)
      if (wanted > FLOOR)
        tally.run(`${name}, probability`, (check) => {
          const limit = PROBABILITY + (isDefault ? 0 : (2 * RADIUS_DIGIT_M) / radiusM)
          check.relative(
            isDefault ? 'probability' : 'probability, radius implied',
            circleAsGiven(pair, radiusM),
            wanted,
            limit,
          )
        })
      else if (isDefault)
        tally.run(`${name}, probability`, (check) => {
          check.holds(circleAsGiven(pair, DEFAULT_RADIUS_M) <= FLOOR, 'it is below the floor of the key')
        })
      else unknown += 1
    }
  }
  tally.note(`${unknown} rows of the SFSH key have the floor for a probability, and so no radius: it is not compared`)
  tally.note('the radii of the SFSH key are those that its probabilities imply: they prove the method, not the radii')
}

export const TRACSS_IVV_SETS: readonly ReferenceSet[] = [{ name: 'tracss-ivv/*.csv', compare: compareKeys }]
