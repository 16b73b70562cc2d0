import { GM_EARTH, SPEED_OF_LIGHT } from '@apsis/astro/constants.ts'
import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import { propagateOrbit } from '@apsis/astro/dynamics/propagate-orbit.ts'
import { earthAt } from '@apsis/astro/frames/earth.ts'
import { rotationBetween } from '@apsis/astro/frames/frame.ts'
import { type Mat3, transform } from '@apsis/astro/mat3.ts'
import { entry, invertScaled, type Matrix } from '@apsis/astro/matrix.ts'
import { orbitForces } from '@apsis/astro/measurement/orbit-forces.ts'
import { missing } from '@apsis/astro/missing.ts'
import { type CartesianState, toCartesian } from '@apsis/astro/orbit/elements.ts'
import { type Random, seededRandom, standardNormal } from '@apsis/astro/random.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import { dot, norm, scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { record } from '@apsis/cli/testing/recorded-terminal.ts'

/** Radars all over the Earth: latitude and longitude in degrees, height in m. */
const SITES = [
  { id: 'S0', latitude_deg: 48.2, longitude_deg: 16.4, altitude_m: 200 },
  { id: 'S1', latitude_deg: -33, longitude_deg: 149, altitude_m: 600 },
  { id: 'S2', latitude_deg: 28.3, longitude_deg: -16.5, altitude_m: 2400 },
  { id: 'S3', latitude_deg: 64.8, longitude_deg: -147.7, altitude_m: 200 },
  { id: 'S4', latitude_deg: -23, longitude_deg: -68, altitude_m: 2500 },
  { id: 'S5', latitude_deg: 1.3, longitude_deg: 103.8, altitude_m: 50 },
] as const
const [RANGE_SIGMA_M, ANGLE_SIGMA_DEG, LEAST_ELEVATION_DEG] = [10, 0.01, 10]
const MOST_PASSES = 6
const SPAN_S = 86_400
const EQUATOR_M = 6_378_137
const FLATTENING = 1 / 298.257_223_563

/** The classes of orbits: heights of perigee and apogee in km, and the seconds between two measurements. */
const CLASSES = {
  LEO: { perigeeKm: [350, 1500], apogeeKm: [350, 2000], stepS: [20, 60, 120] },
  MEO: { perigeeKm: [2000, 20_000], apogeeKm: [2000, 24_000], stepS: [120, 300, 600] },
  GTO: { perigeeKm: [250, 1500], apogeeKm: [30_000, 36_500], stepS: [300, 600, 1800] },
} as const
export type OrbitClass = keyof typeof CLASSES
/** The classes of ten orbits: the number of times that a class occurs here is its share in tenths. */
const MIX: readonly OrbitClass[] = ['LEO', 'LEO', 'LEO', 'LEO', 'LEO', 'MEO', 'MEO', 'GTO', 'GTO', 'GTO']

/** A simulated orbit: a table of measurements, and the true orbit from which they were computed. */
export interface SimulatedOrbit {
  readonly seed: number
  readonly kind: OrbitClass
  readonly passes: number
  readonly rows: number
  readonly table: string
  /** The time of the first measurement. */
  readonly epoch: Epoch
  /** The true state at that time in EME2000, m and m/s. */
  readonly truth: CartesianState
}

interface Echo {
  readonly epoch: Epoch
  readonly rangeM: number
  readonly azimuthDeg: number
  readonly elevationDeg: number
}

/**
 * Simulates the measurements of one orbit by radars: range at the bounce, azimuth and elevation at the reception. The geometry does not use
 * the product's code: it is computed in the Earth-fixed frame, by the theories of 1976 and 1980 instead of 2000 and 2006, with its own
 * ellipsoid and light time. The range is the distance at the instant of the bounce, because half of the two-way distance differs from it
 * only in the order (v/c)².
 */
export function simulateOrbit(seed: number): SimulatedOrbit {
  for (let attempt = 0; ; attempt += 1) {
    const found = trySimulation(seed, seededRandom(seed * 1000 + attempt))
    if (found !== null) return found
  }
}

function trySimulation(seed: number, random: Random): SimulatedOrbit | null {
  const kind = MIX[seed % MIX.length] ?? missing()
  const shape = CLASSES[kind]
  const between = ([low, high]: readonly [number, number]) => low + (high - low) * random()
  const one = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] ?? missing()
  const radii = [between(shape.perigeeKm), between(shape.apogeeKm)].map((km) => EQUATOR_M + 1000 * km)
  const [perigeeM, apogeeM] = [Math.min(...radii), Math.max(...radii)]
  const start = parseTime('2022-03-01T00:00:00')
  const state = toCartesian(
    {
      semiMajorAxisM: (perigeeM + apogeeM) / 2,
      eccentricity: (apogeeM - perigeeM) / (apogeeM + perigeeM),
      incRad: kind === 'GTO' ? degToRad(between([1, 65])) : Math.acos(between([-0.5, 1])),
      raanRad: between([0, 2 * Math.PI]),
      argPeriapsisRad: between([0, 2 * Math.PI]),
      trueAnomalyRad: between([0, 2 * Math.PI]),
    },
    GM_EARTH,
  )
  const last = addSeconds(start, SPAN_S + 1)
  const sky = makeEnvironment(start, { outside: 'hold' })
  // The orbit is propagated without the transition matrix, which only a fit needs.
  const orbit = propagateOrbit(
    { epoch: start, ...state, massKg: 1000 },
    { forces: orbitForces(sky, null).forces, until: last },
  )
  if (!orbit.ok) return null
  const normal = standardNormal(random)
  const stepS = one(shape.stepS)
  const turns = new Map<number, Mat3>()
  const toFixedAt = (seconds: number) => {
    const epoch = addSeconds(start, seconds)
    const turn = turns.get(seconds) ?? rotationBetween('GCRF', 'ITRF', earthAt(epoch, { theory: 'IAU1980' })).matrix
    turns.set(seconds, turn)
    return turn
  }
  const watching = { stateAt: orbit.stateAt, toFixedAt, start, stepS, normal }
  const passes = SITES.flatMap((site) => passesOver(site, watching)).sort((a, b) =>
    secondsBetween(b.echoes[0]?.epoch ?? start, a.echoes[0]?.epoch ?? start),
  )
  const wanted = 1 + Math.floor(random() * MOST_PASSES)
  if (passes.length < wanted) return null
  // The chosen passes are either consecutive, or any passes of the day.
  const from = Math.floor(random() * (passes.length - wanted + 1))
  const kept = random() < 0.5 ? passes.slice(from, from + wanted) : drawn(passes, wanted, random)
  const rows = kept
    .flatMap(({ site, echoes }) => echoes.map((echo) => ({ site, ...echo })))
    .sort((a, b) => secondsBetween(b.epoch, a.epoch))
  const [first] = rows
  if (first === undefined || rows.length < 3) return null
  const lines = rows.map(({ epoch, rangeM, azimuthDeg, elevationDeg, site }) =>
    [
      formatTime(epoch, { scale: 'UTC', digits: 3 }),
      (rangeM / 1000).toFixed(9),
      azimuthDeg.toFixed(9),
      elevationDeg.toFixed(9),
      site.id,
    ].join(','),
  )
  const toEme = rotationBetween('GCRF', 'EME2000', earthAt(first.epoch)).matrix
  const { r, v } = orbit.stateAt(first.epoch)
  return {
    seed,
    kind,
    passes: kept.length,
    rows: rows.length,
    table: `utc,range_km,azimuth_deg,elevation_deg,sensor\n${lines.join('\n')}\n`,
    epoch: first.epoch,
    truth: { r: transform(toEme, r), v: transform(toEme, v) },
  }
}

function drawn<Value>(values: readonly Value[], count: number, random: Random): Value[] {
  const left = values.map((value) => ({ value, at: random() })).sort((a, b) => a.at - b.at)
  const chosen = new Set(left.slice(0, count).map(({ value }) => value))
  return values.filter((value) => chosen.has(value))
}

interface Watching {
  readonly stateAt: (epoch: Epoch) => CartesianState
  /** Returns the rotation to the Earth-fixed frame, `seconds` after the start. */
  readonly toFixedAt: (seconds: number) => Mat3
  readonly start: Epoch
  readonly stepS: number
  readonly normal: () => number
}
type Site = (typeof SITES)[number]

function passesOver(site: Site, { stateAt, toFixedAt, start, stepS, normal }: Watching) {
  const found: { site: Site; echoes: Echo[] }[] = []
  let before = -Infinity
  for (let seconds = 0; seconds <= SPAN_S; seconds += stepS) {
    const echo = echoOf(site, stateAt, { epoch: addSeconds(start, seconds), toFixed: toFixedAt(seconds), normal })
    if (echo === null) continue
    if (seconds - before > stepS) found.push({ site, echoes: [] })
    found.at(-1)?.echoes.push(echo)
    before = seconds
  }
  return found
}

/** Returns the measurement of an object by a radar, or null where the object is not high enough above the site. */
function echoOf(
  site: Site,
  stateAt: Watching['stateAt'],
  { epoch, toFixed, normal }: { readonly epoch: Epoch; readonly toFixed: Mat3; readonly normal: () => number },
): Echo | null {
  const [lat, lon] = [degToRad(site.latitude_deg), degToRad(site.longitude_deg)]
  const e2 = FLATTENING * (2 - FLATTENING)
  const curvatureM = EQUATOR_M / Math.sqrt(1 - e2 * Math.sin(lat) ** 2)
  const level = (curvatureM + site.altitude_m) * Math.cos(lat)
  const place: Vec3 = [
    level * Math.cos(lon),
    level * Math.sin(lon),
    (curvatureM * (1 - e2) + site.altitude_m) * Math.sin(lat),
  ]
  const lineTo = (r: Vec3) => subtract(transform(toFixed, r), place)
  const rangeM = norm(lineTo(stateAt(epoch).r))
  // The light that arrives now left the object earlier, by the light time.
  const left = stateAt(epoch)
  const seen = lineTo(subtract(left.r, scale(left.v, rangeM / SPEED_OF_LIGHT)))
  const east = dot(seen, [-Math.sin(lon), Math.cos(lon), 0])
  const north = dot(seen, [-Math.sin(lat) * Math.cos(lon), -Math.sin(lat) * Math.sin(lon), Math.cos(lat)])
  const up = dot(seen, [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)])
  const elevationDeg = radToDeg(Math.atan2(up, Math.hypot(east, north)))
  if (elevationDeg < LEAST_ELEVATION_DEG) return null
  const azimuthDeg = radToDeg(Math.atan2(east, north)) + ANGLE_SIGMA_DEG * normal()
  return {
    epoch,
    rangeM: rangeM + RANGE_SIGMA_M * normal(),
    azimuthDeg: (azimuthDeg + 360) % 360,
    elevationDeg: elevationDeg + ANGLE_SIGMA_DEG * normal(),
  }
}

/** The outcome of a determination without an orbit to start from. */
export interface Outcome {
  readonly verdict: 'right' | 'refused' | 'wrong'
  readonly note: string
  readonly weightedRms: number | null
  /** The largest component of the error in units of its own sigma, and the squared error in units of the covariance. */
  readonly sigmas: number | null
  readonly nees: number | null
  readonly errorM: number | null
  readonly seconds: number
}

const [MOST_SIGMAS, MOST_WEIGHTED_RMS] = [5, 1.5]
const SENSORS = JSON.stringify(
  SITES.map((site) => ({
    ...site,
    noise_sigma: { range_m: RANGE_SIGMA_M, azimuth_deg: ANGLE_SIGMA_DEG, elevation_deg: ANGLE_SIGMA_DEG },
  })),
)

/**
 * Determines the orbit of a simulated table. A result is right if it lies within 5 sigmas of the truth in each component and its weighted RMS is
 * below 1.5; any other orbit that is returned is wrong.
 */
export async function determined({ table, epoch, truth }: SimulatedOrbit): Promise<Outcome> {
  const begun = performance.now()
  const { code, out, err } = await record(['orbit-determination', 'table.csv', '--sensors', 'sensors.json', '--json'], {
    'table.csv': table,
    'sensors.json': SENSORS,
  }).catch((error: unknown) => ({ code: 1, out: '', err: String(error) }))
  const seconds = (performance.now() - begun) / 1000
  if (code !== 0) {
    return { verdict: 'refused', note: err.trim(), weightedRms: null, sigmas: null, nees: null, errorM: null, seconds }
  }
  const answer = JSON.parse(out) as {
    epoch: string
    positionM: Vec3
    velocityMps: Vec3
    covariance: Matrix
    weightedRms: number
    degreesOfFreedom: number
    edited: number
  }
  if (Math.abs(secondsBetween(parseTime(answer.epoch.replace('Z', '')), epoch)) > 1e-6) throw new Error('another epoch')
  const off = [...subtract(answer.positionM, truth.r), ...subtract(answer.velocityMps, truth.v)]
  const sigmas = Math.max(...off.map((value, k) => Math.abs(value) / Math.sqrt(entry(answer.covariance, k, k))))
  const inverse = invertScaled(answer.covariance, 1e20)
  const nees =
    inverse === null
      ? null
      : off.reduce((sum, a, i) => sum + off.reduce((inner, b, j) => inner + a * b * entry(inverse, i, j), 0), 0)
  const isRight = sigmas <= MOST_SIGMAS && answer.weightedRms < MOST_WEIGHTED_RMS
  return {
    verdict: isRight ? 'right' : 'wrong',
    note: `${answer.edited} edited, ${answer.degreesOfFreedom} degrees of freedom`,
    weightedRms: answer.weightedRms,
    sigmas,
    nees,
    errorM: norm(subtract(answer.positionM, truth.r)),
    seconds,
  }
}
