import { GM_EARTH, SECONDS_PER_DAY, WGS84_RADIUS_M } from '@apsis/astro/constants.ts'
import { fromGeodetic } from '@apsis/astro/frames/geodetic.ts'
import { rotationZ } from '@apsis/astro/frames/rotation.ts'
import { gmst1982 } from '@apsis/astro/frames/sidereal-1982.ts'
import { transform, transpose } from '@apsis/astro/mat3.ts'
import { gauss } from '@apsis/astro/measurement/initial/gauss.ts'
import { gibbs, herrickGibbs, type ThreePositions } from '@apsis/astro/measurement/initial/gibbs.ts'
import { type InitialOrbit, initialOrbits } from '@apsis/astro/measurement/initial/initial-orbit.ts'
import type { Sight, ThreeSights } from '@apsis/astro/measurement/initial/sight.ts'
import { unitVector } from '@apsis/astro/measurement/sight-line.ts'
import { dayFromDate } from '@apsis/astro/time/calendar.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import { norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { readJson, vectorAt } from '../collection.ts'
import type { ReferenceSet, Source } from '../reference-set.ts'
import type { Check, Tally } from '../tally.ts'
import { compareBrightness } from './brightness-sets.ts'
import { compareLaser, compareRadar } from './determination-sets.ts'
import { comparePassInformation } from './pass-information-sets.ts'

const EARTH = { gm: GM_EARTH, radiusM: WGS84_RADIUS_M }

/**
 * A UTC as days since 2000-01-01 and seconds of its day. Minutes and seconds may be 60, as the sources print a full hour or
 * minute, and years before 1972 count, which UTC as a scale does not: the set takes every day for 86,400 s.
 */
function readUtc(text: string): { readonly day: number; readonly seconds: number } {
  const parts = /^(\d+)-(\d+)-(\d+)T(\d+):(\d+):([\d.]+)Z?$/.exec(text)
  if (parts === null) throw new RangeError(`${text} is no time`)
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1).map(Number)
  return { day: dayFromDate({ year, month, day }), seconds: 3600 * hour + 60 * minute + second }
}

interface AnglesCase {
  readonly case: number
  readonly title: string
  readonly observations: readonly {
    readonly utc: string
    readonly site: { readonly latitude_deg: number; readonly longitude_deg: number; readonly altitude_km: number }
    readonly ra_deg: number
    readonly dec_deg: number
  }[]
  readonly expected: {
    readonly elements_a_km_e_i_raan_argp_deg: readonly number[]
    readonly state_at_first_observation_km_kmps: readonly number[]
    readonly largest_angle_between_truth_and_observation_deg: number
  }
}

/** The sites stand in the true equator of date by GMST, with UT1 = UTC and the pole at rest, as the set says. */
function sightsOf({ observations }: AnglesCase): Sight[] {
  const times = observations.map(({ utc }) => readUtc(utc))
  return observations.map(({ site, ra_deg, dec_deg }, k) => {
    const { day, seconds } = times[k] ?? { day: 0, seconds: 0 }
    const start = times[0] ?? { day: 0, seconds: 0 }
    const fixed = fromGeodetic({
      latRad: degToRad(site.latitude_deg),
      lonRad: degToRad(site.longitude_deg),
      heightM: 1000 * site.altitude_km,
    })
    // Days of UT1 count from noon.
    const turn = gmst1982([day, seconds / SECONDS_PER_DAY - 0.5])
    return {
      seconds: (day - start.day) * SECONDS_PER_DAY + seconds - start.seconds,
      observerM: transform(transpose(rotationZ(turn)), fixed),
      direction: unitVector(degToRad(ra_deg), degToRad(dec_deg)),
    }
  })
}

/** Angles are printed to 1e-7° at best: a line of sight is no thinner. */
const PRINTED_DEG = 1e-6

function compareAnglesOnly(tally: Tally, { files: [file = ''] }: Source): void {
  const { cases } = readJson<{ readonly cases: readonly AnglesCase[] }>(file)
  for (const one of cases) {
    tally.run(`case ${one.case}, ${one.title.split(/\s+/)[0]}`, (check) => {
      const missDeg = one.expected.largest_angle_between_truth_and_observation_deg
      const sights = sightsOf(one)
      const best = preferred(sights)
      check.within('beside the lines', {
        error: radToDeg(best.largestRad),
        limit: 2 * missDeg + PRINTED_DEG,
        unit: '°',
      })
      const wanted = 1000 * (one.expected.elements_a_km_e_i_raan_argp_deg[0] ?? Number.NaN)
      const error = Math.abs(best.elements.semiMajorAxisM / wanted - 1)
      const limit = missDeg < 1e-4 ? 1e-3 : 0.02
      const because = 'the stated orbit misses the lines by an angle that moves the axis so far'
      check.within(
        'semi-major axis',
        { error, limit, unit: '' },
        error > limit ? { upTo: axisSpread(sights, degToRad(missDeg)), because } : undefined,
      )
    })
  }
}

function preferred(sights: readonly Sight[]): InitialOrbit {
  const [best] = initialOrbits(sights, EARTH).orbits
  if (best === undefined) throw new Error('no orbit passes through the sights')
  return best
}

/** How far the axis of the orbit through the lines moves, relative, if each line is turned by the angle: the sum. */
function axisSpread(sights: readonly Sight[], angleRad: number): number {
  const three = [sights[0], sights[Math.floor((sights.length - 1) / 2)], sights.at(-1)] as Sight[]
  const axis = (of: readonly Sight[]) => preferred(of).elements.semiMajorAxisM
  const plain = axis(three)
  let sum = 0
  three.forEach((_sight, k) => {
    const [dRa, dDec] = [0, 1].map((which) => {
      const turned = three.map((sight, j) => (j === k ? turnSight(sight, which, angleRad) : sight))
      return axis(turned) / plain - 1
    }) as [number, number]
    sum += Math.hypot(dRa, dDec)
  })
  return sum
}

/** A sight turned eastwards (0) or northwards (1). */
function turnSight(sight: Sight, which: number, angleRad: number): Sight {
  const [x, y, z] = sight.direction
  const [ra, dec] = [Math.atan2(y, x), Math.asin(z)]
  return {
    ...sight,
    direction: which === 0 ? unitVector(ra + angleRad / Math.cos(dec), dec) : unitVector(ra, dec + angleRad),
  }
}

interface PublishedState {
  readonly position_m?: readonly number[]
  readonly velocity_mps?: readonly number[]
  readonly position_km?: readonly number[]
  readonly velocity_kmps?: readonly number[]
}

interface PublishedCase {
  readonly method: string
  readonly source: string
  readonly dt_s: readonly number[]
  readonly ra_deg?: readonly number[]
  readonly dec_deg?: readonly number[]
  readonly site_eci_m?: readonly (readonly number[])[]
  readonly expected_gauss?: Readonly<Record<string, PublishedState>>
  readonly true_orbit?: { readonly a_km: number }
  readonly positions_m?: readonly (readonly number[])[]
  readonly expected_velocity_at_second_mps?: readonly number[]
  readonly tolerance_mps?: number
}

const GAUSS_M = 60_000
const GAUSS_MPS = 90
const TRUE_AXIS_KM = 20
const HERRICK_GIBBS_MPS = 1

function comparePublished(tally: Tally, { files: [file = ''] }: Source): void {
  for (const one of readJson<{ readonly cases: readonly PublishedCase[] }>(file).cases) {
    tally.run(`${one.method}: ${one.source}`, (check) => {
      if (one.positions_m === undefined) compareGauss(check, one)
      else compareGibbs(check, one, one.positions_m)
    })
  }
}

function compareGauss(check: Check, one: PublishedCase): void {
  const number = (list: readonly number[] | undefined, k: number) => list?.[k] ?? Number.NaN
  const sights = one.dt_s.map((seconds, k): Sight => {
    const direction = unitVector(degToRad(number(one.ra_deg, k)), degToRad(number(one.dec_deg, k)))
    return { seconds, observerM: vectorAt(one.site_eci_m?.[k] ?? []), direction }
  })
  const published = Object.values(one.expected_gauss ?? {}).map(({ position_m, velocity_mps, ...km }) => ({
    r: position_m === undefined ? vectorAt(km.position_km ?? [], 0, 1000) : vectorAt(position_m),
    v: velocity_mps === undefined ? vectorAt(km.velocity_kmps ?? [], 0, 1000) : vectorAt(velocity_mps),
  }))
  // The published programs differ from each other by more than either tolerance: the nearer one counts.
  const errors = gauss(sights as unknown as ThreeSights, GM_EARTH)
    .flatMap(({ state }) =>
      published.map(({ r, v }) => ({ r: norm(subtract(state.r, r)), v: norm(subtract(state.v, v)) })),
    )
    .sort((a, b) => a.r / GAUSS_M + a.v / GAUSS_MPS - b.r / GAUSS_M - b.v / GAUSS_MPS)
  check.within('Gauss, position', { error: errors[0]?.r ?? Number.NaN, limit: GAUSS_M, unit: 'm' })
  check.within('Gauss, velocity', { error: errors[0]?.v ?? Number.NaN, limit: GAUSS_MPS, unit: 'm/s' })
  if (one.true_orbit === undefined) return
  const error = Math.abs(preferred(sights).elements.semiMajorAxisM / 1000 - one.true_orbit.a_km)
  check.within('axis after refinement', { error, limit: TRUE_AXIS_KM, unit: 'km' })
}

function compareGibbs(check: Check, one: PublishedCase, rows: readonly (readonly number[])[]): void {
  const positions = rows.map((row) => vectorAt(row)) as unknown as ThreePositions
  const wanted = vectorAt(one.expected_velocity_at_second_mps ?? [])
  const off = (v: Vec3) => norm(subtract(v, wanted))
  const found = gibbs(positions, GM_EARTH)
  check.within('Gibbs', { error: found.ok ? off(found.v) : Number.NaN, limit: one.tolerance_mps ?? 0.5, unit: 'm/s' })
  const times = one.dt_s as unknown as readonly [number, number, number]
  check.within('Herrick-Gibbs', {
    error: off(herrickGibbs(positions, times, GM_EARTH)),
    limit: HERRICK_GIBBS_MPS,
    unit: 'm/s',
  })
}

export const TRACKING_SETS: readonly ReferenceSet[] = [
  { name: 'tracking/iod_angles_only*.json', compare: compareAnglesOnly },
  { name: 'tracking/iod_published*.json', compare: comparePublished },
  { name: 'tracking/slr_*/case.json', compare: compareLaser },
  { name: 'tracking/radar_*/case.json', compare: compareRadar },
  { name: 'tracking/pass_information*.json', compare: comparePassInformation },
  { name: 'tracking/brightness*.json', compare: compareBrightness },
]
