import { DAY_MS, HOUR_MS, SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { seededRandom } from '@apsis/astro/random.ts'
import { type ElementSet, fromPublished, type PublishedElements } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { epochFromClock, readClock } from '@apsis/astro/time/scales.ts'
import { radToDeg } from '@apsis/astro/units.ts'

/** The kinds of object, in the words of the catalogues. */
export type SimulatedKind = 'PAYLOAD' | 'ROCKET BODY' | 'DEBRIS'

/**
 * An invented object that the local services publish. All services share these objects, so that the element sets of one agree with the
 * ephemerides of another.
 */
export interface SimulatedObject {
  readonly noradId: number
  readonly name: string
  /** The international designator, for example 2019-074A. */
  readonly designator: string
  readonly kind: SimulatedKind
  /** The CelesTrak groups that contain the object. */
  readonly groups: readonly string[]
  /** The owner, with the abbreviation of the catalogues. */
  readonly owner: string
  /** The mean elements at REFERENCE_MS, in the units of a TLE. */
  readonly elements: PublishedElements
}

/** The time at which the simulated orbits are defined. */
const REFERENCE_MS = Date.UTC(2026, 0, 1)
const REFERENCE = parseTime('2026-01-01T00:00:00')
/**
 * An object gets a new element set about three times a day (exchange.md A.4 of the collection states the same interval for ephemerides).
 */
const SET_EVERY_MS = 8 * HOUR_MS
/** The time from the epoch of a set to its publication. */
const SET_DELAY_MS = 2 * HOUR_MS
/** µ of WGS-72, km³/s², from which the mean motion is computed for a height. */
const GM_KM3_S2 = 398_600.8
const EARTH_RADIUS_KM = 6378.135
const SEED = 20_261_130
/** The golden angle as a fraction of a full turn: any number of satellites spaced by this angle are distributed evenly. */
const GOLDEN = (Math.sqrt(5) - 1) / 2
/** The first five-digit number and the first six-digit number of the constellation: every second satellite has six digits. */
const [FIVE_DIGITS, SIX_DIGITS] = [70_000, 100_101]

/**
 * Returns the first satellites of a large constellation, whose operator publishes ephemerides. A satellite does not depend on `count`;
 * every second one has a catalogue number of six digits.
 */
export function simulatedConstellation(count: number): readonly SimulatedObject[] {
  return Array.from({ length: count }, (_, i) => {
    const noradId = i % 2 === 0 ? FIVE_DIGITS + i / 2 : SIX_DIGITS + (i - 1) / 2
    return makeObject({
      noradId,
      name: `STARLINK-SIMULATED-${i + 1}`,
      designator: designatorOf(2020 + (i % 7), 10 + (i % 90), i % 60),
      kind: 'PAYLOAD',
      groups: ['active', 'starlink'],
      owner: 'US',
      heightKm: 540 + (i % 5) * 4,
      eccentricity: 0.0001 + (i % 7) * 0.00001,
      inclinationDeg: i % 3 === 0 ? 43.0 : 53.05,
      raanDeg: 360 * ((i * GOLDEN) % 1),
      argPeriapsisDeg: 90,
      meanAnomalyDeg: 360 * ((i * GOLDEN * GOLDEN * 7) % 1),
      bstar: 0,
    })
  })
}

/** The clouds of debris that are groups of CelesTrak, and the orbits around which they spread. */
const CLOUDS = [
  { group: 'cosmos-1408-debris', name: 'SIMULATED 1408 DEB', firstId: 64_001, heightKm: 480, inclinationDeg: 82.6 },
  { group: 'fengyun-1c-debris', name: 'SIMULATED 1C DEB', firstId: 65_001, heightKm: 850, inclinationDeg: 98.8 },
  { group: 'iridium-33-debris', name: 'SIMULATED 33 DEB', firstId: 66_001, heightKm: 775, inclinationDeg: 86.4 },
  { group: 'cosmos-2251-debris', name: 'SIMULATED 2251 DEB', firstId: 67_001, heightKm: 790, inclinationDeg: 74.0 },
] as const
const OBJECTS_OF_A_CLOUD = 30
const CONSTELLATION_IN_CATALOGUE = 120
const OTHER_PAYLOADS = 60
const PLANET_SATELLITES = 12
const ROCKET_BODIES = 40

/** The space station that the services simulate. */
export const SIMULATED_ISS: SimulatedObject = makeObject({
  noradId: 25_544,
  name: 'ISS (SIMULATED)',
  designator: '1998-067A',
  kind: 'PAYLOAD',
  groups: ['active', 'stations', 'visual'],
  owner: 'ISS',
  heightKm: 418,
  eccentricity: 0.0005,
  inclinationDeg: 51.63,
  raanDeg: 120,
  argPeriapsisDeg: 160,
  meanAnomalyDeg: 200,
  bstar: 0,
})

/** The simulated satellites whose operator publishes OEM files. */
export const SIMULATED_PLANET: readonly SimulatedObject[] = Array.from({ length: PLANET_SATELLITES }, (_, i) =>
  makeObject({
    noradId: 62_001 + i,
    name: `FLOCK SIMULATED ${i + 1}`,
    designator: designatorOf(2024, 149, i),
    kind: 'PAYLOAD',
    groups: ['active', 'planet'],
    owner: 'US',
    heightKm: 510,
    eccentricity: 0.0009,
    inclinationDeg: 97.45,
    raanDeg: 40 + 0.2 * i,
    argPeriapsisDeg: 75,
    meanAnomalyDeg: (360 * i) / PLANET_SATELLITES,
    bstar: 0,
  }),
)

/** Returns a few hundred objects of all kinds, in the order of their numbers. */
export function simulatedCatalogue(): readonly SimulatedObject[] {
  const random = seededRandom(SEED)
  const about = (middle: number, half: number) => middle + half * (2 * random() - 1)
  const lowOrbit = () => ({
    eccentricity: about(0.0012, 0.0011),
    raanDeg: 360 * random(),
    argPeriapsisDeg: 360 * random(),
    meanAnomalyDeg: 360 * random(),
  })
  const payloads = Array.from({ length: OTHER_PAYLOADS }, (_, i) =>
    makeObject({
      noradId: 63_001 + i,
      name: `SIMULATED ${i + 1}`,
      designator: designatorOf(2010 + (i % 14), 20 + i, 0),
      kind: 'PAYLOAD',
      groups: i % 4 === 0 ? [] : ['active'],
      owner: 'CIS',
      heightKm: about(680, 160),
      inclinationDeg: about(97.6, 1.5),
      bstar: 0,
      ...lowOrbit(),
    }),
  )
  const rocketBodies = Array.from({ length: ROCKET_BODIES }, (_, i) =>
    makeObject({
      noradId: 61_001 + i,
      name: 'SIMULATED R/B',
      designator: designatorOf(1985 + i, 30 + i, 1),
      kind: 'ROCKET BODY',
      groups: i % 10 === 0 ? ['visual'] : [],
      owner: 'CIS',
      heightKm: about(820, 130),
      inclinationDeg: about(82, 15),
      bstar: about(2e-4, 1.5e-4),
      ...lowOrbit(),
    }),
  )
  const debris = CLOUDS.flatMap(({ group, name, firstId, heightKm, inclinationDeg }) =>
    Array.from({ length: OBJECTS_OF_A_CLOUD }, (_, i) =>
      makeObject({
        noradId: firstId + i,
        name,
        designator: designatorOf(1999, 25, 3 + i),
        kind: 'DEBRIS',
        groups: [group],
        owner: 'CIS',
        heightKm: about(heightKm, 60),
        inclinationDeg: about(inclinationDeg, 0.4),
        bstar: about(8e-4, 6e-4),
        ...lowOrbit(),
      }),
    ),
  )
  return [
    SIMULATED_ISS,
    ...SIMULATED_PLANET,
    ...payloads,
    ...rocketBodies,
    ...debris,
    ...simulatedConstellation(CONSTELLATION_IN_CATALOGUE),
  ].sort((a, b) => a.noradId - b.noradId)
}

type Orbit = Omit<SimulatedObject, 'elements'> & {
  readonly heightKm: number
  readonly eccentricity: number
  readonly inclinationDeg: number
  readonly raanDeg: number
  readonly argPeriapsisDeg: number
  readonly meanAnomalyDeg: number
  readonly bstar: number
}

function makeObject({ noradId, name, designator, kind, groups, owner, heightKm, ...orbit }: Orbit): SimulatedObject {
  const radiusKm = EARTH_RADIUS_KM + heightKm
  const meanMotionRevPerDay = (Math.sqrt(GM_KM3_S2 / radiusKm ** 3) * SECONDS_PER_DAY) / (2 * Math.PI)
  const elements = {
    noradId,
    objectName: name,
    internationalDesignator: designator,
    classification: 'U',
    ephemerisType: 0,
    elementSetNumber: 999,
    revolutionAtEpoch: 1000,
    meanMotionDotRevPerDay2: rounded(orbit.bstar * 0.1, 8),
    meanMotionDdotRevPerDay3: 0,
    epoch: REFERENCE,
    meanMotionRevPerDay: rounded(meanMotionRevPerDay, 8),
    eccentricity: rounded(orbit.eccentricity, 7),
    inclinationDeg: rounded(orbit.inclinationDeg, 4),
    raanDeg: orbit.raanDeg,
    argPeriapsisDeg: orbit.argPeriapsisDeg,
    meanAnomalyDeg: orbit.meanAnomalyDeg,
    bstar: rounded(orbit.bstar, 8),
  }
  return { noradId, name, designator, kind, groups, owner, elements }
}

function designatorOf(year: number, launch: number, piece: number): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
  const first = piece < letters.length ? '' : letters[Math.floor(piece / letters.length) - 1]
  return `${year}-${String(launch).padStart(3, '0')}${first}${letters[piece % letters.length]}`
}

/**
 * Returns the newest element set of an object at a time, in the units and digits of the catalogues. A new set is published three times a
 * day, some hours after its epoch. The angles advance by the secular rates of SGP4, so that all sets of an object without drag describe the
 * same motion.
 */
export function elementsAt({ noradId, elements }: SimulatedObject, atMs: number): PublishedElements {
  const phaseMs = (noradId * 7_919_000) % SET_EVERY_MS
  const epochMs = Math.floor((atMs - SET_DELAY_MS - phaseMs) / SET_EVERY_MS) * SET_EVERY_MS + phaseMs
  const { near } = initSgp4(fromPublished(elements))
  const minutes = (epochMs - REFERENCE_MS) / 60_000
  const days = (epochMs - REFERENCE_MS) / DAY_MS
  const gone = (startDeg: number, ratePerMinute: number) => {
    const deg = rounded((((startDeg + radToDeg(ratePerMinute * minutes)) % 360) + 360) % 360, 4)
    return deg === 360 ? 0 : deg
  }
  return {
    ...elements,
    epoch: epochOfMs(epochMs),
    raanDeg: gone(elements.raanDeg, near.nodeDot),
    argPeriapsisDeg: gone(elements.argPeriapsisDeg, near.argPerigeeDot),
    meanAnomalyDeg: gone(elements.meanAnomalyDeg, near.meanAnomalyDot),
    revolutionAtEpoch: elements.revolutionAtEpoch + Math.max(0, Math.floor(days * elements.meanMotionRevPerDay)),
  }
}

/** Returns the unrounded elements of an object, which its published element sets give in rounded form. */
export function elementsOfMotion({ elements }: SimulatedObject): ElementSet {
  return fromPublished(elements)
}

/** Returns an instant of UTC from ms since 1970. */
export function epochOfMs(ms: number): Epoch {
  const sinceMs = Math.round(ms) - Date.UTC(2000, 0, 1)
  const day = Math.floor(sinceMs / DAY_MS)
  const ofDay = sinceMs - day * DAY_MS
  return epochFromClock({ day, secondOfDay: Math.floor(ofDay / 1000), femtos: (ofDay % 1000) * 1e12 }, 'UTC')
}

/** Returns an instant in ms since 1970, including the fraction of a millisecond. */
export function msOfEpoch(epoch: Epoch): number {
  const { day, secondOfDay, femtos } = readClock(epoch, 'UTC')
  return Date.UTC(2000, 0, 1) + day * DAY_MS + secondOfDay * 1000 + femtos / 1e12
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
