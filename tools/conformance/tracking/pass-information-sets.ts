import type { EncounterObject } from '@apsis/astro/conjunction/conjunction-plane.ts'
import { covarianceFromRtn } from '@apsis/astro/conjunction/rtn.ts'
import { GM_EARTH } from '@apsis/astro/constants.ts'
import { transform } from '@apsis/astro/mat3.ts'
import { entry, type Matrix, mapCovariance } from '@apsis/astro/matrix.ts'
import { propagateTwoBody } from '@apsis/astro/orbit/two-body.ts'
import { afterTrack, type Look, worthOfTrack } from '@apsis/astro/tracking/pass-worth.ts'
import { degToRad } from '@apsis/astro/units.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import { readJson } from '../collection.ts'
import type { Source } from '../reference-set.ts'
import type { Tally } from '../tally.ts'

interface PassCase {
  readonly kind: 'RADEC' | 'RANGE_AZEL'
  readonly sigma: { readonly angle_deg?: number; readonly angle_arcsec?: number; readonly range_km?: number }
  readonly observations: readonly { readonly t_s: number; readonly site_eci_km: readonly number[] }[]
  readonly expected: {
    readonly bplane_covariance_after_km2: readonly (readonly number[])[]
    readonly sigma_major_after_km: number
    readonly information_gain_nats: number
    readonly 'probability_pc_at_least_1e-4_after': number
  }
}

interface InformationCase {
  readonly case: number
  readonly hbr_km: number
  readonly lead_s: number
  readonly secondary_state_at_t0_km_kmps: readonly number[]
  readonly secondary_covariance_rtn_inertial_at_t0_km_kmps: Matrix
  readonly primary_state_at_tca_km_kmps: readonly number[]
  readonly primary_covariance_rtn_at_tca_km2: Matrix
  readonly passes: readonly PassCase[]
  readonly expected: {
    readonly pc_before: number
    readonly bplane_axes_eci: readonly [Vec3, Vec3]
    readonly ranking_by_sigma_major: readonly number[]
  }
}

const KM = 1000
/** The set gives its covariances, and what a pass tells, to this part (tracking/README.md). */
const COVARIANCE_PART = 1e-4
const GAIN_NATS = 1e-4
const CHANCE = 0.01
/** Probabilities in the circle; the set writes them to 13 digits and its states to a tenth of a micrometre. */
const PROBABILITY_PART = 1e-4
const LINE = 1e-4
/** Passes whose sigmas differ by less are not ranked. */
const SAME_RANK = 0.01

const vector = (numbers: readonly number[], first: number): Vec3 =>
  [numbers[first] ?? Number.NaN, numbers[first + 1] ?? Number.NaN, numbers[first + 2] ?? Number.NaN].map(
    (one) => one * KM,
  ) as unknown as Vec3
const stateOf = (numbers: readonly number[]) => ({ r: vector(numbers, 0), v: vector(numbers, 3) })
const inMetres = (m: Matrix) => m.map((row) => row.map((value) => value * KM * KM))

/** What a pass would tell: two bodies, no process noise, so that the algebra alone is compared. */
export function comparePassInformation(tally: Tally, { files: [file = ''] }: Source): void {
  const { cases } = readJson<{ readonly cases: readonly InformationCase[] }>(file)
  for (const one of cases) {
    const start = stateOf(one.secondary_state_at_t0_km_kmps)
    const { state, stm } = propagateTwoBody(start, one.lead_s, GM_EARTH)
    const first = covarianceFromRtn(start, inMetres(one.secondary_covariance_rtn_inertial_at_t0_km_kmps))
    const tracked: EncounterObject = { ...state, covariance: mapCovariance(stm, first) }
    const primary = stateOf(one.primary_state_at_tca_km_kmps)
    const other = {
      ...primary,
      covariance: covarianceFromRtn(primary, inMetres(one.primary_covariance_rtn_at_tca_km2)),
    }
    const encounter = { tracked, other, radiusM: one.hbr_km * KM, accelerationSigma: 0 }
    const sigmas: number[] = []
    for (const [index, pass] of one.passes.entries()) {
      const looks = pass.observations.map((seen): Look => lookOf(one, pass, seen))
      tally.run(`case ${one.case}, pass ${index + 1}`, (check) => {
        const { covariance, gainNats } = afterTrack(encounter, looks)
        const { expected } = pass
        const plane = planeOf(one, combined(covariance, other.covariance))
        const wanted = inMetres(expected.bplane_covariance_after_km2)
        const size = entry(wanted, 0, 0) + entry(wanted, 1, 1)
        const off = Math.max(...plane.flatMap((row, i) => row.map((value, j) => Math.abs(value - entry(wanted, i, j)))))
        check.within('covariance in the plane', { error: off / size, limit: COVARIANCE_PART, unit: 'of its trace' })
        check.within('gain', {
          error: Math.abs(gainNats - expected.information_gain_nats),
          limit: GAIN_NATS,
          unit: 'nat',
        })
        const worth = worthOfTrack(encounter, covariance, LINE)
        if (worth === null) return check.holds(false, 'the objects pass each other')
        sigmas.push(worth.sigmaAfterM)
        const wantedChance = expected['probability_pc_at_least_1e-4_after']
        const chance = worth.probability >= LINE ? 1 - worth.crossingChance : worth.crossingChance
        check.within('probability of 1e-4 afterwards', {
          error: Math.abs(chance - wantedChance),
          limit: CHANCE,
          unit: '',
        })
        const now = one.expected.pc_before
        check.within('probability before', {
          error: Math.abs(worth.probability - now) / now,
          limit: PROBABILITY_PART,
          unit: 'of itself',
        })
      })
    }
    tally.run(`case ${one.case}, ranking`, (check) => {
      const order = one.expected.ranking_by_sigma_major.map((place) => sigmas[place - 1] ?? Number.NaN)
      const isRanked = order.slice(1).every((sigma, k) => sigma >= (order[k] ?? Number.NaN) * (1 - SAME_RANK))
      check.holds(isRanked, 'passes are ranked by what they leave')
    })
  }
}

function lookOf(one: InformationCase, { kind, sigma }: PassCase, seen: PassCase['observations'][number]): Look {
  const start = stateOf(one.secondary_state_at_t0_km_kmps)
  const object = propagateTwoBody(start, seen.t_s, GM_EARTH).state
  const directionSigmaRad = degToRad(sigma.angle_deg ?? (sigma.angle_arcsec ?? Number.NaN) / 3600)
  const observer = vector(seen.site_eci_km, 0)
  const rangeSigmaM = kind === 'RADEC' ? null : (sigma.range_km ?? Number.NaN) * KM
  return { secondsToTca: one.lead_s - seen.t_s, object, observer, directionSigmaRad, rangeSigmaM }
}

const combined = (a: Matrix, b: Matrix): Matrix =>
  [0, 1, 2].map((i) => [0, 1, 2].map((j) => entry(a, i, j) + entry(b, i, j)))

function planeOf({ expected }: InformationCase, covariance: Matrix): number[][] {
  const axes = expected.bplane_axes_eci
  const rows = [0, 1, 2].map((i) => [0, 1, 2].map((j) => entry(covariance, i, j)) as unknown as Vec3)
  return axes.map((a) =>
    axes.map((b) => {
      const turned = transform(rows as unknown as readonly [Vec3, Vec3, Vec3], b)
      return a[0] * turned[0] + a[1] * turned[1] + a[2] * turned[2]
    }),
  )
}
