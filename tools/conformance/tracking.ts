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
import { apparentMagnitude, standardMagnitude } from '@apsis/astro/visibility/magnitude.ts'
import { type Json, readJson, vectorAt } from './run/collection.ts'
import { ofJson, ofList, type ReferenceSet } from './run/set.ts'
import type { Check, KnownDeviation } from './run/tally.ts'

const EARTH = { gm: GM_EARTH, radiusM: WGS84_RADIUS_M }

/**
 * Reads a UTC as days since 2000-01-01 and seconds of its day. Minutes and seconds may be 60, because the sources print a full hour or minute in this
 * way. Years before 1972 are allowed, which the time scale UTC of Apsis refuses: the set assumes that every day has 86,400 s.
 */
function readUtc(text: string): { readonly day: number; readonly seconds: number } {
  const parts = /^(\d+)-(\d+)-(\d+)T(\d+):(\d+):([\d.]+)Z?$/.exec(text)
  if (parts === null) throw new RangeError(`${text} is no time`)
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1).map(Number)
  return { day: dayFromDate({ year, month, day }), seconds: 3600 * hour + 60 * minute + second }
}

/** Returns the lines of sight: the sites are in the true equator of date by GMST, with UT1 = UTC and no polar motion, as the set defines. */
function sightsOf(row: Json): Sight[] {
  const observations = row.rows('observations')
  const times = observations.map((each) => readUtc(each.text('utc')))
  return observations.map((each, k) => {
    const { day, seconds } = times[k] ?? { day: 0, seconds: 0 }
    const start = times[0] ?? { day: 0, seconds: 0 }
    const site = each.at('site')
    const fixed = fromGeodetic({
      latRad: degToRad(site.number('latitude_deg')),
      lonRad: degToRad(site.number('longitude_deg')),
      heightM: 1000 * site.number('altitude_km'),
    })
    // The days of UT1 start at noon.
    const turn = gmst1982([day, seconds / SECONDS_PER_DAY - 0.5])
    return {
      seconds: (day - start.day) * SECONDS_PER_DAY + seconds - start.seconds,
      observerM: transform(transpose(rotationZ(turn)), fixed),
      direction: unitVector(degToRad(each.number('ra_deg')), degToRad(each.number('dec_deg'))),
    }
  })
}

/** Angles are printed to 1e-7° at best, so a line of sight is not more accurate than this. */
const PRINTED_DEG = 1e-6

function compareAnglesOnly(check: Check, row: Json): void {
  const missDeg = row.number('expected', 'largest_angle_between_truth_and_observation_deg')
  const sights = sightsOf(row)
  const best = preferred(sights)
  check.near('beside the lines', radToDeg(best.largestRad), 0, 2 * missDeg + PRINTED_DEG, '°')
  const wantedM = 1000 * row.number('expected', 'elements_a_km_e_i_raan_argp_deg', 0)
  const error = Math.abs(best.elements.semiMajorAxisM / wantedM - 1)
  const limit = missDeg < 1e-4 ? 1e-3 : 0.02
  const because = 'the stated orbit misses the lines by an angle that moves the axis so far'
  const known = error > limit ? { upTo: axisSpread(sights, degToRad(missDeg)), because } : undefined
  check.within('semi-major axis', { error, limit, unit: '' }, known)
}

function preferred(sights: readonly Sight[]): InitialOrbit {
  const [best] = initialOrbits(sights, EARTH).orbits
  if (best === undefined) throw new Error('no orbit passes through the sights')
  return best
}

/** Returns the sum of the relative changes of the orbit's axis when each line of sight is turned by the angle. */
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

/** Returns a sight turned eastwards (0) or northwards (1). */
function turnSight(sight: Sight, which: number, angleRad: number): Sight {
  const [x, y, z] = sight.direction
  const [ra, dec] = [Math.atan2(y, x), Math.asin(z)]
  return {
    ...sight,
    direction: which === 0 ? unitVector(ra + angleRad / Math.cos(dec), dec) : unitVector(ra, dec + angleRad),
  }
}

const GAUSS_M = 60_000
const GAUSS_MPS = 90
const TRUE_AXIS_KM = 20
const HERRICK_GIBBS_MPS = 1

function compareGauss(check: Check, row: Json): void {
  const sights = row.numbers('dt_s').map((seconds, k): Sight => {
    const direction = unitVector(degToRad(row.number('ra_deg', k)), degToRad(row.number('dec_deg', k)))
    return { seconds, observerM: vectorAt(row.numbers('site_eci_m', k)), direction }
  })
  const metres = (state: Json, inM: string, inKm: string) =>
    state.has(inM) ? state.vector(inM) : state.vector(inKm, 1000)
  const published = row.entries('expected_gauss').map(([, state]) => ({
    r: metres(state, 'position_m', 'position_km'),
    v: metres(state, 'velocity_mps', 'velocity_kmps'),
  }))
  // The published programs differ from each other by more than either tolerance, so the nearer result counts.
  const errors = gauss(sights as unknown as ThreeSights, GM_EARTH)
    .flatMap(({ state }) =>
      published.map(({ r, v }) => ({ r: norm(subtract(state.r, r)), v: norm(subtract(state.v, v)) })),
    )
    .sort((a, b) => a.r / GAUSS_M + a.v / GAUSS_MPS - b.r / GAUSS_M - b.v / GAUSS_MPS)
  check.near('Gauss, position', errors[0]?.r, 0, GAUSS_M, 'm')
  check.near('Gauss, velocity', errors[0]?.v, 0, GAUSS_MPS, 'm/s')
  if (!row.has('true_orbit')) return
  const axisKm = preferred(sights).elements.semiMajorAxisM / 1000
  check.near('axis after refinement', axisKm, row.number('true_orbit', 'a_km'), TRUE_AXIS_KM, 'km')
}

function compareGibbs(check: Check, row: Json): void {
  const positions = row.matrix('positions_m').map((each) => vectorAt(each)) as unknown as ThreePositions
  const wanted = row.vector('expected_velocity_at_second_mps')
  const found = gibbs(positions, GM_EARTH)
  const off = found.ok ? norm(subtract(found.v, wanted)) : Number.NaN
  check.near('Gibbs', off, 0, row.numberOr(0.5, 'tolerance_mps'), 'm/s')
  const times = row.numbers('dt_s') as unknown as readonly [number, number, number]
  check.apart('Herrick-Gibbs', herrickGibbs(positions, times, GM_EARTH), wanted, HERRICK_GIBBS_MPS, 'm/s')
}

/** The limits of flight rule F28; the README of the set demands a median within 1 mag. */
const [MEDIAN_MAG, SPREAD_MAG] = [1, 0.5]
/**
 * A matt sphere has no glints. The side of these satellites that faces the Earth is flat, and the brightest tenth of their magnitudes was measured
 * while it mirrored the Sun.
 */
const GLINTS = { upTo: 0.7, because: 'a flat side mirrors the Sun, which a matt sphere does not' }
const ALBEDO = 0.2
/**
 * The survey's telescopes observe only above the first elevation, and only when the Sun is deeper than the second value; no satellite at these
 * heights is lit when the Sun is deeper than the last value.
 */
const [LOWEST_DEG, NIGHT_DEG, DEEPEST_DEG] = [30, 6, 60]
const [RINGS, SECTORS] = [20, 24]

/**
 * Returns the magnitudes of a matt sphere over a night, at all places of the sky above the lowest elevation where it is lit: the places divide the
 * sphere of its height into equal areas, and the Sun moves down degree by degree below the horizon.
 */
function magnitudesOf(group: Json): Float64Array {
  const rangeM = 1000 * group.number('normalised_to_km')
  const radiusM = WGS84_RADIUS_M + rangeM
  // Albedo times area, m², of the side that faces the Earth and of the side that faces the Sun.
  const area = group.numbers('two_facet_model_aA_m2').reduce((sum, each) => sum + each, 0) / ALBEDO
  const standard = standardMagnitude(Math.sqrt(area / Math.PI), ALBEDO)
  const site: Vec3 = [0, 0, WGS84_RADIUS_M]
  const lowest = degToRad(LOWEST_DEG)
  const edge = Math.sin(lowest + Math.asin((WGS84_RADIUS_M / radiusM) * Math.cos(lowest)))
  const found: number[] = []
  for (let below = NIGHT_DEG; below <= DEEPEST_DEG; below += 1) {
    const sun: Vec3 = [Math.cos(degToRad(below)), 0, -Math.sin(degToRad(below))]
    for (let place = 0; place < RINGS * SECTORS; place += 1) {
      const up = edge + ((1 - edge) * (Math.floor(place / SECTORS) + 0.5)) / RINGS
      const azimuth = (2 * Math.PI * ((place % SECTORS) + 0.5)) / SECTORS
      const out = Math.sqrt(1 - up * up)
      const at: Vec3 = [radiusM * out * Math.cos(azimuth), radiusM * out * Math.sin(azimuth), radiusM * up]
      const along = at[0] * sun[0] + at[2] * sun[2]
      const fromAxis = norm(subtract(at, [along * sun[0], 0, along * sun[2]]))
      if (along < 0 && fromAxis < WGS84_RADIUS_M) continue
      const toSite = subtract(site, at)
      const phaseAngleRad = Math.acos((toSite[0] * sun[0] + toSite[2] * sun[2]) / norm(toSite))
      const elevationRad = Math.PI / 2
      found.push(apparentMagnitude({ standardMagnitude: standard, rangeM, phaseAngleRad, elevationRad, extinction: 0 }))
    }
  }
  return Float64Array.from(found).sort()
}

/** The shares of a normal distribution below its mean minus one standard deviation, and below its mean plus one. */
const [ONE_SIGMA_BELOW, ONE_SIGMA_ABOVE] = [0.1587, 0.8413]

/** Compares magnitudes measured of satellites of one kind, corrected to one range and for the atmosphere. */
function compareBrightness(check: Check, group: Json): void {
  const all = magnitudesOf(group)
  const at = (share: number) => all[Math.floor(share * all.length)] ?? Number.NaN
  const compare = (quantity: string, found: number, name: string, limit: number, known?: KnownDeviation) =>
    check.near(quantity, found, group.number(name), limit, 'mag', known)
  const median = at(0.5)
  compare('median', median, 'median_magnitude', MEDIAN_MAG)
  compare('brightest tenth', at(0.1), 'brighter_than_10_percent', SPREAD_MAG, GLINTS)
  if (group.has('sigma_below_median'))
    compare('spread to the bright', median - at(ONE_SIGMA_BELOW), 'sigma_below_median', SPREAD_MAG)
  if (group.has('sigma_above')) compare('spread to the faint', at(ONE_SIGMA_ABOVE) - median, 'sigma_above', SPREAD_MAG)
}

export const TRACKING_SETS: readonly ReferenceSet[] = [
  ofJson(
    'tracking/iod_angles_only*.json',
    (row) => `case ${row.text('case')}, ${row.text('title').split(/\s+/)[0]}`,
    compareAnglesOnly,
  ),
  ofJson(
    'tracking/iod_published*.json',
    (row) => `${row.text('method')}: ${row.text('source')}`,
    (check, row) => (row.has('positions_m') ? compareGibbs(check, row) : compareGauss(check, row)),
  ),
  ofList(
    'tracking/brightness*.json',
    (_, file) => readJson(file).rows('groups'),
    (group) => group.text('name'),
    compareBrightness,
    'size by albedo times area of both sides; places of equal area above 30°, the Sun 6° to 60° below the horizon',
  ),
]
