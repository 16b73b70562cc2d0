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
 * An object that does not exist, for the local services to publish. All services have the same ones, so that the element sets of one agree with
 * the ephemerides of another.
 */
export interface SimulatedObject {
  readonly noradId: number
  readonly name: string
  /** As 2019-074A. */
  readonly designator: string
  readonly kind: SimulatedKind
  /** The groups of CelesTrak to which it belongs. */
  readonly groups: readonly string[]
  /** The owner, as the catalogues abbreviate it. */
  readonly owner: string
  /** Its mean elements at the start of REFERENCE_MS, in the units of a TLE. */
  readonly elements: PublishedElements
}

/** The time at which the simulated orbits are defined. */
const REFERENCE_MS = Date.UTC(2026, 0, 1)
const REFERENCE = parseTime('2026-01-01T00:00:00')
/** An object gets a new element set about three times a day (exchange.md A.4 of the collection has the same for ephemerides). */
const SET_EVERY_MS = 8 * HOUR_MS
/** The time from the epoch of a set to its publication. */
const SET_DELAY_MS = 2 * HOUR_MS
/** µ of WGS-72, km³/s², with which a mean motion follows from a height. */
const GM_KM3_S2 = 398_600.8
const EARTH_RADIUS_KM = 6378.135
const SEED = 20_261_130
/** The golden angle as a part of a turn: satellites that follow each other by it lie evenly, however many there are. */
const GOLDEN = (Math.sqrt(5) - 1) / 2
/** The first number of the constellation with five digits, and with six: every second satellite has six. */
const [FIVE_DIGITS, SIX_DIGITS] = [70_000, 100_101]

/**
 * Returns the first satellites of a large constellation, whose operator publishes ephemerides. Each is the same however many are taken; every
 * second one has a catalogue number of six digits.
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

/** The clouds of debris that CelesTrak has as groups, and the orbits about which they spread. */
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
 * Returns the element set of an object that is the newest at a time, in the units and digits of the catalogues. There is a new one three times a
 * day, hours after its epoch. The angles go on by the secular rates of SGP4, so that all sets of an object without drag describe one motion.
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

/** Returns the motion of an object, unrounded: what its element sets describe to their digits. */
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

/** Returns ms since 1970 from an instant, with its fraction. */
export function msOfEpoch(epoch: Epoch): number {
  const { day, secondOfDay, femtos } = readClock(epoch, 'UTC')
  return Date.UTC(2000, 0, 1) + day * DAY_MS + secondOfDay * 1000 + femtos / 1e12
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
