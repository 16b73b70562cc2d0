import type { EncounterObject } from '@apsis/astro/conjunction/conjunction-plane.ts'
import { covarianceFromRtn } from '@apsis/astro/conjunction/rtn.ts'
import { GM_EARTH } from '@apsis/astro/constants.ts'
import { transform } from '@apsis/astro/mat3.ts'
import { entry, type Matrix, mapCovariance } from '@apsis/astro/matrix.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { propagateTwoBody } from '@apsis/astro/orbit/two-body.ts'
import { afterTrack, type Look, worthOfTrack } from '@apsis/astro/tracking/pass-worth.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { dot, type Vec3 } from '@apsis/astro/vec3.ts'
import { type Json, readJson, stateAt, vectorAt } from './run/collection.ts'
import type { ReferenceSet, Source } from './run/set.ts'
import type { Tally } from './run/tally.ts'

/** The set gives its covariances and the information of a pass to this relative accuracy (tracking/README.md). */
const COVARIANCE_PART = 1e-4
const GAIN_NATS = 1e-4
const CHANCE = 0.01
/** The relative accuracy of probabilities in the circle; the set writes them to 13 digits, and its states to a tenth of a micrometre. */
const PROBABILITY_PART = 1e-4
const LINE = 1e-4
/** Passes whose sigmas differ by less than this share are not ranked. */
const SAME_RANK = 0.01

const KM = 1000
const inMetres = (m: Matrix) => m.map((row) => row.map((value) => value * KM * KM))

/** Compares the information of a pass by two-body motion and without process noise, so that only the algebra is compared. */
function comparePassInformation(tally: Tally, { files: [file = ''] }: Source): void {
  for (const row of readJson(file).rows('cases')) {
    const [of, leadS] = [row.text('case'), row.number('lead_s')]
    const start = stateAt(row.numbers('secondary_state_at_t0_km_kmps'), KM)
    const { state, stm } = propagateTwoBody(start, leadS, GM_EARTH)
    const first = covarianceFromRtn(start, inMetres(row.matrix('secondary_covariance_rtn_inertial_at_t0_km_kmps')))
    const tracked: EncounterObject = { ...state, covariance: mapCovariance(stm, first) }
    const primary = stateAt(row.numbers('primary_state_at_tca_km_kmps'), KM)
    const rtn = inMetres(row.matrix('primary_covariance_rtn_at_tca_km2'))
    const other = { ...primary, covariance: covarianceFromRtn(primary, rtn) }
    const encounter = { tracked, other, radiusM: row.number('hbr_km') * KM, accelerationSigma: 0 }
    const axes = row.matrix('expected', 'bplane_axes_eci').map((axis) => vectorAt(axis))
    const sigmas: number[] = []
    for (const [index, pass] of row.rows('passes').entries()) {
      const looks = pass.rows('observations').map((seen) => lookOf(start, leadS, pass, seen))
      tally.run(`case ${of}, pass ${index + 1}`, (check) => {
        const { covariance, gainNats } = afterTrack(encounter, looks)
        const expected = pass.at('expected')
        const plane = planeOf(axes, combined(covariance, other.covariance))
        const wanted = inMetres(expected.matrix('bplane_covariance_after_km2'))
        const size = entry(wanted, 0, 0) + entry(wanted, 1, 1)
        for (const [i, line] of plane.entries())
          for (const [j, value] of line.entries())
            check.within('covariance in the plane', {
              error: Math.abs(value - entry(wanted, i, j)) / size,
              limit: COVARIANCE_PART,
              unit: 'of its trace',
            })
        check.near('gain', gainNats, expected.number('information_gain_nats'), GAIN_NATS, 'nat')
        const worth = worthOfTrack(encounter, covariance, LINE)
        if (worth === null) return check.holds(false, 'the objects pass each other')
        sigmas.push(worth.sigmaAfterM)
        const chance = worth.probability >= LINE ? 1 - worth.crossingChance : worth.crossingChance
        const wantedChance = expected.number('probability_pc_at_least_1e-4_after')
        check.near('probability of 1e-4 afterwards', chance, wantedChance, CHANCE)
        const now = row.number('expected', 'pc_before')
        const off = (worth.probability - now) / now
        check.near('probability before', off, 0, PROBABILITY_PART, 'of itself')
      })
    }
    tally.run(`case ${of}, ranking`, (check) => {
      const order = row.numbers('expected', 'ranking_by_sigma_major').map((place) => sigmas[place - 1] ?? Number.NaN)
      const isRanked = order.slice(1).every((sigma, k) => sigma >= (order[k] ?? Number.NaN) * (1 - SAME_RANK))
      check.holds(isRanked, 'passes are ranked by what they leave')
    })
  }
}

function lookOf(start: CartesianState, leadS: number, pass: Json, seen: Json): Look {
  const [sigma, seconds] = [pass.at('sigma'), seen.number('t_s')]
  return {
    secondsToTca: leadS - seconds,
    object: propagateTwoBody(start, seconds, GM_EARTH).state,
    observer: seen.vector('site_eci_km', KM),
    directionSigmaRad: degToRad(sigma.numberOr(sigma.number('angle_arcsec') / 3600, 'angle_deg')),
    rangeSigmaM: pass.text('kind') === 'RADEC' ? null : sigma.number('range_km') * KM,
  }
}

const combined = (a: Matrix, b: Matrix): Matrix =>
  [0, 1, 2].map((i) => [0, 1, 2].map((j) => entry(a, i, j) + entry(b, i, j)))

function planeOf(axes: readonly Vec3[], covariance: Matrix): number[][] {
  const rows = [0, 1, 2].map((i) => [0, 1, 2].map((j) => entry(covariance, i, j)) as unknown as Vec3)
  return axes.map((a) => axes.map((b) => dot(a, transform(rows as unknown as readonly [Vec3, Vec3, Vec3], b))))
}

export const PASS_INFORMATION_SETS: readonly ReferenceSet[] = [
  { name: 'tracking/pass_information*.json', compare: comparePassInformation },
]
